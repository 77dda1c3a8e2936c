"""What somebody carries: at hand or out of reach, and how much there is room for.

At hand in a fight is what is worn, held, on the belt, in pockets and in Active bags.  [MM-EQ-01, MM-EQ-02]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import ArmourPiece, Bag, Bulk, Item, Slot, Weapon
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear.events import GearDropped, GearGained, ItemSpent
from engine.systems.mongolian_mercenaries.state import Figures, MercenariesState

HANDS = 2
"""[MM-EQ-03]"""
LARGE_IN_SMALL = 4
"""Small items that take the room of a Large one in a bag.  [MM-ITEM-03]"""
LOOSE = 2
"""Large and Long items outside bags, together.  [RUL-76]"""
WORN_AT_MOST: Mapping[Slot, int] = {
    Slot.CLOTHES: 1, Slot.SUIT: 1, Slot.HEADGEAR: 1, Slot.SHIELD: 1, Slot.JEWELLERY: 4, Slot.ACCESSORY: 4,
}  # fmt: skip
"""[MM-EQ-05]"""
BULKY = (Slot.SUIT, Slot.SHIELD)
"""Armour that is Large when it is not worn; the rest is Small."""

Thing = Weapon | ArmourPiece | Item


def things(figures: Figures) -> Mapping[str, Thing]:
    """All that is carried and not worn, by id, in the order of getting it. What grows on somebody is no thing."""
    arms = {key: weapon for key, weapon in figures.weapons.items() if not weapon.natural}
    return {**arms, **figures.spare, **figures.items}


def at_hand(state: MercenariesFight, who: str) -> Mapping[str, Thing]:
    """What of it can be used in a fight.  [MM-EQ-02]"""
    packed = lookup.fighter(state, who).packed
    return {key: thing for key, thing in things(lookup.figures(state, who)).items() if key not in packed}


def usable(state: MercenariesFight, who: str) -> Mapping[str, Item]:
    """Items of it that are neither weapon, armour nor bag.  [MM-EQ-02]"""
    return {key: item for key, item in at_hand(state, who).items() if isinstance(item, Item) and item.bag is None}


def spell_items(state: MercenariesFight, who: str) -> Mapping[str, Item]:
    """Scrolls, runes and books at hand.  [MM-MAG-04]"""
    return {key: item for key, item in usable(state, who).items() if item.spell is not None}


def hands_of(figures: Figures, key: str) -> int:
    """How many hands hold something; of a shield that is worn too."""
    thing = figures.weapons.get(key) or figures.items.get(key) or figures.worn.get(key)
    return 0 if thing is None else thing.hands


def shield_hands(figures: Figures) -> int:
    """Hands that worn shields take.  [MM-EQ-03]"""
    return sum(piece.hands for piece in figures.worn.values())


def bulk_of(thing: Thing) -> Bulk:
    """The size of something that is not worn. A bag is worn, and takes no room."""
    if isinstance(thing, ArmourPiece):
        return Bulk.LARGE if thing.slot in BULKY else Bulk.SMALL
    return Bulk.TRIFLE if isinstance(thing, Item) and thing.bag is not None else thing.bulk


def excess_at_hand(figures: Figures, packed: Collection[str]) -> str:
    """What is too much of what is at hand, in words; "" where there is room for it.  [MM-EQ-01, MM-EQ-06]"""
    return _excess(figures, [key for key in things(figures) if key not in packed], ())


def excess_packed(figures: Figures, packed: Collection[str]) -> str:
    """What is too much of the backpack beside what is at hand, in words; "" where there is room for it.  [MM-EQ-06]"""
    return _excess(figures, [key for key in things(figures) if key not in packed], packed)


def excess_of(figures: Figures) -> str:
    """What is too much however it is stowed, in words; "" where there is room for it.  [MM-EQ-06, MM-EQ-07]"""
    return _excess(figures, (), tuple(things(figures)), anywhere=True)


class _Load(NamedTuple):
    """Things of each size, and the bags for them."""

    small: int
    large: int
    long: int
    room: tuple[int, ...]
    long_room: int

    def loose_long(self) -> int:
        """Long things that no bag holds."""
        return max(0, self.long - self.long_room)

    def in_pockets(self, loose: int) -> int | None:
        """Small things outside bags if so many Large ones are; None where the bags cannot hold the others."""
        bagged = self.large - loose
        if bagged > sum(number // LARGE_IN_SMALL for number in self.room):
            return None
        return max(0, self.small - (sum(self.room) - LARGE_IN_SMALL * bagged))


def _load(figures: Figures, keys: Collection[str], bags: Iterable[Bag]) -> _Load:
    mine = things(figures)
    sizes = [bulk_of(mine[key]) for key in keys if key in mine]
    bags = tuple(bags)
    room = tuple(bag.small + LARGE_IN_SMALL * bag.large for bag in bags)
    small, large, long = (sizes.count(size) for size in (Bulk.SMALL, Bulk.LARGE, Bulk.LONG))
    return _Load(small, large, long, room, sum(bag.long for bag in bags))


def _excess(figures: Figures, ready: Collection[str], packed: Collection[str], *, anywhere: bool = False) -> str:
    """anywhere: everything may go into any bag. Strength is how many Small things pockets hold.  [MM-ATTR-02]"""
    if "strength" not in figures.attributes:
        return ""
    bags = [item.bag for item in figures.items.values() if item.bag is not None]
    near = _load(figures, ready, (bag for bag in bags if bag.active))
    back = _load(figures, packed, (bag for bag in bags if anywhere or not bag.active))
    left = LOOSE - near.loose_long() - back.loose_long()
    ways = [
        (first, second)
        for number in range(min(left, near.large) + 1)
        for two in range(min(left - number, back.large) + 1)
        if (first := near.in_pockets(number)) is not None and (second := back.in_pockets(two)) is not None
    ]
    if not ways:
        return f"{near.large + back.large + near.long + back.long} Large and Long things are too many for its bags"
    pockets, least = max(0, figures.attribute("strength")), min(map(sum, ways))
    return "" if least <= pockets else f"{least} Small things are outside bags, and pockets hold {pockets}"


def excess(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Ids of what may be dropped, the newest first, where somebody carries too much; otherwise none.

    Nothing cursed as long as anything else can be dropped.  [MM-EQ-07, MM-END-07, MM-DW-28]
    """
    figures = lookup.figures(state, who)
    return droppable(figures) if excess_of(figures) else ()


