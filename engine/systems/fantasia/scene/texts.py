"""Words of a scene in the reader's language, from content/scene/<locale>.toml and the words of the log."""

from __future__ import annotations

from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path

from engine.kit import Phrases, capitalised
from engine.kit.scene import texts
from engine.systems.fantasia.content.catalogue import RULES, RULES_IN
from engine.systems.fantasia.naming import WORDS, things_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight

_SHELVES = {
    "condition": ("conditions",),
    "group": ("creatures", "characters"),
    "weapon": ("weapons",),
    "ability": ("spells", "techniques"),
}
"""Field -> the tables of the catalogue whose ids it holds."""

PHRASES = Phrases(Path(__file__).parents[1] / "content" / "scene")


@lru_cache(maxsize=4096)
def _named(field: str, id: str, language: str) -> str:
    """The name of something of the content, of a condition or of a value in a field; "" where it has none."""
    listed = PHRASES.name(f"{field}.{id}", language)
    if listed:
        return listed
    if field in _SHELVES:
        known = any(id in WORDS.content[table] for table in _SHELVES[field])
        return WORDS.text(field, id, WORDS.words_of(language), {}) if known else ""
    return WORDS.word(f"{field}.{id}", language)


def named_in_scene(word: str, locale: str) -> str:
    """What a scene calls an id, a side or a value in a language; "" where it does not."""
    names = (word, *(f"{shelf}.{word}" for shelf in _SHELVES))
    return capitalised(next((name for key in names if (name := PHRASES.name(key, locale))), ""))


class SceneTexts(texts.SceneTexts):
    """The words of one scene."""

    phrases, rules, rules_in = PHRASES, RULES, RULES_IN

    def __init__(self, seen: FantasiaFight, locale: str) -> None:
        super().__init__(seen, locale)
        self._own = seen.own

    @cached_property
    def _things(self) -> dict[str, str]:
        """Names of things that stand on sheets, which few scenes need."""
        return things_of(self._own)

    def condition(self, kind: str) -> str:
        """The name of a condition."""
        return capitalised(_named("condition", kind, self.language)) or self.say("condition")

    def kind(self, kind: str) -> str:
        """The name of a creature or a character of the catalogue; "" for any other."""
        return capitalised(_named("group", kind, self.language)) if kind else ""

    def value(self, field: str, value: Enum) -> str:
        """A member of an enum, in a field."""
        return _named(field, value.value, self.language)

    def weapon(self, id: str) -> str:
        """The name of a weapon."""
        return self._thing("weapon", id, "a_weapon")

    def ability(self, id: str) -> str:
        """The name of a spell or a technique; a reader who does not know the sheet it stands on knows no name."""
        return self._thing("ability", id, "an_ability")

    def _thing(self, field: str, id: str, otherwise: str) -> str:
        """The name in the catalogue, or on a sheet; else the phrase `otherwise`."""
        return _named(field, id, self.language) or self._things.get(id) or self.say(otherwise)

    def named_side(self, id: str) -> str:
        return capitalised(_named("side", id, self.language))
