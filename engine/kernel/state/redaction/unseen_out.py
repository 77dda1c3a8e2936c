"""Those who leave out of sight together: one event stands for what several tell of those whom everybody knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.state.events import CombatantOut, ConditionLost, UnseenOut
from engine.kernel.state.fight import Fight
from engine.kernel.structs.messages import Event


def facts_of(event: UnseenOut, fight: Fight) -> Iterator[Event]:
    """What it tells of each of them, one after the other. fight: before it."""
    for who in event.everybody or ():
        for condition in fight.combatants[who].conditions:
            if condition.kind in event.conditions_ended:
                yield ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=event.reason)
        yield CombatantOut(combatant=who, reason=event.reason)
