"""What is usual: which offers and targets stand first where they are shown."""

from __future__ import annotations

from engine.kit import Offer, Order
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances

FAR = 10**12
"""More than any square of a distance: the undead come after all living targets of who hungers.  [FF-ST-80]"""


def rank(seen: FantasiaFight, offer: Offer[Order]) -> tuple[int, ...]:
    """Getting up before walking, walking before other ways; weapons before fists, swung before thrown."""
    match offer.body:
        case o.Attack() as attack:
            found = lookup.in_hand(seen, attack.attacker).get(attack.weapon)
            return (found is None or found.weapon.natural, attack.thrown)
        case o.UseTechnique() as technique:
            return (2, technique.weapon is None)
        case o.Grapple():
            return (3,)
        case o.StandUp():
            return (0,)
        case o.Move() as move:
            return (1, list(o.Manner).index(move.manner), bool(move.path))
        case o.Jump():
            return (2,)
        case o.LieDown():
            return (3,)
    return ()


def apart(seen: FantasiaFight, combatant: str, other: str) -> int:
    """The square of the distance; 0 where nobody has a place."""
    spared = lookup.hungers(seen.fight.combatants[combatant]) and lookup.undead(seen, other)
    return distances.square_between(seen, combatant, other) + (FAR if spared else 0)
