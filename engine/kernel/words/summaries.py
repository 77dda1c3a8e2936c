"""What things are: one or two sentences about each order, question and entry of the content, in several languages.

A folder per language holds a TOML file per kind, `en/spells.toml`, with the sentence of each id:

    slow = "For 4 turns the target acts at half of its initiative and goes half as far."

The kinds are `orders` (by key, `useItem`), `questions` (by type), `answers` that do not explain themselves
(`"FightHow.parry"`), `conditions`, `ground`, and the tables of the game's content by their keys. A condition or a kind
of ground that is an entry of the content needs no second sentence.

Sentences are the project's own words, without rule ids, for somebody who does not know the game. English has every
one; what a language lacks is told in English. Files are read when first asked for.

A house rule is named by its key in braces, `{waitInitiative}`: an offer tells the fight's own, all else the game's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.house_rules import HouseValue
from engine.kernel.words.house_rules import with_house_rules
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.sentences import language_of

NONE: Mapping[str, HouseValue] = MappingProxyType({})

ORDERS, QUESTIONS, ANSWERS, CONDITIONS, GROUND = "orders", "questions", "answers", "conditions", "ground"
"""The kinds that are no tables of a game's content."""
TOOLS = "tools"
"""The kernel's kind for what every table offers beside the game's orders, by key: `takeBack`."""


class Summaries:
    """The sentences of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read = lru_cache(maxsize=256)(self._file)

    def languages(self) -> tuple[str, ...]:
        """The languages that have a folder."""
        return tuple(sorted(path.name for path in self.folder.iterdir())) if self.folder.is_dir() else ()

    def of_kind(self, kind: str, locale: str) -> Mapping[str, str]:
        """The sentences of a kind by id, as this language has them: not those that only English has."""
        return self._read(kind, language_of(locale))

    def find(self, kind: str, id: str, locale: str) -> str:
        """The sentence of one thing, in English where this language lacks it; "" where there is none."""
        return self.of_kind(kind, locale).get(id) or self.of_kind(kind, DEFAULT).get(id, "")

    def _file(self, kind: str, language: str) -> Mapping[str, str]:
        path = self.folder / language / f"{kind}.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


KERNEL = Summaries(Path(__file__).parent / "things")
"""The sentences of the orders that every game has."""


def summary_of(system: RuleSystem[Any], kind: str, id: str, locale: str, house: Mapping[str, HouseValue] = NONE) -> str:
    """What one thing of a game is, in one or two sentences; "" where nothing is said about it.

    kind: `orders`, `questions`, `conditions`, `ground`, or a table of the game's content. house: the house rules of a
    fight, by which it is told.
    """
    found = str(system.summary(kind, id, locale)) or KERNEL.find(kind, id, locale)
    return with_house_rules(system, found, house, locale) if "{" in found else found


def summary_of_offer(
    system: RuleSystem[Any],
    order: str,
    thing: str,
    locale: str,
    tables: Iterable[str] = (),
    house: Mapping[str, HouseValue] = NONE,
) -> str:
    """What an offer does, in one or two sentences; "" where nothing is said about it.

    That is what the spell, weapon or other thing is that it uses, else what its kind of order does.

    order: its key, `cast`; for answers that are no orders there is `summary_of_answer`. thing: the id of what it uses
    in the game's catalogue, `fire`; "" where it uses nothing. A thing that exists only in one fight has no sentence:
    the order's is told. tables: where to look for it, `("spells",)`; without them the content's tables are searched in
    their order, which matters where a spell and a condition share an id. house: as in `summary_of`.
    """
    found = first_listed(system, thing, tables, locale) if thing else ""
    return found or summary_of(system, ORDERS, order, locale, house)


def summary_of_answer(system: RuleSystem[Any], question: str, answer: str, things: Iterable[str], locale: str) -> str:
    """What an answer that is no order means, in one or two sentences; "" where it explains itself.

    question: its kind, `FightHow`; answer: the key of the offer, `parry`; things: ids of what it uses, as a reaction.
    """
    found = summary_of(system, ANSWERS, f"{question}.{answer}", locale)
    each = (first_listed(system, thing, (), locale) for thing in (*things, answer))
    return found or next((name for name in each if name), "")


def first_listed(system: RuleSystem[Any], id: str, tables: Iterable[str], locale: str) -> str:
    """The sentence of an entry in the first of these tables (none: all of the content) that has one; else ""."""
    listing = (table for table in tables or system.content if id in system.content.get(table, {}))
    return next((found for table in listing if (found := summary_of(system, table, id, locale))), "")
