"""What events mean for the headline of their act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kit import Deed, Event
from engine.systems.saari.events import AreaAttacked, AttackDeclared, AttackEnded, HazardSprung, SpellCast

_KP = ("kp",)
DEPARTURES = ("conceded",)
"""Why somebody is out who has not fallen."""


def _alone(targets: tuple[str, ...]) -> str | None:
    return targets[0] if len(targets) == 1 else None


DEEDS: Mapping[type[Event], Callable[[Any], Deed | None]] = {
    AttackDeclared: lambda e: Deed("NOTHING", e.combatant, e.target, _KP, e.means, "LEAD"),
    AttackEnded: lambda e: Deed("HIT" if e.hit else "MISS", e.combatant, e.target, _KP),
    SpellCast: lambda e: Deed("NOTHING", e.combatant, e.target, _KP, e.spell, "LEAD"),
    AreaAttacked: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _KP, e.means, "LEAD"),
    HazardSprung: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _KP, part="LEAD"),
}
