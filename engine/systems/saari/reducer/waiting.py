"""How the events of readied actions, of ambushes and of delay change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.state import Phase, Ready, SaariState


def _readied(own: SaariState, event: e.ActionReadied) -> SaariState:
    ready = Ready(
        action=event.action,
        trigger=event.trigger,
        watched=event.watched or "",
        enemies=bool(event.enemies),
        toward=event.toward or "",
        note=event.note or "",
    )
    return with_fighter(own, event.combatant, ready=ready)


def _kept(own: SaariState, event: e.ReadyKept) -> SaariState:
    ready = own.fighters[event.combatant].ready
    return own if ready is None else with_fighter(own, event.combatant, ready=structs.replace(ready, spent=event.spent))


def _unready(own: SaariState, event: e.ReadyEnded) -> SaariState:
    """A readied action that is carried out stirs the round.  [G-67]"""
    own = with_fighter(own, event.combatant, ready=None)
    return structs.replace(own, stirred=True) if event.why is e.Unready.FIRED else own


def _carried(own: SaariState, event: e.ActionsCarried) -> SaariState:
    return with_fighter(own, event.combatant, carried=event.carried, delay_used=True)


def _ambush(own: SaariState, event: e.AmbushBegan) -> SaariState:
    return structs.replace(own, phase=Phase.AMBUSH)


def _struck(own: SaariState, event: e.AmbushStruck) -> SaariState:
    return structs.replace(own, ambush_used=(*own.ambush_used, event.combatant))


HANDLERS: Mapping[type[Event], Handler] = {
    e.ActionReadied: _readied,
    e.ReadyKept: _kept,
    e.ReadyEnded: _unready,
    e.ActionsCarried: _carried,
    e.AmbushBegan: _ambush,
    e.AmbushStruck: _struck,
}
