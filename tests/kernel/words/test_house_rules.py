"""House rules: what a game declares, what a table may wish, what a fight has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Rule
from engine.kernel.state.fight import Fight
from engine.kernel.state.house_rules import HouseChoice, HouseNumber, HouseRule, HouseSwitch
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.house_rules import HouseRules, different_house_rules, settled_house_rules
from tests.support.slices.bare import bare_game

DICE = HouseNumber(key="dice", rule="SA-DICE-01", default=3, least=1, most=5)
RAIN = HouseSwitch(key="rain", rule="SA-DICE-01", default=True)
DAWN = HouseChoice(key="dawn", rule="SA-DICE-01", default="EARLY", among=("EARLY", "LATE"))
ALL: tuple[HouseRule, ...] = (DICE, RAIN, DAWN)

ENGLISH = """
dice = { name = "Dice", summary = "So many." }
rain = { name = "Rain", summary = "It falls." }
dawn = { name = "Dawn", summary = "It breaks.", choices = { EARLY = "early", LATE = "late" } }
"""


class Game:
    """What is asked of a game here."""

    def __init__(self, folder: Path) -> None:
        (folder / "en.toml").write_text(ENGLISH, encoding="utf-8")
        (folder / "fi.toml").write_text('rain = { name = "Sade", summary = "Sataa." }', encoding="utf-8")
        self.house_rules = HouseRules(ALL, folder)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path)


@pytest.mark.parametrize(
    ("values", "here"),
    [
        ({}, (3, True, "EARLY")),
        ({"dice": 5, "rain": False, "dawn": "LATE"}, (5, False, "LATE")),
        ({"dice": 6, "rain": 0, "dawn": "NEVER"}, (3, True, "EARLY")),
        ({"dice": True, "rain": "no", "dawn": 1}, (3, True, "EARLY")),
    ],
)
def test_a_fight_has_what_it_was_created_with_or_what_the_game_has(
    values: dict[str, Any], here: tuple[Any, ...]
) -> None:
    """Also where an old fight has something that the game does not know any more."""
    fight = Fight(house_rules=values)
    assert (DICE.of(fight), RAIN.of(fight), DAWN.of(fight)) == here


def test_only_what_differs_is_kept_in_the_order_of_the_game(game: Game) -> None:
    """True is not 1, and what is as in the game is none."""
    assert list(settled_house_rules(game, {"dawn": "LATE", "rain": True, "dice": 1}).items()) == [
        ("dice", 1),
        ("dawn", "LATE"),
    ]
    assert different_house_rules(game, {"dawn": "LATE", "dice": 9, "gone": 1}) == [(DAWN, "LATE")]


def test_all_that_is_wrong_is_refused_at_once(game: Game) -> None:
    """With the nearest key and the nearest word, each at its field."""
    with pytest.raises(RuleRefusal) as refused:
        settled_house_rules(game, {"dise": 2, "dice": 0, "rain": 1, "dawn": "LAT", "x" * 200: 1})
    assert [(one.field, one.reason) for one in refused.value.all] == [
        ("houseRules.dise", "there is no house rule 'dise': did you mean 'dice'?"),
        ("houseRules.dice", "dice: a whole number from 1 to 5"),
        ("houseRules.rain", "rain: a switch is true or false"),
        ("houseRules.dawn", "dawn: one of EARLY, LATE: did you mean 'LATE'?"),
        ("houseRules." + "x" * 80, "there is no house rule '" + "x" * 80 + "...': there are dice, rain, dawn"),
    ]


def test_a_game_without_any_refuses_all() -> None:
    with pytest.raises(RuleRefusal, match="this game has no house rules"):
        settled_house_rules(bare_game(), {"dice": 1})


def test_words_are_english_where_a_language_has_none(game: Game) -> None:
    """And values are told in words."""
    rules = game.house_rules
    assert [rules.words(rule, "fi-FI").name for rule in ALL] == ["Dice", "Sade", "Dawn"]
    shown = [rules.shown(DICE, 4, "fi"), rules.shown(RAIN, False, "fi"), rules.shown(DAWN, "LATE", "fi")]
    assert shown == ["4", "ei", "late"]
    assert tuple(rules.faults()) == ()


def test_missing_and_idle_words_are_faults(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text(ENGLISH.replace(', LATE = "late"', ""), encoding="utf-8")
    found = list(HouseRules((DAWN, structs.replace(DICE, key="dices")), tmp_path).faults())
    assert found == [
        "the house rule 'dices' has no words in en.toml",
        "en.toml has words for 'dice', which is no house rule",
        "en.toml has words for 'rain', which is no house rule",
        "en.toml names other choices of 'dawn' than there are",
    ]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((structs.replace(DICE, key="Some dice"),), "has a key as `criticalFrom`, not 'Some dice'"),
        ((DICE, structs.replace(RAIN, key="dice")), "two house rules are called 'dice'"),
        ((structs.replace(DICE, default=9),), "is 9 by default: a whole number from 1 to 5"),
        ((structs.replace(DICE, rule="SA-NONE"),), "touches 'SA-NONE', which is no rule"),
    ],
)
def test_a_game_that_declares_them_wrongly_is_not_registered(
    rules: tuple[HouseRule, ...], said: str, tmp_path: Path
) -> None:
    system = bare_game()
    system.rules = {"SA-DICE-01": Rule("SA-DICE-01", "Dice", "They fall.")}
    system.house_rules = HouseRules(rules, tmp_path)
    with pytest.raises(RegistrationError, match=said):
        Rulebook(system)
