"""Marks: what lies over the ground, and lines between tokens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from api.drawing.board import Board
from api.drawing.distances import lined
from api.drawing.frame import Spot, way
from api.drawing.labels import Room, lined_up, over, wrapped
from api.drawing.lettering import LEAST
from api.drawing.markup import element, id_part, number, titled
from engine.kernel.scene.marks import MarkKind, SceneMark
from engine.kernel.scene.scene import Scene

_DASHES: dict[MarkKind, str] = {
    "DISTANCE": "1 5",
    "COVERS": "6 3",
    "CONTROLS": "8 4",
    "AIMS": "3 3",
    "THREATENS": "4 2",
    "GROUP": "2 3",
}
_NEAR: dict[int, tuple[float, str | None]] = {0: (5.0, None), 1: (3.6, "9 4"), 2: (2.4, "5 5")}
"""How the line of a distance is drawn, by its level: its width in pixels, and its dashes; farther ones as `_DASHES`."""
SAID = LEAST + 3
"""The letters of a distance: what a fight of pairs turns on."""
_HEAVY: tuple[MarkKind, ...] = ("ENGAGED", "HOLDS", "BLOCKS")
_AREA_DASHES: dict[MarkKind, str] = {
    "ENTRY": "8 5",
    "THING": "2 2",
    "AIMS": "4 4",
    "CONTROLS": "10 5",
    "THREATENS": "3 2",
}

TALLEST = 2
"""Most lines of words on a square: more of them cover what stands around it."""


def said_mark(mark: SceneMark) -> str:
    """A mark in words."""
    return f"{mark.label}{f' ({mark.until})' if mark.until else ''}"


def marks_markup(scene: Scene, board: Board, name: str) -> Iterator[str]:
    """All marks that have something to be drawn."""
    for mark in lined(scene):
        parts = [*_area(mark, board), *_links(mark, board)]
        if parts:
            facts = {
                "data_kind": mark.kind,
                "data_tone": mark.tone,
                "data_from": mark.from_,
                "data_to": mark.to,
                "data_members": " ".join(mark.members) or None,
                "data_level": mark.level,
            }
            inside = titled(". ".join(part for part in (said_mark(mark), mark.text) if part)) + "".join(parts)
            id = f"{name}-mark-{id_part(mark.key)}"
            yield element("g", inside, id=id, data_part="mark", data_key=mark.key, class_="mark", **facts)


def _area(mark: SceneMark, board: Board) -> Iterator[str]:
    if mark.area is None:
        return
    path = board.frame.area(mark.area) + "".join(map(board.place, mark.area.places))
    dashes = _AREA_DASHES.get(mark.kind)
    if path:
        yield element("path", d=path, class_=f"tone-{mark.tone}", fill_opacity=0.16, fill_rule="evenodd")
        yield element("path", d=path, class_=f"open line-{mark.tone}", stroke_width=1.6, stroke_dasharray=dashes)
    if mark.area.strip is not None:
        line = {"d": board.frame.line(mark.area.strip.line), "stroke_linecap": "round", "stroke_linejoin": "round"}
        wide = max(4.0, mark.area.strip.width * board.frame.scale)
        yield element("path", class_=f"open line-{mark.tone}", stroke_opacity=0.25, stroke_width=wide, **line)
        yield element("path", class_=f"open line-{mark.tone}", stroke_width=1.6, stroke_dasharray="6 4", **line)


def ends_of(mark: SceneMark, board: Board) -> list[tuple[str, str]]:
    """The pairs of combatants that a mark joins, both of them with a place."""
    pairs = pairwise(mark.members) if mark.from_ is None or mark.to is None else [(mark.from_, mark.to)]
    return [(name, other) for name, other in pairs if name in board.spots and other in board.spots]


def _links(mark: SceneMark, board: Board) -> Iterator[str]:
    heavy = mark.kind in _HEAVY
    width, dashes = 3.0 if heavy else 1.8, _DASHES.get(mark.kind)
    if mark.kind == "DISTANCE" and mark.level is not None:
        width, dashes = _NEAR.get(mark.level, (width, dashes))
    for name, other in ends_of(mark, board):
        a, b = board.spots[name].middle, board.spots[other].middle
        path = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
        yield element("path", d=path, class_="open rind", stroke_width=width + 2.5, stroke_linecap="round")
        yield element(
            "path",
            d=path,
            class_=f"open line-{mark.tone}",
            stroke_width=width,
            stroke_dasharray=dashes,
            stroke_linecap="round",
        )
        if mark.from_ is not None:
            yield _head(mark, way(a, b, board.spots[other].least / 2)[1], a)


def _head(mark: SceneMark, tip: Spot, back: Spot) -> str:
    """An arrow's head; a bar for what blocks."""
    near = way(tip, back, 0.001)[0]
    dx, dy = near[0] - tip[0], near[1] - tip[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    x, y = tip
    if mark.kind == "BLOCKS":
        x, y = x + ux * 4, y + uy * 4
        path = f"M{number(x - uy * 6)} {number(y + ux * 6)}L{number(x + uy * 6)} {number(y - ux * 6)}"
        return element("path", d=path, class_=f"open line-{mark.tone}", stroke_width=3.0, stroke_linecap="round")
    path = (
        f"M{number(x)} {number(y)}L{number(x + ux * 8 - uy * 4)} {number(y + uy * 8 + ux * 4)}"
        f"L{number(x + ux * 8 + uy * 4)} {number(y + uy * 8 - ux * 4)}Z"
    )
    return element("path", d=path, class_=f"tone-{mark.tone} rind", stroke_width=0.8)


def mark_names(scene: Scene, board: Board, room: Room, name: str) -> Iterator[str]:
    """The words of lines and areas, where names have left room; what needs more lines is told by legend and orders."""
    for mark in lined(scene):
        spot = _middle(mark, board)
        if spot is None or not mark.label:
            continue
        far = mark.kind == "DISTANCE"
        size = SAID if far else LEAST
        wide = _width(mark, board)
        lines = (mark.label,) if wide is None else wrapped(mark.label, size, wide)
        if len(lines) > TALLEST:
            continue
        found = room.first(over(*spot, lines, size))
        if found is not None:
            x, y = found.middle[0], found.y + size
            yield element(
                "text",
                lined_up(lines, x, y, size),
                x=x,
                y=y,
                font_size=size,
                class_="label halo mid ink strong" if far else "label halo mid ink",
                id=f"{name}-says-{id_part(mark.key)}",
                data_part="mark-name",
                data_key=mark.key,
            )


def _width(mark: SceneMark, board: Board) -> float | None:
    """How wide the words of an area of cells or of a line may be, in pixels: as it is; None: of all else."""
    if mark.area is None or not board.frame.cell or ends_of(mark, board):
        return None
    if mark.area.runs:
        return board.frame.side * min(max(run.length for run in mark.area.runs), 1000)
    if mark.area.strip is not None:
        across = [board.frame.at(point)[0] for point in mark.area.strip.line]
        return max(board.frame.side, max(across) - min(across))
    return None


def _middle(mark: SceneMark, board: Board) -> Spot | None:
    pairs = ends_of(mark, board)
    if pairs:
        a, b = (board.spots[key].middle for key in pairs[0])
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    if mark.area is None:
        return None
    if mark.area.runs and board.frame.cell:
        run = mark.area.runs[len(mark.area.runs) // 2]
        return board.frame.cells(run.x, run.y, min(run.length, 1000)).middle
    if mark.area.disc is not None:
        return board.frame.at(mark.area.disc.centre)
    if mark.area.strip is not None:
        return board.frame.at(mark.area.strip.line[len(mark.area.strip.line) // 2])
    return None
