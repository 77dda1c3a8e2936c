"""The ground: a few paths, however many cells."""

from __future__ import annotations

from collections.abc import Iterator

from api.drawing.board import Board
from api.drawing.edges import door, thickness
from api.drawing.frame import Frame
from api.drawing.looks import UNKNOWN, Legend, facts_of, fill_of, filled
from api.drawing.markup import element, id_part, titled
from api.drawing.notes import Cells, area_noted, groups_noted
from engine.kernel.scene.ground import SceneEntry, SceneGround, ScenePatch
from engine.kernel.state.ground.areas import SceneArea

MOST_DOORS = 200
"""Up to here every door of the rows is an element of its own."""


def rows_markup(ground: SceneGround, legend: Legend, frame: Frame, name: str, *, walls: bool) -> Iterator[str]:
    """What is drawn in rows of signs: a path for each entry, doors one by one. walls: only these, or all others."""
    signs = {entry.sign: entry for entry in legend.values() if entry.sign}
    found: dict[str, Cells] = {}
    for y, row in enumerate(ground.rows):
        for x, sign in enumerate(row):
            found.setdefault(sign, set()).add((x, y))
    solid = {cell for sign, cells in found.items() if signs.get(sign, UNKNOWN).look == "WALL" for cell in cells}
    for sign, cells in found.items():
        entry = signs.get(sign)
        if entry is None or _plain(entry) or (entry.look == "WALL") != walls:
            continue  # the floor is there already
        if entry.look == "DOOR" and len(cells) <= MOST_DOORS:
            yield from (_door(cell, solid, entry, frame, name) for cell in sorted(cells))
        else:
            path = frame.outlined(cells)
            yield filled(path, entry, name, f"rows-{entry.key}", data_part="ground", data_cells=len(cells))
        yield from groups_noted(cells, entry, frame)


def _plain(entry: SceneEntry) -> bool:
    return entry.look == "FLOOR" and not entry.height and entry.step == "FREE"


def plain_entry(ground: SceneGround) -> SceneEntry | None:
    """The entry of the floor that everything lies on."""
    return next((entry for entry in ground.legend if entry.sign and _plain(entry)), None)


def _door(cell: tuple[int, int], solid: Cells, entry: SceneEntry, frame: Frame, name: str) -> str:
    x, y = cell
    box = frame.cells(x, y)
    upright = (x, y - 1) in solid or (x, y + 1) in solid
    if upright:
        ends = ((box.middle[0], box.y), (box.middle[0], box.y + box.height))
    else:
        ends = ((box.x, box.middle[1]), (box.x + box.width, box.middle[1]))
    inside = titled(entry.label) + element("rect", x=box.x, y=box.y, width=box.width, height=box.height, class_="floor")
    inside += door(*ends, entry.state, thickness(frame))
    facts = {**facts_of(entry), "data_x": x, "data_y": y}
    return element("g", inside, id=f"{name}-door-{x}_{y}", data_part="ground", **facts)


def patches_markup(patches: tuple[ScenePatch, ...], legend: Legend, board: Board, name: str) -> Iterator[str]:
    """What is laid over the rows or the plane."""
    for patch in patches:
        entry = legend.get(patch.entry, UNKNOWN)
        path = board.frame.area(patch.area) + "".join(map(board.place, patch.area.places))
        inside = titled(patch.label or entry.label)
        if path:
            inside += element("path", d=path, fill_rule="evenodd", **fill_of(entry.look, name))
            inside += element("path", d=path, class_=f"thin s-{entry.look}")
        inside += "".join([*_strip(patch.area, entry, board.frame, name), *area_noted(patch.area, entry, board.frame)])
        facts = {"data_part": "patch", "data_key": patch.key, **facts_of(entry)}
        yield element("g", inside, id=f"{name}-patch-{id_part(patch.key)}", **facts)


def _strip(area: SceneArea, entry: SceneEntry, frame: Frame, name: str) -> Iterator[str]:
    if area.strip is None:
        return
    path, wide = frame.line(area.strip.line), max(3.0, area.strip.width * frame.scale)
    round_ends = {"d": path, "stroke_linecap": "round", "stroke_linejoin": "round"}
    yield element("path", class_=f"open s-{entry.look}", stroke_width=wide, **round_ends)
    yield element("path", class_=f"open k-{entry.look}", stroke_width=wide - 2, **round_ends)
    if "fill" in (fill := fill_of(entry.look, name)):
        yield element("path", class_="open", stroke=fill["fill"], stroke_width=wide - 2, **round_ends)
