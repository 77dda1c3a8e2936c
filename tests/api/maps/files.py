"""Universal VTT files made by hand, as each program writes them."""

from __future__ import annotations

import base64
import json
import math
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


def _file(width: float, height: float, walls: list[Any], doors: list[Any], objects: list[Any]) -> dict[str, Any]:
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": width, "y": height}, "pixels_per_grid": 70},
        "line_of_sight": walls,
        "objects_line_of_sight": objects,
        "portals": doors,
        "lights": [],
        "image": PICTURE,
    }


def corridor() -> dict[str, Any]:
    """A corridor two cells wide with doors in its middle: as wide as a cell, narrower, and aslant."""
    walls = [points((0, 2), (20, 2)), points((0, 4), (20, 4))]
    doors = []
    for x, half in ((4, 0.5), (8.3, 0.5), (12, 0.43), (16.5, 0.5)):
        walls += [points((x, 2), (x, 3 - half)), points((x, 3 + half), (x, 4))]
        doors.append(portal((x, 3 - half), (x, 3 + half), closed=x != 8.3))
    return _file(20, 6, walls, doors, [])


def ring(x: float, y: float, radius: float, corners: int = 24, gap: int = 0) -> list[dict[str, float]]:
    """A round wall. gap: corners that are left out."""
    turns = [2 * math.pi * n / corners for n in range(corners + 1 - gap)]
    return points(*((round(x + radius * math.cos(t), 3), round(y + radius * math.sin(t), 3)) for t in turns))


def round_walls() -> dict[str, Any]:
    """Towers with doors, and walls aslant between them."""
    small, large = ring(5, 5, 2.6, gap=1), ring(15.37, 14.21, 4.3, 40, gap=2)
    doors = [portal(*((at["x"], at["y"]) for at in (line[-1], line[0]))) for line in (small, large)]
    walls = [
        small,
        large,
        points((7.5, 5.7), (16.1, 9.98)),
        points((4.1, 7.44), (11.2, 15.03)),
        points((1, 19), (19, 1.5)),
    ]
    return _file(20, 20, walls, doors, [])


def off_by_a_third() -> dict[str, Any]:
    """Rooms whose walls lie a third of a cell off the grid, one half a cell, with doors a cell wide."""
    third = 1 / 3
    walls, doors = [], []
    for row, off in enumerate((third, 0.5)):
        top = 1 + off + 6 * row
        x = [1 + off, 6 + off, 11 + off]
        walls += [points((x[0], top), (x[2], top), (x[2], top + 4), (x[0], top + 4), (x[0], top))]
        walls += [points((x[1], top), (x[1], top + 1)), points((x[1], top + 2), (x[1], top + 4))]
        doors.append(portal((x[1], top + 1), (x[1], top + 2), closed=row == 0))
    return _file(14, 14, walls, doors, [])


def crates() -> dict[str, Any]:
    """A hall with 45 pieces of objects: crates, pillars and tables, on the grid and off it."""
    walls = [points((1, 1), (19, 1), (19, 13), (1, 13), (1, 1))]
    objects = []
    for n in range(5):
        x, y = 3 + 3.1 * n, 3.2 + 0.37 * n
        objects.append(points((x, y), (x + 1.4, y), (x + 1.4, y + 1.2), (x, y + 1.2), (x, y)))
    objects += [ring(3 + 3 * n, 9.5, 0.7, 8) for n in range(3)] + [points((14, 10), (17.2, 11.9))]
    return _file(20, 14, walls, [], objects)


def towers() -> dict[str, Any]:
    """A part of a larger map, through which its edge cuts towers."""
    file = _file(12, 10, [ring(40, 31, 3.3), ring(52, 36, 2.8, 18), points((38.2, 40.7), (53, 33.1))], [], [])
    file["resolution"]["map_origin"] = {"x": 40, "y": 30}
    return file


def written(file: dict[str, Any]) -> bytes:
    """As bytes."""
    return json.dumps(file, indent=2).encode()
