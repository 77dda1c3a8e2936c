"""How the events of attacks and wounds change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.cards.forces import Force, Use
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.state import MercenariesState


def _wounded(own: MercenariesState, event: e.Wounded) -> MercenariesState:
    wounds = structs.replace(own.fighters[event.combatant].wounds, **{event.wound.value.lower(): event.wounds})
    labels = own.fighters[event.combatant].wound_labels + ((event.label,) if event.label else ())
    return with_fighter(own, event.combatant, wounds=wounds, wound_labels=labels)


def _damaged(own: MercenariesState, event: e.ItemDamaged) -> MercenariesState:
    """Damaged again has no further effect."""
    damaged = dict.fromkeys((*own.fighters[event.combatant].damaged, event.item))
    return with_fighter(own, event.combatant, damaged=tuple(damaged))


def _spent(own: MercenariesState, event: e.AmmunitionSpent) -> MercenariesState:
    """One less; the hand that has thrown the last of its kind is empty.  [MM-AMMO-03]"""
    fighter = own.fighters[event.combatant]
    left = max(0, fighter.ammunition.get(event.item, 0) - 1)
    held = fighter.held if left else tuple(key for key in fighter.held if key != event.item)
    return with_fighter(own, event.combatant, ammunition={**fighter.ammunition, event.item: left}, held=held)


def _used(own: MercenariesState, event: e.AbilityUsed) -> MercenariesState:
    use = Use(bearer=event.combatant, source=event.card, index=event.index, round=event.round, day=event.day)
    return structs.replace(own, uses=(*own.uses, use))


def _force_began(own: MercenariesState, event: e.ForceBegan) -> MercenariesState:
    force = Force(
        source=event.card,
        bearer=event.bearer or "",
        by=event.by,
        abilities=event.abilities,
        lasts=event.lasts,
        began=event.began,
    )
    return structs.replace(own, forces=(*own.forces, force))


def _force_ended(own: MercenariesState, event: e.ForceEnded) -> MercenariesState:
    """Of several alike the oldest."""
    ended = (event.bearer or "", event.card, event.by, event.began)
    for place, force in enumerate(own.forces):
        if (force.bearer, force.source, force.by, force.began) == ended:
            return structs.replace(own, forces=(*own.forces[:place], *own.forces[place + 1 :]))
    return own


HANDLERS: Mapping[type[Event], Handler] = {
    e.Wounded: _wounded,
    e.ItemDamaged: _damaged,
    e.AmmunitionSpent: _spent,
    e.AbilityUsed: _used,
    e.ForceBegan: _force_began,
    e.ForceEnded: _force_ended,
}
