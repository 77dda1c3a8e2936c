"""How lucky a side's dice were: where this fight stands among fights that the same policy plays from the same start.

A side's surplus is how many of its rolls succeeded beyond what their chances let expect, summed. Its rank within the
number of rolls would not be uniform, since who hits needs no second roll: so it is ranked among whole runs, ties broken
by a seeded draw. For a fight that the policy itself has played each percentile is equally likely; for one that people
played it is near that, as they choose otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import RunDice
from engine.kernel.playing.position import Position, advance
from engine.kernel.state import events as e
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Draft, Recorded
from engine.service.analysis.rolls import Roll, rolls_of
from engine.service.bots.simulation import Play

Surplus = Mapping[str, float]
"""By side."""
SEED = "luck"
"""Of the fights that this one is ranked among."""


def surplus_of(rolls: Sequence[Roll], sides: Mapping[str, str]) -> dict[str, float]:
    """The surplus of each side. sides: by combatant. Rounded, so that the same sums are the same numbers."""
    found = dict.fromkeys(sides.values(), 0.0)
    for roll in rolls:
        if roll.chance is not None and roll.passed is not None and roll.by in sides:
            found[sides[roll.by]] += roll.passed - roll.chance
    return {side: round(value, 9) for side, value in found.items()}


def sides_of(position: Position[Any]) -> dict[str, str]:
    """The side of each combatant."""
    return {combatant.id: combatant.side for combatant in position.state.fight.combatants.values()}


def surplus_of_run(book: Rulebook[Any], start: Position[Any], seed: str, rounds: int) -> dict[str, float]:
    """The surplus in a run from a position (`begun`); what it has come to, where a rule fails."""
    play = Play(book, start, {"": "RUN"}, random.Random(seed), RunDice(seed), rounds)
    events: list[Recorded] = []
    try:
        events += play.settle()
        for new in play.on():
            events += new
    except SkaldError:
        pass
    stood, position = [start], start
    for event in events:
        position = advance(book, position, event)
        stood.append(position)
    first = _nothing(start)
    return surplus_of(rolls_of(book, [first, *events], stood, None, whole=True), sides_of(position))


def _nothing(start: Position[Any]) -> Recorded:
    """An event that stands for all that was before a run."""
    return Recorded(start.version, "", Draft(e.Hidden()))


def ranks_of(own: Surplus, others: Sequence[Surplus], tie: str) -> dict[str, float]:
    """The percentile of each side's surplus among those of other fights; none of sides that never rolled for a known
    chance. tie: the seed that breaks ties."""
    return {
        side: percentile(value, [other.get(side, 0.0) for other in others], f"{tie} {side}")
        for side, value in own.items()
        if value or any(other.get(side) for other in others)
    }


def percentile(own: float, others: Sequence[float], seed: str) -> float:
    """Where a surplus stands among others, 0 to 1: the middle of its place, ties broken by a seeded draw."""
    below, ties = sum(other < own for other in others), sum(other == own for other in others)
    place = below + random.Random(seed).randint(0, ties)
    return (place + 0.5) / (len(others) + 1)
