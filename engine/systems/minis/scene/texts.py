"""Words of a scene in the reader's language, from content/scene/<locale>.toml and the words of the log."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from engine.kit import Phrases, capitalised, format_hundredths, humanised_id
from engine.kit.scene import texts
from engine.systems.minis.content.catalogue import RULES, RULES_IN
from engine.systems.minis.naming import WORDS, things_of
from engine.systems.minis.rules.basics.lookup import MinisFight

PHRASES = Phrases(Path(__file__).parents[1] / "content" / "scene")


class SceneTexts(texts.SceneTexts):
    """The words of one scene."""

    phrases, rules, rules_in = PHRASES, RULES, RULES_IN

    def __init__(self, seen: MinisFight, locale: str) -> None:
        super().__init__(seen, locale)
        self._seen = seen

    def named_side(self, id: str) -> str:
        return capitalised(WORDS.word(f"side.{id}", self.language) or humanised_id(id))

    def seat(self, seat: str) -> str:
        """The name of a seat."""
        found = self._seen.fight.seats.get(seat)
        return found.name if found is not None else seat

    def word(self, id: str) -> str:
        """The name of a condition, a spell or a value, as it begins a line."""
        return capitalised(WORDS.word(id, self.language))

    def value(self, value: Enum) -> str:
        """A member of an enum, within a line."""
        return WORDS.word(str(value.value), self.language)

    def thing(self, id: str) -> str:
        """The name of a weapon, a piece of armour or a spell."""
        return things_of(self._seen.own).get(id) or WORDS.word(id, self.language)

    def inches(self, hundredths: int) -> str:
        """`2.5`."""
        return format_hundredths(hundredths)
