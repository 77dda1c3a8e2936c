"""What events mean for the headline of their act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kit import Deed, Event
from engine.systems.mongolian_mercenaries.events import (
    AttackDeclared,
    AttackEnded,
    CardUsed,
    DistanceChanged,
    SpellDeclared,
    SpellEnded,
    TrapSprung,
    Wounded,
)

_HEALTH = ("health",)
DEPARTURES = ("fled", "vanished")
"""Why somebody is out who has not fallen."""


def _alone(targets: tuple[str, ...]) -> str | None:
    return targets[0] if len(targets) == 1 else None


def _ended(event: SpellEnded) -> Deed:
    if event.outcome.value == "WORKS":
        return Deed("NOTHING", event.combatant, event.target, _HEALTH, event.spell)
    return Deed("MISS", event.combatant, event.target, means=event.spell)


DEEDS: Mapping[type[Event], Callable[[Any], Deed | None]] = {
    AttackDeclared: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _HEALTH, e.means, "LEAD"),
    AttackEnded: lambda e: Deed("MISS" if e.net is None else "HIT", e.combatant, e.target, _HEALTH),
    Wounded: lambda e: Deed("HIT", None, e.combatant),
    SpellDeclared: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _HEALTH, e.spell, "LEAD"),
    SpellEnded: _ended,
    CardUsed: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _HEALTH, e.card, "LEAD"),
    TrapSprung: lambda e: Deed("NOTHING", None, e.combatant, _HEALTH),
    DistanceChanged: lambda e: Deed("MOVE", e.combatant, e.target),
}
