"""All cards of one table: those of the catalogue, and its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Ammunition,
    ArmourPiece,
    Battlefield,
    Cards,
    Creature,
    Does,
    Element,
    ElementCard,
    Item,
    Prayer,
    Role,
    SkillCard,
    SpecialArea,
    Spell,
    StateCard,
    Talent,
    Trap,
    Weapon,
    When,
)


class Carded(Protocol):
    """A card."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Carded)


def _with(listed: Mapping[str, T], own: Sequence[T]) -> Mapping[str, T]:
    return {**listed, **{card.id: card for card in own}}


class Deck(Struct, frozen=True, kw_only=True, dict=True):
    """The cards of a table by id, each pile by itself."""

    weapons: Mapping[str, Weapon]
    ammunition: Mapping[str, Ammunition]
    armour: Mapping[str, ArmourPiece]
    items: Mapping[str, Item]
    spells: Mapping[str, Spell]
    prayers: Mapping[str, Prayer]
    talents: Mapping[str, Talent]
    skills: Mapping[str, SkillCard]
    states: Mapping[str, StateCard]
    traps: Mapping[str, Trap]
    special_areas: Mapping[str, SpecialArea]
    elements: Mapping[str, ElementCard]
    creatures: Mapping[str, Creature]
    battlefields: Mapping[str, Battlefield]

    @cached_property
    def asked(self) -> Mapping[When, tuple[Ability, ...]]:
        """The abilities whose bearers are asked, by the moment that they answer, whoever has their cards."""
        piles = (
            self.talents, self.weapons, self.armour, self.items, self.skills, self.states, self.creatures, self.spells,
        )  # fmt: skip
        found: dict[When, tuple[Ability, ...]] = {}
        for pile in piles:
            for card in pile.values():
                for ability in card.abilities:
                    if ability.asked:
                        found[ability.when] = (*found.get(ability.when, ()), ability)
        return found

    def element(self, element: Element) -> ElementCard:
        """The card of an element; of several the table's own."""
        return [card for card in self.elements.values() if card.element is element][-1]

    def alchemy(self) -> tuple[str, ...]:
        """The ids of the Alchemy deck, in order.  [MM-POT-05, RUL-79]"""
        return tuple(key for key, card in self.items.items() if card.deck)

    def thing(self, key: str) -> bool:
        """Whether an item of that id exists, of whatever category.  [MM-ITEM-01]"""
        return any(key in pile for pile in (self.weapons, self.ammunition, self.armour, self.items))

    def said_by(self, key: str) -> tuple[Ability, ...]:
        """What a card of whatever pile says that may go on: a spell, an item, a talent; () where there is none."""
        piles = (
            self.spells, self.items, self.prayers, self.talents, self.weapons, self.armour, self.ammunition,
            self.states, self.skills, self.traps, self.special_areas, self.creatures,
        )  # fmt: skip
        return next((pile[key].abilities for pile in piles if key in pile), ())

    def carries(self, key: str) -> bool:
        """Whether a creature is a mount that takes part in fights.  [MM-MNT-02]"""
        card = self.creatures.get(key)
        return card is not None and card.role is Role.MOUNT and card.fights

    def abilities(self, creature: Creature) -> tuple[Ability, ...]:
        """What a creature's card says, and what its type has unless the card says it otherwise.

        [MM-ENM-15, RUL-41]
        """
        own = creature.abilities
        stated = {
            (effect.does, effect.plain) for ability in own for effect in ability.effects if effect.does is Does.RESIST
        }
        found = list(own)
        for being in c.BEINGS.values():
            if being.type is not creature.type or being.subtype not in (None, creature.subtype):
                continue
            for ability in being.abilities:
                if not any((effect.does, effect.plain) in stated for effect in ability.effects):
                    found.append(ability)
        return tuple(found)


@lru_cache(maxsize=64)
def _deck(encoded: bytes) -> Deck:
    # Cards hold dictionaries, which cannot be hashed; their text can.
    own = msgspec.json.decode(encoded, type=Cards)
    return Deck(
        weapons=_with(c.WEAPONS, own.weapons),
        ammunition=_with(c.AMMUNITION, own.ammunition),
        armour=_with(c.ARMOUR, own.armour),
        items=_with(c.ITEMS, own.items),
        spells=_with(c.SPELLS, own.spells),
        prayers=_with(c.PRAYERS, own.prayers),
        talents=_with(c.TALENTS, own.talents),
        skills=_with(c.SKILL_CARDS, own.skills),
        states=_with(c.STATES, own.states),
        traps=_with(c.TRAPS, own.traps),
        special_areas=_with(c.SPECIAL_AREAS, own.special_areas),
        elements=_with(c.ELEMENTS, own.elements),
        creatures=_with(c.CREATURES, own.creatures),
        battlefields=_with(c.BATTLEFIELDS, own.battlefields),
    )


BARE = Cards()
CATALOGUE = _deck(msgspec.json.encode(BARE))
"""The cards of a table without cards of its own."""


_CACHE: list[tuple[Cards, Deck]] = []
"""The tables asked for last, by identity: the setup of a fight is one object as long as the fight is in memory."""
MOST_RECENT = 8


def deck_of(cards: Cards) -> Deck:
    """The deck of a table with these cards of its own."""
    for known, deck in _CACHE:
        if known is cards:
            return deck
    deck = CATALOGUE if cards == BARE else _deck(msgspec.json.encode(cards))
    _CACHE.insert(0, (cards, deck))
    del _CACHE[MOST_RECENT:]
    return deck