def droppable(figures: Figures) -> tuple[str, ...]:
    """What may be dropped, the newest first.  [MM-EQ-07]"""
    mine = tuple(reversed(tuple(things(figures))))
    ordinary = tuple(key for key in mine if not is_cursed(figures, key))
    return ordinary or mine


def is_cursed(figures: Figures, key: str) -> bool:
    """Whether it may not be dropped before anything else."""
    item = figures.items.get(key)
    return item is not None and item.cursed


def worn_too_much(worn: Mapping[str, ArmourPiece]) -> Iterator[tuple[str, Slot]]:
    """Pieces beyond what can be worn at once, by slot, in the order of wearing.  [MM-EQ-05]"""
    counted = dict.fromkeys(Slot, 0)
    for key, piece in worn.items():
        counted[piece.slot] += 1
        if counted[piece.slot] > WORN_AT_MOST[piece.slot]:
            yield key, piece.slot


def free_key(card: str, taken: Collection[str]) -> str:
    """An id for one more of a card: its own, or with a number."""
    key, number = card, 1
    while key in taken:
        number += 1
        key = f"{card}-{number}"
    return key


def receive(table: Table[MercenariesState], who: str, cards: Collection[str], *, rule: str) -> None:
    """Somebody gets things, by the ids of their cards; into the backpack, as the fight is over.  [MM-END-05]"""
    deck = deck_of(table.state.own.setup.cards)
    known = tuple(card for card in cards if deck.thing(card))
    if known:
        table.emit(GearGained(combatant=who, items=known), rule=rule)


def drop(table: Table[MercenariesState], who: str, keys: Collection[str], *, rule: str = "MM-EQ-07") -> None:
    """Dropped things leave the game.  [MM-EQ-07]"""
    table.emit(GearDropped(combatant=who, items=tuple(keys)), rule=rule)


def discard(table: Table[MercenariesState], who: str, key: str, *, rule: str) -> None:
    """An item is used up.  [MM-POT-01]"""
    table.emit(ItemSpent(combatant=who, item=key), rule=rule)
