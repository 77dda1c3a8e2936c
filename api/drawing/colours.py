"""The colours of a drawing, in light and dark. A test holds them to a contrast of 3 to 1 and more."""

from __future__ import annotations

from engine.kernel.scene.play import Tone
from engine.kernel.scene.tokens import SceneEmblem
from engine.kernel.state.ground.ground import SceneLook

Pair = tuple[str, str]
"""A colour in light, and in dark."""

PAPER: Pair = ("#fbf8f1", "#1a1d22")
FLOOR: Pair = ("#f3eddf", "#282c33")
INK: Pair = ("#29241f", "#efeae0")
QUIET: Pair = ("#665b4e", "#b3ab9c")
"""Text of less weight."""
LAND: Pair = ("#e3e5c6", "#333a2c")
"""Of a zone about whose ground nothing is said."""
TRAIL: Pair = ("#c9a877", "#6b5636")
"""A way between zones."""
ACTING: Pair = ("#b35900", "#ffc24d")
"""Around whoever has the turn."""

FILLS: dict[SceneLook, Pair] = {
    "FLOOR": FLOOR,
    "WALL": ("#5b5149", "#7f776b"),
    "DOOR": ("#e2bd8b", "#5a4022"),
    "WINDOW": ("#cfe6ee", "#27424c"),
    "WATER": ("#c3dff0", "#1c3a52"),
    "ROUGH": ("#e8dab6", "#3d3626"),
    "ROAD": ("#e5ddcf", "#38363a"),
    "BRIDGE": ("#e3c9a0", "#4c3a24"),
    "WOOD": ("#d3e5c5", "#213a26"),
    "HEIGHT": ("#e2d5c4", "#423c35"),
    "STAIRS": ("#e6dfd4", "#36383d"),
    "PIT": ("#54493f", "#0b0c0e"),
    "OBSTACLE": ("#dccfba", "#443f38"),
    "COVER": ("#e4e1c8", "#36382a"),
    "HAZARD": ("#f6decb", "#472a1b"),
    "FIRE": ("#fad6b6", "#512413"),
    "SMOKE": ("#e1e1e1", "#3a3d42"),
    "DARK": ("#57525e", "#0c0d10"),
    "OTHER": ("#ebdeec", "#3a2c40"),
}
STROKES: dict[SceneLook, Pair] = {
    "FLOOR": ("#85796a", "#8d929b"),
    "WALL": ("#2f2924", "#d8cfc1"),
    "DOOR": ("#7a4a12", "#e0a860"),
    "WINDOW": ("#2f6b80", "#7fc4dc"),
    "WATER": ("#2b6a9b", "#6db1e2"),
    "ROUGH": ("#7f6632", "#bfa56a"),
    "ROAD": ("#7b6f60", "#a69f97"),
    "BRIDGE": ("#7a5324", "#d2a66e"),
    "WOOD": ("#3c7332", "#82c476"),
    "HEIGHT": ("#7a6046", "#bca487"),
    "STAIRS": ("#6c6254", "#a9abb1"),
    "PIT": ("#d9cfc3", "#8f8b85"),
    "OBSTACLE": ("#5f5344", "#bdb19c"),
    "COVER": ("#67682f", "#b6b873"),
    "HAZARD": ("#a8441a", "#f0955f"),
    "FIRE": ("#b8390f", "#ff9a5c"),
    "SMOKE": ("#686868", "#a7abb1"),
    "DARK": ("#d6d2dc", "#8a8695"),
    "OTHER": ("#7a4d80", "#c79fce"),
}
"""Outlines and textures of what lies on the ground."""

SIDES: dict[SceneEmblem, Pair] = {
    "CIRCLE": ("#1d5c9e", "#86b9f2"),
    "SQUARE": ("#a83a17", "#ff9e7d"),
    "DIAMOND": ("#26733b", "#8ad292"),
    "TRIANGLE": ("#76399a", "#d2a8f3"),
    "HEXAGON": ("#7d5a00", "#ecc25a"),
    "STAR": ("#0b6a7c", "#6dd0df"),
}
"""The colours of sides, by emblem: blue, red, green, purple, yellow, teal, as the kernel names them (`COLOURS`)."""
ON_SIDES: Pair = ("#ffffff", "#14161a")
"""Text on them."""

TONES: dict[Tone, Pair] = {
    "GOOD": ("#1f7038", "#7fd08c"),
    "BAD": ("#b3261e", "#ff9188"),
    "WARNING": ("#8a5a00", "#f0bd4f"),
    "PLAIN": ("#5a5248", "#bdb5a7"),
}


def _light(part: int) -> float:
    share = part / 255
    return float(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as WCAG 2 defines it."""
    red, green, blue = (_light(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(name: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(name), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def text_on(colour: str) -> str:
    """Black or white, whichever is read better on the colour: at least 4.5 to 1."""
    return max("#000000", "#ffffff", key=lambda text: contrast(text, colour))
