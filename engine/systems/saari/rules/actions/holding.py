"""The order to act no more in this round.  [G-04]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, Table
from engine.systems.saari.rules.actions.events import Held
from engine.systems.saari.rules.actions.orders import Hold
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState


def check(state: SaariFight, order: Hold) -> None:
    """It is always allowed at one's own count."""


def do(table: Table[SaariState], order: Hold) -> None:
    """Its actions serve reactions and delay for the rest of the round."""
    table.emit(Held(combatant=order.combatant), rule="G-04")


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Always."""
    yield Offer("hold", Hold(combatant=who), "G-04")
