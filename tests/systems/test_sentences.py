"""No sentence of a game has a gap: what may be missing, or hidden from its reader, stands in brackets or has words."""

from __future__ import annotations

import typing

import msgspec
import pytest

from engine.kernel.words.sentences import Sentences, gaps_in
from engine.service.registry import Registry

SYSTEMS = sorted(Registry.installed().books)

NEVER_EMPTY = {
    "FacesDrawn.faces",
    "GroupOrderSet.members",
    "GearMoved.items",
    "GearHanded.items",
    "GearGained.items",
    "GearDropped.items",
    "AskHandOver.items",
}
"""Lists with at least one entry, from which nothing is withheld: faces, items, and whoever shares a count."""


def may_be_missing(hint: object) -> bool:
    """Whether a field of this type may be null, or a list without entries."""
    arguments = typing.get_args(hint)
    return type(None) in arguments or (typing.get_origin(hint) is tuple and arguments[1:] == (...,))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sentence_has_no_gap_where_something_is_missing(system: str) -> None:
    """In every language, of every order, event and question."""
    game = Registry.installed().book(system).system
    for locale, words in game.words.languages.items():
        sentences = Sentences(words["sentences"])
        for cls in (*game.orders, *game.events, *game.questions):
            hints = typing.get_type_hints(cls)
            for field in msgspec.structs.fields(cls):
                if f"{cls.__name__}.{field.name}" in NEVER_EMPTY or not may_be_missing(hints.get(field.name)):
                    continue
                chosen = sentences.chosen(cls.__name__, {field.name: ("none",)})
                assert field.name not in gaps_in(chosen), f"{locale}: {cls.__name__} without {field.name}: {chosen!r}"
