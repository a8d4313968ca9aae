"""What a choice would bring the seat that looks, as far as it can know: from its view, never from the position."""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel import Action, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from .. import events as e
from .. import table as t
from ..rules_henchmen import FARE, INDEX, fence_price, grade, printed
from ..rules_police import Officer, share
from ..table import CAP, RATES, STARS, Kit, Trio
from ..view import Seen

SPOTS = ("★", "★★", "★★★")
GROUPS = {
    "print": ("print", "print-cap"),
    "shop": ("shop", "shop-cap"),
    "fence": ("fence", "fence-cap"),
    "tax": ("tax", "sunglasses"),
    "fly": ("jet", "flight"),
}
"""The venues of the city and the kinds of space that each has."""
VENUE = {space: venue for venue, spaces in GROUPS.items() for space in spaces}


def dollars(amount: int, speech: Speech) -> str:
    return _dollars(speech.words, speech.language, amount)


@per_process(4096)
def _dollars(words: Words, language: str, amount: int) -> str:
    speech = Speech(words, language)
    return speech.phrase("view.dollars", amount=speech.money(amount))


def bundle(notes: Trio) -> str:
    return str(e.Notes(*notes)) or "–"


# ---- what a venue pays


def taken(notes: Trio, refused: int) -> Trio:
    """Of these notes, those with more than `refused` stars."""
    one, two, three = notes
    return (0 if refused > 0 else one), (0 if refused > 1 else two), (0 if refused > 2 else three)


def shop_pays(notes: Trio, refused: int) -> int:
    """The most that the supermarket would give for some of these notes."""
    return RATES.face_value * min(RATES.shop_limit, sum(taken(notes, refused)))


@per_process(2048)
def fence_pays(notes: Trio) -> int:
    """The most that the fence would give: sometimes it pays to leave the bad notes at home."""
    sales = [taken(notes, worst) for worst in range(len(notes))]
    return max(fence_price(sale) * min(RATES.fence_limit, sum(sale)) if any(sale) else 0 for sale in sales)


def why_not(now: Seen, seat: int, space: str) -> str:
    """The reason why a kind of space is closed to this seat, as in a refusal; empty if it is open."""
    if not now.room[INDEX[space]]:
        return "space-taken"
    notes, cards = now.fakes[seat], now.cards[seat]
    match VENUE[space]:
        case "print":
            return "" if any(printed(cards, now.supply)) else "nothing-to-print"
        case "fence":
            return "" if any(notes) else "no-fakes"
        case "shop":
            if not any(notes):
                return "no-fakes"
            if now.refused == len(STARS):
                return "shop-closed"
            return "" if any(taken(notes, now.refused)) else "all-refused"
        case "fly":
            if now.strike:
                return "strike"
            if space == "jet" and t.JET not in cards:
                return "no-jet"
            if space == "flight" and now.cash < FARE:
                return "no-fare"
            return "" if now.cash + now.offshore > (FARE if space == "flight" else 0) else "nothing-to-move"
    return ""


def why(now: Seen, reason: str, speech: Speech) -> str:
    """The same in words."""
    return speech.phrase(f"refused.{reason}", fare=speech.money(FARE), cash=speech.money(now.cash))


def why_not_buy(now: Seen, seat: int, slot: int, speech: Speech) -> str:
    """Why this seat can't buy the card in a slot, counted from 0; empty if it can."""
    card, price = now.market[slot], now.kit.prices[slot]
    if card is None:
        return speech.phrase("refused.empty-slot")
    if card == t.JET and t.JET in now.cards[seat]:
        return speech.phrase("refused.second-jet")
    if price > now.cash:
        return speech.phrase("refused.too-dear", price=speech.money(price), cash=speech.money(now.cash))
    return ""


def about_card(card: str, speech: Speech) -> str:
    if card in t.TICKETS:
        return speech.phrase("about.ticket", money=dollars(t.TICKETS[card], speech))
    return speech.phrase(f"about.{card}")


# ---- what an offer leads to


