"""Reporting to the owner: what can be reported, by whom, how often, and what the owner reads of it."""

from __future__ import annotations

from pathlib import Path

import httpx

from .owners import dealt, do, house, owner, people_in, visitor


def report(who: httpx.Client, path: str, what: str, why: str = "") -> httpx.Response:
    return who.post(f"{path}/report", data={"what": what, "why": why})


def test_a_remark_is_reported_with_what_was_said_around_it(tmp_path: Path) -> None:
    """The owner reads it with the table; nobody at the table hears of it; what the host hides can still be reported."""
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host, visitor(address) as rude:
        path = dealt(host, (rude, "Rudy"))
        for number in range(8):
            host.post(f"{path}/say", data={"text": f"remark {number}"})
        rude.post(f"{path}/say", data={"text": "you are fools"})
        host.post(f"{path}/say", data={"text": "please"})
        form = host.get(f"{path}/report").text
        assert "you are fools" in form
        assert "remark 7" not in form  # one's own
        assert f'href="{path}/report"' in host.get(path).text
        what = form.partition("you are fools")[2].partition('value="')[2].partition('"')[0]
        host.post(f"{path}/silence", data={"who": "1", "sitting": "0"})
        hidden = host.get(f"{path}/report").text
        assert "<details><summary><i>hidden by the host</i></summary>you are fools</details>" in hidden
        with visitor(address) as late:  # who could not have read it when it was said does not by this form
            assert "fools" not in late.get(f"{path}/report").text
            assert "hidden by the host" in late.get(f"{path}/report").text
        assert report(host, path, what, "rude <again>").status_code == 200
        assert "again" not in rude.get(path).text.partition('class="log"')[2].partition("</ol>")[0]
        page = olga.get("/admin/reports").text
        for said in ("you are fools", "rude &lt;again&gt;", "remark 7", "remark 3", "please", path.removeprefix("/t/")):
            assert said in page
        assert "remark 2" not in page
        assert set(people_in(page)) == {"Rudy"}
        done = page.partition('name="report" value="')[2].partition('"')[0]
        do(olga, "done", report=done)
        assert "0 reports to see to" in olga.get("/admin").text


def test_a_name_is_reported_by_whoever_sits_or_watches(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host, visitor(address) as guest:
        path = dealt(host, (guest, "Gus"))
        assert report(guest, path, "name:0").status_code == 200
        assert "The name Hanna" in olga.get("/admin/reports").text
        assert [report(guest, path, what).status_code for what in ("name:1", "name:9", "talk:0", "x")] == [409] * 4
        with visitor(address) as stranger:
            assert report(stranger, path, "name:0").status_code == 403
            with stranger.stream("GET", f"{path}/live?holder=") as stream:
                lines = stream.iter_lines()
                while not next(lines).startswith("data:"):
                    pass
                assert report(stranger, path, "name:0").status_code == 200
            assert report(stranger, path, "name:0").status_code == 200  # the way to the form closes the table


def test_nobody_reports_without_end(tmp_path: Path) -> None:
    with house(tmp_path) as address, visitor(address) as host, visitor(address) as guest:
        path = dealt(host, (guest, "Gus"))
        assert [report(guest, path, "name:0").status_code for _ in range(4)] == [200, 200, 200, 409]
    with house(tmp_path, generosity=1.0) as address, visitor(address) as one:
        path = dealt(one)
        assert 429 in [report(one, path, "name:9").status_code for _ in range(8)]
