"""What goes on in the middle of the ring: the cloth with its bets, the duel over a bluff, the auction, the ladder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from ....kernel import Action, Speech, View
from .. import actions as a
from .. import rules as r
from .. import rules_auction as ra
from .. import rules_casino as rc
from .. import rules_duel as rd
from .. import rules_spaces as rs
from ..gambling import CASINO_PICKS, PICKS, POT_PICKS, TAKEOVER_PICKS
from ..table import AT, CASINOS, LAP, PRICE, SLAM, SYMBOL, UNIT
from ..view import Seen
from .cloth import bet, cloth
from .preview import bid_words, challenge_words
from .ring import ICONS, deed, race_words

Stage = dict[str, Any]
QUICK_BIDS = (0, 100_000, 250_000)
FEW_SUMS = 4
"""So many sums are put on the table one by one; with more of them a sum is filled in, or chosen from a list."""
LISTED_BIDS = range(FEW_SUMS + 1, 25)
"""So many bids come as a list, and are too many for the middle of the ring."""


def stage(view: View, speech: Speech) -> Stage | None:
    """What lies in the middle now; None: nothing but the wheel."""
    shown = _show(view.agenda[-1], view, speech) if view.agenda else None
    return (
        {
            "icon": "",
            "head": "",
            "note": "",
            "tiles": [],
            "low": False,
            "tall": False,
            "bets": [],
            "listed": False,
            "zoom": False,
            **shown,
        }
        if shown
        else None
    )


@singledispatch
def _show(step: Any, view: View, speech: Speech) -> Stage | None:
    return None


def pick(action: Action) -> str:
    """An action as a target says it, field by field."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return urlencode({"do": action.__struct_config__.tag, **fields}, doseq=True)


def _tile(target: str, words: str, note: str = "", **more: Any) -> dict[str, Any]:
    return {"pick": target, "words": words, "note": note, "icon": "", "first": False, "mild": False, "then": "", **more}


def _asked(view: View) -> bool:
    return view.offers is not None


def _answers(view: View, speech: Speech, *actions: Action, **more: Any) -> list[dict[str, Any]]:
    """Tiles for whole actions, if this seat is asked."""
    return [_tile(pick(action), speech.do(action), **more) for action in actions] if _asked(view) else []


# ---- turns


@_show.register
def _(step: r.ChooseStart, view: View, speech: Speech) -> Stage | None:
    if not _asked(view):
        return None
    return _casinos("draw.start", view, speech, view.now.mine, lambda c: pick(a.Start(c)))


@_show.register
def _(step: r.StartTurn, view: View, speech: Speech) -> Stage | None:
    if not _asked(view):
        return None
    offered = tuple(view.offers or ())
    tiles = [_tile("do=roll", speech.do(a.Roll()), icon="g-dice", first=True)]
    if a.Announce() in offered:
        tiles.append(_tile("do=announce", speech.do(a.Announce()), speech.phrase("draw.spade"), icon="g-run"))
    hint = speech.phrase("draw.tap-auction") if any(isinstance(o, a.Offer) for o in offered) else ""
    lap = view.now.laps[step.seat]
    head = speech.phrase("draw.lap-left", left=str(max(0, LAP - lap.gone))) if lap is not None else ""
    return {"kind": "ask", "head": head, "tiles": tiles, "note": hint, "low": True}


@_show.register
def _(step: r.RollAgain, view: View, speech: Speech) -> Stage | None:
    if not _asked(view):
        return None
    roll, stop = _answers(view, speech, a.Roll(), a.Stop())
    return {"kind": "ask", "head": "", "tiles": [{**roll, "icon": "g-dice"}, stop], "note": "", "low": True}


@_show.register
def _(step: r.ChooseCombination, view: View, speech: Speech) -> Stage | None:
    if not _asked(view):
        return None
    found = [action for action in view.offers or () if isinstance(action, a.LayOut)]
    rows = [
        {"pick": pick(some), "words": speech.do(some), "deeds": [deed(view.now, c, speech) for c in some.casinos]}
        for some in found
    ]
    return {"kind": "combinations", "head": "", "rows": rows, "note": "", "tall": len(rows) > 4}


@_show.register
def _(step: rs.Jump, view: View, speech: Speech) -> Stage | None:
    tiles = _answers(view, speech, a.Decline())
    note = speech.phrase("draw.tap-space") if tiles else ""
    return {
        "kind": "ask",
        "head": speech.phrase("draw.jump"),
        "icon": "g-run",
        "tiles": tiles,
        "note": note,
        "low": True,
        "zoom": bool(tiles),
    }


# ---- casinos


@_show.register
def _(step: rc.BuyCasino, view: View, speech: Speech) -> Stage | None:
    brings = race_words(view.now, step.seat, speech, step.casino)
    shown = deed(view.now, step.casino, speech)
    return {
        "kind": "sale",
        "deed": shown,
        "head": shown.name,
        "price": speech.money(PRICE),
        "note": speech.phrase("draw.would-have", seat=speech.seat(step.seat), race=brings),
        "tiles": _answers(view, speech, a.Buy(), a.Decline()),
    }


