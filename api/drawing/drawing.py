"""A scene as an SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from api.drawing.backdrop import backdrop_markup
from api.drawing.board import Board
from api.drawing.boards.grid import grid_board
from api.drawing.boards.nowhere import nowhere_board
from api.drawing.boards.plane import plane_board
from api.drawing.boards.ranks import ranks_board
from api.drawing.boards.zones import zones_board
from api.drawing.choices import LEAST_WIDTH, MOST_WIDTH
from api.drawing.edges import edges_markup
from api.drawing.frame import Box, Frame
from api.drawing.ground import patches_markup, rows_markup
from api.drawing.labels import Room
from api.drawing.looks import Legend, legend_of
from api.drawing.marks import mark_names, marks_markup, said_mark
from api.drawing.markup import Value, element, number, safe
from api.drawing.options import Options
from api.drawing.panel import header, panel
from api.drawing.reading import read_scene
from api.drawing.signs import definitions as sign_definitions
from api.drawing.style import sheet
from api.drawing.textures import SIZE, texture
from api.drawing.tokens import Drawn, Sides, names_markup, said_token, token_markup, tokens_markup
from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, SceneNowhere, ScenePlane, SceneRanks, SceneZones
from engine.kernel.state.ground.ground import SceneLook

SCOPE = "skald-scene"
WIDE, PANEL, PAD = 900, 300, 10
"""From this width on the panel stands at the right of the board; its width; the margin around everything."""

_CLIPPED = ("patches", "links")
"""Layers of which nothing is drawn beyond the board."""
_PLAIN = Options()


def draw(scene: Scene | dict[str, Any], options: Options = _PLAIN) -> str:
    """The drawing of a scene, or of the JSON that REST answers for it: a whole SVG document.

    msgspec.ValidationError for what is no scene; ValueError for a width out of range.
    """
    if not LEAST_WIDTH <= options.width <= MOST_WIDTH:
        raise ValueError(f"a drawing is {LEAST_WIDTH} to {MOST_WIDTH} pixels wide")
    scene = read_scene(scene)
    sides: Sides = {side.key: side for side in scene.sides}
    legend = legend_of(scene.ground.legend)
    wide = options.panel and options.width >= WIDE
    room = Box(PAD, PAD, options.width - 2 * PAD - (PANEL + 2 * PAD if wide else 0), 0)
    top, used = (
        header(scene, options.title, Box(PAD, PAD, options.width - 2 * PAD, 0), options.name)
        if options.panel
        else ("", 0.0)
    )
    tall = options.width * (0.62 if wide else 1.5)
    board = board_of(scene, legend, Box(room.x, PAD + used, room.width, tall), options)
    bottom = board.box.y + board.box.height
    beside = ""
    if options.panel:
        there = (
            Box(room.x + room.width + 2 * PAD, board.box.y, PANEL, 0) if wide else Box(PAD, bottom + PAD, room.width, 0)
        )
        beside, high = panel(scene, board, sides, there, options.name, wide=wide)
        bottom = max(bottom, there.y + high)
    return _document(scene, board, legend, sides, options, top + beside, bottom + PAD)


def effort_of(scene: Scene) -> int:
    """How much there is to draw, in cells: a thousand take about 2 ms."""
    ground = scene.ground
    areas = [patch.area for patch in ground.patches] + [mark.area for mark in scene.marks if mark.area is not None]
    areas += [token.footprint for token in scene.tokens if token.footprint is not None]
    cells = sum(map(len, ground.rows)) + sum(min(run.length, 1000) for area in areas for run in area.runs)
    points = sum(len(outline.points) for area in areas for outline in area.outlines)
    lines = sum(len(edge.line) for edge in ground.edges)
    others = len(scene.tokens) + len(scene.marks) + len(scene.play.slots) + len(ground.patches) + len(ground.legend)
    return cells + points + 5 * lines + 30 * others


def board_of(scene: Scene, legend: Legend, room: Box, options: Options) -> Board:
    """Where everything stands on the board."""
    match scene.space:
        case SceneGrid() as space:
            return grid_board(scene, space, room, options.bounds)
        case ScenePlane() as space:
            return plane_board(scene, space, room, options.bounds)
        case SceneZones() as space:
            return zones_board(scene, space, legend, room, options.name)
        case SceneRanks() as space:
            return ranks_board(scene, space, legend, room, options.name)
        case SceneNowhere() as space:
            return nowhere_board(scene, space.why, room)


def ground_markup(scene: Scene, board: Board, legend: Legend, name: str, locale: str) -> dict[str, list[str]]:
    """The parts of the ground by layer, from the lowest layer to the highest."""
    floor, walls, edges = _standing(scene.ground, board.frame, name)
    backdrop = tuple(backdrop_markup(scene, board, name, locale))
    return {
        "ground": [board.floor, *(backdrop if board.floor else ()), board.below, *floor],
        "patches": [*(() if board.floor else backdrop), *patches_markup(scene.ground.patches, legend, board, name)],
        "lines": [board.above],
        "walls": [*walls],
        "edges": [*edges],
    }


@lru_cache(maxsize=16)
def _standing(ground: SceneGround, frame: Frame, name: str) -> tuple[tuple[str, ...], ...]:
    """Floor, walls and edges: most of the work, and the same from one version of a fight to the next."""
    legend = legend_of(ground.legend)
    return (
        tuple(rows_markup(ground, legend, frame, name, walls=False)),
        tuple(rows_markup(ground, legend, frame, name, walls=True)),
        tuple(edges_markup(ground.edges, legend, frame, name)),
    )


def figures_markup(
    scene: Scene, board: Board, sides: Sides, name: str, drawn: Drawn = token_markup
) -> dict[str, list[str]]:
    """The parts that lie over the ground, by layer, from the lowest layer to the highest. drawn: draws a token."""
    room = Room(board.box)
    for box in (*board.spots.values(), *board.taken):
        room.take(box)
    return {
        "links": [*marks_markup(scene, board, name)],
        "tokens": [*tokens_markup(scene, board, sides, name, drawn)],
        "names": [*names_markup(scene, board, sides, room, name), *mark_names(scene, board, room, name)],
    }


def layer_markup(layer: str, inside: list[str], name: str) -> str:
    """A layer with its parts."""
    clip = f"url(#{name}-clip)" if layer in _CLIPPED else None
    return element("g", inside, id=f"{name}-{layer}", data_layer=layer, clip_path=clip)


def described(scene: Scene, sides: Sides) -> str:
    """The scene in words."""
    if scene.text:
        return scene.text
    lines = [scene.play.label, scene.play.phase, *(said_token(token, sides) for token in scene.tokens)]
    return ". ".join(line for line in (*lines, *map(said_mark, scene.marks)) if line)


def _document(
    scene: Scene, board: Board, legend: Legend, sides: Sides, options: Options, beside: str, height: float
) -> str:
    name, width = options.name, options.width
    title = options.title or scene.play.label
    layers = ground_markup(scene, board, legend, name, options.locale) | figures_markup(scene, board, sides, name)
    drawn = "".join(layer_markup(layer, inside, name) for layer, inside in layers.items())
    inside = [
        element("title", safe(title), id=f"{name}-title"),
        element("desc", safe(described(scene, sides)), id=f"{name}-desc"),
        element("style", sheet(f"{SCOPE}-{options.theme}", options.theme)),
        element("defs", definitions(scene, board, name) + sign_definitions(scene, name)),
        element("rect", width=width, height=height, class_="paper"),
        beside,
        drawn,
    ]
    return element(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=float(round(height + 0.5)),
        viewBox=f"0 0 {width} {round(height + 0.5)}",
        class_=f"{SCOPE}-{options.theme}",
        role="graphics-document document",
        lang=options.locale,
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
        data_digest=scene.ground.digest or None,
        data_theme=options.theme,
        **frame_facts(scene, board.frame),
    )


def frame_facts(scene: Scene, frame: Frame) -> dict[str, Value]:
    """Where a point (x, y) in hundredths of the unit is drawn: at left + x * scale, top + y * scale."""
    return {
        "data_space": str(scene.space.__struct_config__.tag),
        "data_scale": f"{frame.scale:.6g}",
        "data_left": number(frame.at_origin[0]),
        "data_top": number(frame.at_origin[1]),
        "data_cell": frame.cell or None,
    }


def definitions(scene: Scene, board: Board, name: str) -> str:
    """What the board refers to: textures, and the rim of the board."""
    return _patterns(scene, board, name) + _clip(board, name)


def _clip(board: Board, name: str) -> str:
    box = board.frame.box
    inside = element("rect", x=box.x, y=box.y, width=box.width, height=box.height)
    return element("clipPath", inside, id=f"{name}-clip")


def _patterns(scene: Scene, board: Board, name: str) -> str:
    """The textures that this drawing uses. On cells their tiles begin at a corner of one."""
    side = board.frame.side
    size = side / max(1, round(side / 22)) if side >= 8 else SIZE * (0.75 if side else 1.2)
    faint = isinstance(scene.space, (SceneZones, SceneRanks))
    looks: dict[SceneLook, None] = dict.fromkeys(entry.look for entry in scene.ground.legend)
    looks.setdefault("OTHER")
    return "".join(texture(look, f"{name}-t-{look}", size, board.frame.at_origin, faint=faint) for look in looks)
