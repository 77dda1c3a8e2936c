"""Words of a scene in the reader's language, from content/scene/<locale>.toml and the words of the log."""

from __future__ import annotations

from pathlib import Path

from engine.kit import Phrases, capitalised, humanised_id
from engine.kit.scene import texts
from engine.systems.saari.content.catalogue import RULES, RULES_IN
from engine.systems.saari.naming import WORDS, things_of
from engine.systems.saari.rules.basics.lookup import SaariFight

PHRASES = Phrases(Path(__file__).parents[1] / "content" / "scene")


class SceneTexts(texts.SceneTexts):
    """The words of one scene."""

    phrases, rules, rules_in = PHRASES, RULES, RULES_IN

    def __init__(self, seen: SaariFight, locale: str) -> None:
        super().__init__(seen, locale)
        self._own = seen.own

    def named_side(self, id: str) -> str:
        return capitalised(WORDS.word(f"side.{id}", self.language) or humanised_id(id))

    def thing(self, id: str) -> str:
        """The name of a weapon, a shield or a spell; one of the table's own as it is written."""
        called = WORDS.word(id, self.language) or ("" if id in things_of(self._own) else humanised_id(id))
        return capitalised(called) or things_of(self._own)[id]
