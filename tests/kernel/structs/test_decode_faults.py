"""All faults of a value at once, each with its path."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Struct

from engine.kernel.structs.decode_faults import MOST, decode_faults

Small = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Inner(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A part."""

    at_most: Small
    text: Annotated[str, msgspec.Meta(min_length=1)] = "x"


class Outer(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Parts in every way that structs have them."""

    name: str
    parts: Annotated[tuple[Inner, ...], msgspec.Meta(max_length=3)] = ()
    maybe: Inner | None = None
    figures: dict[str, Small] = {}
    pair: tuple[int, str] = (1, "a")


class Lenient(Struct):
    """Ignores what it does not know."""

    a: int = 0


def places(value: Any, kind: Any = Outer) -> list[str]:
    return [".".join(map(str, fault.where)) for fault in decode_faults(value, kind)]


def test_what_can_be_read_has_none() -> None:
    assert decode_faults({"name": "n", "parts": [{"atMost": 9}], "figures": {"a": 0}}, Outer) == []
    assert decode_faults({"a": 1, "b": 2}, Lenient) == []


def test_all_are_told_with_their_paths() -> None:
    """Also behind a part that cannot be read, and unknown and missing fields beside it."""
    value = {
        "parts": [{"atMost": 10}, {"atMost": 1, "text": ""}, {}],
        "maybe": {"atMost": -1, "txt": "y"},
        "figures": {"a": 1, "b": "two"},
        "pair": [1, 2],
        "colour": 1,
    }
    assert places(value) == [
        "name", "parts.0.atMost", "parts.1.text", "parts.2.atMost", "maybe.atMost", "maybe.txt", "figures.b",
        "pair.1", "colour",
    ]  # fmt: skip
    words = {".".join(map(str, fault.where)): fault.what for fault in decode_faults(value, Outer)}
    assert words["name"] == "'name' is missing"
    assert words["parts.0.atMost"] == "expected a whole number of at most 9"
    assert words["maybe.txt"] == "there is no field 'txt' here: did you mean 'text'?"
    assert words["figures.b"] == "expected a whole number, got a text"


@pytest.mark.parametrize(
    ("value", "where"),
    [([], ""), ({"name": 1}, "name"), ({"name": "n", "maybe": 3}, "maybe"), ({"name": "n", "parts": {}}, "parts")],
)
def test_one_of_another_type(value: Any, where: str) -> None:
    assert places(value) == [where]


def test_too_many_parts_that_are_well() -> None:
    """What no part is at fault for is told of the whole."""
    assert places({"name": "n", "parts": [{"atMost": 1}] * 4}) == ["parts"]


def test_so_many_at_once() -> None:
    assert len(decode_faults({"name": "n", "figures": {str(n): "x" for n in range(500)}}, Outer)) == MOST


def test_a_place_in_front() -> None:
    assert decode_faults({"atMost": "x"}, Inner, ("combatants", 3))[0].where == ("combatants", 3, "atMost")
