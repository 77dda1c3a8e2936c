"""What a struct's fields are, and of which types: looked up once, for looking is slow and the schema does it often."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct, structs


@cache
def fields_of(cls: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    """The fields of a struct, in their order."""
    return structs.fields(cls)


@cache
def hints_of(cls: type) -> Mapping[str, Any]:
    """Field or constant -> its type as it is annotated, with what the annotation says besides."""
    return typing.get_type_hints(cls, include_extras=True)
