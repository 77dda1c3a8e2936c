"""What is usual: which offers and targets stand first where they are shown."""

from __future__ import annotations

from engine.kit import Offer, Order
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board

FAR = 10**6
"""More squares than any board has."""


def rank(seen: DozenDieFight, offer: Offer[Order]) -> tuple[int, ...]:
    """A loaded weapon before a charge, the nearest foe first; where to before which way, staying before leaving."""
    match offer.body:
        case o.Shoot():
            return (0,)
        case o.Charge() as charge:
            return (1, apart(seen, charge.combatant, charge.target), charge.skill is not None)
        case o.Move() | o.March() as going:
            return (going.off, bool(going.path))
        case o.BringIn():
            return (2,)
        case o.Activate() as activate:
            return (0, activate.combatant != activate.by)
        case o.Pass() | o.EndOrder():
            return (1,)
        case o.EndActivation():
            return (2,)
    return ()


def apart(seen: DozenDieFight, combatant: str, other: str) -> int:
    """The distance in squares."""
    found = board.apart(seen, combatant, other)
    return FAR if found is None else found
