"""Answers as they were given: what was picked is told, also where a game's sentence leaves it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from api.words.bodies import body_of
from api.words.places import without_points
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.structs.messages import plain

TRIED = 3
"""How many other picks are tried, to see whether a sentence would be another with them."""
EMPTY: tuple[Any, ...] = (None, "", [], {})


class Words(Protocol):
    """What a renderer knows of answers and their choices."""

    def answer(self, kind: str, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """The label of an answer."""

    def field(self, name: str) -> str:
        """The name of an open choice."""

    def option(self, field: str, value: Any) -> str:
        """A pick as text."""


def answer_text(
    renderer: Words,
    book: Rulebook[Any],
    kind: str,
    offer: Offer[Any],
    picks: Mapping[str, Any],
    *,
    spoken: bool = False,
) -> str:
    """An answer in words. kind: of its question; picks: by the names of the offer's fields, as JSON.

    spoken: without coordinates.

    Its own sentence, if that would be another with other picks; else the offer's label, and behind it what was picked.
    """

    def said(values: Mapping[str, Any]) -> str:
        body = body_of(book, kind, offer.key, values)
        return renderer.answer(kind, offer.key, without_points(body) if spoken else body)

    values = {**offer.body, **picks}
    words = said(values)
    picked = [field for field in offer.fields if _is_picked(field, offer.body, picks)]
    if spoken:
        picked = [field for field in picked if without_points(values[field.name]) not in (None, [])]
    if all(_shows(said, values, field, words) for field in picked):
        return words
    label = renderer.answer(kind, offer.key, body_of(book, kind, offer.key, offer.body), offer)
    return f"{label} ({'; '.join(_named(renderer, candidate.name, values[candidate.name]) for candidate in picked)})"


def _named(renderer: Words, field: str, value: Any) -> str:
    told = renderer.option(field, value)
    # Nothing, told inside a sentence, is no name.
    return f"{_begun_small(renderer.field(field))}: {_begun_small(told) if value in EMPTY else told}"


def _is_picked(field: Field, body: Mapping[str, Any], picks: Mapping[str, Any]) -> bool:
    """Whether a field holds something of its own: a pick that changes the offer, or things of a list."""
    if field.name in picks and picks[field.name] != body.get(field.name):
        return True
    value = picks.get(field.name, body.get(field.name))
    return value not in EMPTY and (field.name in picks or field.kind in ("some", "split"))


def _shows(value: Any, values: Mapping[str, Any], field: Field, words: str) -> bool:
    """Whether the sentence would be another with another pick, or with none."""
    none: tuple[Any, ...] = {"some": ([],), "split": ({},)}.get(field.kind, ())
    tried = (*others(field, values[field.name]), *(item for item in none if item != values[field.name]))
    return all(value({**values, field.name: other}) != words for other in tried)


def others(field: Field, value: Any) -> list[Any]:
    """A few other picks that a field allows, as JSON."""
    found: list[Any] = []
    for other in _others(field, value):
        if other != value and other not in found:
            found.append(other)
        if len(found) == TRIED:
            break
    return found


def _others(field: Field, value: Any) -> Iterable[Any]:
    among = [plain(pick) for pick in field.picks]
    match field.kind:
        case "one" | "place" | "facing":
            return among
        case "amount":
            near = (value + 1, value - 1) if isinstance(value, int) else (field.most, field.least)
            return [number for number in near if field.least <= number <= field.most]
        case "some" | "places":
            return _other_lists(field, list(value or ()), among)
        case "split":
            return _other_splits(dict(value or {}), among)
        case "text":
            return [f"{value} {field.name}"]
    return []


def _other_lists(field: Field, value: list[Any], among: list[Any]) -> Iterator[list[Any]]:
    more = [item for item in among if item not in value]
    if value and more:
        yield [*value[:-1], more[0]]
    if more and len(value) < field.most:
        yield [*value, more[0]]
    if len(value) > field.least:
        yield value[:-1]


def _other_splits(value: dict[str, int], among: list[Any]) -> Iterator[dict[str, int]]:
    for item in among:
        for other in among:
            if item != other and value.get(item):
                yield {**value, item: value[item] - 1, other: value.get(other, 0) + 1}


def _begun_small(text: str) -> str:
    return text[:1].lower() + text[1:]