def then(view: View, action: Action, speech: Speech) -> str:
    now: Seen = view.now
    seat = view.seat
    if seat is None:
        return ""
    match action:
        case a.Place():
            lines = _placed(now, seat, action.space, speech)
        case a.Buy():
            lines = [_bought(now, seat, action, speech)]
        case a.HandOver():
            lines = _handed_over(view, now, action, speech)
        case a.Stash() | a.Fetch():
            moved = action.amount if isinstance(action, a.Stash) else -action.amount
            cash, offshore = now.cash - moved, now.offshore + moved
            sums = {"cash": cash, "offshore": offshore, "share": share(cash)}
            words = "then.way" if now.closing else "then.money"
            lines = [speech.phrase(words, **{name: dollars(n, speech) for name, n in sums.items()})]
        case a.Skip() | a.Recall() | a.Stay():
            lines = [speech.phrase(f"then.{action.__struct_config__.tag}")]
        case _:
            lines = []
    return " ".join(lines)


def _placed(now: Seen, seat: int, space: str, speech: Speech) -> list[str]:
    say = speech.phrase
    cash: int | None = now.cash
    match VENUE[space]:
        case "print":
            lines = [say("then.print", notes=bundle(printed(now.cards[seat], now.supply)))]
        case "shop" | "fence" as where:
            best = shop_pays(now.fakes[seat], now.refused) if where == "shop" else fence_pays(now.fakes[seat])
            lines = [say("then.shop", money=dollars(best, speech))]
            cash = None
        case "tax":
            key = "then.sunglasses" if space == "sunglasses" else "then.tax"
            lines = [say(key, cash=dollars(now.cash + RATES.tax, speech))]
        case _:
            fare = FARE if space == "flight" else 0
            lines = [say("then.fly.closing" if now.closing else "then.fly", cash=dollars(now.cash - fare, speech))]
    return lines + (officer_step(now, cash, speech) if space in CAP and not now.closing else [])


def _bought(now: Seen, seat: int, action: a.Buy, speech: Speech) -> str:
    card, cards = action.card, now.cards[seat]
    if card in (t.INK, t.PAPER, t.HOLOGRAM) and card in cards:
        what = speech.phrase("then.buy.double")
    elif card == t.PRINTER or grade((*cards, card)) > grade(cards):
        what = speech.phrase("then.buy.prints", notes=bundle(printed((*cards, card), now.supply)))
    else:
        what = about_card(card, speech)
    return speech.phrase("then.buy", what=what, cash=dollars(now.cash - action.price, speech))


def _handed_over(view: View, now: Seen, action: a.HandOver, speech: Speech) -> list[str]:
    notes = (action.one, action.two, action.three)
    fence = bool(view.prompt) and str(view.prompt).startswith("fence-notes")
    price = fence_price(notes) if fence else RATES.face_value
    money = price * sum(notes)
    sums = {"price": price, "money": money, "cash": now.cash + money}
    line = speech.phrase(
        "then.fence" if fence else "then.sold", **{name: dollars(n, speech) for name, n in sums.items()}
    )
    if any(isinstance(step, Officer) for step in view.agenda):
        return [line, *officer_step(now, now.cash + money, speech)]
    return [line]


@per_process()
def happenings(kit: Kit, space: int) -> tuple[str, ...]:
    """What the officer's arrival on a space of the track brings about."""
    what = {
        "investigation": kit.investigation,
        "godfather": kit.godfather,
        "strike": kit.strike,
        "last": (kit.last,),
    }
    return tuple(name for name, spaces in what.items() if space in spaces)


def officer_step(now: Seen, cash: int | None, speech: Speech) -> list[str]:
    """What his next step brings; `cash` is what the seat holds by then, if it can know."""
    space = now.officer + 1
    what = happenings(now.kit, space)
    lines = [_happens(name, now, space, cash, speech) for name in what]
    return lines or [speech.phrase("then.officer", space=str(space))]


def _happens(name: str, now: Seen, space: int, cash: int | None, speech: Speech) -> str:
    key = f"then.officer.{name}"
    if name == "investigation":
        return speech.phrase(key, space=str(space), stars=SPOTS[min(now.refused, len(SPOTS) - 1)])
    if name == "godfather" and cash is not None:
        return speech.phrase(f"{key}.you", space=str(space), money=dollars(share(cash), speech))
    return speech.phrase(key, space=str(space))


def counted(flows: Iterable[t.Flow]) -> int | None:
    """What a player has in hand, if everybody could count along; None once a flight has hidden it."""
    cash = 0
    for flow in flows:
        if flow == t.FLIGHT:
            return None
        if isinstance(flow, int):
            cash += flow
        else:
            cash -= share(cash)
    return cash
