"""Where zones and ranks are drawn that have no coordinates: the same every time for who sees the same of them.

Everything is in hundredths. Zones lie in rows, neighbours by a link one after the other; ranks face each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import GroundLink, GroundZone

WIDE, TALL, GAP = 400, 300, 200
"""Of a zone's box, and between two of them."""
STEP = 100
"""Between two positions of a side."""
LANE = 500
"""The height of a pair of sides that face each other."""
NEAR, SPREAD = 105, 70
"""How far from the middle of it the lowest rank lies, and how much farther the highest."""

Box = tuple[Point, tuple[Point, ...]]
"""Where a zone's tokens are drawn, and its outline."""


def zone_boxes(zones: Sequence[GroundZone], links: Sequence[GroundLink]) -> dict[str, Box]:
    """Where each zone is drawn. Those that have a place of their own keep it; the others lie to the right of these."""
    found: dict[str, Box] = {}
    for zone in zones:
        if zone.outline:
            found[zone.key] = (zone.at or _middle(zone.outline), zone.outline)
        elif zone.at is not None:
            found[zone.key] = (zone.at, _box(zone.at))
    left = max((point.x for _, outline in found.values() for point in outline), default=-GAP) + GAP
    rest = _by_links([zone.key for zone in zones if zone.key not in found], links)
    columns = isqrt(max(len(rest) - 1, 0)) + 1
    for n, key in enumerate(rest):
        row, column = divmod(n, columns)
        column = (
            columns - 1 - column if row % 2 else column
        )  # so that the end of a row lies beside the next row's start
        at = Point(left + column * (WIDE + GAP) + WIDE // 2, row * (TALL + GAP) + TALL // 2)
        found[key] = (at, _box(at))
    return found


def _by_links(keys: Sequence[str], links: Sequence[GroundLink]) -> list[str]:
    """The zones in order of setup, but each followed by those that it is linked with."""
    near: dict[str, list[str]] = {key: [] for key in keys}
    for link in links:
        if link.from_ in near and link.to in near:
            near[link.from_].append(link.to)
            near[link.to].append(link.from_)
    found: dict[str, None] = {}
    for key in keys:
        waiting = [key]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += reversed(near[name])
    return list(found)


def _box(at: Point) -> tuple[Point, ...]:
    x, y = at.x - WIDE // 2, at.y - TALL // 2
    return (Point(x, y), Point(x + WIDE, y), Point(x + WIDE, y + TALL), Point(x, y + TALL))


def _middle(outline: Sequence[Point]) -> Point:
    return Point(sum(p.x for p in outline) // len(outline), sum(p.y for p in outline) // len(outline))


def extent(boxes: Mapping[str, Box]) -> tuple[int, int]:
    """Width and height of a drawing that holds these zones."""
    points = [point for at, outline in boxes.values() for point in (at, *outline)]
    return max((p.x for p in points), default=0), max((p.y for p in points), default=0)


def rank_points(sides: Mapping[str, Sequence[int]]) -> tuple[int, int, dict[tuple[str, int], Point]]:
    """Width and height of the drawing, and where each (side, rank) is drawn.

    Each side is a row. The first two face each other, the second above the first, the next two below them, and so on.
    The same ranks are opposite each other, and the lowest are nearest to the middle.
    """
    deepest = max((len(ranks) for ranks in sides.values()), default=0)
    width, lanes = (deepest + 1) * STEP, (len(sides) + 1) // 2
    found: dict[tuple[str, int], Point] = {}
    for n, (side, ranks) in enumerate(sides.items()):
        middle = n // 2 * LANE + LANE // 2
        for deep, rank in enumerate(sorted(ranks)):
            away = NEAR + SPREAD * deep // max(1, deepest - 1)
            found[side, rank] = Point(STEP * (deep + 1), middle + (away if n % 2 == 0 else -away))
    return width, lanes * LANE, found
