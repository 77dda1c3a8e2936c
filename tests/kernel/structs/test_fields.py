"""What a struct's fields are."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

from engine.kernel.structs.fields import fields_of, type_hints_of

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
