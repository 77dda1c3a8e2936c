"""What a struct's fields are."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import pytest
from msgspec import Meta, Struct

from engine.kernel.structs.fields import fields_of, settle, type_hints_of

Small = Annotated[int, Meta(le=9)]


class Part(Struct, rename="camel"):
    """A struct."""

    how_many: Small
    each: dict[str, Small] = msgspec.field(default_factory=dict)
    kind: ClassVar[str] = ""


def test_fields_have_both_names() -> None:
    """In their order; what is no field is none."""
    assert [(f.name, f.encode_name) for f in fields_of(Part)] == [("how_many", "howMany"), ("each", "each")]


def test_types_are_told_with_what_annotations_say() -> None:
    """At every depth; constants too."""
    assert type_hints_of(Part) == {"how_many": Small, "each": dict[str, Small], "kind": ClassVar[str]}


def test_they_are_looked_up_once() -> None:
    """The schema asks for them again and again."""
    assert fields_of(Part) is fields_of(Part)
    assert type_hints_of(Part) is type_hints_of(Part)


def test_texts_become_types_at_the_class_itself() -> None:
    """With the names of its module before its own: a field may be called as a type is. What is not there stays text."""

    class Own(Struct):
        Small: Small

    class Astray(Own):
        later: Later = ""  # type: ignore[name-defined]  # noqa: F821

    class Fine(Own):
        more: tuple[Small, ...] = ()

    for kind in (Astray, Fine, Part):
        settle(kind)
    assert Own.__annotations__ == {"Small": Small}
    assert Astray.__annotations__ == {"later": "Later"}
    assert Fine.__annotations__ == {"more": tuple[Small, ...]}
    assert Part.__annotations__["how_many"] == Small
    with pytest.raises(msgspec.ValidationError, match="<= 9"):
        msgspec.json.decode(b'{"howMany":10}', type=Part)
    with pytest.raises(NameError):
        type_hints_of(Astray)
