"""The system's reducer: it stores what events report, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import Event, Fight
from engine.kit import events as k
from engine.systems.fantasia import events as e
from engine.systems.fantasia.orders import Pay
from engine.systems.fantasia.rules.equipment.entering import fighter_of
from engine.systems.fantasia.sheet import Sheet
from engine.systems.fantasia.state import Activation, Ambush, FantasiaState, Fighter, Stated, Turn, Waiting, Where


def _with(own: FantasiaState, who: str, **changes: Any) -> FantasiaState:
    return structs.replace(own, fighters={**own.fighters, who: structs.replace(own.fighters[who], **changes)})


def _with_weapon(own: FantasiaState, who: str, weapon: str, **changes: Any) -> FantasiaState:
    weapons = own.fighters[who].weapons
    return _with(own, who, weapons={**weapons, weapon: structs.replace(weapons[weapon], **changes)})


def _joined(own: FantasiaState, event: k.CombatantJoined) -> FantasiaState:
    fighter: Fighter = fighter_of(msgspec.convert(event.sheet, Sheet))
    return structs.replace(own, fighters={**own.fighters, event.combatant: fighter})


def _reaction_used(own: FantasiaState, event: e.ReactionUsed) -> FantasiaState:
    used = own.fighters[event.combatant].reactions_used
    return _with(own, event.combatant, reactions_used={**used, event.reaction: used.get(event.reaction, 0) + 1})


def _lasting(fighter: Fighter) -> dict[str, int]:
    """Used reactions that still count in the next turn: all but those counted per turn."""
    known = fighter.figures.reactions if fighter.figures else {}
    return {name: n for name, n in fighter.reactions_used.items() if not (name in known and known[name].each_turn)}


def _turn_began(own: FantasiaState, event: k.TurnBegan) -> FantasiaState:
    """Where several may act, nobody has a turn before taking it."""
    if not event.all:
        return own
    return structs.replace(own, turn=Turn(combatant=event.all[0]) if len(event.all) == 1 else None)


def _round_began(own: FantasiaState, event: k.RoundBegan) -> FantasiaState:
    own = structs.replace(own, ambush=None)
    sides = structs.replace(own.sides, up=None, phase=None)
    fighters = {who: structs.replace(fighter, declared=None) for who, fighter in own.fighters.items()}
    own = structs.replace(own, fighters=fighters)
    return structs.replace(own, begun=True, acted=(), passed=None, delaying=(), sides=sides)


def _given(own: FantasiaState, event: e.ActionsGiven) -> FantasiaState:
    turn = own.turn or Turn(combatant=event.combatant)
    given = {"normal": event.normal, "movement": event.movement, "extra": event.extra}
    limit = {} if event.most is None else {"most": event.most}
    return structs.replace(own, turn=structs.replace(turn, **given, most=event.most, given={**given, **limit}))


def _turn_ended(own: FantasiaState, event: e.TurnEnded) -> FantasiaState:
    who = event.combatant
    waiting = tuple(c for c in own.delaying if c != who)
    turn, ambush = Turn(combatant=who), own.ambush
    if ambush is not None:
        left = tuple(c for c in ambush.waiting if c != who)
        own = structs.replace(own, ambush=structs.replace(ambush, waiting=left))
    for name, fighter in own.fighters.items():
        if fighter.reactions_used and (lasting := _lasting(fighter)) != fighter.reactions_used:
            own = _with(own, name, reactions_used=lasting)
    return structs.replace(own, turn=turn, acted=(*own.acted, who), passed=who, delaying=waiting)


def _turn_delayed(own: FantasiaState, event: e.TurnDelayed) -> FantasiaState:
    who = event.combatant
    return structs.replace(own, turn=Turn(combatant=who), passed=who, delaying=(*own.delaying, who))


def _turn_resumed(own: FantasiaState, event: e.TurnResumed) -> FantasiaState:
    who = event.combatant
    waiting = tuple(c for c in own.delaying if c != who)
    own = structs.replace(own, turn=Turn(combatant=who, delayed=True), delaying=waiting)
    return _with(own, who, initiative=event.total)


def _side_rolled(own: FantasiaState, event: e.SideRolled) -> FantasiaState:
    """Another roll settles a tie; against sides that join later the first roll counts."""
    rolls = {event.side: event.total, **own.sides.rolls}
    return structs.replace(own, sides=structs.replace(own.sides, rolls=rolls))


def _spent(own: FantasiaState, event: e.ActionSpent) -> FantasiaState:
    turn = own.turn
    if turn is None:
        return own
    left = turn.most if turn.most is None else turn.most - 1
    spent = {event.pay.value.lower(): getattr(turn, event.pay.value.lower()) - 1}
    fulfilled = turn.fulfilled or event.pay is Pay.NORMAL
    turn = structs.replace(turn, most=left, paid=event.pay, spent=True, fulfilled=fulfilled, **spent)
    return structs.replace(own, turn=turn)


def _tested(own: FantasiaState, event: e.ConcentrationTested) -> FantasiaState:
    activation = own.fighters[event.combatant].activation
    if activation is None:
        return own
    return _with(own, event.combatant, activation=structs.replace(activation, checks=activation.checks + 1))


def _readied(own: FantasiaState, event: e.ActionReadied) -> FantasiaState:
    single = own.turn is not None and own.turn.combatant == event.combatant and own.turn.paid is Pay.EXTRA
    waiting = Waiting(action=event.action, trigger=event.trigger, watched=event.watched, note=event.note, single=single)
    return _with(own, event.combatant, waiting=waiting)


def _side_began(own: FantasiaState, event: e.SideBegan) -> FantasiaState:
    """A single side begins its phases anew; sides that alternate go through them together."""
    alone = any(block.sides == (event.side,) for block in own.sides.blocks)
    sides = structs.replace(own.sides, up=event.side, phase=None if alone else own.sides.phase)
    return structs.replace(own, sides=sides)


def _condition_gained(own: FantasiaState, event: k.ConditionGained) -> FantasiaState:
    if event.kind != "readied":
        return own
    return structs.replace(own, holding=(*(c for c in own.holding if c != event.combatant), event.combatant))


def _condition_lost(own: FantasiaState, event: k.ConditionLost) -> FantasiaState:
    stated = own.fighters[event.combatant].stated
    if event.condition in stated:
        kept = {key: value for key, value in stated.items() if key != event.condition}
        own = _with(own, event.combatant, stated=kept)
    if event.kind != "readied":
        return own
    own = structs.replace(own, holding=tuple(c for c in own.holding if c != event.combatant))
    return _with(own, event.combatant, waiting=None)


def _stated(own: FantasiaState, event: e.StatusStated) -> FantasiaState:
    stated = {**own.fighters[event.target].stated, event.condition: Stated(mods=event.mods, dice=event.turn_dice)}
    return _with(own, event.target, stated=stated)


def _equipped(own: FantasiaState, event: e.WeaponEquipped) -> FantasiaState:
    for name in event.stowed:
        own = _with_weapon(own, event.combatant, name, where=Where.STOWED, hand=None)
    return _with_weapon(own, event.combatant, event.weapon, where=Where.IN_HAND, hand=event.hand, lies=None)


def _used(own: FantasiaState, event: e.ItemUsed) -> FantasiaState:
    stock = own.fighters[event.combatant].stock or {}
    return _with(own, event.combatant, stock={**stock, event.item: event.remaining or 0})


_HANDLERS: dict[type[Event], Callable[[FantasiaState, Any], FantasiaState]] = {
    k.CombatantJoined: _joined,
    k.RoundBegan: _round_began,
    k.TurnBegan: _turn_began,
    k.ConditionGained: _condition_gained,
    k.ConditionLost: _condition_lost,
    e.StatusStated: _stated,
    e.InitiativeRolled: lambda own, v: _with(own, v.combatant, initiative=v.total),
    e.SideRolled: _side_rolled,
    e.SidesOrdered: lambda own, v: structs.replace(own, sides=structs.replace(own.sides, blocks=v.in_full)),
    e.SideBegan: _side_began,
    e.ActionDeclared: lambda own, v: _with(own, v.combatant, declared=v.phase),
    e.PhaseBegan: lambda own, v: structs.replace(own, sides=structs.replace(own.sides, phase=v.phase)),
    e.AmbushLaid: lambda own, v: _with(own, v.combatant, lurking=v.skill),
    e.AmbushSprung: lambda own, v: structs.replace(
        own, begun=True, ambush=Ambush(side=v.side, ambushers=v.ambushers, waiting=v.ambushers)
    ),
    e.AmbusherShown: lambda own, v: _with(own, v.combatant, lurking=None),
    e.TurnDelayed: _turn_delayed,
    e.TurnResumed: _turn_resumed,
    e.ActionsGiven: _given,
    e.ActionSpent: _spent,
    e.TurnEnded: _turn_ended,
    e.AbilityBegan: lambda own, v: _with(own, v.combatant, activation=Activation(ability=v.ability, targets=v.targets)),
    e.AbilityLaunched: lambda own, v: _with(own, v.combatant, activation=None),
    e.AbilityInterrupted: lambda own, v: _with(own, v.combatant, activation=None),
    e.ConcentrationTested: _tested,
    e.ActionReadied: _readied,
    e.ReactionSpent: lambda own, v: _with(own, v.combatant, reacted=True),
    e.ReactionUsed: _reaction_used,
    e.ReactionRegained: lambda own, v: _with(own, v.combatant, reacted=False, reactions_used={}),
    e.WeaponDropped: lambda own, v: _with_weapon(own, v.combatant, v.weapon, where=Where.ON_GROUND, lies=v.place),
    e.WeaponEquipped: _equipped,
    e.ShotFired: lambda own, v: _with_weapon(own, v.combatant, v.weapon, bullets=v.bullets),
    e.WeaponReloaded: lambda own, v: _with_weapon(own, v.combatant, v.weapon, bullets=v.bullets),
    e.ItemUsed: _used,
}


def _vital_changed(own: FantasiaState, event: k.VitalChanged, fight: Fight) -> FantasiaState:
    """What all have seen somebody lose: of one whom some do not see, they learn nothing later either."""
    if fight.combatants[event.combatant].seen_by is not None:
        return own
    lost = own.fighters[event.combatant].lost
    return _with(own, event.combatant, lost={**lost, event.vital: max(0, lost.get(event.vital, 0) - event.change)})


def evolve(own: FantasiaState, event: Event, fight: Fight) -> FantasiaState:
    """The system's part after one more event; `fight` is evolved already."""
    if isinstance(event, k.VitalChanged):
        return _vital_changed(own, event, fight)
    handler = _HANDLERS.get(type(event))
    return handler(own, event) if handler else own
