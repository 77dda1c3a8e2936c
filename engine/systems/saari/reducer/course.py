"""How the events of the clock and of the fight's course change the state."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import structs

from engine.kit import Event
from engine.kit import events as k
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.rules.basics.entering import fighter_of
from engine.systems.saari.sheet import Sheet
from engine.systems.saari.state import Phase, SaariState


def _joined(own: SaariState, event: k.CombatantJoined) -> SaariState:
    fighter = fighter_of(msgspec.convert(event.sheet, Sheet))
    return structs.replace(own, fighters={**own.fighters, event.combatant: fighter})


def _out(own: SaariState, event: k.CombatantOut) -> SaariState:
    """Riposte and readied action are lost.  [G-36]"""
    return with_fighter(own, event.combatant, riposte=0, ready=None)


def _ordered(own: SaariState, event: e.GroupOrderSet) -> SaariState:
    return structs.replace(own, **{"pc_order" if event.characters else "npc_order": event.members})


def _placed(own: SaariState, event: e.PlaceInOrderSet) -> SaariState:
    field = "pc_order" if event.characters else "npc_order"
    order = [other for other in getattr(own, field) if other != event.combatant]
    order.insert(order.index(event.before) if event.before in order else len(order), event.combatant)
    return structs.replace(own, **{field: tuple(order)})


def _round(own: SaariState, event: k.RoundBegan) -> SaariState:
    """All that is counted per round begins anew."""
    fighters = {
        who: structs.replace(fighter, actions=0, holding=False, initiative=None, help_used=False, delay_used=False)
        for who, fighter in own.fighters.items()
    }
    return structs.replace(own, phase=Phase.INITIATIVE, fighters=fighters, stirred=False, count=0)


def _initiative(own: SaariState, event: e.InitiativeSet) -> SaariState:
    number = event.initiative
    changes = {"carried": 0, "penalty": 0, "initiative_dice": 0, "initiative_edge": None}
    return with_fighter(own, event.combatant, initiative=number, actions=number, **changes)


def _actions(own: SaariState, event: e.ActionsBegan) -> SaariState:
    return structs.replace(own, phase=Phase.ACTIONS, count=event.count)


def _turn(own: SaariState, event: k.TurnBegan) -> SaariState:
    return structs.replace(own, count=own.fighters[event.all[0]].actions) if event.all else own


def _paid(own: SaariState, event: e.ActionsPaid) -> SaariState:
    """An active action or a reaction stirs the round.  [G-67]"""
    own = with_fighter(own, event.combatant, actions=event.left)
    stirs = event.payment in (e.Payment.ACTION, e.Payment.REACTION)
    return structs.replace(own, stirred=True) if stirs and not own.stirred else own


def _lost(own: SaariState, event: e.ActionsLost) -> SaariState:
    return with_fighter(own, event.combatant, actions=event.left)


def _lowered(own: SaariState, event: e.InitiativeLowered) -> SaariState:
    return with_fighter(own, event.combatant, penalty=own.fighters[event.combatant].penalty + event.penalty)


def _held(own: SaariState, event: e.Held) -> SaariState:
    return with_fighter(own, event.combatant, holding=True)


def _ended(own: SaariState, event: e.RoundEnded) -> SaariState:
    fighters = {who: structs.replace(fighter, actions=0) for who, fighter in own.fighters.items()}
    return structs.replace(own, phase=Phase.ROUND_END, fighters=fighters, idle_rounds=event.idle_rounds or 0)


def _over(own: SaariState, event: k.OutcomeReached) -> SaariState:
    """Riposte dice and what is readied lapse with the scene.  [G-43]"""
    fighters = {who: structs.replace(fighter, riposte=0, ready=None) for who, fighter in own.fighters.items()}
    return structs.replace(own, phase=Phase.OVER, fighters=fighters, count=0)


def _resumed(own: SaariState, event: e.SceneResumed) -> SaariState:
    return structs.replace(own, phase=Phase.ACTIONS, stirred=True, idle_rounds=0)


def _adjusted(own: SaariState, event: e.InitiativeAdjusted) -> SaariState:
    changes = {"initiative_dice": event.dice, "initiative_edge": event.advantage}
    return with_fighter(own, event.combatant, **changes)


HANDLERS: Mapping[type[Event], Handler] = {
    k.CombatantJoined: _joined,
    k.CombatantOut: _out,
    k.RoundBegan: _round,
    k.TurnBegan: _turn,
    k.OutcomeReached: _over,
    e.SceneResumed: _resumed,
    e.InitiativeAdjusted: _adjusted,
    e.GroupOrderSet: _ordered,
    e.PlaceInOrderSet: _placed,
    e.InitiativeSet: _initiative,
    e.ActionsBegan: _actions,
    e.ActionsPaid: _paid,
    e.ActionsLost: _lost,
    e.InitiativeLowered: _lowered,
    e.Held: _held,
    e.RoundEnded: _ended,
}
