"""Using an item at hand.  [MM-ACT-14, MM-POT-01, MM-POT-02, MM-DW-13, RUL-54, RUL-79]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Source
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Category, Choice, Item, When
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import PRICE
from engine.systems.mongolian_mercenaries.rules.blows import states, weapons
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.items import use
from engine.systems.mongolian_mercenaries.rules.items.events import CardUse, CardUsed, PreparationKnown
from engine.systems.mongolian_mercenaries.rules.items.orders import UseItem
from engine.systems.mongolian_mercenaries.rules.items.use import Use
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

RULE = "MM-ACT-14"


def use_of(who: str, item: Item) -> Use:
    """The use of an item."""
    return Use(
        user=who,
        kind=CardUse.ITEM,
        source=Source(id=item.id, abilities=item.abilities),
        choice=item.choice,
        rule=RULE,
        reach=item.reach,
        hostile=item.hostile,
    )


def mine(state: MercenariesFight, who: str, key: str) -> Item:
    """An item at hand. RuleRefusal where there is none that can be used in a fight."""
    item = carrying.usable(state, who).get(key)
    if item is None:
        raise RuleRefusal("item: nothing of that kind is at hand", rule="MM-EQ-02", field="item")
    refused = _barred(state, who, key, item)
    if refused is not None:
        raise refused
    return item


def _barred(state: MercenariesFight, who: str, key: str, item: Item) -> RuleRefusal | None:
    """Why an item cannot be used at all; None where it can.  [MM-SKILL-02, MM-MAG-04, MM-ST-03, MM-ITEM-06]"""
    works = any(ability.when is When.USED for ability in item.abilities)
    if item.spell is not None:
        return _no("item: the spell in it is cast", "MM-MAG-04")
    if item.category is Category.FOOD:
        return _no("item: provisions are no item", "MM-ITEM-06")
    if not item.in_fights:
        return _no("item: it has no use in a fight", "MM-POT-01", why=WhyNot.LATER)
    if item.skill is not None and lookup.skill(state, who, item.skill) <= 0:
        return _no(f"item: it takes {item.skill}", "MM-SKILL-02", why=WhyNot.NO_MEANS)
    if not works and not item.unidentified and (not item.hands or key in lookup.fighter(state, who).held):
        return _no("item: it does nothing by being used", "MM-GEN-04", why=WhyNot.LATER)
    return states.refusal(state, who, Activity.USE_ITEM)


def serves_in_fights(state: MercenariesFight, who: str, key: str, item: Item) -> bool:
    """Whether an item is one that is used in fights, by whoever is able to: provisions, or what a spell is cast from,
    are none, nor is what does nothing by being used."""
    works = _does(item) or item.unidentified or (bool(item.hands) and key not in lookup.fighter(state, who).held)
    return works and item.in_fights and item.spell is None and item.category is not Category.FOOD


def check(state: MercenariesFight, order: UseItem) -> None:
    """RuleRefusal where it is not legal."""
    who = order.combatant
    item = mine(state, who, order.item)
    usage = use_of(who, item)
    on_weapon = item.choice is Choice.WEAPON
    if (order.weapon is not None) is not on_weapon:
        raise _no("weapon: of what works on a weapon, and of nothing else", "MM-ST-05", "weapon")
    if on_weapon and order.weapon not in use.melee_weapons(state, who):
        raise _no("weapon: a melee weapon at hand", "MM-ST-05", "weapon")
    if order.target is not None:
        state.fight.require(order.target)
    if item.unidentified:
        _check_unknown(state, order)
    elif item.choice in use.NAMED:
        if order.target is None or order.target not in use.candidates(state, usage):
            raise _no("target: nobody there for whom it is right, within reach", "MM-GEN-04", "target")
    elif order.target is not None:
        raise _no("target: it is used on nobody else", "MM-GEN-04", "target")
    elif _does(item) and not on_weapon and not use.serves(state, usage):
        raise _no("item: nobody is there for whom it is right", "MM-ACT-17")


def _does(item: Item) -> bool:
    return any(ability.when is When.USED for ability in item.abilities)


def _check_unknown(state: MercenariesFight, order: UseItem) -> None:
    """Nobody knows yet for whom it is right: anybody on the field will do.  [MM-POT-04, RUL-79]"""
    if order.target is not None and not lookup.on_field(state, order.target):
        raise _no("target: somebody on the field", "RUL-79", "target")


def do(table: Table[MercenariesState], order: UseItem) -> None:
    """Take it in hand where it takes one, then use it; what is used up is discarded."""
    who, key = order.combatant, order.item
    item = mine(table.state, who, key)
    if item.hands:
        weapons.draw(table, who, key)
    if item.unidentified:
        _use_unknown(table, order)
        return
    if not _does(item):
        return
    usage = use_of(who, item)
    targets = (order.target,) if order.target is not None else (who,) if item.choice is Choice.PLAYER else ()
    use.play(table, usage, targets, named=key, weapon=order.weapon, spend=_spending(table, who, key, item))


def _spending(table: Table[MercenariesState], who: str, key: str, item: Item) -> Callable[[], None]:
    def spend() -> None:
        if item.consumed:
            carrying.discard(table, who, key, rule="MM-POT-01")

    return spend


def _use_unknown(table: Table[MercenariesState], order: UseItem) -> None:
    """What it is, is drawn from the Alchemy deck now; without a fitting target it is spent all the same.

    [MM-POT-04, RUL-79]
    """
    who, key = order.combatant, order.item
    deck = deck_of(table.state.own.setup.cards)
    table.emit(CardUsed(combatant=who, use=CardUse.ITEM, card=key, targets=_others(order)), rule=RULE)
    drawn = table.draw(sorted(deck.alchemy()), by=who, why="alchemy", rule="RUL-79")
    table.emit(PreparationKnown(combatant=who, item=key, card=drawn), rule="RUL-79")
    item = deck_of(table.state.own.setup.cards).items[drawn]
    usage = use_of(who, item)
    wanted = who if order.target is None or item.choice is Choice.PLAYER else order.target
    skilled = item.skill is None or lookup.skill(table.state, who, item.skill) > 0
    if item.in_fights and skilled and wanted in use.candidates(table.state, usage):
        use.play(
            table, usage, (wanted,), named=drawn, spend=lambda: carrying.discard(table, who, key, rule="MM-POT-01")
        )
    else:
        carrying.discard(table, who, key, rule="RUL-79")


def _others(order: UseItem) -> tuple[str, ...]:
    return () if order.target is None or order.target == order.combatant else (order.target,)


def cost(state: MercenariesFight, order: UseItem) -> Cost | None:
    """Of its card; where that says nothing, Minor.  [RUL-54]"""
    item = carrying.usable(state, order.combatant).get(order.item)
    return Cost.MINOR if item is None else PRICE[item.action]


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each item, with all on whom it can be used."""
    for key, item in carrying.usable(state, who).items():
        if _barred(state, who, key, item) is None:
            yield from _offers(state, who, key, item)


def _offers(state: MercenariesFight, who: str, key: str, item: Item) -> Iterator[Offer[Order]]:
    usage = use_of(who, item)
    field, among = "target", (*lookup.active(state, "party"), *lookup.active(state, "enemies"))
    if item.choice is Choice.WEAPON:
        field, among = "weapon", use.melee_weapons(state, who)
    elif item.unidentified:
        among = (who, *(it for it in among if it != who))
    elif item.choice in use.NAMED:
        among = use.candidates(state, usage)
    elif not _does(item) or use.serves(state, usage):
        yield Offer("use_item", UseItem(combatant=who, item=key), RULE)
        return
    else:
        return
    if among:
        body = UseItem(combatant=who, item=key, **{field: among[0]})
        yield Offer("use_item", body, RULE, (Field(field, "one", among),))


def _no(reason: str, rule: str, field: str = "item", why: WhyNot = WhyNot.NO_TARGET) -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field=field, why=why)
