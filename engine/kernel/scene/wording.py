"""The words of a scene in one language: the kernel's own, and the rule system's for its ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.combatant import REMOVED, Combatant
from engine.kernel.state.fight import State
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.namesakes import mark_of
from engine.kernel.structs.names import isolated
from engine.kernel.words.phrases import DEFAULT, Phrases
from engine.kernel.words.sentences import capitalised, joined_list
from engine.kernel.words.wordbook import humanised_id, plain_words

PHRASES = Phrases(Path(__file__).parent / "words")


def named_in(system: RuleSystem[Any], kind: str, name: str, locale: str) -> str:
    """What a combatant is called in a language: its name, unless the rules gave it one."""
    with suppress(Exception):  # as in `Wording`: names that fail must not take the scene with them
        return str(system.name_in(kind, name, locale)) or name
    return name


def zone_names(ground: Ground | None, locale: str) -> dict[str, str]:
    """What the zones of a ground are called, by key: as the table calls them, else by their number."""
    zones = ground.zones if ground is not None else ()
    return {zone.key: zone.label or PHRASES.of("zone", locale, (("n", str(n)),)) for n, zone in enumerate(zones, 1)}


class Wording:
    """Words for people, never ids. seen: the fight as its reader sees it."""

    def __init__(self, system: RuleSystem[Any], seen: State[Any], locale: str) -> None:
        # The kernel's sentences hold the game's words: where it has none in a language, all of them are English.
        self.system, self.seen = system, seen
        self.locale = locale if system.draws_in(locale) else DEFAULT
        self._known: dict[str, str] = {}

    @cached_property
    def _things(self) -> Mapping[str, str]:
        """The names of the things that exist only in this fight, by id."""
        with suppress(Exception):  # as in `_asked`
            return self.system.things(self.seen)
        return {}

    @cached_property
    def written(self) -> frozenset[str]:
        """The names that people have given to things of this fight; what the catalogue has is none of them."""
        tables, found = self.system.content.values(), self._things
        listed = {(id, getattr(table[id], "name", "")) for table in tables for id in found if id in table}
        return frozenset(name for id, name in found.items() if (id, name) not in listed)

    def say(self, name: str, **figures: object) -> str:
        """The kernel's word or sentence. Figures that are None or "" count as missing."""
        return PHRASES.of(name, self.locale, tuple([(k, "" if v is None else str(v)) for k, v in figures.items()]))

    def counted(self, name: str, number: int) -> str:
        """`1 more turn`, `3 more turns`."""
        return PHRASES.counted(name, self.locale, number)

    def list(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        return joined_list(list(items), self.say("and"))

    def called(self, *words: str) -> str:
        """The system's word for the first of these that it has a word for; "" where it has none, or fails."""
        for word in words:
            if word not in self._known:
                self._known[word] = self._asked(word)
            if found := self._known[word]:
                return found
        return ""

    def _asked(self, word: str) -> str:
        with suppress(Exception):  # a system whose words fail must not take the scene with them
            if named := str(self.system.word(word, self.locale)):
                return named
        for table in self.system.content.values():
            if word in table and (name := getattr(table[word], "name", "")):
                return str(name)
        return self._things.get(word, "")

    def word(self, id: str) -> str:
        """What people call an id of the system, at the beginning of a line; the id as plain words where nobody says."""
        return capitalised(self.called(id) or plain_words(id)) if id else ""

    def group(self, key: str) -> str:
        """What things of a table of the content are called together: as the game says, else the usual word."""
        usual = f"group_{key}"
        known = self.called(f"group.{key}") or (
            self.say(usual) if usual in PHRASES.languages[DEFAULT]["phrases"] else ""
        )
        return capitalised(known or self.called(key) or plain_words(key))

    def kind(self, who: Combatant) -> str:
        """What a combatant is called in the catalogue, else its kind. who: as the reader sees it.

        A system whose kinds are general tells the entry of the catalogue: `catalogue_entry(seen, combatant)`.
        """
        return self.word(self.system.catalogue_entry(self.seen, who.id) or who.kind)

    def side(self, id: str) -> str:
        """What people call a side: as the table has named it, else as the system does."""
        entry = self.seen.fight.sides.get(id)
        if entry is not None and entry.label:
            return entry.label
        return capitalised(self.called(f"side.{id}") or humanised_id(id))

    def out(self, reason: str) -> str:
        """Why a combatant is out of the fight: the system's word for it, or a person's own words."""
        if reason == REMOVED:
            return capitalised(self.say("removed"))
        return self.called(f"reason.{reason}", reason) or humanised_id(reason)

    def name(self, combatant: str) -> str:
        """The name of a combatant that the reader sees."""
        who = self.seen.fight.combatants.get(combatant)
        if who is None:
            return ""
        named = isolated(named_in(self.system, who.kind, who.name, self.locale)) or humanised_id(combatant)
        return named + mark_of(self.seen.fight, who)
