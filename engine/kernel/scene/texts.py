"""Texts of a game's own scene in the reader's language: what the scenes of all games say alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.kernel.authoring.system import Rule
from engine.kernel.state.fight import State
from engine.kernel.state.namesakes import mark_of
from engine.kernel.structs.names import isolated
from engine.kernel.words.phrases import DEFAULT, Phrases
from engine.kernel.words.sentences import joined_list, language_of


class SceneTexts:
    """The texts of one scene; a game derives its own with the three tables and what only it has.

    phrases: of content/scene/<locale>.toml. rules, rules_in: the rules of the game, and in other languages.
    seen: the fight as its reader sees it, with the names of all in it.
    """

    phrases: ClassVar[Phrases]
    rules: ClassVar[Mapping[str, Rule]]
    rules_in: ClassVar[Mapping[str, Mapping[str, Rule]]]

    def __init__(self, seen: State[Any], locale: str) -> None:
        self.language = language_of(locale)
        self._fight = seen.fight

    def say(self, key: str, **figures: str) -> str:
        """A phrase with its figures. KeyError for a key that English does not have."""
        return self.phrases.text(key, self.language, **figures)

    def stopped(self) -> str:
        """Where a fight stands that does not go on: ended, or paused; "" while it goes on."""
        return "" if self._fight.status == "RUNNING" else self.say(f"phase.{self._fight.status.lower()}")

    def counted(self, key: str, number: int) -> str:
        """`3 turns left`. KeyError for a key that English does not have."""
        return self.phrases.counted(key, self.language, number)

    def who(self, combatant: str) -> str:
        """The name of a combatant of the scene; "" where it is none."""
        found = self._fight.combatants.get(combatant)
        return "" if found is None else isolated(found.name) + mark_of(self._fight, found)

    def all_named(self, combatants: Iterable[str], last: str = "and") -> str:
        """`Ana, Bo and Cy`."""
        return self.all_of((self.who(combatant) for combatant in combatants), last)

    def all_of(self, texts: Iterable[str], last: str = "and") -> str:
        """`a, b and c`. last: the phrase before the last one."""
        return joined_list(list(texts), self.say(last))

    def side(self, id: str) -> str:
        """The name of a side: as the table has named it, else as the game does."""
        entry = self._fight.sides.get(id)
        return entry.label if entry is not None and entry.label else self.named_side(id)

    def named_side(self, id: str) -> str:
        """What the game calls a side."""
        raise NotImplementedError

    def rule(self, rule: str) -> str:
        """What a rule says, in a line; "" where its text is not translated into a language that all else is in."""
        rules = self.rules_in.get(self.language)
        if rules is None and self.language != DEFAULT and self.language in self.phrases.languages:
            return ""
        found = (rules or self.rules).get(rule) or self.rules.get(rule)
        return found.statement if found is not None else ""
