"""How a table overrules its engine: corrections, reverts, and forks.

Rules run to derive what follows from a correction and to go on from there; where they fail the correction stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.overruling.reopening import settled
from engine.kernel.overruling.soundness import require_sound
from engine.kernel.playing import jumps
from engine.kernel.playing.facts import close_take_back, fact, must_be_gm
from engine.kernel.playing.follow_through import followed
from engine.kernel.playing.jumps import Landing, jump
from engine.kernel.playing.knowledge import vanishing
from engine.kernel.playing.position import Clock, Position, Step, advanced
from engine.kernel.playing.step import Circumstances, play_on
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.correction import CORRECTABLE, corrected, parse_path
from engine.kernel.state.fight import Fight
from engine.kernel.structs.budget import CORRECTION, STEP, bounded
from engine.kernel.structs.errors import Fault, ReplayDiverged, RuleRefusal
from engine.kernel.structs.messages import Recorded, plain

Own = TypeVar("Own", bound=Struct)


def _corrected(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    corrections: Sequence[Correct],
    clock: Clock,
    at: str = "",
    *,
    meanwhile: bool = False,
) -> tuple[list[Recorded], int, Position[Own]]:
    """The corrections of one ruling, then what follows from all of them at once.

    The events, the version of the last part, and the position behind. at: where they stand in the request.
    """
    before, new, versions = position.state, list[Recorded](), list[int]()
    for number, correction in enumerate(corrections):
        more = number < len(corrections) - 1
        try:
            told, position = _correction(book, position, seat, correction, clock, more=more, meanwhile=meanwhile)
        except RuleRefusal as refusal:
            if at:
                refusal.field = f"{at}.{number}.{refusal.field}"
            raise
        new += told
        versions.append(told[-1].version)
    facts, position = followed(book, position, before, tuple(versions), seat, clock)
    return [*new, *facts], versions[-1], position


def _correction(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    correction: Correct,
    clock: Clock,
    *,
    more: bool,
    meanwhile: bool,
) -> tuple[list[Recorded], Position[Own]]:
    """One correction, sent to those whose view of the fight it changes, and the GM.

    more, meanwhile: see `Corrected`.
    """
    path, value = parse_path(correction.path), correction.value
    if path[0] not in CORRECTABLE:
        raise RuleRefusal(f"a path begins with one of {', '.join(CORRECTABLE)}", field="path")
    book.require_correctable(path)
    before, after = position.state, corrected(position.state, path, value, book.state_type)
    require_sound(book, before, after)
    to: tuple[str, ...] | None = None
    if book.seen(before, None) == book.seen(after, None):
        to = tuple(s for s in before.fight.seats if book.seen(before, s) != book.seen(after, s))
    gone: list[Recorded] = []
    for news, seats in vanishing(before.fight, changed_sights(before.fight, after.fight)):
        told, position = fact(book, position, news, seat=seat, clock=clock, to=seats)
        gone.append(told)
    event = e.Corrected(path=path, value=plain(value), remark=correction.reason, more=more, meanwhile=meanwhile)
    sights = _sights(before.fight, after.fight)
    # Given meanwhile it is an order of the game, and as secret as a secret order is.
    recorded, position = fact(
        book, position, event, seat=seat, clock=clock, to=to, sights=sights, secret=meanwhile and to is not None
    )
    return [*gone, recorded], position


def changed_sights(before: Fight, after: Fight) -> dict[str, tuple[str, ...] | None]:
    """The combatants of whom other seats know than before, and which do now."""
    return {
        who.id: after.combatants[who.id].seen_by
        for who in before.combatants.values()
        if after.combatants[who.id].seen_by != who.seen_by
    }


def _sights(before: Fight, after: Fight) -> Fight:
    """The fight before, with each combatant visible to all who knew it then or know it now: so reveals reach them."""
    shown: dict[str, Combatant] = {}
    for who in before.combatants.values():
        now = after.combatants[who.id].seen_by
        if now == who.seen_by:
            continue
        both = None if now is None or who.seen_by is None else tuple(dict.fromkeys((*who.seen_by, *now)))
        shown[who.id] = structs.replace(who, seen_by=both)
    return structs.replace(before, combatants={**before.combatants, **shown}) if shown else before


def correct(
    book: Rulebook[Own], position: Position[Own], seat: str, correction: Correct, circumstances: Circumstances
) -> Step[Own]:
    """Set a field of the state; what follows from it by the rules is part of the same step.

    RuleRefusal for an unknown path, a value of another type, or one that no fight can hold.
    """
    return correct_all(book, position, seat, (correction,), circumstances)


def correct_all(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    corrections: Sequence[Correct],
    circumstances: Circumstances,
    *,
    meanwhile: bool = False,
) -> Step[Own]:
    """Set several fields by one ruling: what follows, follows once, when all are set. RuleRefusal as of `correct`.

    meanwhile: see `Corrected`.
    """
    must_be_gm(position.state.fight, seat)
    position.state.fight.require_going_on()
    with bounded(STEP + CORRECTION * len(corrections), circumstances.timer):
        closed, position = close_take_back(book, position, circumstances.clock)
        new, cause, position = _corrected(book, position, seat, corrections, circumstances.clock, meanwhile=meanwhile)
        step = Step((*closed, *new), position)
        return step if meanwhile and position.state.fight.open else settled(book, step, circumstances, cause)


def revert(
    book: Rulebook[Own],
    position: Position[Own],
    landing: Landing[Own],
    seat: str,
    corrections: Sequence[Correct],
    reason: str,
    circumstances: Circumstances,
) -> Step[Own]:
    """Back to a landing, in one step with its corrections and, inside a command, with what follows there.

    landing: has kept the live events behind its target that no revert takes back.
    """
    must_be_gm(position.state.fight, seat)
    position.state.fight.require_going_on()
    circumstances.typed.require_typing(lambda: position.state.fight)
    with bounded(STEP + CORRECTION * len(corrections), circumstances.timer):
        step = jump(book, position, landing, seat, reason, circumstances.clock)
        new, landed, cause = list(step.new), step.position, step.new[-1].version
        if not corrections and not landing.kept and landed.state.fight.resting:
            return step  # nothing differs from how it stood: rules that came to an end there are not asked again
        if corrections:
            made, cause, landed = _corrected(book, landed, seat, corrections, circumstances.clock, "corrections")
            new += made
        try:
            resumed = _resumed(book, new, landed, circumstances)
        except ReplayDiverged:
            raise
        except Fault as fault:
            if not corrections:
                raise
            reason = "corrected so, the order at that version cannot be played on: revert to before it, or correct less"
            raise RuleRefusal(reason, field="corrections") from fault
        return settled(book, resumed, circumstances, cause)


def _resumed(
    book: Rulebook[Own], new: list[Recorded], landed: Position[Own], circumstances: Circumstances
) -> Step[Own]:
    """Play on the command that a jump landed in, unless it rests there."""
    if landed.base is not None and not landed.state.fight.resting:
        played = play_on(book, landed.base, landed.trail, circumstances, head=landed.version)
        landed = advanced(landed, played.new, played.state)
        new += played.new
    return Step(tuple(new), landed)


def cancel(
    book: Rulebook[Own], position: Position[Own], seat: str, reason: str, circumstances: Circumstances
) -> Step[Own]:
    """The game master takes the open order back; corrections made meanwhile stay, with what follows from them."""
    with bounded(STEP, circumstances.timer):
        step = jumps.cancel(book, position, seat, reason, clock=circumstances.clock)
        return settled(book, step, circumstances, step.new[-1].version)


def fork(
    book: Rulebook[Own], position: Position[Own], event: e.EncounterForked, seat: str, circumstances: Circumstances
) -> Step[Own]:
    """The first step of a fork from `position`: the new fight's own events, from its version + 1 on.

    Where its rules are not played here it stands as it is, to be read.
    """
    recorded, landed = fact(book, position, event, seat=seat, clock=circumstances.clock)
    if book.unplayed:
        return Step((recorded,), landed)
    with bounded(STEP, circumstances.timer):
        return settled(book, _resumed(book, [recorded], landed, circumstances), circumstances, recorded.version)
