"""The scalars of the schema."""

from __future__ import annotations

from typing import Any, NewType

import strawberry
from strawberry.types.scalar import ScalarDefinition

from schemas.types import Instant

Json = NewType("Json", object)
"""Any JSON value."""


def as_it_is(value: Any) -> Any:
    """Return the value itself: it is JSON already."""
    return value


SCALARS: dict[object, ScalarDefinition] = {
    Instant: strawberry.scalar(
        name="DateTime",
        description="A moment: RFC 3339 in UTC, with milliseconds.",
        specified_by_url="https://scalars.graphql.org/andimarek/date-time",
        serialize=as_it_is,
        parse_value=as_it_is,
    ),
    Json: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc8259",
        serialize=as_it_is,
        parse_value=as_it_is,
    ),
}

__all__ = ["SCALARS", "Instant", "Json"]
