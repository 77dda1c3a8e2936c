"""One name for one thing: at creation, in mid-fight, in orders and in events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.fields import fields_of
from engine.service.registry import Registry
from schemas import requests

BOOKS = Registry.installed().books.values()


def names(cls: type[Struct]) -> set[str]:
    """The fields of a struct, as they are sent."""
    return {field.encode_name for field in fields_of(cls)}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_who_enters_in_mid_fight_has_the_fields_of_a_combatant_at_creation(book: Rulebook[Any]) -> None:
    """The sheet stands below the game's key at creation only: an order is below it already."""
    assert names(book.enter) == names(requests.CombatantRequest)


def test_who_sits_down_in_mid_fight_has_the_fields_of_a_seat_at_creation() -> None:
    """Beside what every change of the table has."""
    assert names(requests.AddSeatBody) - names(requests.KeyedBody) == names(requests.SeatRequest)


def ours(book: Rulebook[Any]) -> Iterator[type[Struct]]:
    """Everything that a game sends or takes."""
    system = book.system
    yield from (*book.orders.values(), *book.events, *system.questions, system.sheet, system.setup)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_a_combatant_is_referred_to_as_such_or_by_its_role(book: Rulebook[Any]) -> None:
    """Never by another word for the same."""
    other = re.compile(r"who|whom|figure|figures|fighter|character")
    assert {cls.__name__: name for cls in ours(book) for name in names(cls) if other.fullmatch(name)} == {}
