"""What is usual: which offers and targets stand first where they are shown."""

from __future__ import annotations

from engine.kit import Offer, Order
from engine.systems.minis import orders as o
from engine.systems.minis.rules.basics import lookup, positions
from engine.systems.minis.rules.basics.lookup import MinisFight

FAR = 10**12
"""More than the square of any distance on a table."""


def rank(seen: MinisFight, offer: Offer[Order]) -> tuple[int, ...]:
    """The nearest enemy first; walking before turning and running; new orders after spells."""
    match offer.body:
        case o.Attack() as attack:
            return (apart(seen, attack.combatant, attack.target),)
        case o.Pivot() | o.GiveOrder():
            return (1,)
        case o.Run():
            return (2,)
    return (0,)


def apart(seen: MinisFight, combatant: str, other: str) -> int:
    """The square of the distance, in hundredths of an inch."""
    here = seen.fight.combatants
    return (
        positions.squared(seen, combatant, other)
        if lookup.stands(here[combatant]) and lookup.stands(here[other])
        else FAR
    )
