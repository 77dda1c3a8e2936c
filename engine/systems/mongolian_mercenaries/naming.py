"""Names of things, sides and answers in a language, from content/words/<locale>.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.kit import Place, Summaries, Wordbook, Words, side
from engine.systems.mongolian_mercenaries.content.catalogue import CONTENT, CREATURES
from engine.systems.mongolian_mercenaries.content.kinds import NATURAL, Battlefield
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.state import MercenariesState

_THINGS = (
    "means", "held", "item", "items", "source", "tested", "condition", "card", "ammunition", "label", "abilityCard",
    "specialAmmunition", "reactionCard", "mount", "trap", "give", "want", "hold", "wear", "ready", "pack", "weapon",
    "talent", "prayer", "spell", "held_in", "heldIn", "state", "creature",
)  # fmt: skip
"""Fields that hold ids of cards, or words of the system."""

_NUMBERED = re.compile(r"-(\d+)$")
"""The second one of a kind is called by its number: `sabre-2`."""


def things_of(own: MercenariesState) -> dict[str, str]:
    """Names of the table's own cards, and of things on sheets, by id; not of the attack that each body has."""
    piles = (getattr(own.setup.cards, name) for name in own.setup.cards.__struct_fields__)
    found = {card.id: card.name for pile in piles for card in pile}
    for fighter in own.fighters.values():
        if fighter.figures is not None:
            for things in (fighter.figures.weapons, fighter.figures.worn, fighter.figures.spare, fighter.figures.items):
                found |= {
                    key: _numbered(key, thing.name)
                    for key, thing in things.items()
                    if key not in found and key != NATURAL
                }
    return found


def _numbered(key: str, name: str) -> str:
    """The name of a thing, with the number of a second one."""
    number = _NUMBERED.search(key)
    return name if number is None else f"{name} {number[1]}"


_NAMED = {card.name: key for key, card in CREATURES.items()}
"""Creatures of the catalogue by their English names."""


class MercenariesWords(Wordbook):
    """The Wordbook of Mongolian Mercenaries."""

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Always false: sides and ids begin a sentence with a capital."""
        return False

    def name_in(self, kind: str, name: str, locale: str) -> str:
        """The name of a summoned creature, which bears that of its card; "" for all whom people have named."""
        card = _NAMED.get(name) if kind == Kind.SUMMON.value else None
        return "" if card is None else self.word(card, locale)

    def place(self, place: Place, words: Words) -> str:
        """A position, by its number."""
        return "" if place.rank is None else words["values"]["POSITION"].replace("{n}", str(place.rank))

    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """A battlefield by its name, one of the catalogue as a common noun; anything else as usual."""
        if isinstance(value, Battlefield):
            listed = self.content["battlefields"].get(value.id) == value
            return (words["things"].get(value.id) or value.name).lower() if listed else value.name
        return super().shown(field, value, words, names)

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """A side, a thing, or an id."""
        if field in self.sides and value not in names:
            return side(value, words, names)
        if field in _THINGS:
            card = _NUMBERED.sub("", value)
            called = self.thing(value, card, words, names)
            return called if value in names and called == names[value] else _numbered(value, called)
        return super().text(field, value, words, names)


WORDS = MercenariesWords(
    Path(__file__).parent / "content" / "words",
    CONTENT,
    sides=("side", "sides", "winner", "result", "attacker"),
)

SUMMARIES = Summaries(Path(__file__).parent / "content" / "summaries")
"""What each thing is, in one or two sentences."""
