"""Names of things, sides and answers in a language, from content/words/<locale>.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from engine.kit import Place, Summaries, Withdraw, Wordbook, Words, humanised_id, side
from engine.systems.saari.content.catalogue import CONTENT
from engine.systems.saari.state import SaariState

_THINGS = ("means", "spell", "item", "held", "effect", "condition", "kind", "source", "complication", "talent")
"""Fields that hold ids of the content, or words of the system."""


_ATTACKS = {(item.id, item.name) for who in CONTENT["npcs"].values() for item in getattr(who, "attacks", None) or ()}
"""What the opponents of the catalogue strike with: called by their ids' words, as all that the catalogue has."""


def things_of(own: SaariState) -> dict[str, str]:
    """Names of things written on sheets, by id."""
    found: dict[str, str] = {}
    for fighter in own.fighters.values():
        sheet = fighter.figures
        if sheet is not None:
            for things in (sheet.weapons, sheet.shields, sheet.spells, sheet.attacks):
                found |= {key: thing.name for key, thing in things.items() if key not in found}
            for worn in (sheet.trinkets, sheet.talents):
                found |= {thing.id: thing.name for thing in worn if thing.id not in found}
    return {key: name for key, name in found.items() if (key, name) not in _ATTACKS}


def _split_key(key: str) -> tuple[str, str]:
    """`poison-2` as `poison` and ` 2`: a condition's kind, and its number among those of the kind. Else key and ""."""
    kind, _, number = key.rpartition("-")
    return (kind, f" {number}") if kind in CONTENT["effects"] and number.isdecimal() else (key, "")


class SaariWords(Wordbook):
    """The Wordbook of Saari."""

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Always false: sides and ids begin a sentence with a capital."""
        return False

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """One sentence. The table's order to withdraw a request has the name of an order here, and other words."""
        return "" if isinstance(thing, Withdraw) else super().describe(thing, locale, names)

    def word(self, word: str, locale: str) -> str:
        """The name of an id; the second condition of a kind has its number."""
        kind, number = _split_key(word)
        return super().word(kind, locale) + number

    def place(self, place: Place, words: Words) -> str:
        """A zone, by its key."""
        return humanised_id(place.zone or "")

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """A side, a thing, or an id."""
        if field in self.sides and value not in names:
            return side(value, words, names)
        if field in _THINGS:
            kind, number = _split_key(value)
            return self.thing(kind, kind, words, names) + number
        return super().text(field, value, words, names)


WORDS = SaariWords(
    Path(__file__).parent / "content" / "words",
    CONTENT,
    sides=("side", "sides", "winner", "result"),
)

SUMMARIES = Summaries(Path(__file__).parent / "content" / "summaries")
"""What each thing is, in one or two sentences."""
