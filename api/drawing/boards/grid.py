"""A board of cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from api.drawing.board import Board, fitted
from api.drawing.frame import Box, Frame
from api.drawing.ground import plain_entry
from api.drawing.lettering import LEAST
from api.drawing.looks import facts_of
from api.drawing.markup import element, number, text
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid
from engine.kernel.scene.tokens import SceneToken
from engine.kernel.state.ground.areas import SceneRun

LEAST_TOKEN = 10.0
"""No token is smaller, as long as a cell is not."""
MOST_CELL = 72.0
MARGIN = 15.0
"""For the numbers of columns and rows."""


def grid_board(scene: Scene, space: SceneGrid, room: Box, bounds: Box | None) -> Board:
    """The board within a room. bounds: of a board without an edge, in hundredths of the unit."""
    left, top, columns, rows = _extent(scene, space, bounds)
    wide = room.width / columns
    margin = MARGIN if wide >= 8 else 0.0
    inner = Box(room.x + margin, room.y + margin, room.width - margin, room.height - margin)
    side = min(MOST_CELL, 100 * fitted(columns * 100, rows * 100, inner))
    # A board that is narrower than its room stands in the middle.
    x = inner.x + (inner.width - columns * side) / 2
    frame = Frame(
        Box(x, inner.y, columns * side, rows * side), left * space.cell, top * space.cell, side / space.cell, space.cell
    )
    spots, bases = _spots(scene, frame)
    whole = frame.box
    plain = plain_entry(scene.ground)
    floor = element(
        "rect",
        x=whole.x,
        y=whole.y,
        width=whole.width,
        height=whole.height,
        class_="floor",
        data_part="floor",
        **(facts_of(plain) if plain else {}),
    )
    return Board(
        box=Box(room.x, room.y, room.width, margin + whole.height),
        frame=frame,
        spots=spots,
        bases=bases,
        below=floor,
        above=_lined(frame, columns, rows, left, top, margin),
    )


def _extent(scene: Scene, space: SceneGrid, bounds: Box | None) -> tuple[int, int, int, int]:
    """The first column and row, and how many: of a board without an edge as far as anything is seen."""
    if space.width and space.height:
        return 0, 0, space.width, space.height
    if bounds is not None:
        least = (int(bounds.x // space.cell), int(bounds.y // space.cell))
        return (*least, max(1, round(bounds.width / space.cell)), max(1, round(bounds.height / space.cell)))
    return seen_cells(scene, space)


def seen_cells(scene: Scene, space: SceneGrid) -> tuple[int, int, int, int]:
    """The block of cells around everything that is seen, with a margin: first column, first row, columns, rows."""
    xs: list[int] = []
    ys: list[int] = []
    for run in (run for token in scene.tokens for run in runs_of(token)):
        xs += [run.x, run.x + run.length - 1]
        ys.append(run.y)
    if scene.ground.rows:
        xs += [0, max(map(len, scene.ground.rows)) - 1]
        ys += [0, len(scene.ground.rows) - 1]
    for patch in scene.ground.patches:
        for run in patch.area.runs:
            xs += [run.x, run.x + run.length - 1]
            ys.append(run.y)
    for edge in scene.ground.edges:
        xs += [point.x // space.cell for point in edge.line]
        ys += [point.y // space.cell for point in edge.line]
    left, right = min(xs, default=0) - 2, max(xs, default=7) + 2
    top, bottom = min(ys, default=0) - 2, max(ys, default=5) + 2
    if space.width:
        left, right = 0, space.width - 1
    if space.height:
        top, bottom = 0, space.height - 1
    return left, top, max(right - left + 1, 4), max(bottom - top + 1, 4)


def runs_of(token: SceneToken) -> tuple[SceneRun, ...]:
    """The cells that a token covers."""
    if token.footprint is not None and token.footprint.runs:
        return token.footprint.runs
    if token.place is not None and token.place.cell is not None:
        return (SceneRun(x=token.place.cell.x, y=token.place.cell.y),)
    return ()


def _spots(scene: Scene, frame: Frame) -> tuple[dict[str, Box], dict[str, str]]:
    """Where tokens are drawn, and the cells of those that cover several. Who shares a place gets a corner of it."""
    blocks: dict[str, Box] = {}
    bases: dict[str, str] = {}
    for token in scene.tokens:
        runs = runs_of(token)
        if not runs:
            continue
        x, y = min(run.x for run in runs), min(run.y for run in runs)
        width = max(run.x + run.length for run in runs) - x
        height = max(run.y for run in runs) - y + 1
        block = frame.cells(x, y, min(width, 1000), min(height, 1000))
        if not _inside(block, frame.box):
            continue
        blocks[token.combatant] = block
        if width > 1 or height > 1:
            bases[token.combatant] = frame.runs(runs)
    shared: dict[tuple[float, float], list[str]] = {}
    for combatant, block in blocks.items():
        shared.setdefault((round(block.x, 2), round(block.y, 2)), []).append(combatant)
    spots: dict[str, Box] = {}
    for group in shared.values():
        for n, combatant in enumerate(group):
            spots[combatant] = _part(blocks[combatant], n, len(group))
    return spots, bases


def _inside(block: Box, whole: Box) -> bool:
    x, y = block.middle
    return whole.x <= x <= whole.x + whole.width and whole.y <= y <= whole.y + whole.height


def _part(block: Box, n: int, of: int) -> Box:
    if of == 1:
        return block
    size = max(min(LEAST_TOKEN * 1.2, block.least), block.least * (0.62 if of <= 4 else 0.5))
    right, down = block.width - size, block.height - size
    if of <= 4:
        across, along = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)][n]
    else:
        across, along = (n % 3) / 2, min(1.0, (n // 3) / max(1, (of - 1) // 3))
    return Box(block.x + right * across, block.y + down * along, size, size)


@lru_cache(maxsize=16)
def _lined(frame: Frame, columns: int, rows: int, left: int, top: int, margin: float) -> str:
    """Kept: a replay draws the same board at each of its versions."""
    return "".join(_lines(frame, columns, rows, left, top, margin))


def _lines(frame: Frame, columns: int, rows: int, left: int, top: int, margin: float) -> Iterator[str]:
    """The lines between cells, as one path, and the numbers of columns and rows as room allows."""
    box, side = frame.box, frame.side
    if side >= 4:
        across = "".join(f"M{number(box.x + n * side)} {number(box.y)}v{number(box.height)}" for n in range(1, columns))
        along = "".join(f"M{number(box.x)} {number(box.y + n * side)}h{number(box.width)}" for n in range(1, rows))
        yield element("path", d=across + along, class_="open grid", stroke_width=0.7 if side > 10 else 0.4)
    rim = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    yield element("rect", class_="open rim label", stroke_width=1, **rim)
    if not margin:
        return
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 1000) if n * side >= 22)
    for n in range(columns):
        if (left + n) % step == 0:
            yield text(box.x + (n + 0.5) * side, box.y - 4, str(left + n), LEAST, "quiet mid")
    for n in range(rows):
        if (top + n) % step == 0:
            yield text(box.x - 4, box.y + (n + 0.5) * side + 3, str(top + n), LEAST, "quiet end")
