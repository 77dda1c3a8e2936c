"""What is usual: which offers and targets stand first where they are shown."""

from __future__ import annotations

from engine.kit import Offer, Order
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries.orders import Heading
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons

RANKS = 10
"""More than a side has positions: a level of distance counts for more than any position."""
FAR = 1000
"""More than any distance on the field."""
ERRANDS = (o.UseItem, o.UseTalent, o.UseState, o.Crouch, o.LeanOut, o.Wait, o.DisarmTrap, o.SetTrap, o.SearchEquipment)
"""What is neither attack, movement nor magic, the usual ones first; handing over comes last: it has most offers."""
STEPS = (o.ChangeDistance, o.ChangePosition, o.UseCover, o.Screen, o.Block, o.Mount, o.Dismount, o.Escape)


def rank(seen: MercenariesFight, offer: Offer[Order]) -> tuple[int, ...]:
    """The weapon in hand before others, its basic ammunition first, the nearest opponent first; nearer before away."""
    match offer.body:
        case o.Attack() as attack:
            held = list(weapons.at_hand(seen, attack.combatant))
            at = held.index(attack.means) if attack.means in held else len(held)
            return (at, attack.ammunition is not None, apart(seen, attack.combatant, attack.target))
        case o.ChangeDistance() as change:
            return (0, change.heading is not Heading.NEARER, apart(seen, change.combatant, change.target))
        case o.ChangePosition() as change:
            return (1, change.heading is not Heading.NEARER)
        case o.Screen() | o.Block() as guard:
            return (STEPS.index(type(guard)), apart(seen, guard.combatant, guard.target))
        case other if type(other) in STEPS:
            return (STEPS.index(type(other)),)
        case other if type(other) in ERRANDS:
            return (ERRANDS.index(type(other)),)
        case o.HandOver() as errand:
            return (len(ERRANDS), bool(errand.want))
        case o.Surrender():
            return (1,)
    return (0,)


def apart(seen: MercenariesFight, combatant: str, other: str) -> int:
    """The level of distance, then the position."""
    if not lookup.on_field(seen, combatant) or not lookup.on_field(seen, other):
        return FAR
    return distances.apart(seen, combatant, other).level * RANKS + lookup.rank(seen, other)
