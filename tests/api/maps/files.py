"""Universal VTT files made by hand, as each program writes them."""

from __future__ import annotations

import base64
import json
from typing import Any

PICTURE = base64.b64encode(bytes(range(256)) * 400).decode()


def points(*pairs: tuple[float, float]) -> list[dict[str, float]]:
    """A line of points."""
    return [{"x": x, "y": y} for x, y in pairs]


def portal(one: tuple[float, float], other: tuple[float, float], *, closed: bool = True) -> dict[str, Any]:
    """A door."""
    middle = {"x": (one[0] + other[0]) / 2, "y": (one[1] + other[1]) / 2}
    return {
        "position": middle,
        "bounds": points(one, other),
        "rotation": 1.570796,
        "closed": closed,
        "freestanding": False,
    }


def dungeondraft(**more: Any) -> dict[str, Any]:
    """A part of 8 x 6 cells that was cut out of a larger map at (10, 4): a room, a pillar off the grid."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 10, "y": 4},
            "map_size": {"x": 8, "y": 6},
            "pixels_per_grid": 256,
        },
        "line_of_sight": [points((12, 5), (16, 5.05), (16, 9), (12, 9), (12, 7.5)), points((12, 6.5), (12, 5))],
        "objects_line_of_sight": [points((13.3, 7.3), (13.7, 7.3), (13.5, 7.7), (13.3, 7.3))],
        "portals": [portal((14, 9), (15, 9)), portal((12, 6.5), (12, 7.5), closed=False)],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [{"position": {"x": 13, "y": 6}, "range": 5, "intensity": 1, "color": "ffeccd8b", "shadows": True}],
        "image": PICTURE,
        **more,
    }


def dungeon_alchemist(**more: Any) -> dict[str, Any]:
    """Version 0.2 without objects, whole numbers as floats, a wall that leaves the map."""
    return {
        "format": 0.2,
        "resolution": {"map_origin": {"x": 0.0, "y": 0.0}, "map_size": {"x": 5.0, "y": 4.0}, "pixels_per_grid": 100},
        "line_of_sight": [points((0.0, 2.0), (9.0, 2.0))],
        "portals": [portal((2.0, 2.0), (3.0, 2.0))],
        "lights": [],
        "image": PICTURE,
        **more,
    }


def dungeon_fog(**more: Any) -> dict[str, Any]:
    """A `.df2vtt` file: a format as text, a crooked wall, members that only this program writes."""
    return {
        "format": "0.2",
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 6, "y": 6}, "pixels_per_grid": 70},
        "line_of_sight": [points((1, 1), (4, 3)), points((0.5, 3), (4.5, 3))],
        "portals": [],
        "environment": None,
        "lights": [{}, {}],
        "software": "another program",
        "image": PICTURE,
        **more,
    }


def written(file: dict[str, Any]) -> bytes:
    """As bytes."""
    return json.dumps(file, indent=2).encode()
