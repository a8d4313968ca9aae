"""An invitation leaves by the device's own sheet, or by the clipboard."""

from __future__ import annotations

import hashlib

import httpx
import pytest
from playwright.async_api import Browser, expect

from speelhol.web.text.qr import dots_of, qr_svg

from .conftest import Run
from .house import House
from .people import Person

SENDING = "Object.defineProperty(Navigator.prototype, 'share', { value: async sent => { window.sent = sent; } })"
NO_CLIPBOARD = """
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
    document.addEventListener('copy', event => { window.copied = event.target.value; });
"""


def test_an_invitation_is_sent_or_copied(still_house: House, browser: Browser, run: Run) -> None:
    """By the device's own sheet where it has one; copied everywhere, also where a browser gives no clipboard."""

    async def evening() -> None:
        for script, sends in ((SENDING + ";" + NO_CLIPBOARD, True), (NO_CLIPBOARD, False)):
            noor = await Person.come(browser, still_house.url, "Noor", locale="nl")
            await noor.page.add_init_script(script)
            code = await noor.open_table("thieves", 3)
            link = f"{still_house.url}/t/{code}"
            if sends:
                await noor.page.get_by_role("button", name="Verstuur de uitnodiging").click()
                sent = await noor.page.evaluate("sent")
                assert sent == {"url": link, "text": f"Kom Dieven! spelen: de tafel heet {code}."}
            else:
                await expect(noor.page.locator(".sends")).to_be_hidden()
            await noor.page.locator("[data-copy]").click()
            await expect(noor.page.locator("[data-copy]")).to_have_text("Gekopieerd")
            assert await noor.page.evaluate("copied") == link
            await noor.leave()

    run(evening())


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        ("https://a.org/", "273bfc5966286430"),
        ("http://10.0.0.5:8000/t/ivy", "940a7e9e6501eb21"),
        ("https://games.example.org/t/velvet-lamp-42", "b68c86fc070fca99"),
        ("x" * 62, "b5ad162bcf833da0"),
        ("y" * 84, "62bbfbdd027fba57"),
        ("z" * 106, "ebd0445df102323c"),
    ],
)
def test_a_code_is_what_others_draw(text: str, digest: str) -> None:
    """One of every size, full to the brim, dot for dot as segno 1.6.6 draws it under the same mask."""
    assert hashlib.sha256(b"".join(map(bytes, dots_of(text)))).hexdigest()[:16] == digest


def test_a_table_shows_its_link_to_cameras(still_house: House) -> None:
    """The very link that is copied; none where the link leads nowhere else, or is longer than a code."""
    with httpx.Client(base_url=still_house.url) as ann:
        path = ann.post("/new", data={"game": "thieves", "seats": "3", "name": "Ann"}).headers["location"]
        shown = ann.get(f"{path}/qr.svg")
        assert (shown.headers["content-type"], shown.text) == ("image/svg+xml", qr_svg(f"{still_house.url}{path}"))
        assert "qr.svg" not in ann.get(path).text
    with pytest.raises(ValueError, match="too long"):
        dots_of("x" * 107)
