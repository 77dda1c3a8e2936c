"""The order to take clumsy gear in hand, an action of its own.  [SA-GEAR-09, G-62]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, Table
from engine.systems.saari.rules.actions.orders import TakeUp
from engine.systems.saari.rules.basics import gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState

RULE = "SA-GEAR-09"


def cost(state: SaariFight, order: TakeUp) -> int:
    """1 action."""
    return 1


def check(state: SaariFight, order: TakeUp) -> None:
    """What it takes in hand has been checked with the order.  [SA-GEAR-09]"""


def do(table: Table[SaariState], order: TakeUp) -> None:
    """The swap that goes with the order is all."""


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every clumsy item that is not in hand."""
    if lookup.is_pc(state, who):
        for item, thing in gear.within_reach(state, who).items():
            if thing.clumsy and item not in lookup.fighter(state, who).held:
                yield Offer(f"take-up-{item}", TakeUp(combatant=who, held=gear.drawn(state, who, item)), RULE)
