"""Field annotations that the schema publishes beside the type."""

from __future__ import annotations

import msgspec


def deprecated(reason: str) -> msgspec.Meta:
    """Mark a field as deprecated: `old: Annotated[int | None, deprecated("use `new`")] = None`.

    reason: what to use instead. The field stays readable for ever; only clients are warned. A required field cannot be
    deprecated, since nobody could stop sending it: give it a default first.
    """
    return msgspec.Meta(extra={"deprecated": reason}, extra_json_schema={"deprecated": True})
