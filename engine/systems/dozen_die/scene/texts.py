"""Words of a scene in the reader's language, from content/scene/<locale>.toml and the words of the log."""

from __future__ import annotations

from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path

from engine.kit import Phrases, capitalised
from engine.kit.scene import texts
from engine.systems.dozen_die.content.catalogue import FIGURES, RULES, RULES_IN, TERRAIN
from engine.systems.dozen_die.content.kinds import Terrain
from engine.systems.dozen_die.naming import WORDS, things_of
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.state import Figure

PHRASES = Phrases(Path(__file__).parents[1] / "content" / "scene")


@lru_cache(maxsize=4096)
def _named(id: str, language: str) -> str:
    """The name of something of the content, or of a condition; "" where it has none."""
    return PHRASES.name(id, language) or WORDS.word(id, language)


def named_in_scene(word: str, locale: str) -> str:
    """What a scene calls an id, a side or a value in a language; "" where it does not."""
    names = (word, f"value.{word}", f"value.{word.upper()}")
    return next((name for key in names if (name := PHRASES.name(key, locale))), "")


@lru_cache(maxsize=1024)
def _of_side(id: str, language: str) -> str:
    return capitalised(PHRASES.name(f"side.{id}", language)) or WORDS.word(f"side.{id}", language)


class SceneTexts(texts.SceneTexts):
    """The words of one scene."""

    phrases, rules, rules_in = PHRASES, RULES, RULES_IN

    def __init__(self, seen: DozenDieFight, locale: str) -> None:
        super().__init__(seen, locale)
        self._seen = seen

    @cached_property
    def _things(self) -> dict[str, str]:
        """Names of things of this fight only, which few scenes need."""
        return things_of(self._seen.own, self._seen.fight.ground)

    def condition(self, kind: str) -> str:
        """The name of a condition."""
        return _named(kind, self.language) or self.say("condition")

    def value(self, value: Enum) -> str:
        """A member of an enum."""
        return PHRASES.name(f"value.{value.value}", self.language) or WORDS.word(value.value, self.language)

    def kind(self, figure: Figure) -> str:
        """What a figure is called in the catalogue; else its kind: adventurer, creature ..."""
        return (_named(figure.ref, self.language) if figure.ref in FIGURES else "") or self.value(figure.kind)

    def lists(self, id: str) -> bool:
        """Whether the catalogue has an entry of this id, and a name for it."""
        return any(id in table for table in WORDS.content.values()) and bool(_named(id, self.language))

    def thing(self, id: str, otherwise: str) -> str:
        """The name of a weapon, terrain or special action; else the phrase `otherwise`."""
        return (_named(id, self.language) if self.lists(id) else "") or self._things.get(id) or self.say(otherwise)

    def terrain(self, terrain: Terrain) -> str:
        """The name of a terrain: the catalogue's, or the table's own."""
        listed = TERRAIN.get(terrain.id)
        return _named(terrain.id, self.language) if listed is not None and listed.name == terrain.name else terrain.name

    def named_side(self, id: str) -> str:
        return _of_side(id, self.language)
