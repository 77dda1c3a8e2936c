"""House rules of every game: declared in four languages, in the README, and the laws hold by them too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.systems as games
from engine.kernel.words.house_rules import house_rules_of
from engine.kit import HouseRules, HouseSwitch, Rule
from engine.kit.testing import check_game
from engine.kit.testing.house_rules import ends, wrong_words
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.house_rules import playing_by
from tests.support.laws import laws
from tests.support.slices.bare import bare_game

BOOKS = {id: book for id, book in Registry.installed().books.items() if house_rules_of(book.system)}
LANGUAGES = ("en", "es", "fi", "pl")
FIGHTS = amount("SKALD_LAWS", 1, 10)
"""Fights of each game by house rules at each end."""


def offered(game: str) -> HouseRules:
    """Those of a game that has some."""
    found = BOOKS[game].system.house_rules
    assert found is not None
    return found


@pytest.mark.parametrize("game", BOOKS)
def test_each_is_told_in_every_language(game: str) -> None:
    """By a short name and one sentence; no language keeps the English one."""
    found = offered(game)
    assert tuple(found.faults()) == ()
    assert set(found.languages) == set(LANGUAGES)
    for rule in found.rules:
        told = {language: found.words(rule, language) for language in LANGUAGES}
        assert len({words.summary for words in told.values()}) == len(LANGUAGES), rule.key
        for words in told.values():
            assert words.summary.endswith("."), rule.key
            assert len(words.name) <= 60, words.name


@pytest.mark.parametrize("game", BOOKS)
def test_the_readme_lists_each_with_its_default_and_its_rule(game: str) -> None:
    """In the order in which they are shown."""
    text = (Path(games.__path__[0]) / game / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|", text.split("## House rules\n")[1], re.M)
    assert [(key, default) for key, default, _, _ in listed] == [
        (rule.key, offered(game).shown(rule, rule.default, "en")) for rule in offered(game).rules
    ]
    assert [rule for _, _, _, rule in listed] == [rule.rule for rule in offered(game).rules]


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("game", BOOKS)
def test_the_laws_hold_by_house_rules(game: str, end: int) -> None:
    """Offers and answers are accepted, states fold, secrets are kept, with all at one end of what they may be."""
    with playing_by(ends(BOOKS[game].system)[end]):
        for seed in range(FIGHTS):
            assert laws.judge(playing.examples_of(game).make, 100 + seed, steps=8) > 3


def test_a_game_is_told_what_words_its_house_rules_lack(tmp_path: Path) -> None:
    """And that its file cannot be read."""
    game = bare_game()
    game.rules = {"A-1": Rule("A-1", "Dice", "They fall.")}
    game.house_rules = HouseRules((HouseSwitch(key="rain", rule="A-1", default=True),), tmp_path)
    for text, said in (("", "the house rule 'rain' has no words in en.toml"), ("rain =", "cannot be read: ")):
        (tmp_path / "en.toml").write_text(text, encoding="utf-8")
        game.house_rules = HouseRules(game.house_rules.rules, tmp_path)
        faults = list(wrong_words(game))
        assert said in faults[0]
    registered = check_game(game, fights=0)[0]
    assert (registered.law.key, registered.faults[0]) == ("registered", faults[0])
