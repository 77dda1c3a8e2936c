"""Tables with roads, water and rocks. Points are counted from the middle, as in `bout`."""

from __future__ import annotations

from engine.kernel.state.ground.areas import SceneArea, SceneOutline
from engine.kernel.state.ground.ground import Ground, GroundPatch
from engine.systems.minis.ground import BARE
from tests.systems.minis.bout import point


def patch(key: str, entry: str, *corners: tuple[int, int]) -> GroundPatch:
    """A patch with an outline."""
    ring = tuple(point(*corner) for corner in corners)
    return GroundPatch(key=key, entry=entry, area=SceneArea(outlines=(SceneOutline(points=ring),)))


def box(key: str, entry: str, left: int, top: int, right: int, bottom: int) -> GroundPatch:
    """A rectangle."""
    return patch(key, entry, (left, top), (right, top), (right, bottom), (left, bottom))


def ground(*patches: GroundPatch) -> Ground:
    """A table of 48 inches a side."""
    return Ground(space=BARE.space, patches=patches)


def river(entry: str = "river", left: int = 200, width: int = 250, key: str = "river") -> GroundPatch:
    """From north to south, `left` east of the middle."""
    return box(key, entry, left, -2400, left + width, 2400)


ROAD = box("road", "road", -2400, -50, 2400, 50)
"""From west to east through the middle, one inch wide."""
