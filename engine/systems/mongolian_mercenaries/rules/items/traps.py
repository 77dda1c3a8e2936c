"""Traps and special areas: what happens to who comes to stand on them; setting and disarming.

[MM-FIELD-07, MM-SKILL-18, MM-DW-23, RUL-61]  A trap stays until it is disarmed.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Obstacle, When
from engine.systems.mongolian_mercenaries.rules.attack import effects
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.field import ground
from engine.systems.mongolian_mercenaries.rules.items.events import TrapSprung
from engine.systems.mongolian_mercenaries.rules.items.orders import DisarmTrap, SetTrap
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Purpose

RULE, SECURITY = "MM-FIELD-07", "security"
REACH = 1
"""Positions to either side of who sets or disarms a trap."""


def spring(table: Table[MercenariesState], who: str) -> None:
    """Whatever lies on the position of who has come to stand there does what its card says.  [MM-DW-23]"""
    here = lookup.battlefield(table.state).at(lookup.side_of(table.state, who), lookup.rank(table.state, who))
    if here.trap is None and here.special is None:
        return
    if here.trap is not None:
        table.emit(TrapSprung(combatant=who, trap=here.trap), rule=RULE)
    effects.work_all(table, lambda state: active_cards.moment(state, who, who, when=When.ENTERS), rule=RULE)


# -- disarming
def reached(state: MercenariesFight, who: str) -> tuple[int, ...]:
    """The own position and its neighbours."""
    here = lookup.rank(state, who)
    return tuple(rank for rank in positions.RANKS if abs(rank - here) <= REACH)


def check_disarm(state: MercenariesFight, order: DisarmTrap) -> None:
    """RuleRefusal unless a trap lies within reach, and Security is known.  [MM-SKILL-02]"""
    _require_skill(state, order.combatant, 1)
    who, rank = order.combatant, order.position
    trap = lookup.battlefield(state).at(lookup.side_of(state, who), rank).trap
    if rank not in reached(state, who) or trap is None:
        raise RuleRefusal(
            "position: the own one or a neighbouring one with a trap", rule="MM-SKILL-18", field="position"
        )


def disarm(table: Table[MercenariesState], order: DisarmTrap) -> None:
    """TS(security): the trap is gone, or nothing happens."""
    who, side = order.combatant, lookup.side_of(table.state, order.combatant)
    plan = plans.standard(table.state, who, SECURITY, Purpose.TRAP, rule="MM-SKILL-18")
    if pipeline.resolve(table, plan).passed:
        ground.change(table, side, order.position, rule="MM-SKILL-18", trap=None)


def disarm_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each trap within reach."""
    for rank in reached(state, who):
        body = DisarmTrap(combatant=who, position=rank)
        if legal(check_disarm, state, body):
            yield Offer("disarm_trap", body, "MM-SKILL-18")


# -- setting
def check_set(state: MercenariesFight, order: SetTrap) -> None:
    """RuleRefusal unless the neighbouring position is free, and the skill is enough for the trap.

    Higher skill gives stronger traps.  [MM-SKILL-18]
    """
    who, rank = order.combatant, order.position
    card = deck_of(state.own.setup.cards).traps.get(order.trap)
    if card is None:
        raise RuleRefusal(f"trap: there is no card {order.trap!r}", rule="MM-SKILL-18", field="trap")
    _require_skill(state, who, card.security)
    here = lookup.battlefield(state).at(lookup.side_of(state, who), rank)
    bare = here.trap is None and here.special is None and here.obstacle is Obstacle.NONE
    if rank not in reached(state, who) or not bare or positions.who_stands(state, lookup.side_of(state, who), rank):
        raise RuleRefusal("position: a neighbouring free one with nothing on it", rule="MM-SKILL-18", field="position")


def lay(table: Table[MercenariesState], order: SetTrap) -> None:
    """TS(security): the trap lies there, or nothing happens."""
    who, side = order.combatant, lookup.side_of(table.state, order.combatant)
    plan = plans.standard(table.state, who, SECURITY, Purpose.TRAP, rule="MM-SKILL-18")
    if pipeline.resolve(table, plan).passed:
        ground.change(table, side, order.position, rule="MM-SKILL-18", trap=order.trap)


def set_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each neighbouring position, with the traps that the skill is enough for."""
    skill = lookup.skill(state, who, SECURITY)
    known = tuple(key for key, card in deck_of(state.own.setup.cards).traps.items() if card.security <= skill)
    for rank in reached(state, who) if known else ():
        body = SetTrap(combatant=who, trap=known[0], position=rank)
        if legal(check_set, state, body):
            yield Offer("set_trap", body, "MM-SKILL-18", (Field("trap", "one", known),))


def _require_skill(state: MercenariesFight, who: str, level: int) -> None:
    if lookup.skill(state, who, SECURITY) < max(1, level):
        raise RuleRefusal(f"combatant: it takes Security of {max(1, level)}", rule="MM-SKILL-02", field="combatant")
