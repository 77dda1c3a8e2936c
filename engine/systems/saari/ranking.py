"""What is usual: which offers and targets stand first where they are shown."""

from __future__ import annotations

from engine.kit import Offer, Order
from engine.systems.saari import orders as o
from engine.systems.saari.ground import distance
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight

FAR = 10**6
"""More zones than there are."""
WAYS = (o.Move, o.Withdraw, o.Disengage, o.Mount, o.Dismount)


def rank(seen: SaariFight, offer: Offer[Order]) -> tuple[int, ...]:
    """What is in hand before what must be drawn, one target before many, striking before throwing; fists last."""
    match offer.body:
        case o.Attack() as attack:
            who = attack.combatant
            armed = attack.means in lookup.fighter(seen, who).held or not lookup.is_pc(seen, who)
            return (0 if armed else 1 if attack.held is not None else 2, attack.throw)
        case o.AttackArea():
            return (3,)
        case other if type(other) in WAYS:
            return (WAYS.index(type(other)),)
    return ()


def apart(seen: SaariFight, combatant: str, other: str) -> int:
    """In the same engagement, in the same zone, then by zones."""
    if other in lookup.engaged_with(seen, combatant):
        return 0
    here, there = lookup.zone(seen, combatant), lookup.zone(seen, other)
    steps = None if here is None or there is None else distance(lookup.ground(seen), here, there)
    return FAR if steps is None else 1 + steps
