"""The kernel's words of a scene: complete in every language, and the system's own before any id."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.scene.wording import PHRASES, Wording
from engine.kernel.words.sentences import figures_in
from tests.support.slices import dozen
from tests.support.slices.ready import dozen_fight


def test_every_language_has_every_text_with_the_same_figures() -> None:
    """English, Spanish, Finnish, Polish."""
    assert sorted(PHRASES.languages) == ["en", "es", "fi", "pl"]
    english = PHRASES.languages["en"]
    for words in PHRASES.languages.values():
        assert list(words["phrases"]) == list(english["phrases"])
        assert list(words["counts"]) == list(english["counts"])
        for key, text in words["phrases"].items():
            assert sorted(figures_in(text)) == sorted(figures_in(english["phrases"][key])), key


class Worded(dozen.Dozen):
    """A system with a word for some ids."""

    def word(self, word: str, locale: str) -> str:
        """Only of these; it fails for another."""
        if word == "broken":
            raise KeyError(word)
        return {"side.a": "the red ones", "reason.down": "on the ground", "life": "life"}.get(word, "")


@pytest.fixture
def words() -> Wording:
    return Wording(Worded(), dozen_fight().state, "en")


def test_the_systems_words_come_first(words: Wording) -> None:
    """At the beginning of a line with a capital letter."""
    assert words.side("a") == "The red ones"
    assert words.word("life") == "Life"
    assert words.out("down") == "on the ground"
    assert words.name("run") == "Run"


def test_without_a_word_an_id_is_read_as_words(words: Wording) -> None:
    """Also where the system's own words fail; nobody has no name."""
    assert words.word("cold_iron") == "Cold iron"
    assert words.word("broken") == "Broken"
    assert words.word("") == ""
    assert words.side("north-men") == "North men"
    assert words.name("nobody") == ""


def test_figures_that_are_missing_leave_their_part_out(words: Wording) -> None:
    """And counts agree with their number."""
    figures: dict[str, Any] = {"label": "Slow", "names": None, "until": ""}
    assert words.say("mark", **figures) == "Slow."
    assert words.counted("turns_left", 3) == "3 more turns"
