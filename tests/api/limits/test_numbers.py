"""Whole numbers from outside: each has a range in its type, so that what makes no sense is refused where it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect

import schemas.requests
from engine.kernel.overruling import gm_tools
from engine.kernel.state.orders import Entry
from engine.service.registry import Registry
from engine.service.writing.creator import NewEncounter
from tests.api.fights import bridge_input
from tests.api.table import ADMIN, Table

LARGEST = 2**31 - 1


def structs_of(module: Any) -> list[type[Struct]]:
    return [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]


def sent() -> list[type]:
    """All that is read from outside: requests, tools of the game master, and of each system setup, sheet and orders."""
    systems = [book.system for book in Registry.installed().books.values()]
    own = [cls for system in systems for cls in (system.setup, system.sheet, *system.orders)]
    return [NewEncounter, Entry, *structs_of(schemas.requests), *structs_of(gm_tools), *own]


def numbers(
    kind: inspect.Type, where: str, seen: set[type]
) -> Iterator[tuple[str, inspect.IntType | inspect.FloatType]]:
    """The numbers inside a type, and where they lie."""
    match kind:
        case inspect.IntType() | inspect.FloatType():
            yield where, kind
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from numbers(field.type, f"{kind.cls.__name__}.{field.name}", seen)
        case inspect.UnionType():
            for one in kind.types:
                yield from numbers(one, where, seen)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield from numbers(kind.item_type, where, seen)
        case inspect.TupleType():
            for one in kind.item_types:
                yield from numbers(one, where, seen)
        case inspect.DictType():
            yield from numbers(kind.key_type, where, seen)
            yield from numbers(kind.value_type, where, seen)


def test_every_number_that_is_sent_has_a_range() -> None:
    """Whole, within 32 bits, and with both ends."""
    seen: set[type] = set()
    found = [one for cls in sent() for one in numbers(inspect.type_info(cls), cls.__name__, seen)]
    assert len(found) > 50
    for where, kind in found:
        assert isinstance(kind, inspect.IntType), f"{where} is no whole number"
        assert kind.ge is not None or kind.gt is not None, f"{where} has no least value"
        most = kind.le if kind.le is not None else kind.lt
        assert most is not None, f"{where} has no greatest value"
        assert most <= LARGEST, where


SENT = [
    ({"ground": {"space": {"width": -1, "height": 8}}}, "ground.space.width"),
    ({"ground": {"space": {"width": 8, "height": 2**31}}}, "ground.space.height"),
    ({"ground": {"space": {"width": 2**40, "height": 8}}}, "ground.space.width"),
]


@pytest.mark.parametrize(("given", "field"), SENT)
def test_a_ground_that_cannot_be_is_refused(table: Table, given: dict[str, Any], field: str) -> None:
    """By both ways in, with the name of the field; nothing is made."""
    before = table.get("/v1/encounters", ADMIN).json()
    answer = table.post("/v1/encounters", ADMIN, bridge_input(**given))
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "BAD_USER_INPUT", field)
    query = "mutation($i: CreateEncounterInput!) { createEncounter(input: $i) { __typename } }"
    (error, *_) = table.gql(query, ADMIN, i=bridge_input(**given))["errors"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"
    assert table.get("/v1/encounters", ADMIN).json() == before


@pytest.mark.parametrize(
    ("place", "field"),
    [
        ({"cell": {"x": 2_000_000, "y": 0}}, "combatants.0.place.cell.x"),
        ({"point": {"x": 0, "y": -(10**9)}}, "combatants.0.place.point.y"),
        ({"rank": 5000}, "combatants.0.place.rank"),
        ({"cell": {"x": 0, "y": 0}, "height": 10**8}, "combatants.0.place.height"),
    ],
)
def test_nor_does_anybody_stand_where_nobody_can(table: Table, place: dict[str, Any], field: str) -> None:
    body = bridge_input()
    body["combatants"][0]["place"] = place
    answer = table.post("/v1/encounters", ADMIN, body)
    assert (answer.status_code, answer.json()["field"]) == (400, field)
