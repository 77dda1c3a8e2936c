"""What events mean for the headline of their act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kit import Deed, Event
from engine.systems.fantasia.events import (
    AbilityInterrupted,
    AbilityLaunched,
    ActionLost,
    AmbusherShown,
    AttackRolled,
    AvoidanceTested,
    CarriedOff,
    DamageTaken,
    Fell,
    FumbleSettled,
    Healed,
    HitAutomatic,
    HitTakenOver,
    ItemUsed,
    MagicRolled,
    NoEffect,
    Outcome,
    ReactionUsed,
    Reflected,
    Rested,
    StatusFailed,
    TrapSprung,
)

_HP = ("hp",)
DEPARTURES = ("left", "surrendered")
"""Why somebody is out who has not fallen."""


def _rolled(outcome: Outcome, actor: str | None, target: str, means: str) -> Deed:
    hit = outcome in (Outcome.HIT, Outcome.CRITICAL)
    return Deed("HIT" if hit else "MISS", actor, target, _HP, means)


def _alone(targets: tuple[str, ...]) -> str | None:
    return targets[0] if len(targets) == 1 else None


DEEDS: Mapping[type[Event], Callable[[Any], Deed | None]] = {
    AttackRolled: lambda e: _rolled(e.outcome, e.attacker, e.target, e.weapon),
    MagicRolled: lambda e: _rolled(e.outcome, e.caster, e.target, e.spell),
    TrapSprung: lambda e: _rolled(e.outcome, None, e.target, e.trap),
    HitAutomatic: lambda e: Deed("HIT", e.attacker, e.target, _HP),
    DamageTaken: lambda e: Deed("HIT", None, e.target, _HP, part="TRACE"),
    Healed: lambda e: Deed("HELP", None, e.target, (e.vital,), part="TRACE"),
    AbilityLaunched: lambda e: Deed("NOTHING", e.combatant, _alone(e.targets), _HP, e.ability, "LEAD"),
    ItemUsed: lambda e: Deed("NOTHING", e.combatant, e.target, ("hp", "mp"), e.item),
    Fell: lambda e: Deed("HIT", None, e.combatant, _HP),
    FumbleSettled: lambda e: Deed("MISS", e.attacker),
    ReactionUsed: lambda e: Deed("NOTHING", e.combatant, part="LEAD"),
    AvoidanceTested: lambda e: Deed("MISS" if e.passed else "NOTHING", e.combatant, e.attacker),
    HitTakenOver: lambda e: Deed("HIT", e.combatant, e.combatant, _HP),
    Reflected: lambda e: Deed("NOTHING", e.target, e.caster),
    NoEffect: lambda e: Deed("MISS", None, e.target),
    StatusFailed: lambda e: Deed("MISS", None, e.target),
    Rested: lambda e: Deed("HELP", e.combatant, e.combatant),
    AmbusherShown: lambda e: Deed("NOTHING", e.combatant),
    AbilityInterrupted: lambda e: Deed("MISS", e.combatant),
    ActionLost: lambda e: Deed("MISS", e.combatant),
    CarriedOff: lambda e: Deed("MOVE", None, e.combatant),
}
