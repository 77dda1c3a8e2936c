"""Rebuilds structs from the stream's JSON, for rendering only: a question's figures, an offer's body."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from api.words import humanised
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.decisions import Question
from engine.kernel.structs.messages import Order


def question_of(book: Rulebook[Any], kind: str, figures: Mapping[str, Any] | None) -> Question[Any] | None:
    """The question of a decision; None if its figures are hidden from this seat, or if it asks for dice."""
    cls = next((q for q in book.system.questions if q.__name__ == kind), None)
    if cls is None or not figures:
        return None
    try:
        made: Question[Any] = msgspec.convert({**figures, "offers": [], "default": ""}, cls)
        return made
    except msgspec.ValidationError:
        return None


@cache
def _fixed(cls: type[Question[Any]]) -> tuple[type[Struct], ...]:
    """The body types that a question class declares: `A` of `Question[A]`."""
    for base in types.get_original_bases(cls) if hasattr(types, "get_original_bases") else cls.__orig_bases__:  # type: ignore[attr-defined]  # from Python 3.12 on
        args = [a for a in typing.get_args(base) if isinstance(a, type) and issubclass(a, Struct)]
        if args:
            return tuple(args)
    return ()


def bodies_of(cls: type[Question[Any]]) -> tuple[type[Struct], ...]:
    """The body types of a question beside orders."""
    return _fixed(cls) or cls.bodies


def body_of(book: Rulebook[Any], kind: str, key: str, body: Mapping[str, Any]) -> Struct | None:
    """The struct of an answer's body, found by its fields; None if not exactly one fits. kind: of the question."""
    cls = next((q for q in book.system.questions if q.__name__ == kind), None)
    return fitting(bodies_of(cls) if cls is not None else (), key, body) or fitting(book.orders.values(), key, body)


def fitting(candidates: Iterable[type[Struct]], key: str, body: Mapping[str, Any]) -> Struct | None:
    """The struct that fits this JSON, by its fields and then by the offer's key; None if not exactly one does."""
    found = []
    for candidate in candidates:
        if set(candidate.__struct_encode_fields__) == set(body):
            try:
                found.append(msgspec.convert(body, candidate))
            except msgspec.ValidationError:
                continue
    if len(found) > 1:
        found = [f for f in found if _named(humanised(key).lower(), humanised(type(f).__name__).lower())]
    return found[0] if len(found) == 1 else None


def _named(key: str, body: str) -> bool:
    """Whether an offer is named after its body: `keep` or `keep on` after `Keep`, `pass` after `LetPass`."""
    return key.startswith(body) or body.endswith(f" {key}")


def kind_of(body: Struct | None, key: str) -> str:
    """The kind of an offer as one word: an order's key, else the offer's."""
    if isinstance(body, Order):
        name = type(body).__name__
        return name[:1].lower() + name[1:]
    return key
