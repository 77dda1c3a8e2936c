"""Whom the table waits for, and for what, as one reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from api.words import say, sentences_of
from api.words.renderer import Renderer
from engine.kernel.state.fight import ROLL, TAKE_BACK, Fight
from engine.kernel.words.sentences import joined_list
from schemas import answers

_LANGUAGES = ("en", "es", "fi", "pl")
_NAMED = 3
"""Most of those who may act that are named in the line; of more, only who orders them."""


def waiting_of(fight: Fight, decisions: Sequence[answers.Decision], renderer: Renderer) -> answers.Waiting:
    """What a fight waits for. fight, decisions: as the reader sees them.

    A turn or a question of somebody whom the reader does not know is the GM's, as all else that nobody else does.
    """
    if fight.status == "ENDED":
        return _waiting(renderer, "NOTHING", "WaitingNothing")
    if fight.status == "PAUSED":
        return _waiting(renderer, "RESUME", "WaitingResume", [_seats(fight, fight.gms())])
    if decisions:
        what: answers.WaitedFor = "ANSWER"
        kinds = {decision.kind for decision in decisions}
        if TAKE_BACK in kinds:
            what = "CONSENT"
        elif kinds == {ROLL}:
            what = "ROLL"
        told = decisions[0]
        about = tuple(dict.fromkeys(who for decision in decisions for who in _about(decision, fight)))
        asked = [_seats(fight, decision.seats) for decision in decisions]
        same = all(decision.text == told.text for decision in decisions)
        return _waiting(
            renderer, what, "WaitingAnswer", asked, about, _after(fight), question=told.text if same else None
        )
    acting = tuple(who for who in fight.acting if who in fight.combatants)
    if fight.open is None and acting:
        holders = [_seats(fight, fight.holders(who) or fight.gms()) for who in acting]
        who = renderer.names_of(acting) if len(acting) <= _NAMED else ()
        return _waiting(renderer, "ACT", "WaitingAct", holders, acting, _after(fight), who=who)
    begun = fight.round > 0 or fight.open is not None
    gm = [_seats(fight, fight.gms())]
    if fight.outcome is not None:
        return _waiting(renderer, "ACT", "WaitingEnd", gm)
    if begun:
        return _waiting(renderer, "ACT", "WaitingAct", gm)
    return _waiting(renderer, "BEGIN", "WaitingBegin", gm)


def _waiting(
    renderer: Renderer,
    what: answers.WaitedFor,
    sentence: str,
    groups: Sequence[Sequence[answers.WaitedSeat]] = (),
    combatants: tuple[str, ...] = (),
    following: str | None = None,
    *,
    who: Sequence[str] = (),
    question: str | None = None,
) -> answers.Waiting:
    # A question is told by the game; all else is in the reader's language, also where the game lacks it.
    language = renderer.language(of_game=question is not None)
    words = sentences_of(language)
    each = list(
        dict.fromkeys(joined_list([_inside(seat.name) for seat in group], words["or"]) for group in groups if group)
    )
    names, acting = joined_list(each, words["and"]), joined_list(who, words["and"])
    text = say(sentence, {"names": names, "who": acting or None, "question": question}, language)
    seats = tuple({seat.seat: seat for group in groups for seat in group}.values())
    return answers.Waiting(text=text, what=what, for_=seats, combatants=combatants, next=following)


def _seats(fight: Fight, seats: Sequence[str]) -> list[answers.WaitedSeat]:
    known = [seat for seat in seats if seat in fight.seats] or list(fight.gms())
    return [answers.WaitedSeat(seat=seat, name=fight.seats[seat].name) for seat in known]


def _inside(name: str) -> str:
    """A seat's name inside a sentence: what ready-made fights call the game master is no name of a person."""
    generic = any(name == sentences_of(language)["gm.name"] for language in _LANGUAGES)
    return name[:1].lower() + name[1:] if generic else name


def _about(asked: answers.Decision, fight: Fight) -> list[str]:
    """The first combatant that a question is about."""
    values = (asked.question or {}).values()
    return [value for value in values if isinstance(value, str) and value in fight.combatants][:1]


def _after(fight: Fight) -> str | None:
    """Who is next in the order, behind the last who may act now."""
    places = [place for place, who in enumerate(fight.turn_order) if who in fight.acting]
    behind = fight.turn_order[places[-1] + 1 :] if places else ()
    return next((who for who in behind if who in fight.combatants and fight.combatants[who].out is None), None)
