"""What an enemy does that plays itself: the tactics on its card, in order.  [MM-GEN-08, MM-ENM-13, RUL-75]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import structs

from engine.kit import Order, Table
from engine.systems.mongolian_mercenaries.content.kinds import NATURAL, SCHOOLS, Creature, Prey, Tactic
from engine.systems.mongolian_mercenaries.rules.attack import declaring
from engine.systems.mongolian_mercenaries.rules.attack.orders import Attack
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.self_playing import plays_itself
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.field import budget, permits
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage

Kind = TypeVar("Kind", bound=Order)
Choices = Callable[[MercenariesFight, str], Iterator[Order]]

USUAL = Creature(id="usual", name="Usual").tactics
"""Of a card that says nothing else.  [RUL-75]"""
MOST = 6
"""Actions of a turn at most: free ones too come to an end."""


def tactics_of(state: MercenariesFight, who: str) -> tuple[Tactic, ...]:
    """Of its card. Unless that says otherwise, only who fights in melee closes in.  [RUL-75]"""
    figures = lookup.figures(state, who)
    own = figures.weapons.get(NATURAL)
    if figures.tactics == USUAL and own is not None and own.reach is not None:
        return tuple(tactic for tactic in USUAL if tactic is not Tactic.CLOSE_IN)
    return figures.tactics


def prey_first(state: MercenariesFight, who: str) -> Callable[[str], tuple[int, int]]:
    """The key by which a combatant prefers opponents; ties: the lowest position.  [RUL-75]"""
    prey = lookup.figures(state, who).prey

    def key(other: str) -> tuple[int, int]:
        health = lookup.vital(state, other, HEALTH)
        casts = any(lookup.figures(state, other).skill(school) > 0 for school in SCHOOLS)
        first = {
            Prey.LEAST_HEALTH: health,
            Prey.MOST_HEALTH: -health,
            Prey.NEAREST: distances.between(state, who, other).level,
            Prey.CASTER: 0 if casts else 1,
        }[prey]
        return first, lookup.rank(state, other)

    return key


def attacks(state: MercenariesFight, who: str, *, melee: bool | None = None) -> Iterator[Order]:
    """Legal attacks on the preferred prey first, with as many more targets as one blow has.  [MM-MULTI-01]

    melee: such ones, or only those at a distance; null: both.
    """
    arms, key = weapons.at_hand(state, who), prey_first(state, who)
    found: list[Attack] = []
    for offer in declaring.options(state, who):
        order = offer.body
        if isinstance(order, Attack) and melee in (None, arms[order.means or ""].reach is None):
            more = next((field for field in offer.fields if field.name == "others"), None)
            others = () if more is None else tuple(sorted(more.among, key=key)[: more.most])
            found.append(structs.replace(order, others=others))
    yield from sorted(found, key=lambda order: key(order.target))


def of(state: MercenariesFight, who: str, kind: type[Kind]) -> Iterator[Kind]:
    """The legal orders of a kind."""
    for offer in state.own.hooks.order_handlers[kind].options(state, who):
        if isinstance(offer.body, kind):
            yield offer.body


def melee_attacks(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Such attacks alone."""
    yield from attacks(state, who, melee=True)


def shots(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Attacks at a distance alone."""
    yield from attacks(state, who, melee=False)


def next_order(state: MercenariesFight, who: str) -> Order | None:
    """What it does next; None: nothing more. PASS ends what it does."""
    for tactic in tactics_of(state, who):
        if tactic is Tactic.PASS:
            return None
        for order in state.own.hooks.choices[tactic](state, who):
            if budget.affords(state, who, state.own.hooks.order_handlers[type(order)].cost(state, order)):
                return order
    return None


def play(table: Table[MercenariesState], who: str) -> bool:
    """The whole turn of who plays itself; false for anybody else.  [MM-DW-08]"""
    if not plays_itself(table.state, who):
        return False
    for _ in range(MOST):
        state = table.state
        if not lookup.on_field(state, who) or state.own.stage is not Stage.CLASH or lookup.fighter(state, who).acted:
            break
        if not permits.able(state, who):
            break
        order = next_order(state, who)
        if order is None:
            break
        deed = state.own.hooks.order_handlers[type(order)]
        cost = deed.cost(state, order)
        with table.during(type(order).__name__, who):
            budget.pay(table, who, cost)
            deed.do(table, order)
    return True
