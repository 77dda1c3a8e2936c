"""Sentences with figures in them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.words.sentences import (
    Sentences,
    capitalised,
    figures_in,
    format_hundredths,
    format_place,
    gaps_in,
    joined_list,
    render_sentence,
    values_of,
)


def test_a_part_without_its_figure_falls_away() -> None:
    """And a figure with brackets and braces of its own stays as it is."""
    assert render_sentence("{who} moves[ to {place}]", {"who": "Cloud", "place": "(1, 2)"}) == "Cloud moves to (1, 2)"
    assert render_sentence("{who} moves[ to {place}]", {"who": "Cloud", "place": ""}) == "Cloud moves"
    assert render_sentence("{who} moves[ to {place}]", {"who": "[{place}]", "place": "x"}) == "[{place}] moves to x"
    assert figures_in("{who} moves[ to {place|lower}]") == ["who", "place"]
    with pytest.raises(KeyError):
        render_sentence("{what}", {})


def by_substitution(sentence: str, figures: dict[str, str]) -> str:
    """What a sentence says, by taking its brackets away and then putting its figures in, each time anew."""

    def part(found: re.Match[str]) -> str:
        return found[1] if all(figures[name] for name in re.findall(r"\{(\w+)", found[1])) else ""

    def figure(found: re.Match[str]) -> str:
        said = figures[found[1]]
        if found[2] == "lower":
            return said[:1].lower() + said[1:]
        return f"+{said}" if found[2] == "signed" and not said.startswith("-") else said

    settled = re.sub(r"\[([^\[\]]*)\]", part, sentence)
    return re.sub(r"\{(\w+)(?:\|(\w+))?\}", figure, settled)


def test_a_figure_outside_brackets_leaves_a_gap() -> None:
    """One inside them takes its part along."""
    assert gaps_in("{who} attacks[ {target}] with {means}") == {"who", "means"}


def test_sentences_that_are_taken_apart_once_say_the_same() -> None:
    """Every sentence of every word file, with each of its figures there and not there."""
    books = [
        *(
            tomllib.loads(file.read_text())["sentences"]
            for file in Path("engine/systems").glob("*/content/words/*.toml")
        ),
        *(json.loads(file.read_text()) for file in Path("api/words").glob("[a-z][a-z].json")),
    ]
    sentences = [sentence for book in books for sentence in book.values()]
    assert len(sentences) > 1000
    for sentence in sentences:
        names = figures_in(sentence)
        for missing in ("", *names):
            figures = {name: "" if name == missing else f"On [{{{name}}}] -1" for name in names}
            assert render_sentence(sentence, figures) == by_substitution(sentence, figures)


def test_figures_are_written_as_the_sentence_needs_them() -> None:
    """Without a capital, or with a sign."""
    assert render_sentence("is {kind|lower}", {"kind": "On fire"}) == "is on fire"
    assert [render_sentence("{n|signed}", {"n": n}) for n in ("3", "-3", "0")] == ["+3", "-3", "+0"]


def test_the_sentence_with_most_conditions_is_taken() -> None:
    """Of equals the first; without one that fits, the plain one."""
    words = {"A": "plain", "A.x.1": "one", "A.y.none": "none", "A.x.1.y.none": "both", "AB": "other", "A.x": "more"}
    sentences = Sentences(words)
    pairs = [({"x": 1, "y": None}, "both"), ({"x": 1, "y": 2}, "one"), ({"x": 2, "y": ""}, "none"), ({"x": 2}, "plain")]
    for fields, sentence in pairs:
        assert sentences.chosen("A", values_of(fields)) == sentence
    assert sentences.chosen("B", {}) == ""
    with pytest.raises(ValueError, match="argument"):
        Sentences({"A.x.1.y": "a condition without its value"})


def test_what_conditions_a_field_meets() -> None:
    """Its value, nothing, several, the same as one before it, open."""
    met = values_of({"who": "cloud", "whom": ("cloud",), "all": ("a", "b"), "no": (), "yes": True, "to": 5}, ["to"])
    assert met == {
        "who": ("cloud", "some"),
        "whom": ("some", "same"),
        "all": ("some",),
        "no": ("none",),
        "yes": ("true",),
        "to": ("open",),
    }


@pytest.mark.parametrize(
    ("items", "last", "text"),
    [
        ([], "and", ""),
        (["a"], "and", "a"),
        (["a", "b", "c"], "and", "a, b and c"),
        (["Ana", "Inés"], "y|e", "Ana e Inés"),
        (["Ana", "Hielo"], "y|e", "Ana y Hielo"),
        (["Ana", "Hilda"], "y|e", "Ana e Hilda"),
        (["Ana", "Óscar"], "o|u", "Ana u Óscar"),
        (["Ana", "Inés"], "o|u", "Ana o Inés"),
    ],
)
def test_lists_as_people_write_them(items: list[str], last: str, text: str) -> None:
    """With the word before the last one."""
    assert joined_list(items, last) == text


def test_places_and_hundredths() -> None:
    """In metres, with the language's point."""
    assert [format_hundredths(n) for n in (0, 5, -150, 200, 101)] == ["0", "0.05", "-1.5", "2", "1.01"]
    assert format_place(Place(cell=Cell(3, -1))) == "(3, -1)"
    assert format_place(Place(point=Point(150, -200)), point=",") == "(1,5 m; -2 m)"
    assert (format_place(Place(zone="bridge")), format_place(Place(rank=0)), format_place(Place())) == (
        "bridge",
        "0",
        "",
    )
    assert (capitalised("abc"), capitalised("")) == ("Abc", "")
