"""Behind my own screen, and the inside of a venue: what I hold, and what I am asked to lay down or to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....kernel import Action, Form, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from ..table import RATES
from ..view import Seen
from .preview import SPOTS, dollars, then

STAGES = {"spend-notes": "shop", "fence-notes": "fence", "choose-wash": "diner", "move-money": "fly"}
"""The questions for which one steps inside: what is asked takes the place of the black market."""
QUICK = 12
"""So many sums can be tapped; if there are more, some round ones, and the rest by the amount in the dock."""


def mine(now: Seen, seat: int, offers: Sequence[Action], speech: Speech) -> dict[str, Any]:
    ask = next((action for action in offers if isinstance(action, (a.Skip, a.Stay))), None)
    tag = str(type(ask).__struct_config__.tag) if ask is not None else ""
    return {
        "cash": dollars(now.cash, speech),
        "fifties": min(4, now.cash // 50),
        "tens": min(4, now.cash % 50 // 10),
        "offshore": dollars(now.offshore, speech),
        "fakes": [(at + 1, n, SPOTS[at]) for at, n in enumerate(now.fakes[seat]) if n],
        "pass": f"do={tag}" if ask is not None else "",
        "pass_words": speech.phrase(f"draw.{tag}") if ask is not None else "",
        "pass_label": speech.do(ask) if ask is not None else "",
    }


def stage(view: View, question: str, offers: Sequence[Action], speech: Speech) -> dict[str, Any] | None:
    now: Seen = view.now
    if now.purses:
        return {"kind": "count", "title": speech.phrase("draw.stage.count"), "how": "", "rows": _purses(now, speech)}
    kind = STAGES.get(question)
    if kind is None or view.seat is None:
        return None
    rows = (
        _sums(view, speech)
        if kind == "fly"
        else [_grade(at, now, view.seat, kind, offers, speech) for at, n in enumerate(now.fakes[view.seat]) if n]
    )
    how = "draw.how.fly" if kind == "fly" else "draw.how.notes"
    return {
        "kind": kind,
        "title": speech.phrase(f"draw.stage.{kind}"),
        "how": speech.phrase(how) if any(row["picks"] for row in rows) else "",
        "rows": rows,
    }


def _grade(at: int, now: Seen, seat: int, kind: str, offers: Sequence[Action], speech: Speech) -> dict[str, Any]:
    """My notes of one grade, and how many of them may be laid down."""
    field = ("one", "two", "three")[at]
    allowed = sorted({getattr(action, field) for action in offers}) if len(offers) > 1 else []
    price = RATES.fence_prices[at] if kind == "fence" else RATES.face_value
    refused = kind == "shop" and now.refused > at
    return {
        "stars": SPOTS[at],
        "note": f"fake-{at + 1}",
        "have": now.fakes[seat][at],
        "price": speech.phrase("draw.refused") if refused else speech.phrase("draw.each", money=dollars(price, speech)),
        "refused": refused,
        "picks": [
            {"n": n, "pick": f"{field}={n}", "label": speech.phrase("draw.grade", n=str(n), stars=SPOTS[at])}
            for n in allowed
        ]
        if allowed != [0]
        else [],
    }


def _sums(view: View, speech: Speech) -> list[dict[str, Any]]:
    """The sums that I could move, each way, and what each leads to; `{230-amount}`: 230 less what is filled in."""
    offers: Any = view.offers
    now: Seen = view.now
    rows = []
    for form in offers.parts:
        assert isinstance(form, Form)
        domain = form.domains["amount"]
        if not domain:
            continue
        tag = str(form.kind.__struct_config__.tag)
        out = form.kind is a.Stash
        rows.append(
            {
                "tag": tag,
                "title": speech.phrase("draw.account" if out else "draw.home"),
                "have": dollars(domain[-1], speech),
                "pick": f"do={tag}" if offers.count > 1 else "",
                "then": speech.phrase(
                    "then.way",
                    cash=speech.phrase("view.dollars", amount=f"{{{now.cash}{'-' if out else '+'}amount}}"),
                    offshore=speech.phrase("view.dollars", amount=f"{{{now.offshore}{'+' if out else '-'}amount}}"),
                ),
                "picks": [
                    {
                        "pick": f"do={tag}&amount={n}",
                        "words": dollars(n, speech),
                        "label": speech.do(form.kind(n)),
                        "then": then(view, form.kind(n), speech),
                    }
                    for n in _round_sums(domain)
                ]
                if offers.count > 1
                else [],
            }
        )
    return rows


def _round_sums(domain: Sequence[int]) -> list[int]:
    if len(domain) <= QUICK:
        return list(domain)
    unit, most = domain[0], domain[-1]
    parts = {most, *(most * part // 4 // unit * unit for part in (1, 2, 3))}
    return sorted({n for n in (unit, 50, 100, 200, *parts) if n in domain})


def _purses(now: Seen, speech: Speech) -> list[dict[str, Any]]:
    """Everybody's real money, open at last; the richest first."""
    most = max(purse.cash + purse.offshore for purse in now.purses) or 1
    rows = []
    for seat, purse in enumerate(now.purses):
        total = purse.cash + purse.offshore
        rows.append(
            {
                "seat": seat,
                "name": speech.seat(seat),
                "total": dollars(total, speech),
                "sum": total,
                "words": speech.phrase(
                    "draw.count", cash=dollars(purse.cash, speech), offshore=dollars(purse.offshore, speech)
                ),
                "cash": round(100 * purse.cash / most),
                "offshore": round(100 * purse.offshore / most),
            }
        )
    return sorted(rows, key=lambda row: -row["sum"])


@per_process(32)
def prices(words: Words, language: str, refused: int) -> list[tuple[str, str, str]]:
    """What a fake note brings today: the drawing, where, how much."""
    speech = Speech(words, language)
    shop = speech.phrase("draw.refused") if refused == len(SPOTS) else dollars(RATES.face_value, speech)
    rows = [("i-cart", speech.phrase("draw.price.shop"), shop)]
    for at, price in enumerate(RATES.fence_prices):
        rows.append((f"fake-{at + 1}", speech.phrase("draw.price.fence", stars=SPOTS[at]), dollars(price, speech)))
    return [*rows, ("c-diner", speech.phrase("draw.price.diner"), dollars(RATES.face_value, speech))]
