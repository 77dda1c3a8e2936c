"""What a fight in progress is worth to some of its sides, from 0 (lost) to 1 (won)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.fight import State
from engine.service.bots.evaluation import length, strength

POSITION = 0.05
"""What being ready and near is worth at most, beside who stands: less than a wound."""
SOONER = 0.0005
"""What each step takes off a win, and gives back of a loss: who can win now does not wait."""
STEPS = 200
"""Steps that are counted so, at most."""


def prospect(book: Rulebook[Any], state: State[Any], sides: Collection[str], steps: int = 0) -> float:
    """The chance of these sides, as far as the state tells it. sides: also ids of others who fight for them.

    Who has won has won; of a fight in progress the game says it (`RuleSystem.prospect`), else what stands on each side
    does: by the law of squares, since two who strike one are worth four of him. steps: made to get there.
    """
    fight = state.fight
    late = SOONER * min(steps, STEPS)
    if fight.outcome is not None:
        return 1.0 - late if fight.outcome in sides else late
    told = book.system.prospect(state, sides)
    if told is not None:
        return told
    mine = [c for c in fight.combatants.values() if c.side in sides or c.id in sides]
    theirs = [c for c in fight.combatants.values() if c.side not in sides and c.id not in sides]
    ours, others = sum(map(strength, mine)) ** 2, sum(map(strength, theirs)) ** 2
    share = ours / (ours + others) if ours + others else 0.0
    able = [c for c in mine if strength(c) > 0]
    ready = sum(book.system.readiness(state, c.id) for c in able) / len(able) if able else 0.0
    near = 0.0
    for combatant in able:
        ways = [way for c in theirs if strength(c) > 0 and (way := length(combatant.place, c.place)) is not None]
        near += 1 / (1 + min(ways)) if ways else 0.0
    near = near / len(able) if able else 0.0
    return (1 - 2 * POSITION) * share + POSITION * ready + POSITION * near
