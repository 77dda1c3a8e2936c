"""A system's words for people: sentences, figures in them, words alone, refusals, and the rules of a language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.authoring.system import Rule
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.words.phrases import Phrases
from engine.kernel.words.wordbook import LocalisedSystem, Wordbook, Words, humanised_id
from tests.support.slices.bare import BareGame

ENGLISH = """
[values]
AND = "and"
YES = "yes"
NO = "no"
HEAVY = "heavy"
"load.HEAVY" = "a lot"
"watched.NONE" = "anybody"
[things]
axe = "Axe"
[sides]
heroes = "the heroes"
[counts]
turns = "{n} turn left|{n} turns left"
[kinds]
Which = "a choice"
[terms]
hp = "HP"
"why.hp" = "health"
[fields]
target = "Whom"
[sentences]
Strike = "{who} strikes {target}[ with {weapon}]"
"Strike.target.open" = "{who} strikes[ at {sent_target}, say]"
Loaded = "{load}: {fast}, {turns}"
Went = "to {way}; {path}"
Won = "{sides} win"
Said = "says {words}"
"""
SPANISH = """
[values]
AND = "y|e"
[things]
[sides]
[counts]
[kinds]
[terms]
[fields]
[sentences]
Won = "ganan {sides}"
[refusals]
"there is no {0}" = "no hay {0}"
"""


class Load(Enum):
    """How much."""

    HEAVY = "HEAVY"
    VERY_LIGHT = "VERY_LIGHT"


class Strike(Struct, frozen=True):
    """An order."""

    who: str
    target: str
    weapon: str | None = None


class Loaded(Struct, frozen=True):
    """An event."""

    load: Load
    fast: bool
    turns: int


class Went(Struct, frozen=True):
    """An event."""

    way: tuple[Cell, ...]
    path: tuple[Place, ...]


class Won(Struct, frozen=True):
    """An event."""

    sides: tuple[str, ...]


class Said(Struct, frozen=True):
    """An event. words: anybody's own."""

    words: Any


class Untold(Struct, frozen=True):
    """An event that nobody has a sentence for."""

    figures: tuple[Any, ...]


class Thing(Struct, frozen=True):
    """An entry of the catalogue."""

    name: str = ""


class Sided(Wordbook):
    """A system's own: sides are called by words."""

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        return words["sides"].get(value, value) if field in self.sides else super().text(field, value, words, names)


@pytest.fixture
def book(tmp_path: Path) -> Wordbook:
    """English and a little Spanish."""
    (tmp_path / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "es.toml").write_text(SPANISH, encoding="utf-8")
    content = {"spells": {"net": Thing(), "fog": Thing()}, "weapons": {"axe": Thing("Hand axe"), "net": Thing("Net")}}
    return Sided(tmp_path, content, sides=("sides", "winner"), ways=("way",))


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (Strike("ana", "rat", "net"), "Ana strikes the Rat with net"),
        (Strike("ana", "rat"), "Ana strikes the Rat"),
        (Strike("bob", "rat"), "bob strikes the Rat"),
        (Strike("eve", "rat"), "eve the first strikes the Rat"),
        (Loaded(Load.HEAVY, True, 1), "A lot: yes, 1 turn left"),
        (Loaded(Load.VERY_LIGHT, False, 3), "Very light: no, 3 turns left"),
        (Went((Cell(1, 2), Cell(1, 3)), (Place(cell=Cell(1, 2)), Place(zone="gate"))),
         "To (1, 2) → (1, 3); (1, 2) and gate"),
        (Won(("heroes", "wolves")), "The heroes and wolves win"),
        (Said(("ho", "ho", "hey")), "Says ho and hey"),
        (Said(None), "Says "),
        (Said(4), "Says 4"),
        (Untold(({},)), ""),
    ],
)  # fmt: skip
def test_a_thing_in_a_sentence(book: Wordbook, thing: Struct, text: str) -> None:
    """With a capital at its beginning, but for a name, or what somebody wrote himself."""
    assert book.describe(thing, "en", {"ana": "Ana", "rat": "the Rat", "eve": "eve the first"}) == text


def test_the_choices_of_an_offer_are_left_out(book: Wordbook) -> None:
    """Where more than one pick is open; what is sent if nobody picks may be said."""
    body = Strike("ana", "rat", "net")
    one, both = Field("target", among=("rat",)), Field("target", among=("rat", "cat"))
    assert book.describe(Offer("a", body, "", (one,)), "en", {}) == "ana strikes rat with net"
    assert book.describe(Offer("a", body, "", (both,)), "en", {}) == "ana strikes at rat, say"


def test_a_language_and_its_countries(book: Wordbook) -> None:
    """Another one is told in English."""
    texts = [book.describe(Won(("a", "Ines")), locale, {}) for locale in ("es", "es-CO", "ES", "fr")]
    assert texts == ["Ganan a e Ines"] * 3 + ["A and Ines win"]


def test_refusals_of_a_language(book: Wordbook) -> None:
    """In whatever letters it is asked for; English needs none, and what is not there has none."""
    assert [dict(book.refusals(locale)) for locale in ("es-CO", "ES", "en", "fr")] == [
        {"there is no {0}": "no hay {0}"},
        {"there is no {0}": "no hay {0}"},
        {},
        {},
    ]


@pytest.mark.parametrize(
    ("one", "called"),
    [
        ("hp", "HP"),
        ("why.hp", "health"),
        ("heavy", "heavy"),
        ("load.HEAVY", "a lot"),
        ("watched.NONE", "anybody"),
        ("winner.NONE", ""),
        ("winner.heroes", "The heroes"),
        ("winner.war_band", "War band"),
        ("kind.Which", "a choice"),
        ("field.target", "Whom"),
        ("field.path", ""),
        ("axe", "Axe"),
        ("net", "Net"),
        ("fog", ""),
        ("umbrella", ""),
    ],
)
def test_a_word_alone(book: Wordbook, one: str, called: str) -> None:
    """By its field, as a term, a thing, a value, or as the content calls it."""
    assert book.word(one, "en") == called


def test_ids_are_made_readable() -> None:
    assert humanised_id("war_band-2") == "war band 2"


def test_a_system_speaks_by_its_wordbook(book: Wordbook) -> None:
    """Its rules too, in the languages that have a book of them."""

    class System(LocalisedSystem[Any], BareGame):
        words = book
        rules_by_language = {"es": {"X-01": Rule("X-01", "Golpe", ".")}}  # noqa: RUF012 - as a system has it

    system = System()
    assert system.describe(Won(("heroes",)), "en", {}) == "The heroes win"
    assert system.word("net", "en") == "Net"
    assert system.refusals("es") == book.refusals("es")
    assert [len(system.rules_in(locale)) for locale in ("es", "ES-co", "en")] == [1, 1, 0]


def test_a_scene_is_in_the_languages_of_its_phrases_or_else_of_the_sentences(book: Wordbook, tmp_path: Path) -> None:
    """A game without a scene of its own is shown by the kernel, which has more languages, in its words."""

    class Bare(LocalisedSystem[Any], BareGame):
        words = book

    (tmp_path / "scene").mkdir()
    for language in ("en", "fi"):
        (tmp_path / "scene" / f"{language}.toml").write_text("[phrases]\n", encoding="utf-8")

    class Shown(Bare):
        scene_phrases = Phrases(tmp_path / "scene")

    assert [Bare().draws_in(locale) for locale in ("en", "es-CO", "fi", "pl")] == [True, True, False, False]
    assert [Shown().draws_in(locale) for locale in ("en", "es-CO", "fi-FI", "pl")] == [True, False, True, False]
