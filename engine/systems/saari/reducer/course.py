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
from engine.systems.saari.state import Own, Phase


def _joined(own: Own, event: k.CombatantJoined) -> Own:
    fighter = fighter_of(msgspec.convert(event.sheet, Sheet))
    return structs.replace(own, fighters={**own.fighters, event.combatant: fighter})


def _out(own: Own, event: k.CombatantOut) -> Own:
    """Riposte and readied action are lost.  [G-36]"""
    return with_fighter(own, event.combatant, riposte=0, ready=None)


def _ordered(own: Own, event: e.GroupOrderSet) -> Own:
    return structs.replace(own, **{"pc_order" if event.characters else "npc_order": event.members})


def _placed(own: Own, event: e.PlaceInOrderSet) -> Own:
    field = "pc_order" if event.characters else "npc_order"
    order = [one for one in getattr(own, field) if one != event.combatant]
    order.insert(order.index(event.before) if event.before in order else len(order), event.combatant)
    return structs.replace(own, **{field: tuple(order)})


def _round(own: Own, event: k.RoundBegan) -> Own:
    """All that is counted per round begins anew."""
    fighters = {
        who: structs.replace(one, actions=0, holding=False, initiative=None, help_used=False, delay_used=False)
        for who, one in own.fighters.items()
    }
    return structs.replace(own, phase=Phase.INITIATIVE, fighters=fighters, stirred=False, count=0)


def _initiative(own: Own, event: e.InitiativeSet) -> Own:
    number = event.initiative
    changes = {"carried": 0, "penalty": 0, "initiative_dice": 0, "initiative_edge": None}
    return with_fighter(own, event.combatant, initiative=number, actions=number, **changes)


def _actions(own: Own, event: e.ActionsBegan) -> Own:
    return structs.replace(own, phase=Phase.ACTIONS, count=event.count)


def _turn(own: Own, event: k.TurnBegan) -> Own:
    return structs.replace(own, count=own.fighters[event.all[0]].actions) if event.all else own


def _paid(own: Own, event: e.ActionsPaid) -> Own:
    """An active action or a reaction stirs the round.  [G-67]"""
    own = with_fighter(own, event.combatant, actions=event.left)
    stirs = event.payment in (e.Payment.ACTION, e.Payment.REACTION)
    return structs.replace(own, stirred=True) if stirs and not own.stirred else own


def _lost(own: Own, event: e.ActionsLost) -> Own:
    return with_fighter(own, event.combatant, actions=event.left)


def _lowered(own: Own, event: e.InitiativeLowered) -> Own:
    return with_fighter(own, event.combatant, penalty=own.fighters[event.combatant].penalty + event.penalty)


def _held(own: Own, event: e.Held) -> Own:
    return with_fighter(own, event.combatant, holding=True)


def _ended(own: Own, event: e.RoundEnded) -> Own:
    fighters = {who: structs.replace(one, actions=0) for who, one in own.fighters.items()}
    return structs.replace(own, phase=Phase.ROUND_END, fighters=fighters, idle_rounds=event.idle_rounds or 0)


def _over(own: Own, event: k.OutcomeReached) -> Own:
    """Riposte dice and what is readied lapse with the scene.  [G-43]"""
    fighters = {who: structs.replace(one, riposte=0, ready=None) for who, one in own.fighters.items()}
    return structs.replace(own, phase=Phase.OVER, fighters=fighters, count=0)


def _resumed(own: Own, event: e.SceneResumed) -> Own:
    return structs.replace(own, phase=Phase.ACTIONS, stirred=True, idle_rounds=0)


def _adjusted(own: Own, event: e.InitiativeAdjusted) -> Own:
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
