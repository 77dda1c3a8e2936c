"""How the events of magic and states change the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from engine.kit import Event, Fight
from engine.kit import events as k
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler
from engine.systems.mongolian_mercenaries.state import Affliction, MercenariesState


def _gained(own: MercenariesState, event: k.ConditionGained, fight: Fight) -> MercenariesState:
    """One that is renewed goes on as it began."""
    if event.renewed:
        return own
    new = Affliction(bearer=event.combatant, state=event.kind, since=max(1, fight.round))
    return structs.replace(
        own, afflicted=(*(affliction for affliction in own.afflicted if affliction.key != new.key), new)
    )


def _lost(own: MercenariesState, event: k.ConditionLost) -> MercenariesState:
    key = (event.combatant, event.kind)
    return structs.replace(own, afflicted=tuple(affliction for affliction in own.afflicted if affliction.key != key))


HANDLERS: Mapping[type[Event], Handler] = {k.ConditionLost: _lost}

DATED: Mapping[type[Event], Callable[[MercenariesState, Any, Fight], MercenariesState]] = {k.ConditionGained: _gained}
"""Those that keep the round in which they happen."""
