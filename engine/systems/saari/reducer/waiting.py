"""How the events of readied actions, of ambushes and of delay change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.state import Own, Phase, Ready


def _readied(own: Own, event: e.ActionReadied) -> Own:
    ready = Ready(
        action=event.action,
        trigger=event.trigger,
        watched=event.watched or "",
        enemies=bool(event.enemies),
        toward=event.toward or "",
        note=event.note or "",
    )
    return with_fighter(own, event.combatant, ready=ready)


def _kept(own: Own, event: e.ReadyKept) -> Own:
    ready = own.fighters[event.combatant].ready
    return own if ready is None else with_fighter(own, event.combatant, ready=structs.replace(ready, spent=event.spent))


def _unready(own: Own, event: e.ReadyEnded) -> Own:
    """A readied action that is carried out stirs the round.  [G-67]"""
    own = with_fighter(own, event.combatant, ready=None)
    return structs.replace(own, stirred=True) if event.why is e.Unready.FIRED else own


def _carried(own: Own, event: e.ActionsCarried) -> Own:
    return with_fighter(own, event.combatant, carried=event.carried, delay_used=True)


def _ambush(own: Own, event: e.AmbushBegan) -> Own:
    return structs.replace(own, phase=Phase.AMBUSH)


def _struck(own: Own, event: e.AmbushStruck) -> Own:
    return structs.replace(own, ambush_used=(*own.ambush_used, event.combatant))


HANDLERS: Mapping[type[Event], Handler] = {
    e.ActionReadied: _readied,
    e.ReadyKept: _kept,
    e.ReadyEnded: _unready,
    e.ActionsCarried: _carried,
    e.AmbushBegan: _ambush,
    e.AmbushStruck: _struck,
}
