"""The system's reducer: it stores what the events say, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel import events as k
from engine.kernel.messages import Event
from engine.systems.fantasia import events as e
from engine.systems.fantasia.commands import Pay
from engine.systems.fantasia.rules.entering import fighter_of
from engine.systems.fantasia.sheet import Sheet
from engine.systems.fantasia.state import Activation, Fighter, Own, Turn, Waiting, Where


def _with(own: Own, who: str, **changes: Any) -> Own:
    return structs.replace(own, fighters={**own.fighters, who: structs.replace(own.fighters[who], **changes)})


def _with_weapon(own: Own, who: str, weapon: str, **changes: Any) -> Own:
    weapons = own.fighters[who].weapons
    return _with(own, who, weapons={**weapons, weapon: structs.replace(weapons[weapon], **changes)})


def _joined(own: Own, event: k.CombatantJoined) -> Own:
    fighter: Fighter = fighter_of(msgspec.convert(event.sheet, Sheet))
    return structs.replace(own, fighters={**own.fighters, event.combatant: fighter})


def _turn_began(own: Own, event: k.TurnBegan) -> Own:
    return structs.replace(own, turn=Turn(combatant=event.acting[0])) if event.acting else own


def _spent(own: Own, event: e.ActionSpent) -> Own:
    turn = own.turn
    if turn is None:
        return own
    if event.pay is Pay.NORMAL:
        return structs.replace(own, turn=structs.replace(turn, normal=turn.normal - 1))
    return structs.replace(own, turn=structs.replace(turn, movement=turn.movement - 1))


def _tested(own: Own, event: e.ConcentrationTested) -> Own:
    activation = own.fighters[event.combatant].activation
    if activation is None:
        return own
    return _with(own, event.combatant, activation=structs.replace(activation, checks=activation.checks + 1))


def _readied(own: Own, event: e.ActionReadied) -> Own:
    waiting = Waiting(action=event.action, trigger=event.trigger, watched=event.watched, note=event.note)
    return _with(own, event.combatant, waiting=waiting)


def _condition_lost(own: Own, event: k.ConditionLost) -> Own:
    return _with(own, event.combatant, waiting=None) if event.kind == "readied" else own


def _equipped(own: Own, event: e.WeaponEquipped) -> Own:
    for name in event.stowed:
        own = _with_weapon(own, event.combatant, name, where=Where.STOWED, hand=None)
    return _with_weapon(own, event.combatant, event.weapon, where=Where.IN_HAND, hand=event.hand, lies=None)


def _used(own: Own, event: e.ItemUsed) -> Own:
    stock = own.fighters[event.combatant].stock or {}
    return _with(own, event.combatant, stock={**stock, event.item: event.remaining or 0})


_HANDLERS: dict[type[Event], Callable[[Own, Any], Own]] = {
    k.CombatantJoined: _joined,
    k.RoundBegan: lambda own, v: structs.replace(own, begun=True),
    k.TurnBegan: _turn_began,
    k.ConditionLost: _condition_lost,
    e.InitiativeRolled: lambda own, v: _with(own, v.combatant, initiative=v.total),
    e.ActionsGiven: lambda own, v: structs.replace(
        own, turn=Turn(combatant=v.combatant, normal=v.normal, movement=v.movement)
    ),
    e.ActionSpent: _spent,
    e.TurnEnded: lambda own, v: structs.replace(own, turn=Turn(combatant=v.combatant)),
    e.AbilityBegan: lambda own, v: _with(own, v.combatant, activation=Activation(ability=v.ability, targets=v.targets)),
    e.AbilityLaunched: lambda own, v: _with(own, v.combatant, activation=None),
    e.AbilityInterrupted: lambda own, v: _with(own, v.combatant, activation=None),
    e.ConcentrationTested: _tested,
    e.ActionReadied: _readied,
    e.ReactionSpent: lambda own, v: _with(own, v.combatant, reacted=True),
    e.ReactionRegained: lambda own, v: _with(own, v.combatant, reacted=False),
    e.WeaponDropped: lambda own, v: _with_weapon(own, v.combatant, v.weapon, where=Where.ON_GROUND, lies=v.place),
    e.WeaponEquipped: _equipped,
    e.ShotFired: lambda own, v: _with_weapon(own, v.combatant, v.weapon, bullets=v.bullets),
    e.WeaponReloaded: lambda own, v: _with_weapon(own, v.combatant, v.weapon, bullets=v.bullets),
    e.ItemUsed: _used,
}


def evolve(own: Own, event: Event) -> Own:
    """The system's part after one more event."""
    handler = _HANDLERS.get(type(event))
    return handler(own, event) if handler else own