@_show.register
def _(step: rc.Stake, view: View, speech: Speech) -> Stage | None:
    symbol, host = SYMBOL[step.casino], speech.seat(step.host)

    def hint(pays: int) -> str:
        breaks = (step.cash // pays // UNIT + 1) * UNIT
        return speech.phrase("draw.breaks", seat=host, stake=speech.money(breaks)) if breaks <= step.most else ""

    def then(pays: int) -> str:
        return speech.phrase("then.bet", seat=host, win=f"{{{pays}*stake}}", lose="{stake}")

    asked = _asked(view)
    sums = list(range(UNIT, step.most + 1, UNIT)) if asked and step.most // UNIT in range(2, FEW_SUMS + 1) else []
    return {
        "kind": "cloth",
        "symbol": symbol,
        "head": speech.phrase("draw.visit", casino=speech.term(step.casino), host=host, cash=speech.money(step.cash)),
        "rows": cloth(symbol, CASINO_PICKS[symbol], speech, asked, (hint, then)),
        "tiles": [_tile(f"stake={n}", speech.money(n)) for n in sums],
    }


@_show.register
def _(step: rd.PickAgain, view: View, speech: Speech) -> Stage | None:
    game = step.game
    same = [p for p, wins in PICKS[step.symbol].items() if wins.game == PICKS[step.symbol][game.pick].game]
    key = "draw.again" if game.stake else "draw.again.takeover"
    head = speech.phrase(key, casino=speech.term(game.casino), stake=speech.money(game.stake))
    rows = cloth(step.symbol, same, speech, _asked(view))
    return {"kind": "cloth", "symbol": step.symbol, "head": head, "rows": rows}


@_show.register
def _(step: rs.PotGame, view: View, speech: Speech) -> Stage | None:
    head = speech.phrase("draw.for-pot", pot=speech.money(view.now.pot))
    rows = cloth(step.symbol, POT_PICKS[step.symbol], speech, _asked(view))
    return {"kind": "cloth", "symbol": step.symbol, "head": head, "rows": rows}


# ---- bluffing


@_show.register
def _(step: rd.OfferBluff, view: View, speech: Speech) -> Stage | None:
    tiles = _answers(view, speech, a.Concede())
    note = speech.phrase("draw.tap-card") if tiles else ""
    stake = speech.phrase("draw.owes", sum=speech.money(step.due)) if step.due else speech.phrase("draw.owes.casino")
    return _duel(step.seat, step.judge, step.symbol, stake, False, speech, view, tiles, note)


@_show.register
def _(step: rd.JudgeBluff, view: View, speech: Speech) -> Stage | None:
    tiles = _answers(view, speech, a.Accept(), a.Doubt())
    stake = speech.phrase("draw.owes", sum=speech.money(step.gain)) if step.gain else speech.phrase("draw.owes.casino")
    if tiles and step.game.stake:
        sums = {"gain": speech.money(step.gain), "risk": speech.money(step.risk)}
        for tile, key in zip(tiles, ("draw.accept", "draw.doubt"), strict=True):
            tile["note"] = speech.phrase(key, **sums)
    return _duel(step.bluffer, step.seat, step.symbol, stake, True, speech, view, tiles, "")


def _duel(
    loser: int,
    judge: int,
    symbol: str,
    stake: str,
    laid: bool,
    speech: Speech,
    view: View,
    tiles: list[dict[str, Any]],
    note: str,
) -> Stage:
    now: Seen = view.now
    return {
        "kind": "duel",
        "head": speech.phrase(
            "draw.claims" if laid else "draw.lost", seat=speech.seat(loser), judge=speech.seat(judge)
        ),
        "loser": {"seat": loser, "name": speech.seat(loser), "words": stake},
        "judge": {"seat": judge, "name": speech.seat(judge), "words": speech.phrase("draw.won")},
        "laid": laid,
        "peek": f"bluff-{now.laid}" if now.laid is not None else "",
        "icon": ICONS[symbol],
        "symbol": speech.term(symbol),
        "tiles": [{**tile, "mild": True} for tile in tiles],
        "note": note,
    }


# ---- bluff cards, Grand Slam, takeover


@_show.register
def _(step: rs.BuyBluff, view: View, speech: Speech) -> Stage | None:
    return {
        "kind": "sale",
        "deed": None,
        "head": speech.phrase("draw.bluff-card"),
        "price": speech.money(PRICE),
        "note": speech.phrase("about.bluff-card"),
        "tiles": _answers(view, speech, a.Buy(), a.Decline()),
    }


@_show.register
def _(step: rs.DiscardBluff, view: View, speech: Speech) -> Stage | None:
    if not _asked(view):
        return None
    note = speech.phrase("draw.tap-discard")
    return {"kind": "ask", "head": "", "icon": "g-bluff", "tiles": [], "note": note, "low": True}


@_show.register
def _(step: rs.GrandSlam, view: View, speech: Speech) -> Stage | None:
    rungs = []
    for n, sum_ in enumerate(SLAM):
        game = rs.SLAM_GAMES[n - 1] if n else None
        rungs.append(
            {
                "sum": speech.money(min(sum_, view.now.bank)),
                "icon": ICONS[game[0]] if game else "g-slam",
                "words": speech.phrase(f"draw.slam.{game[0]}") if game else speech.phrase("draw.slam.safe"),
                "state": "safe" if n == step.won else "next" if n == step.won + 1 else "won" if n < step.won else "",
            }
        )
    tiles = _answers(view, speech, a.Collect(), a.Dare())
    if tiles:
        tiles[0]["note"] = f"+{speech.money(step.safe)}"
        tiles[1]["note"] = speech.phrase("draw.slam.odds", prize=speech.money(step.prize))
    bank = view.now.bank
    return {
        "kind": "slam",
        "head": speech.phrase("draw.kind.grand-slam"),
        "rungs": rungs[::-1],
        "tiles": tiles,
        "note": speech.phrase("draw.slam.short", bank=speech.money(bank)) if bank < SLAM[-1] else "",
    }


@_show.register
def _(step: rs.Takeover, view: View, speech: Speech) -> Stage | None:
    now: Seen = view.now
    others = [c for c in CASINOS if now.owners[AT[c]] not in (None, step.seat)]
    shown = _casinos("", view, speech, others, lambda c: urlencode({"do": "challenge", "casino": c}))
    shown["deeds"] = [replace(one, then=challenge_words(now, one.casino, speech)) for one in shown["deeds"]]
    shown["bets"] = [bet(step.symbol, p, speech, _asked(view), "") for p in TAKEOVER_PICKS[step.symbol]]
    shown["head"] = speech.phrase("draw.takeover", price=speech.money(PRICE))
    shown["tiles"] = _answers(view, speech, a.Decline())
    return shown


@_show.register
def _(step: rd.ChoosePrize, view: View, speech: Speech) -> Stage | None:
    now: Seen = view.now
    theirs = [c for c in CASINOS if now.owners[AT[c]] == step.loser]
    return _casinos("draw.prize", view, speech, theirs, lambda c: pick(a.Take(c)), seat=speech.seat(step.loser))


def _casinos(
    head: str, view: View, speech: Speech, casinos: Sequence[str], target: Callable[[str], str], **words: str
) -> Stage:
    """Casinos to choose from, as deeds."""
    picks = {c: target(c) for c in casinos} if _asked(view) else {}
    return {
        "kind": "deeds",
        "head": speech.phrase(head, **words) if head else "",
        "deeds": [deed(view.now, c, speech, picks.get(c, "")) for c in casinos],
    }


# ---- auctions


@_show.register
def _(step: ra.ChooseSale, view: View, speech: Speech) -> Stage | None:
    now: Seen = view.now
    own = [c for c in CASINOS if now.owners[AT[c]] == step.seat]
    to = speech.phrase("draw.sale.stake") if step.creditor is None else speech.seat(step.creditor)
    return _casinos("draw.sale", view, speech, own, lambda c: pick(a.Offer(c)), due=speech.money(step.due), to=to)


@_show.register
def _(step: ra.Bidding, view: View, speech: Speech) -> Stage | None:
    now: Seen = view.now
    bidders = []
    for seat in range(now.seats):
        if seat == step.seller or seat in now.out:
            continue
        state = (
            "top" if seat == step.best else "thinks" if seat == step.seat else "in" if seat in step.bidders else "out"
        )
        purse = now.chips[seat] + (step.due if seat == step.creditor else 0)
        passed = state == "out" and purse >= step.least  # else they may just not have as much
        key = f"draw.bid.{'passed' if passed else state}"
        words = speech.money(step.least - UNIT) if state == "top" else speech.phrase(key)
        bidders.append({"seat": seat, "name": speech.seat(seat), "state": state, "words": words})
    tiles, listed = [], False
    if _asked(view):
        every = range(step.least, step.purse + 1, UNIT)
        sums = [n for n in every if len(every) <= FEW_SUMS or n - step.least in QUICK_BIDS]
        listed = len(every) in LISTED_BIDS
        tiles = [_tile("do=pass", speech.do(a.Pass()), speech.phrase("draw.for-good"))]
        tiles += [
            _tile(pick(a.Bid(n)), speech.do(a.Bid(n)), then=bid_words(step, "{amount}", view.seat, speech))
            for n in sums
        ]
    why, brings = "", race_words(now, step.seat, speech, step.casino)
    if _asked(view):  # the question says why
        brings = speech.phrase("then.take", race=brings)
    else:
        brings = f"{speech.seat(step.seat)}: {brings}"
        if step.creditor is not None:
            why = speech.phrase("draw.debt", seat=speech.seat(step.creditor), due=speech.money(step.due))
    return {
        "kind": "auction",
        "deed": deed(now, step.casino, speech),
        "head": speech.phrase("draw.auction", casino=speech.term(step.casino), seat=speech.seat(step.seller)),
        "note": why,
        "brings": brings,
        "bidders": sorted(bidders, key=lambda one: ("top", "thinks", "in", "out").index(one["state"])),
        "tiles": tiles,
        "listed": listed,
    }
