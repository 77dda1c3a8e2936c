"""Surrender as an order: a movement, though one that nothing holds back.  [MM-MOVE-14, RUL-33, RUL-73]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.rules.basics import captives
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.field import steadfast
from engine.systems.mongolian_mercenaries.rules.summary.orders import Surrender
from engine.systems.mongolian_mercenaries.state import MercenariesState


def check(state: MercenariesFight, order: Surrender) -> None:
    """RuleRefusal where nobody takes captives, or who fights to its death."""
    refused = refusal(state, order.combatant)
    if refused is not None:
        raise refused


def refusal(state: MercenariesFight, who: str) -> RuleRefusal | None:
    """Why somebody may not surrender; None where it may.  [MM-MOR-06, MM-MOR-10, RUL-33]"""
    return steadfast.refusal(state, who) or captives.refusal(state, who)


def do(table: Table[MercenariesState], order: Surrender) -> None:
    """Captured at once: it takes no further part."""
    captives.surrender(table, order.combatant)


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    if refusal(state, who) is None:
        yield Offer("surrender", Surrender(combatant=who), "MM-MOVE-14")
