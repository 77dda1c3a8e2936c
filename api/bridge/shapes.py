"""Figures as PlanarAlly's shapes: what a new one is made of, and which of those that lie there already belongs to whom.

The ids of new shapes are made from the fight and the combatant, so that the same figure is found again after a restart,
and by a second bridge to the same room.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from math import nan
from typing import Any

from msgspec import Struct

from api.bridge.board import CELL, Spot

TOKENS, SECRET, MAP = "tokens", "dm", "map"
"""PlanarAlly's layers: of figures, of what only its game masters see, and of the ground."""
PROGRAM, MARK = "planarally", "skald"
"""The name of PlanarAlly in the looks of a combatant; that of Skald among the options of a shape."""
COLOURS = {
    "CIRCLE": "#2f6fb3",
    "SQUARE": "#b3382f",
    "DIAMOND": "#3f8f3a",
    "TRIANGLE": "#8a5a12",
    "HEXAGON": "#7a3fa0",
    "STAR": "#4f5a63",
}
"""A side's colour by its emblem."""
FARTHEST = 1e7
"""Pixels from the middle of a map to its edge, at most."""
_NAMES = uuid.UUID("7d0a1c52-5d5b-4c6e-9a3e-52f1c9b0a4d7")


class Shape(Struct, kw_only=True):
    """A shape of the room's location, as far as a bridge minds it. width, height: of a circle its diameter.

    made_for: the fight whose bridge made it; "": somebody else did.
    """

    uuid: str
    kind: str
    x: float
    y: float
    angle: float = 0.0
    width: float = 0.0
    height: float = 0.0
    name: str = ""
    name_visible: bool = False
    defeated: bool = False
    floor: str = ""
    layer: str = ""
    made_for: str = ""

    @property
    def round(self) -> bool:
        """Whether x and y are its middle, as PlanarAlly has it for circles."""
        return self.kind in ("circle", "circulartoken")

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in pixels."""
        return (self.x, self.y) if self.round else (self.x + self.width / 2, self.y + self.height / 2)

    def corner(self, spot: Spot) -> tuple[float, float]:
        """What x and y become when its middle comes to a spot."""
        return (spot.x, spot.y) if self.round else (spot.x - self.width / 2, spot.y - self.height / 2)


def pixels(value: object) -> float:
    """A coordinate or a length in pixels. ValueError if it is none: not finite, or far beyond every map."""
    read = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else nan
    if not -FARTHEST < read < FARTHEST:
        raise ValueError("no place on a map")
    return read


def read_shape(shape: Mapping[str, Any], floor: str, layer: str) -> Shape:
    """A shape as PlanarAlly sends it."""
    across = 2 * pixels(shape.get("radius") or 0)
    return Shape(
        uuid=str(shape["uuid"]),
        kind=str(shape["type_"]),
        x=pixels(shape["x"]),
        y=pixels(shape["y"]),
        angle=float(shape.get("angle") or 0),
        width=pixels(shape.get("width") or across),
        height=pixels(shape.get("height") or across),
        name=str(shape.get("name") or ""),
        name_visible=bool(shape.get("name_visible")),
        defeated=bool(shape.get("is_defeated")),
        floor=floor,
        layer=layer,
        made_for=_made_for(shape.get("options")),
    )


def _made_for(options: object) -> str:
    """The mark that `new_shape` leaves among a shape's options, which PlanarAlly keeps and does not read."""
    try:
        read = json.loads(str(options or "[]"))
    except ValueError:
        return ""
    pairs = [item for item in read if isinstance(item, list) and len(item) == 2] if isinstance(read, list) else []
    return next((str(value) for name, value in pairs if name == MARK), "")


def own_id(fight: str, location: int, combatant: str) -> str:
    """The id of the shape that stands for a combatant in a location where none was there before."""
    return str(uuid.uuid5(_NAMES, f"{fight}\n{location}\n{combatant}"))


def new_shape(
    fight: str, id: str, token: Mapping[str, Any], spot: Spot, *, colour: str, owners: Iterable[str]
) -> dict[str, Any]:
    """A round token with a caption, as PlanarAlly takes it. owners: its users who may move it and see by it."""
    return {
        "uuid": id,
        "type_": "circulartoken",
        "x": spot.x,
        "y": spot.y,
        "name": token["label"],
        "name_visible": True,
        "fill_colour": token["looks"].get("colour") or colour,
        "stroke_colour": "#ffffff",
        "vision_obstruction": 0,
        "movement_obstruction": False,
        "draw_operator": "source-over",
        "options": json.dumps([[MARK, fight]]),
        "badge": 0,
        "show_badge": False,
        "default_edit_access": False,
        "default_vision_access": False,
        "is_invisible": False,
        "is_defeated": token["down"],
        "default_movement_access": False,
        "is_locked": False,
        "angle": 0,
        "stroke_width": 2,
        "group": None,
        "ignore_zoom_size": False,
        "is_door": False,
        "is_teleport_zone": False,
        "custom_data": [],
        "owners": [
            {"shape": id, "user": user, "edit_access": False, "movement_access": True, "vision_access": True}
            for user in owners
        ],
        "trackers": [],
        "auras": [],
        "character": None,
        "odd_hex_orientation": False,
        "size_x": 0,
        "size_y": 0,
        "show_cells": False,
        "cell_fill_colour": None,
        "cell_stroke_colour": None,
        "cell_stroke_width": None,
        "notes": [],
        "variants": None,
        "radius": spot.squares * CELL / 2 * 0.9,
        "viewing_angle": None,
        "text": token["caption"] or token["label"][:12],
        "font": "10px sans-serif",  # PlanarAlly reads the number before px, and scales it to the circle
    }


def matched(
    tokens: Iterable[Mapping[str, Any]],
    fight: str,
    location: int,
    shapes: Mapping[str, Shape],
    known: Mapping[str, str],
) -> dict[str, str]:
    """Combatant -> the shape that stands for it, of those that have one.

    First whom it belonged to before, then one that the combatant's looks name for this program by id or by name, then
    the one made for it, then a shape on the layer of figures that alone has the name that one combatant alone has.
    """
    listed = list(tokens)
    found: dict[str, str] = {}
    taken: set[str] = set()

    def take(combatant: str, id: str | None) -> None:
        if combatant not in found and id is not None and id in shapes and id not in taken:
            found[combatant] = id
            taken.add(id)

    for token in listed:
        take(token["combatant"], known.get(token["combatant"]))
    named = _by_name(shapes.values())
    for token in listed:
        for ref in token["looks"].get("refs", ()):
            if ref["program"] == PROGRAM:
                take(token["combatant"], ref["value"] if ref["value"] in shapes else named.get(ref["value"]))
        take(token["combatant"], own_id(fight, location, token["combatant"]))
    labels = Counter(token["label"] for token in listed)
    for token in listed:
        if labels[token["label"]] == 1:
            take(token["combatant"], named.get(token["label"]))
    return found


def _by_name(shapes: Iterable[Shape]) -> dict[str, str]:
    """Name -> shape, of names that one shape alone has on the layer of figures."""
    listed = [shape for shape in shapes if shape.layer == TOKENS and shape.name]
    counts = Counter(shape.name for shape in listed)
    return {shape.name: shape.uuid for shape in listed if counts[shape.name] == 1}
