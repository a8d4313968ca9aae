"""The coach of a lesson: what the learner reads beside the question, and nobody else."""

from __future__ import annotations

from typing import Any

from ...den import Table
from ...kernel import LEARNER, SPOKEN, Conviction, Speech, View, convictions, filled
from ..text.templates import say, template
from .audience import Audience


def coach(table: Table, audience: Audience, view: View, speech: Speech) -> str:
    """What the coach says now, how far it is and what the others believe, as HTML; empty outside lessons."""
    lesson = table.lesson
    if lesson is None or audience.seat != LEARNER:
        return ""
    tip = table.coach
    if tip is not None and view.offers is not None:
        said, seats = tip.say, tip.beliefs
    elif table.taught:
        said, seats = lesson.end, lesson.end_beliefs
    else:
        return ""
    sentence = SPOKEN[speech.language].typeset(said[speech.language])
    done, steps = table.learned, len(lesson.mine)
    step = min(done + 1, steps)
    finish = lesson.can_finish(done) and not view.over
    shown = {
        "text": filled(speech.language, sentence, {str(seat): name for seat, name in enumerate(speech.names)}),
        "step": step,
        "steps": steps,
        "progress": say(speech.language, "Step {n} of {all}", n=str(step), all=str(steps)),
        "basics": tip is not None and tip.basics,
        "finish": f"/learn/{table.game.name}?lesson={table.opened.number}&finished={table.code}" if finish else "",
        "beliefs": table.once(("beliefs", speech.language), lambda: told(convictions(table.playing, seats), speech)),
    }
    return template(speech.language, "piece/lesson.html").render(coach=shown)


def told(found: tuple[Conviction, ...], speech: Speech) -> list[dict[str, Any]]:
    """Beliefs by what is believed, each with how firmly who believes it."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        groups.setdefault(speech.believes(one.belief), []).append(
            {
                "seat": one.seat,
                "name": speech.seat(one.seat),
                "chance": round(100 * one.belief.chance),
                "percent": speech.percent(one.belief.chance),
                "before": "" if one.before is None else speech.percent(one.before),
            }
        )
    return [{"what": what, "minds": minds} for what, minds in groups.items()]
