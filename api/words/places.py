"""What a log says of places: nobody reads coordinates of an open table aloud, so there they are left out."""

from __future__ import annotations

from operator import is_
from typing import Any

from msgspec import Struct, structs

from engine.kernel.state.combatant import Place, Point


def without_points(thing: Any) -> Any:
    """A struct, or JSON, with null for each place that is a point, and without those of ways."""
    match thing:
        case Place():
            return thing if thing.point is None else None
        case Point():
            return None
        case Struct():
            given = {field: getattr(thing, field) for field in thing.__struct_fields__}
            spoken = {field: without_points(value) for field, value in given.items()}
            changed = {field: value for field, value in spoken.items() if value is not given[field]}
            return structs.replace(thing, **changed) if changed else thing
        case {"cell": _, "point": dict()}:
            return None
        case dict():
            return {key: without_points(value) for key, value in thing.items()}
        case list() | tuple() if thing:
            kept = [value for value in map(without_points, thing) if value is not None]
            return thing if len(kept) == len(thing) and all(map(is_, kept, thing)) else type(thing)(kept)
    return thing
