"""Fields and types of structs, cached: reflection is slow and the schema uses it often."""

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
def type_hints_of(cls: type) -> Mapping[str, Any]:
    """Field or constant -> its annotated type, including annotation metadata."""
    return typing.get_type_hints(cls, include_extras=True)
