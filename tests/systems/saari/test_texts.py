"""What people read of fights: everything has words, in every language."""

from __future__ import annotations

import random

import pytest

from engine.systems.saari import questions, system
from engine.systems.saari.events import Conceded, PossessionLost
from engine.systems.saari.naming import WORDS
from engine.systems.saari.orders import ShakeOff
from engine.systems.saari.rules.resolution import complications as c
from tests.support.fights.usage import Usage
from tests.support.laws.fight_texts import read_texts
from tests.systems.saari import examples
from tests.systems.saari.bout import BOOK

LOCALES = sorted(WORDS.languages)


def test_it_speaks_finnish_and_english() -> None:
    """The language of the game first."""
    assert LOCALES == ["en", "fi"]
    assert system.language == "fi"


def test_both_languages_have_the_same_words() -> None:
    """In English things have names of their own, refusals need none, and nothing is inflected."""
    one, other = (WORDS.languages[locale] for locale in LOCALES)
    for section in one:
        if section not in ("things", "refusals", "sheets", "forms"):
            assert one[section].keys() == other[section].keys(), section


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_has_a_sentence(locale: str) -> None:
    """Every order, event and question."""
    sentences = WORDS.languages[locale]["sentences"]
    classes = {cls.__name__ for cls in (*system.orders, *system.events, *system.questions)}
    assert classes - sentences.keys() == set()
    for table in system.content.values():
        for one in table:
            assert system.word(one, "fi"), one


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seed", range(3))
def test_every_text_of_a_fight_is_for_people(locale: str, seed: int) -> None:
    """Events, questions, orders: no word of the code, no gap."""
    rng = random.Random(seed)
    assert read_texts(system, examples.make(rng), Usage(BOOK, examples.WORN), locale, rng) > 20


@pytest.mark.parametrize(
    ("locale", "second", "order"),
    [
        ("en", "poison 2", "Ada shakes a condition off: poison 2"),
        ("fi", "myrkky 2", "Ada yrittää karistaa tilan: myrkky 2"),
    ],
)
def test_the_second_condition_of_a_kind_has_its_number(locale: str, second: str, order: str) -> None:
    """Its key is no word of the catalogue."""
    assert system.word("poison-2", locale) == second
    assert system.describe(ShakeOff(combatant="ada", condition="poison-2"), locale, {"ada": "Ada"}) == order


@pytest.mark.rule("SA-COMP-07", "SA-COMP-08", "SA-COMP-09", "SA-COMP-11")
@pytest.mark.parametrize(("locale", "whose"), [("en", "the game master says"), ("fi", "kertoo pelinjohtaja")])
def test_a_complication_without_a_rule_says_that_it_is_the_game_masters(locale: str, whose: str) -> None:
    """Of the others the rules say what follows."""
    for one in (c.OFF_BALANCE, c.STUNNED):
        assert whose in system.describe(questions.Complication(complication=one), locale, {})
    for one in (c.LOSE_ACTION, c.DISARMED, c.OUT_OF_AMMUNITION, c.HITS_SELF, c.POSSESSION_LOST):
        assert whose not in system.describe(questions.Complication(complication=one), locale, {})


@pytest.mark.rule("SA-COMP-11")
@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", ("A worldly possession is lost: heirloom blade", "Ada loses heirloom blade")),
        ("fi", ("Maallinen omaisuus menetetään: perintömiekka", "Ada menettää: perintömiekka")),
    ],
)
def test_a_lost_possession_has_its_name(locale: str, told: tuple[str, str]) -> None:
    """In the choice, and in the event."""
    answer = questions.Complication(complication=c.POSSESSION_LOST, talent="heirloom_blade")
    event = PossessionLost(combatant="ada", talent="heirloom_blade", items=("sword",))
    assert tuple(system.describe(one, locale, {"ada": "Ada"}) for one in (answer, event)) == told


@pytest.mark.rule("G-36")
@pytest.mark.parametrize(
    ("locale", "told"), [("en", "Ben of the company gives up"), ("fi", "Ben luovuttaa, osapuoli seurue")]
)
def test_whoever_gives_up_is_named_with_its_side(locale: str, told: str) -> None:
    """A seat, not a combatant."""
    assert system.describe(Conceded(giver="Ben", side="heroes"), locale, {}) == told
