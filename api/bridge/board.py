"""Where the places of a scene lie on a PlanarAlly map, in its pixels, and which place a spot of the map belongs to.

PlanarAlly draws a square of its grid with 50 pixels. A cell of a fight is such a square; elsewhere one unit of length,
or a hundred hundredths of a drawing of zones and ranks, is as long as its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor, hypot
from typing import Any

from msgspec import Struct

CELL = 50.0
"""Pixels of a side of a square."""
SPREAD = 60.0
"""Pixels between two figures that stand in one zone, or nowhere in particular."""
ROW = 5
"""Figures side by side in a zone."""


class Spot(Struct, frozen=True):
    """Where a figure stands: the middle of it, in pixels, and how many squares it measures."""

    x: float
    y: float
    squares: float = 1.0


class Board(Struct, frozen=True):
    """The space of a scene on a map. origin: the square, in squares, at which the scene's 0, 0 lies."""

    space: Mapping[str, Any]
    origin: tuple[int, int] = (0, 0)

    def spots(self, tokens: Iterable[Mapping[str, Any]]) -> dict[str, Spot]:
        """Combatant -> where it stands, of those that stand anywhere. Figures of one zone stand side by side."""
        found: dict[str, Spot] = {}
        crowd: dict[tuple[object, ...], int] = {}
        for token in tokens:
            place = token["place"]
            if self._kind == "NOWHERE":
                if not token["whereabouts"]:
                    n = crowd[()] = crowd.get((), -1) + 1
                    found[token["combatant"]] = self._beside(0.0, 0.0, n)
                continue
            if place is None:
                continue
            spot = self._spot(place, token)
            if spot is None:
                continue
            if self._kind in ("ZONES", "RANKS"):
                where = (place["zone"], place["side"], place["rank"])
                n = crowd[where] = crowd.get(where, -1) + 1
                spot = self._beside(spot.x, spot.y, n)
            found[token["combatant"]] = spot
        return found

    def place_at(self, x: float, y: float, squares: float) -> dict[str, Any] | None:
        """The place that a figure stands on whose middle lies there, as orders write it; None: no place."""
        left, top = x - self.origin[0] * CELL, y - self.origin[1] * CELL
        if self._kind == "GRID":
            half = (squares - 1) / 2
            return {"cell": {"x": floor(left / CELL - half), "y": floor(top / CELL - half)}}
        point = (left / CELL * 100, top / CELL * 100)
        if self._kind == "PLANE":
            return {"point": {"x": round(point[0]), "y": round(point[1])}}
        if self._kind == "ZONES":
            inside = [zone for zone in self.space["zones"] if _holds(zone["outline"], point)]
            return {"zone": inside[-1]["key"]} if inside else None
        if self._kind == "RANKS":
            near = sorted((_apart(item["at"], point), item["side"], item["rank"]) for item in self.space["positions"])
            return {"side": near[0][1], "rank": near[0][2]} if near and near[0][0] <= 100 else None
        return None

    @property
    def _kind(self) -> str:
        return str(self.space["kind"])

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        """The pixels of a point in hundredths of the unit, or of the drawing."""
        return x / 100 * CELL + self.origin[0] * CELL, y / 100 * CELL + self.origin[1] * CELL

    def _spot(self, place: Mapping[str, Any], token: Mapping[str, Any]) -> Spot | None:
        footprint = token["footprint"] or {}
        if place["cell"] is not None and self._kind == "GRID":
            cells = [(run["x"] + n, run["y"]) for run in footprint.get("runs", ()) for n in range(run["length"])]
            wide = max((max(x for x, _ in cells) - min(x for x, _ in cells)) + 1, 1) if cells else 1
            x, y = place["cell"]["x"] + wide / 2, place["cell"]["y"] + wide / 2
            return Spot((x + self.origin[0]) * CELL, (y + self.origin[1]) * CELL, float(wide))
        if place["point"] is not None:
            x, y = self._pixels(place["point"]["x"], place["point"]["y"])
            return Spot(x, y, _size(footprint, place["point"]))
        if place["zone"] is not None:
            at = next((zone["at"] for zone in self.space.get("zones", ()) if zone["key"] == place["zone"]), None)
        else:
            whose = (place["side"], place["rank"])
            at = next((p["at"] for p in self.space.get("positions", ()) if (p["side"], p["rank"]) == whose), None)
        return None if at is None else Spot(*self._pixels(at["x"], at["y"]))

    def _beside(self, x: float, y: float, n: int) -> Spot:
        """The n-th of figures that share a spot."""
        row, column = divmod(n, ROW)
        if self._kind == "NOWHERE":
            x, y = self.origin[0] * CELL + CELL / 2, self.origin[1] * CELL + CELL / 2
        return Spot(x + column * SPREAD, y + row * SPREAD)


def _size(footprint: Mapping[str, Any], at: Mapping[str, int]) -> float:
    """Squares that a figure of an open table measures: its disc, or twice the farthest corner of its outline."""
    if disc := footprint.get("disc"):
        return max(float(disc["radius"]) * 2 / 100, 0.2)
    corners = [point for outline in footprint.get("outlines", ()) for point in outline["points"]]
    if not corners:
        return 1.0
    return max(max(hypot(point["x"] - at["x"], point["y"] - at["y"]) for point in corners) * 2 / 100, 0.2)


def _apart(item: Mapping[str, int], other: tuple[float, float]) -> float:
    return hypot(item["x"] - other[0], item["y"] - other[1])


def _holds(outline: Sequence[Mapping[str, int]], point: tuple[float, float]) -> bool:
    """Whether a closed line surrounds a point."""
    inside, (x, y) = False, point
    for item, other in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (item["y"] > y) != (other["y"] > y):
            crossing = item["x"] + (y - item["y"]) * (other["x"] - item["x"]) / (other["y"] - item["y"])
            inside ^= x < crossing
    return inside
