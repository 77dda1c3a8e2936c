"""What a bridge writes into a chat and reads there."""

from __future__ import annotations

import json
from importlib.resources import files
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from api.bridge.chat import LOCALES, MOST_LENGTH, Words, escaped, line_of, lines_of, messages


@given(st.text(max_size=200))
def test_what_comes_from_a_fight_is_no_markup(text: str) -> None:
    """Read as Markdown, it is one paragraph of plain text: no picture, link, heading or HTML."""
    tokens = MarkdownIt().parse(messages(["x" + escaped(text)])[0])
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {child.type for child in tokens[1].children or ()} <= {"text", "text_special", "softbreak"}


def test_messages_are_bounded_and_leave_nothing_out() -> None:
    """In lines and in characters; only the end of a line that is longer than a message is cut."""
    many = [f"line {n}" for n in range(100)]
    said = messages(many)
    assert [len(one.splitlines()) for one in said] == [40, 40, 20]
    assert [line.strip() for one in said for line in one.splitlines()] == many
    long = messages(["b" * 900] * 10)
    assert max(map(len, long)) <= MOST_LENGTH + 10
    assert sum(one.count("b") for one in long) == 9000
    assert messages(["x", "c" * 9000, "y"])[1].endswith("c…")
    assert messages([]) == []


def test_an_act_is_one_line() -> None:
    """Its headline, of several the last, else its weightiest event; nothing of what came to nothing, or is hidden."""

    def event(act: int, weight: str, text: str, headline: str = "", type: str = "Noted") -> dict[str, object]:
        told = {"text": headline} if headline else None
        return {"act": act, "weight": weight, "text": text, "headline": told, "type": type}

    events = [
        event(1, "HEADLINE", "A strikes B.", "A strikes B"), event(1, "DETAIL", "2d6"), event(2, "DETAIL", "C moves"),
        event(1, "HEADLINE", "B falls.", "A hits B: 7. B falls"), event(2, "HEADLINE", "C tires"),
        event(3, "BOOKKEEPING", "d"), event(4, "HEADLINE", ""),
        event(5, "HEADLINE", "D passes", type="CommandAccepted"),
    ]  # fmt: skip
    assert lines_of(events) == ["A hits B\\: 7\\. B falls", "C tires"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("!skald 14.3 wolf", "14.3 wolf"),
        ("  !SKALD   12.1 ", "12.1"),
        ("!skald", ""),
        ("!skaldic 3", None),
        ("skald 3", None),
        ("!skald " + "3" * 600, None),
        ("", None),
    ],
)
def test_only_what_begins_with_its_word_is_for_skald(text: str, line: str | None) -> None:
    """And is not too long to be a line of words."""
    assert line_of([text]) == line
    assert line_of([text[:3], text[3:]]) == line


def test_every_language_has_every_sentence() -> None:
    """With the same things named in it."""

    def named(locale: str) -> dict[str, set[str | None]]:
        words = json.loads(files("api.bridge").joinpath(f"{locale}.json").read_bytes())
        return {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in words.items()}

    english = named("en")
    for locale in LOCALES:
        assert named(locale) == english
    assert Words("fi")("not_played", name="Cloud").startswith("Kukaan ei pelaa hahmoa Cloud")
