"""What events mean for the headline of their act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kit import Deed, Event, Outcome
from engine.systems.minis.events import (
    AttackRolled,
    ExchangeFought,
    HarmDone,
    LifeRegained,
    NoEffect,
    SpellRolled,
    Teleported,
)

_LIFE = ("life",)
DEPARTURES = ("conceded",)
"""Why somebody is out who has not fallen."""


def _exchanged(event: ExchangeFought) -> Deed:
    if event.attacker_hits and event.defender_hits:
        return Deed("HIT", event.attacker, means=event.attack_weapon)
    if event.defender_hits:
        return Deed("HIT", event.defender, event.attacker, _LIFE, event.defense_weapon)
    outcome: Outcome = "HIT" if event.attacker_hits else "MISS"
    return Deed(outcome, event.attacker, event.defender, _LIFE, event.attack_weapon)


def _harmed(event: HarmDone) -> Deed:
    if event.damage:
        return Deed("HIT", event.attacker, event.combatant, _LIFE, event.means, "TRACE")
    return Deed("NOTHING", None, event.combatant)


def _cast(event: SpellRolled) -> Deed:
    if event.hit:
        return Deed("NOTHING", event.caster, event.aimed_at, _LIFE, event.spell, "LEAD")
    return Deed("MISS", event.caster, event.aimed_at, means=event.spell)


DEEDS: Mapping[type[Event], Callable[[Any], Deed | None]] = {
    ExchangeFought: _exchanged,
    AttackRolled: lambda e: Deed("HIT" if e.hit else "MISS", e.attacker, e.target, _LIFE, e.weapon),
    HarmDone: _harmed,
    SpellRolled: _cast,
    LifeRegained: lambda e: Deed("HELP", e.caster, e.combatant, _LIFE, e.spell, "TRACE"),
    NoEffect: lambda e: Deed("MISS", None, e.combatant, means=e.spell),
    Teleported: lambda e: Deed("MOVE", None, e.combatant),
}
