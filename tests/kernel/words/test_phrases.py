"""Short texts in several languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.words.phrases import Phrases

EN = """
[phrases]
plain = "Beside the board"
turn = "The turn of {who}[, with {what}]"
[counts]
left = "{n} turn|{n} turns"
"""
FI = """
[phrases]
turn = "Vuorossa {who}[, mukana {what}]"
[counts]
left = "{n} vuoro|{n} vuoroa"
[names]
wall = "seinä"
"""


@pytest.fixture
def phrases(tmp_path: Path) -> Phrases:
    for name, text in (("en", EN), ("fi", FI)):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return Phrases(tmp_path)


def test_a_text_has_its_figures(phrases: Phrases) -> None:
    """In the reader's language, whatever the country; a part whose figure is missing is left out."""
    assert phrases.text("turn", "en", who="Ana", what="") == "The turn of Ana"
    assert phrases.text("turn", "fi-FI", who="Ana", what="Bo") == "Vuorossa Ana, mukana Bo"


def test_what_a_language_lacks_is_told_in_english(phrases: Phrases) -> None:
    """A whole language, or a key of it; a key that nobody has is a fault."""
    assert phrases.text("plain", "fi") == phrases.text("plain", "de") == "Beside the board"
    with pytest.raises(KeyError):
        phrases.text("nothing", "en")


def test_one_and_several(phrases: Phrases) -> None:
    """As the language has them."""
    assert [phrases.counted("left", "fi", n) for n in (1, 2)] == ["1 vuoro", "2 vuoroa"]
    assert phrases.counted("left", "en", 0) == "0 turns"


def test_a_language_may_have_a_form_for_few(tmp_path: Path) -> None:
    """As Polish: for numbers that end in 2 to 4, but not in 12 to 14."""
    (tmp_path / "en.toml").write_text(EN, encoding="utf-8")
    polish = EN.replace("{n} turn|{n} turns", "{n} tura|{n} tury|{n} tur")
    (tmp_path / "pl.toml").write_text(polish, encoding="utf-8")
    phrases = Phrases(tmp_path)
    for few in (2, 4, 22, 24, 122):
        assert phrases.counted("left", "pl", few) == f"{few} tury"
    for many in (0, 5, 11, 12, 14, 21, 25, 112):
        assert phrases.counted("left", "pl", many) == f"{many} tur"
    assert phrases.counted("left", "pl", 1) == "1 tura"


def test_names_are_the_language_s_own(phrases: Phrases) -> None:
    """No other language's name takes their place."""
    assert phrases.name("wall", "fi") == "seinä"
    assert phrases.name("wall", "en") == ""
