"""What all kinds of movement share.  [MM-ACT-07, MM-MOVE-10]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Activity as Forbidden
from engine.systems.mongolian_mercenaries.content.kinds import Figure
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import OrderHandler
from engine.systems.mongolian_mercenaries.rules.basics.sums import Parts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.field import permits, screens
from engine.systems.mongolian_mercenaries.state import MercenariesState


def require(state: MercenariesFight, who: str) -> None:
    """RuleRefusal where a state, or another card, forbids movement.  [RUL-73]"""
    card = permits.forbidding(state, who, Forbidden.MOVEMENT)
    if card:
        raise RuleRefusal(f"combatant: it cannot move ({card})", rule="RUL-73", field="combatant")


def require_opponent(state: MercenariesFight, who: str, target: str, rule: str) -> None:
    """RuleRefusal unless somebody is an opponent on the field."""
    state.fight.require(target)
    if not lookup.on_field(state, target) or not lookup.are_opponents(state, who, target):
        raise RuleRefusal("target: an opponent on the field", rule=rule, field="target")


def deed(
    check: Callable[[MercenariesFight, Any], None],
    do: Callable[[Table[MercenariesState], Any], None],
    options: Callable[[MercenariesFight, str], Iterator[Offer[Order]]],
    rule: str,
) -> OrderHandler:
    """An action that is a kind of movement: Large, and nothing for whom a card forbids it.  [MM-ACT-07]"""

    def checked(state: MercenariesFight, order: Any) -> None:
        require(state, order.combatant)
        check(state, order)

    def done(table: Table[MercenariesState], order: Any) -> None:
        begin(table, order.combatant)
        do(table, order)

    def offered(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
        if not permits.forbidding(state, who, Forbidden.MOVEMENT):
            yield from options(state, who)

    return OrderHandler(checked, done, offered, rule=rule)


def begin(table: Table[MercenariesState], who: str) -> None:
    """Whatever the movement is, and however it ends: screens and blocks in which its mover stands are over.

    [MM-MOVE-10]
    """
    screens.end_of(table, who, rule="MM-MOVE-10")


def pursuit(state: MercenariesFight, who: str) -> Parts:
    """What cards add to speed in a change of distance and in an escape; a mount to its rider's.  [RUL-53]"""
    return active_cards.parts_of(sums.figure(active_cards.moment(state, who), who, Figure.PURSUIT), who)
