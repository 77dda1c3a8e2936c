"""What each kind of action provides. `rules/course/handlers.py` names them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import ActionCost
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

PRICE = {ActionCost.NONE: None, ActionCost.MINOR: Cost.MINOR, ActionCost.LARGE: Cost.LARGE}
"""What the action of a card takes of the budget.  [MM-ACT-01]"""


def large(state: MercenariesFight, order: Any) -> Cost | None:
    """Of most actions."""
    return Cost.LARGE


def minor(state: MercenariesFight, order: Any) -> Cost | None:
    """Of the lesser ones."""
    return Cost.MINOR


class OrderHandler(Struct, frozen=True):
    """An action of one's own turn.

    check: RuleRefusal where it is not legal, on what its seat sees; the budget is checked besides.
    do: plays it; it is paid for already. options: its offers, whether or not they can be paid.
    cost: of an order. rule: that it follows.
    """

    check: Callable[[MercenariesFight, Any], None]
    do: Callable[[Table[MercenariesState], Any], None]
    options: Callable[[MercenariesFight, str], Iterator[Offer[Order]]]
    cost: Callable[[MercenariesFight, Any], Cost | None] = large
    rule: str = "MM-ACT-01"


def legal(check: Callable[[MercenariesFight, Any], None], state: MercenariesFight, order: Any) -> bool:
    """Whether a check would not refuse an order."""
    try:
        check(state, order)
    except RuleRefusal:
        return False
    return True
