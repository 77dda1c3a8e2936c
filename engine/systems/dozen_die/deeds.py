"""What events mean for the headline of their act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kit import Deed, Event
from engine.systems.dozen_die.events import (
    ChargeFellShort,
    ConflictOpposed,
    ConflictRolled,
    ConflictWon,
    ContactMade,
    FallRolled,
    Fell,
    MeleeFought,
    MoveHalted,
    ProtectionRolled,
    Pushed,
    ReactionMade,
    ShotRolled,
)

_HP = ("hp",)
DEPARTURES = ("left", "conceded")
"""Why somebody is out who has not fallen."""


def _fought(event: MeleeFought) -> Deed:
    if event.winner is None:
        return Deed("MISS", event.attacker, event.defender)
    loser = event.defender if event.winner == event.attacker else event.attacker
    return Deed("HIT", event.winner, loser, _HP, event.attack_weapon)


def _protected(event: ProtectionRolled) -> Deed:
    if event.lost:
        return Deed("HIT", None, event.combatant, _HP, part="TRACE")
    return Deed("NOTHING", None, event.combatant)


DEEDS: Mapping[type[Event], Callable[[Any], Deed | None]] = {
    MeleeFought: _fought,
    ShotRolled: lambda e: Deed("HIT" if e.hits else "MISS", e.attacker, e.target, _HP, e.weapon),
    ProtectionRolled: _protected,
    ContactMade: lambda e: Deed("NOTHING", e.attacker, e.defender, part="LEAD"),
    ChargeFellShort: lambda e: Deed("MISS", e.combatant, e.target),
    Fell: lambda e: Deed("NOTHING", None, e.combatant, part="LEAD"),
    FallRolled: lambda e: Deed("HIT" if e.lost else "MISS", None, e.combatant, _HP),
    Pushed: lambda e: Deed("MOVE", e.pusher, e.combatant),
    MoveHalted: lambda e: Deed("NOTHING", None, e.combatant),
    ReactionMade: lambda e: Deed("NOTHING", e.combatant, e.target, means=e.means, part="LEAD"),
    ConflictRolled: lambda e: Deed("NOTHING", e.combatant, means=e.skill, part="LEAD"),
    ConflictWon: lambda e: Deed("NOTHING", e.combatant, means=e.skill, part="LEAD"),
    ConflictOpposed: lambda e: Deed("NOTHING", e.combatant, e.target, _HP, e.skill, "LEAD"),
}
