"""Forms of sheets and setups in words: of every game, in each language that it has, and questions too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.reading.systems import described, system_answer
from engine.service.registry import Registry

BOOKS = Registry.installed().books
LOCALES = [(game, locale) for game in BOOKS for locale in sorted(BOOKS[game].system.words.languages)]  # type: ignore[attr-defined]


def shapes(answer: Any) -> Iterator[tuple[str, Any]]:
    for form in (answer.sheet, answer.setup):
        yield from form["$defs"].items()


@pytest.mark.parametrize(("game", "locale"), LOCALES)
def test_every_field_and_every_value_has_a_word(game: str, locale: str) -> None:
    """In another language than English every one of them has its own; and no word is for nothing."""
    book = BOOKS[game]
    words = book.system.words.languages[locale]["sheets"]  # type: ignore[attr-defined]
    used = set[str]()
    for name, shape in shapes(system_answer(book, locale)):
        for key, one in shape.get("properties", {}).items():
            used.add(key)
            assert one["title"] == words.get(key, one["title"]), key
            assert one["title"][:1] == one["title"][:1].upper() or key in "xy", key
            assert locale == "en" or key in words, key
        for key in shape.get("enum", ()):
            used |= {key, f"{name}.{key}"}
            assert shape["x-labels"][key] == words.get(f"{name}.{key}", words.get(key, shape["x-labels"][key])), key
            assert locale == "en" or {key, f"{name}.{key}"} & words.keys(), (name, key)
    assert words.keys() <= used, words.keys() - used


@pytest.mark.parametrize(("game", "locale"), LOCALES)
def test_every_kind_of_question_has_a_label(game: str, locale: str) -> None:
    """What it is about, not its name in the contract."""
    kinds = BOOKS[game].system.words.languages[locale]["kinds"]  # type: ignore[attr-defined]
    for one in system_answer(BOOKS[game], locale).questions:
        assert one.label.lower() == kinds[one.key].lower()
        assert one.label[:1] == one.label[:1].upper()


@pytest.mark.parametrize("game", BOOKS)
def test_the_words_are_made_once_and_leave_the_shape_alone(game: str) -> None:
    """A language without words is told in English; the form without words stays without them."""
    book = BOOKS[game]
    assert system_answer(book, "fr-FR").sheet == system_answer(book, "en").sheet
    assert system_answer(book, "en-GB").sheet is system_answer(book, "en").sheet
    assert not [key for _, shape in shapes(described(book)) for key in shape if key == "x-labels"]
