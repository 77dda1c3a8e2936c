"""What people read of fights: everything has words, and what is told is a whole sentence."""

from __future__ import annotations

import random
import re
from enum import Enum
from pathlib import Path

import msgspec
import pytest

import engine.systems.minis as package
from engine.systems.minis import system
from engine.systems.minis.content.kinds import Band, Kind, Size
from engine.systems.minis.events import Provocation
from engine.systems.minis.naming import WORDS, compass
from engine.systems.minis.rules.combat.events import Manner, Option
from engine.systems.minis.state import Verb
from tests.support.fights.usage import Usage
from tests.support.laws.fight_texts import read_texts
from tests.systems.minis import examples
from tests.systems.minis.bout import BOOK, point

SYSTEM = Path(str(package.__file__)).parent
LOCALES = sorted(WORDS.languages)
ENUMS: tuple[type[Enum], ...] = (Band, Kind, Manner, Option, Provocation, Size, Verb)


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_has_a_sentence(locale: str) -> None:
    """Every order, event and question; every body of an answer."""
    sentences = WORDS.languages[locale]["sentences"]
    classes = [cls.__name__ for cls in (*system.orders, *system.events, *system.questions)]
    assert {*classes, "Deployed", "Declared", "Chosen"} - sentences.keys() == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_word_of_the_code_has_one_for_people(locale: str) -> None:
    """Things of the content, values of enums, what numbers are made of, kinds of questions."""
    for table in ("weapons", "armor", "spells", "minis", "summoned"):
        for one in system.content[table]:
            assert system.word(one, locale), one
    for kind in ENUMS:
        for member in kind:
            assert system.word(member.value, locale), member
    code = " ".join(path.read_text(encoding="utf-8") for path in SYSTEM.rglob("*.py"))
    for source in re.findall(r'\b(?:plus|to)\("(\w+)"', code):
        assert WORDS.languages[locale]["terms"].get(source), source
    for why in re.findall(r'why="(\w+)"', code):
        assert system.word(f"why.{why}", locale), why
    for question in system.questions:
        assert system.word(f"kind.{question.__name__}", locale), question


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seed", range(3))
def test_every_text_of_a_fight_is_for_people(locale: str, seed: int) -> None:
    """Events, questions, orders: no word of the code, no gap."""
    rng = random.Random(seed)
    assert read_texts(system, examples.make(rng), Usage(BOOK, examples.WORN), locale, rng) > 20


@pytest.mark.parametrize(
    ("towards", "name"),
    [((1, 0), "E"), ((9, 3), "E"), ((9, 5), "SE"), ((0, -1), "N"), ((-5, 5), "SW"), ((-5, -9), "NW"), ((3, -9), "N")],
)
def test_directions_are_told_by_the_compass(towards: tuple[int, int], name: str) -> None:
    """The nearest of eight; y grows to the south."""
    middle = point(0)
    at = point(*towards)
    assert compass(msgspec.structs.replace(at, x=at.x - middle.x, y=at.y - middle.y)) == name


@pytest.mark.parametrize(
    ("facing", "word"),
    [((0, -5), "north (0°)"), ((3, -4), "northeast (36.9°)"), ((4, -3), "northeast (53.1°)"), ((-1, 0), "west (270°)")],
)
def test_directions_to_pick_from_are_told_apart(facing: tuple[int, int], word: str) -> None:
    """By the degrees from the north, since the compass has only eight words."""
    assert BOOK.system.pick("facing", {"x": facing[0], "y": facing[1]}, "en", {}) == word
