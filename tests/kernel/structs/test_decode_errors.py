"""What a decoder cannot read, in plain words, with its whole path."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import pytest
from msgspec import Struct

from engine.kernel.state.decisions import Visibility
from engine.kernel.structs.decode_errors import did_you_mean, dotted_path, explain_decode_error
from engine.kernel.structs.ids import Id

T = TypeVar("T")


class Part(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A part. long_name: it is renamed in JSON."""

    long_name: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    mood: Literal["GLAD", "SAD"] = "GLAD"


class Whole(Struct, Generic[T], frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """All kinds of fields."""

    id: Id = "a"
    parts: tuple[Part, ...] = ()
    by_name: dict[str, Part] = {}
    pair: tuple[int, str] = (1, "a")
    maybe: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    shown: Visibility | None = None
    held: T | None = None
    wanted: bool


OF: Any = Whole[Part]
NO = {"wanted": True}


@pytest.mark.parametrize(
    ("value", "where", "what"),
    [
        ({}, "wanted", "'wanted' is missing"),
        ([], "", "expected an object, got a list"),
        ({"wanted": 1}, "wanted", "expected true or false, got a whole number"),
        ({"wanted": None}, "wanted", "expected true or false, got null"),
        ({**NO, "part": []}, "part", "there is no field 'part' here: did you mean 'parts'?"),
        ({**NO, "id": "a b"}, "id", "expected an id: letters, digits, - and _, with a letter or a digit first"),
        ({**NO, "id": "ab\n"}, "id", "expected an id: letters, digits, - and _, with a letter or a digit first"),
        ({**NO, "maybe": ""}, "maybe", "expected a text of at least 1 character"),
        ({**NO, "maybe": 1}, "maybe", "expected a text or null, got a whole number"),
        ({**NO, "shown": "open"}, "shown", "'open' is none of OPEN, PRIVATE, HIDDEN, SEALED: did you mean 'OPEN'?"),
        ({**NO, "pair": [1]}, "pair", "expected a list of exactly 2 items"),
        ({**NO, "pair": [1, 2]}, "pair.1", "expected a text, got a whole number"),
        ({**NO, "parts": [{}, {"longName": 0}]}, "parts.1.longName", "expected a whole number of at least 1"),
        ({**NO, "parts": [{"mood": "ODD"}]}, "parts.0.mood", "'ODD' is none of GLAD, SAD"),
        ({**NO, "parts": [{"mood": 3}]}, "parts.0.mood", "3 is none of GLAD, SAD"),
        (
            {**NO, "parts": [{"zzz": 1}]},
            "parts.0.zzz",
            "there is no field 'zzz' here: there are longName, mood",
        ),
        (
            {**NO, "byName": {"a": {}, "b": {"longName": "x"}}},
            "byName.b.longName",
            "expected a whole number, got a text",
        ),
        ({**NO, "held": {"longName": 10}}, "held.longName", "expected a whole number of at most 9"),
    ],
)
def test_what_is_wrong_and_where(value: Any, where: str, what: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, OF)
    found = explain_decode_error(caught.value, value, OF)
    assert (dotted_path(found.where), found.what) == (where, what)


def test_a_key_that_cannot_be_one_is_named() -> None:
    kind: Any = dict[Id, int]
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"a": 1, "b c": 2}, kind)
    found = explain_decode_error(caught.value, {"a": 1, "b c": 2}, kind)
    assert found.where == ("b c",)
    assert found.what.startswith("'b c' cannot be a key here: expected an id")


def test_a_word_that_is_like_none_gets_no_advice() -> None:
    assert did_you_mean("face", ["faces", "seat"]) == ": did you mean 'faces'?"
    assert did_you_mean("xyz", ["faces", "seat"]) == ""
