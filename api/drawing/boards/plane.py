"""An open table."""

from __future__ import annotations

from api.drawing.board import Board, fitted
from api.drawing.frame import Box, Frame
from api.drawing.lettering import LEAST, width_of
from api.drawing.markup import element, number, text
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import ScenePlane
from engine.kernel.scene.tokens import SceneToken
from engine.kernel.state.combatant import Point

TOKEN = 17.0
"""The least size of a token in pixels: how much a figure really covers is drawn as its ring."""


def plane_board(scene: Scene, space: ScenePlane, room: Box, bounds: Box | None) -> Board:
    """The board within a room. bounds: of a table without an edge, in hundredths of the unit."""
    extent = bounds or Box(0, 0, space.width, space.height)
    if not (space.width and space.height) and bounds is None:
        extent = seen_points(scene)
    scale = fitted(extent.width, extent.height, Box(0, 0, room.width, room.height - 16))
    width, height = extent.width * scale, extent.height * scale
    left = room.x + (room.width - width) / 2
    frame = Frame(Box(left, room.y, width, height), int(extent.x), int(extent.y), scale)
    spots: dict[str, Box] = {}
    for token in scene.tokens:
        centre = centre_of(token)
        if centre is not None:
            (x, y), size = (
                frame.at(centre),
                max(TOKEN * min(max(token.percent, 60), 250) / 100, _radius(token) * 2 * scale),
            )
            spots[token.combatant] = Box(x - size / 2, y - size / 2, size, size)
    bases = {token.combatant: frame.area(token.footprint) for token in scene.tokens if token.footprint is not None}
    rim = {"x": left, "y": room.y, "width": width, "height": height}
    step = next((n for power in range(9) for n in (10**power, 2 * 10**power, 5 * 10**power) if n * scale >= 40), 10**9)
    columns, rows = int(extent.width // step), int(extent.height // step)
    lines = "".join(
        [f"M{number(left + n * step * scale)} {number(room.y)}v{number(height)}" for n in range(1, columns + 1)]
        + [f"M{number(left)} {number(room.y + n * step * scale)}h{number(width)}" for n in range(1, rows + 1)]
    )
    words = f"{number(step / 100)} {space.unit}".strip()
    end, below = left + step * scale, room.y + height
    ends = f"M{number(left)} {number(below + 4)}v6M{number(end)} {number(below + 4)}v6"
    ruler = f"{ends}M{number(left)} {number(below + 7)}H{number(end)}"
    above = element("path", d=lines, class_="open grid", stroke_width=0.7) if lines else ""
    above += element("rect", class_="open rim label", stroke_width=1, **rim)
    if step * scale <= width:
        above += element("path", d=ruler, class_="open quieted", stroke_width=1)
        above += text(end + 4, below + 11, words, LEAST + 1, "quiet")
    return Board(
        box=Box(room.x, room.y, room.width, height + 16),
        frame=frame,
        spots=spots,
        bases={key: base for key, base in bases.items() if base},
        below=element("rect", class_="floor", data_part="floor", **rim),
        above=above,
        taken=(Box(left, below, step * scale + width_of(words, LEAST + 1), 14),),
    )


def centre_of(token: SceneToken) -> Point | None:
    """Where a token stands on the table."""
    if token.place is None or token.place.point is None:
        return None
    return token.place.point


def _radius(token: SceneToken) -> int:
    disc = token.footprint.disc if token.footprint is not None else None
    return disc.radius if disc is not None else 0


def seen_points(scene: Scene) -> Box:
    """Around everything that is seen, with a margin, in hundredths."""
    points = [point for token in scene.tokens if (point := centre_of(token)) is not None]
    points += [point for edge in scene.ground.edges for point in edge.line]
    for area in (patch.area for patch in scene.ground.patches):
        points += [point for outline in area.outlines for point in outline.points]
        points += area.strip.line if area.strip is not None else ()
        points += [disc.centre for disc in (area.disc, area.sector) if disc is not None]
    left, right = min((p.x for p in points), default=0), max((p.x for p in points), default=1000)
    top, bottom = min((p.y for p in points), default=0), max((p.y for p in points), default=1000)
    margin = max(200, (right - left) // 10, (bottom - top) // 10)
    return Box(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)
