"""Textures of the ground: what something is can be told without its colour."""

from __future__ import annotations

from api.drawing.markup import element, number
from engine.kernel.state.ground.ground import SceneLook

SIZE = 16
"""The side of a texture's tile; it is drawn larger on large cells."""

# Lines of a tile of 16 x 16. Tiles fit together at their sides.
_LINES: dict[SceneLook, str] = {
    "WATER": "M0 5q2-2.5 4 0t4 0t4 0t4 0M0 13q2-2.5 4 0t4 0t4 0t4 0",
    "ROUGH": "M3 6l1.5-3l1.5 3M11 13l1.5-3l1.5 3M11 5h2.500M3 13h2.500",
    "ROAD": "M2 4h3M10 4h3M6 12h3M14 12h2M0 12h1",
    "BRIDGE": "M0 0h16M0 4h16M0 8h16M0 12h16M5 0v4M12 4v4M4 8v4M11 12v4",
    "WOOD": "M4 9v-2m-3 0l3-6l3 6zM12 15v-2m-3 0l3-6l3 6z",
    "HEIGHT": "M2 6q3-4 6 0M8 14q3-4 6 0",
    "STAIRS": "M0 2h16M0 6h16M0 10h16M0 14h16",
    "PIT": "M0 4l4-4M0 12l12-12M4 16l12-12M12 16l4-4",
    "OBSTACLE": "M2 2l5 5M7 2l-5 5M10 10l5 5M15 10l-5 5",
    "COVER": "M2 7v-3h5v3M10 15v-3h5v3",
    "HAZARD": "M0 8l8-8M0 16l16-16M8 16l8-8",
    "FIRE": "M4 8c-3-2 0-4 0-6c2 2 3 4 0 6M12 15c-3-2 0-4 0-6c2 2 3 4 0 6",
    "SMOKE": "M2 5a2 2 0 1 1 4 0M6 5a2 2 0 1 1 4 0M8 13a2 2 0 1 1 4 0M12 13a2 2 0 1 1 4 0",
    "DARK": "M1 1v1M5 5v1M9 9v1M13 13v1M9 1v1M13 5v1M1 9v1M5 13v1",
    "OTHER": "M0 0l16 16M8 0l8 8M0 8l8 8",
    "WINDOW": "M0 8h16M8 0v16",
    "DOOR": "M5 0v16M11 0v16",
}


def texture(look: SceneLook, name: str, size: float, corner: tuple[float, float], *, faint: bool = False) -> str:
    """A pattern of this id, its tiles from this corner on; "" for a look without texture: its colour alone.

    faint: words lie over it.
    """
    lines = _LINES.get(look)
    if lines is None:
        return ""
    part = size / SIZE
    inside = element("rect", width=SIZE, height=SIZE, class_=f"f-{look}")
    inside += element(
        "path",
        d=lines,
        class_=f"open s-{look}",
        stroke_width=1 / max(part, 0.6),
        stroke_linecap="round",
        stroke_opacity=0.35 if faint else None,
    )
    return element(
        "pattern",
        inside,
        id=name,
        width=SIZE,
        height=SIZE,
        patternUnits="userSpaceOnUse",
        patternTransform=f"translate({number(corner[0])} {number(corner[1])}) scale({part:.5g})",
    )


def textured(look: SceneLook) -> bool:
    """Whether a look has a texture."""
    return look in _LINES
