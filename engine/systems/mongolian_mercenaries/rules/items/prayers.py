"""Prayers.  [MM-ACT-16, MM-SKILL-23, MM-DW-13, RUL-91]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Source
from engine.systems.mongolian_mercenaries.content.kinds import Choice, Prayer
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import PRICE
from engine.systems.mongolian_mercenaries.rules.items import use
from engine.systems.mongolian_mercenaries.rules.items.events import CardUse
from engine.systems.mongolian_mercenaries.rules.items.orders import Pray
from engine.systems.mongolian_mercenaries.rules.items.use import Use
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

RULE = "MM-ACT-16"
PIETY = "piety"


def held(state: MercenariesFight, who: str) -> dict[str, Prayer]:
    """The prayers that somebody has."""
    deck = deck_of(state.own.setup.cards).prayers
    return {key: deck[key] for key in lookup.figures(state, who).prayers if key in deck}


def use_of(who: str, prayer: Prayer) -> Use:
    """The use of a prayer."""
    return Use(
        user=who,
        kind=CardUse.PRAYER,
        source=Source(id=prayer.id, abilities=prayer.abilities),
        choice=prayer.choice,
        rule=RULE,
        reach=prayer.reach,
    )


def _barred(state: MercenariesFight, who: str, key: str) -> RuleRefusal | None:
    """Why a prayer cannot be said today; None where it can.  [MM-SKILL-02, RUL-91]"""
    if lookup.skill(state, who, PIETY) <= 0:
        return RuleRefusal("prayer: it takes Piety", rule="MM-SKILL-02", field="prayer", why=WhyNot.NO_MEANS)
    if key in lookup.fighter(state, who).prayed:
        return RuleRefusal("prayer: it is used up for today", rule="RUL-91", field="prayer", why=WhyNot.NO_BUDGET)
    return None


def check(state: MercenariesFight, order: Pray) -> None:
    """RuleRefusal where it is not legal: as for a prayer against Undead where there are none.  [MM-ACT-17]"""
    who, found = order.combatant, held(state, order.combatant)
    if order.prayer not in found:
        raise RuleRefusal("prayer: none that is held", rule=RULE, field="prayer")
    refused = _barred(state, who, order.prayer)
    if refused is not None:
        raise refused
    usage = use_of(who, found[order.prayer])
    if usage.choice in use.NAMED:
        if order.target is not None:
            state.fight.require(order.target)
        if order.target is None or order.target not in use.candidates(state, usage):
            reason = "target: nobody there for whom it is right, within reach"
            raise RuleRefusal(reason, rule="MM-GEN-04", field="target", why=WhyNot.NO_TARGET)
    elif order.target is not None:
        raise RuleRefusal("target: it is said for nobody in particular", rule="MM-GEN-04", field="target")
    elif not use.serves(state, usage):
        reason = "prayer: nobody is there for whom it is right"
        raise RuleRefusal(reason, rule="MM-ACT-17", field="prayer", why=WhyNot.NO_TARGET)


def do(table: Table[MercenariesState], order: Pray) -> None:
    """It is heard."""
    who = order.combatant
    usage = use_of(who, held(table.state, who)[order.prayer])
    targets = (order.target,) if order.target is not None else (who,) if usage.choice is Choice.PLAYER else ()
    use.play(table, usage, targets, named=order.prayer)


def cost(state: MercenariesFight, order: Pray) -> Cost | None:
    """Of its card.  [MM-ACT-16]"""
    prayer = held(state, order.combatant).get(order.prayer)
    return None if prayer is None else PRICE[prayer.action]


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each, with all for whom it can be said."""
    for key, prayer in held(state, who).items():
        if _barred(state, who, key) is not None:
            continue
        usage = use_of(who, prayer)
        if usage.choice in use.NAMED:
            among = use.candidates(state, usage)
            if among:
                body = Pray(combatant=who, prayer=key, target=among[0])
                yield Offer("pray", body, RULE, (Field("target", "one", among),))
        elif use.serves(state, usage):
            yield Offer("pray", Pray(combatant=who, prayer=key), RULE)
