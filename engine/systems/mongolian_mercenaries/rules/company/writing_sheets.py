"""From a fighter back to its sheet: the inverse of `rules/gear/entering.py`, for what a fight changes.  [CA-03]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kit import fields_of, plain
from engine.systems.mongolian_mercenaries.cards.deck import Deck
from engine.systems.mongolian_mercenaries.content.catalogue import CHARACTERS
from engine.systems.mongolian_mercenaries.content.kinds import ArmourPiece, Weapon
from engine.systems.mongolian_mercenaries.rules.gear.carrying import Thing, free_key
from engine.systems.mongolian_mercenaries.rules.gear.figures import completed
from engine.systems.mongolian_mercenaries.sheet import Sheet, Stow, Stowed
from engine.systems.mongolian_mercenaries.state import Fighter, Figures

NAMES = {field.name: field.encode_name for field in fields_of(Sheet)}
NOTHING = Sheet()


class Gear(Struct, frozen=True, kw_only=True):
    """The lists of a sheet that say what somebody has. keys: id of a thing in the fight -> its id by these lists."""

    weapons: tuple[str, ...]
    own_weapons: tuple[Weapon, ...]
    armour: tuple[str, ...]
    own_armour: tuple[ArmourPiece, ...]
    items: tuple[str, ...]
    backpack: tuple[str, ...]
    stowed: tuple[Stowed, ...]
    keys: Mapping[str, str]

    def lists(self) -> dict[str, Any]:
        """By the names that a sheet has for them."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "keys"}


class _Listing:
    """Lists that are being written."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self.weapons: list[str] = []
        self.own_weapons: list[Weapon] = []
        self.armour: list[str] = []
        self.own_armour: list[ArmourPiece] = []
        self._ready: list[tuple[str, str]] = []
        self._packed: list[tuple[str, str]] = []
        self._elsewhere: dict[str, Stow] = {}
        self.keys: dict[str, str] = {}

    def _listed(self, thing: Thing) -> bool:
        piles: tuple[Mapping[str, Thing], ...] = (self._deck.weapons, self._deck.armour, self._deck.items)
        return any(pile.get(thing.id) == thing for pile in piles)

    def add(self, key: str, thing: Thing, stow: Stow) -> None:
        """Whatever is no card of the table is written in full; a second one of a card stands in the backpack."""
        taken = set(self.keys.values())
        if isinstance(thing, (Weapon, ArmourPiece)) and not self._listed(thing):
            new = free_key(thing.id, taken)
            self.keys[key] = new
            if isinstance(thing, Weapon):
                self.own_weapons.append(structs.replace(thing, id=new))
                usual = Stow.READY
            else:
                self.own_armour.append(structs.replace(thing, id=new))
                usual = Stow.WORN
            if stow is not usual:
                self._elsewhere[key] = stow
        elif isinstance(thing, Weapon) and stow is Stow.READY and thing.id not in taken:
            self.weapons.append(thing.id)
            self.keys[key] = thing.id
        elif stow is Stow.WORN and thing.id not in taken:
            self.armour.append(thing.id)
            self.keys[key] = thing.id
        elif stow is Stow.READY and not isinstance(thing, Weapon):
            self._ready.append((key, thing.id))
        else:
            self._packed.append((key, thing.id))
            if stow is not Stow.PACKED:
                self._elsewhere[key] = stow

    def gear(self) -> Gear:
        """The lists; things in bags are numbered in the order in which a sheet is read."""
        used = set(self.keys.values())
        for key, card in (*self._ready, *self._packed):
            self.keys[key] = free_key(card, used)
            used.add(self.keys[key])
        return Gear(
            weapons=tuple(self.weapons),
            own_weapons=tuple(self.own_weapons),
            armour=tuple(self.armour),
            own_armour=tuple(self.own_armour),
            items=tuple(card for _, card in self._ready),
            backpack=tuple(card for _, card in self._packed),
            stowed=tuple(Stowed(item=self.keys[key], stow=stow) for key, stow in self._elsewhere.items()),
            keys=self.keys,
        )


def gear_of(fighter: Fighter, figures: Figures, deck: Deck) -> Gear:
    """What somebody has, as a sheet says it.

    Weapons and armour that are no cards of the table are written in full; whatever else is none cannot be written.
    """
    listing = _Listing(deck)
    arms = {key: weapon for key, weapon in figures.weapons.items() if not weapon.natural}
    for key, piece in figures.worn.items():
        listing.add(key, piece, Stow.WORN)
    carried: dict[str, Thing] = {**arms, **figures.spare, **figures.items}
    for key, thing in carried.items():
        listing.add(key, thing, Stow.PACKED if key in fighter.packed else Stow.READY)
    return listing.gear()


def same_gear(first: Fighter, second: Fighter) -> bool:
    """Whether two have the same things in the same places."""
    before, after = first.figures or Figures(), second.figures or Figures()
    piles = ("weapons", "worn", "spare", "items")
    lists = ("held", "packed", "damaged", "venomed", "ammunition")
    return all(getattr(before, name) == getattr(after, name) for name in piles) and all(
        getattr(first, name) == getattr(second, name) for name in lists
    )


def with_fields(sheet: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet in JSON with these fields, by the names that code has for them, where they differ from what it says.

    What a sample character has and the fields empty is named in `emptied`.
    """
    read = msgspec.convert(dict(sheet), Sheet)
    before = completed(read)
    changed = {name: value for name, value in fields.items() if getattr(before, name) != value}
    if not changed:
        return dict(sheet)
    base = CHARACTERS.get(read.ref or "") if read.card is None else None
    emptied = list(read.emptied)
    made = dict(sheet)
    for name, value in changed.items():
        made[NAMES[name]] = plain(value)
        gone = base is not None and value == getattr(NOTHING, name) and getattr(base, name) != value
        if gone and NAMES[name] not in emptied:
            emptied.append(NAMES[name])
    if tuple(emptied) != read.emptied:
        made["emptied"] = emptied
    return made
