"""What becomes of somebody's things when they are swapped, handed over, gained or lost. Nothing here decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from engine.systems.mongolian_mercenaries.cards.deck import Deck
from engine.systems.mongolian_mercenaries.content.kinds import AmmoMode
from engine.systems.mongolian_mercenaries.rules.gear.carrying import free_key
from engine.systems.mongolian_mercenaries.rules.gear.events import GearMove
from engine.systems.mongolian_mercenaries.sheet import Stow
from engine.systems.mongolian_mercenaries.state import Fighter, Figures

MARKS = ("damaged", "sharpened", "venomed")
LISTS = ("held", "packed", *MARKS)
PILES = ("weapons", "worn", "spare", "items")


def figures_of(fighter: Fighter) -> Figures:
    """Its figures; none where they are closed."""
    return fighter.figures or Figures()


def swapped(fighter: Fighter, moves: Sequence[GearMove]) -> Fighter:
    """A fighter that has things elsewhere.  [MM-ACT-09]"""
    figures, moved = figures_of(fighter), {move.item: move.stow for move in moves}
    held = tuple(key for key in fighter.held if key not in moved)
    packed = tuple(key for key in fighter.packed if key not in moved)
    pieces = {**figures.worn, **figures.spare}
    worn = {key: piece for key, piece in figures.worn.items() if key not in moved}
    for key, stow in moved.items():
        if stow is Stow.HELD:
            held = (*held, key)
        elif stow is Stow.PACKED:
            packed = (*packed, key)
        elif stow is Stow.WORN and key in pieces:
            worn[key] = pieces[key]
    spare = {key: piece for key, piece in pieces.items() if key not in worn}
    return structs.replace(fighter, held=held, packed=packed, figures=structs.replace(figures, worn=worn, spare=spare))


def without(fighter: Fighter, keys: Iterable[str]) -> Fighter:
    """A fighter that has some things no more."""
    figures, gone = figures_of(fighter), set(keys)
    piles = {pile: {key: x for key, x in getattr(figures, pile).items() if key not in gone} for pile in PILES}
    left = {name: tuple(key for key in getattr(fighter, name) if key not in gone) for name in LISTS}
    weapons = {key for key in gone if key in figures.weapons}
    units = {key: count for key, count in fighter.ammunition.items() if key not in weapons}
    return structs.replace(fighter, figures=structs.replace(figures, **piles), ammunition=units, **left)


def handed(giver: Fighter, taker: Fighter, keys: Iterable[str]) -> tuple[Fighter, Fighter]:
    """Both, after things have passed from one to the other.  [MM-ACT-10]

    What is Damaged, Sharpened or Poisoned stays so, what was worn is not worn at once, and a second one of a kind gets
    an id of its own. Of ammunition one unit or piece passes; of what is thrown away itself all of it.
    """
    keys = tuple(keys)
    left, more = dict(giver.ammunition), dict(taker.ammunition)
    given, got = figures_of(giver), figures_of(taker)
    piles = {pile: dict(getattr(got, pile)) for pile in PILES}
    marks = {name: getattr(taker, name) for name in MARKS}
    taken = {key for pile in PILES for key in getattr(got, pile)}
    for key in keys:
        if key in left and key not in given.weapons:
            left[key], more[key] = left[key] - 1, more.get(key, 0) + 1
        for pile in PILES:
            thing = getattr(given, pile).get(key)
            if thing is None:
                continue
            new = free_key(thing.id, taken)
            taken.add(new)
            piles["spare" if pile == "worn" else pile][new] = thing
            if pile == "weapons" and key in left:
                more[new] = left[key]
            for name in MARKS:
                if key in getattr(giver, name):
                    marks[name] = (*marks[name], new)
    giver = without(structs.replace(giver, ammunition=left), keys)
    return giver, structs.replace(taker, figures=structs.replace(got, **piles), ammunition=more, **marks)


def gained(fighter: Fighter, deck: Deck, cards: Iterable[str]) -> Fighter:
    """A fighter with more things, in its backpack.  [MM-END-05]"""
    figures = figures_of(fighter)
    piles = {pile: dict(getattr(figures, pile)) for pile in PILES}
    taken, packed = {key for pile in PILES for key in getattr(figures, pile)}, fighter.packed
    units = dict(fighter.ammunition)
    for card in cards:
        key = free_key(card, taken)
        if card in deck.ammunition:
            units[card] = units.get(card, 0) + 1
        weapon = deck.weapons.get(card)
        if weapon is not None and weapon.ammo is not None and weapon.ammo.mode is AmmoMode.SELF:
            units[key] = 1
        for pile, found in (("weapons", deck.weapons), ("spare", deck.armour), ("items", deck.items)):
            if card in found:
                piles[pile][key] = found[card]
                taken.add(key)
                packed = (*packed, key)
                break
    return structs.replace(fighter, figures=structs.replace(figures, **piles), packed=packed, ammunition=units)
