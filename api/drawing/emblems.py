"""The shapes that tell sides apart without colour."""

from __future__ import annotations

from math import cos, pi, sin

from api.drawing.markup import number
from engine.kernel.scene.tokens import SceneEmblem


def _points(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _around(x: float, y: float, radii: tuple[float, ...], corners: int, turned: float) -> str:
    steps = [turned + 2 * pi * n / corners for n in range(corners)]
    return _points(
        [(x + radii[n % len(radii)] * cos(a), y + radii[n % len(radii)] * sin(a)) for n, a in enumerate(steps)]
    )


def emblem(shape: SceneEmblem, x: float, y: float, size: float) -> str:
    """The path of a shape around a centre, within a square of `size`; of about the same weight for the eye."""
    half = size / 2
    match shape:
        case "CIRCLE":
            r = number(half * 0.96)
            return (
                f"M{number(x - half * 0.96)} {number(y)}a{r} {r} 0 1 1 {number(half * 1.92)} 0"
                f"a{r} {r} 0 1 1 {number(-half * 1.92)} 0Z"
            )
        case "SQUARE":
            h = half * 0.86
            return f"M{number(x - h)} {number(y - h)}h{number(2 * h)}v{number(2 * h)}h{number(-2 * h)}Z"
        case "DIAMOND":
            return _around(x, y, (half,), 4, -pi / 2)
        case "TRIANGLE":
            return _points([(x, y - half * 0.96), (x + half, y + half * 0.84), (x - half, y + half * 0.84)])
        case "HEXAGON":
            return _around(x, y, (half,), 6, 0)
        case "STAR":
            return _around(x, y + half * 0.05, (half, half * 0.56), 10, -pi / 2)
