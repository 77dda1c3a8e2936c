"""Marks on fields: what the schema says of them beside their type."""

from __future__ import annotations

import msgspec


def deprecated(reason: str) -> msgspec.Meta:
    """Mark a field as on its way out: `old: Annotated[int | None, deprecated("use `new`")] = None`.

    reason: what to use instead. The field stays readable for ever: clients are told, and nothing else changes. One
    that must be sent cannot be deprecated, since nobody could stop sending it: give it a default first.
    """
    return msgspec.Meta(extra={"deprecated": reason}, extra_json_schema={"deprecated": True})
