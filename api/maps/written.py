"""A scene's ground as a file of another program: Universal VTT, and the data of a scene of Foundry."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from api.maps.picture import picture_of, pixels_of
from api.maps.plan import Plan, PlanLine, plan_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.scene import Scene

MapFormat = Literal["uvtt", "foundry"]

AJAR = ("OPEN", "BROKEN")
"""States in which a door lets everybody through."""


def write_map(scene: Scene, form: MapFormat, name: str) -> bytes:
    """The file. name: of the fight. RuleRefusal where the scene has no map of walls."""
    return msgspec.json.encode(WRITERS[form](plan_of(scene), name))


def write_scene(book: Rulebook[Any], encoded: bytes, form: MapFormat, name: str) -> bytes:
    """The file of a scene's JSON: a job of the pool, since its time grows with the ground."""
    return write_map(msgspec.json.decode(encoded, type=Scene), form, name)


# -- Universal VTT: in cells, from the grid's corner
def _universal(plan: Plan, name: str) -> dict[str, Any]:
    x, y, width, height = plan.box
    doors = [line for line in plan.lines if line.kind in ("DOOR", "WINDOW")]
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": x, "y": y},
            "map_size": {"x": width, "y": height},
            "pixels_per_grid": pixels_of(plan.box),
        },
        "line_of_sight": [_points(line) for line in plan.lines if line.kind == "WALL" and line.sight != "FREE"],
        "objects_line_of_sight": [
            _points(line) for line in plan.lines if line.kind == "OBJECT" and line.sight != "FREE"
        ],
        "portals": [_portal(line) for line in doors],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(picture_of(plan.box, plan.looks)).decode(),
    }


def _points(line: PlanLine) -> list[dict[str, float]]:
    return [{"x": line.x1, "y": line.y1}, {"x": line.x2, "y": line.y2}]


def _portal(line: PlanLine) -> dict[str, Any]:
    level = abs(line.y2 - line.y1) < abs(line.x2 - line.x1)
    return {
        "position": {"x": (line.x1 + line.x2) / 2, "y": (line.y1 + line.y2) / 2},
        "bounds": _points(line),
        "rotation": 0 if level else 1.570796,
        "closed": line.state not in AJAR,
        "freestanding": False,
    }


# -- Foundry: in pixels, from the corner of what is shown
GRID_SIZE = 100
"""Pixels of a cell's side in Foundry."""
MOVE = {"NEVER": 20}
SENSES = {"NEVER": 20, "SOME": 10}
DOOR_STATES = {"OPEN": 1, "BROKEN": 1, "LOCKED": 2}


def _foundry(plan: Plan, name: str) -> dict[str, Any]:
    """What `Scene.create` takes, in the fields that its versions 13 and 14 share."""
    x, y, width, height = plan.box
    return {
        "name": name,
        "width": round(width * GRID_SIZE),
        "height": round(height * GRID_SIZE),
        "padding": 0,
        "backgroundColor": "#efe9dd",
        "grid": {"type": 1, "size": GRID_SIZE, "distance": plan.cell / 100, "units": plan.unit},
        "tokenVision": False,
        "walls": [wall for line in plan.lines if (wall := _wall(line, x, y)) is not None],
        "lights": [],
        "flags": {"skald": {"origin": {"x": x, "y": y}}},
    }


def _wall(line: PlanLine, x: float, y: float) -> dict[str, Any] | None:
    """A wall; None for what stops nothing."""
    move, sight = MOVE.get(line.step, 0), SENSES.get(line.sight, 0)
    door = line.kind == "DOOR"
    if not (move or sight or door):
        return None
    ends = (line.x1 - x, line.y1 - y, line.x2 - x, line.y2 - y)
    return {
        "c": [round(end * GRID_SIZE) for end in ends],
        "move": move,
        "sight": sight,
        "light": sight,
        "sound": sight,
        "door": int(door),
        "ds": DOOR_STATES.get(line.state, 0) if door else 0,
    }


WRITERS: dict[MapFormat, Callable[[Plan, str], dict[str, Any]]] = {"uvtt": _universal, "foundry": _foundry}
