"""Fights of any game with as much of its content on each sheet as its sheets hold, written in full."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.sizes import MOST_ON_SHEET
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.fields import type_hints_of
from tests.support.fights import playing
from tests.support.fights.arena import Arena

AS_MANY = (MOST_ON_SHEET, 12, 3)
"""How much is tried of each field; the most that a game takes is kept."""


def crowded(system: str, rng: random.Random) -> Arena:
    """A fight that has not begun. Every second combatant has all that it may have."""
    arena = playing.examples_of(system).make(rng)
    for number in range(0, len(arena.creation.combatants), 2):
        for field, things in _writable(arena.book):
            arena = _with_more(arena, number, field, things, rng)
    return arena


def _writable(book: Rulebook[Any]) -> Iterator[tuple[str, tuple[Struct, ...]]]:
    """Lists of a sheet that hold things in full, each with those of the catalogue."""
    for field, hint in type_hints_of(book.system.sheet).items():
        kinds = [
            kind
            for one in typing.get_args(hint)
            for kind in (one, *typing.get_args(one))
            if isinstance(kind, type) and issubclass(kind, Struct) and hasattr(kind, "__struct_fields__")
        ]
        listed = "tuple" in str(hint)
        for kind in kinds:
            found = [one for table in book.system.content.values() for one in table.values() if isinstance(one, kind)]
            if listed and found and "id" in kind.__struct_fields__:
                yield field, tuple(found)


def _with_more(arena: Arena, number: int, field: str, things: tuple[Struct, ...], rng: random.Random) -> Arena:
    """The same fight, one of whose combatants has as many of these things as may be."""
    entries = arena.creation.combatants
    sheet: Any = entries[number].sheet  # type: ignore[attr-defined]
    for count in AS_MANY:
        more = tuple(structs.replace(rng.choice(things), id=f"own_{n}") for n in range(count))  # type: ignore[call-arg]
        entry = structs.replace(entries[number], sheet=structs.replace(sheet, **{field: more}))
        try:
            return again(arena, (*entries[:number], entry, *entries[number + 1 :]))
        except RuleRefusal:
            continue
    return arena


def again(arena: Arena, entries: tuple[Any, ...]) -> Arena:
    """The same fight with other combatants."""
    made = arena.creation
    return Arena(
        arena.book,
        entries,
        dice=arena.dice,
        setup=made.setup,
        seats=made.seats,
        figures_open=made.figures_open,
        ground=made.ground,
        mode=made.dice,
    )
