"""What is to be seen at every version: parts of the board and of the lists beside it, each under a key."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from api.drawing.board import Board
from api.drawing.boards.grid import seen_cells
from api.drawing.boards.plane import seen_points
from api.drawing.distances import MarkLine, mark_lines
from api.drawing.drawing import board_of, definitions, figures_markup, frame_facts, ground_markup
from api.drawing.emblems import emblem
from api.drawing.frame import Box
from api.drawing.looks import LegendLine, fill_of, legend_lines, legend_of
from api.drawing.markup import Value, element, safe
from api.drawing.options import Options
from api.drawing.signs import definitions as sign_definitions
from api.drawing.signs import icon_of, signed_badges
from api.drawing.tokens import (
    Sides,
    coloured,
    dot,
    emblem_of,
    face_markup,
    said_badge,
    said_bar,
    said_token,
    token_markup,
)
from api.replay.memo import Memo
from engine.kernel.scene.play import PlaySlot
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, SceneNowhere, ScenePlane
from engine.kernel.scene.tokens import SceneBadge, SceneSide, SceneToken

WIDTH = 620
"""The width in pixels that the board is drawn for; narrower windows scroll it."""
NAME = "scene"
FACE = 30
"""The size in pixels of a face in the order of play."""

_ID = re.compile(r' id="([^"]+)"')

Layers = dict[str, dict[str, str]]
"""Layer -> key -> markup, in the order in which they are drawn."""

LISTS = ("phase", "field", "sides", "order", "away", "marks", "legend")
"""Layers that are lists beside the board."""


class Stage(Struct, frozen=True):
    """What is to be seen. size: of the board in pixels."""

    size: tuple[int, ...]
    layers: Layers

    def board(self) -> Stage:
        """The same without the lists beside the board."""
        return Stage(self.size, {name: parts for name, parts in self.layers.items() if name not in LISTS})


class Stages:
    """The stages of a fight, scene by scene.

    bounds: of a board without an edge, the same throughout the fight. locale: of the few words that no scene has.
    """

    def __init__(self, bounds: Box | None, locale: str, name: str = NAME) -> None:
        self._name = name
        self._options = Options(width=WIDTH, name=name, bounds=bounds, panel=False, locale=locale)
        self._before: Scene | None = None
        self._ground: Layers = {}
        self._memo, self._dressed = Memo(), tuple[Any, ...]()

    def stage(self, scene: Scene) -> Stage:
        """The parts of the next scene."""
        legend, sides = legend_of(scene.ground.legend), {side.key: side for side in scene.sides}
        self._dress(scene.sides)
        board = board_of(scene, legend, Box(4, 4, WIDTH - 8, WIDTH * 1.1), self._options)
        if not self._same_ground(scene):
            # The ground changes seldom, and is most of the work.
            self._ground = {"defs": {"defs": f"<g>{definitions(scene, board, self._name)}</g>"}}
            for layer, parts in ground_markup(scene, board, legend, self._name, self._options.locale).items():
                self._ground[layer] = self._keyed(parts)
        self._before = scene
        layers = {**self._ground}
        # Where a point of the scene is drawn, as whole drawings say it: for whoever draws over the board.
        layers["defs"] = layers["defs"] | {
            "frame": element("g", " ", **frame_facts(scene, board.frame)),
            "signs": element("g", sign_definitions(scene, self._name)),
        }
        for layer, parts in figures_markup(scene, board, sides, self._name, self._token).items():
            layers[layer] = self._keyed(parts)
        size = (WIDTH, round(board.box.y + board.box.height + 4))
        return Stage(size, layers | _lists(scene, board, sides, self._memo, self._name))

    def _dress(self, sides: Iterable[SceneSide]) -> None:
        """What a token or a line of a list takes from its side; when that changes, all are drawn anew."""
        dressed = tuple((side.key, side.label, side.emblem, side.looks.colour) for side in sides)
        if dressed != self._dressed:
            self._memo.clear()
        self._dressed = dressed

    def _token(self, token: SceneToken, box: Box, base: str, sides: Sides, name: str) -> str:
        return self._memo.of(token_markup, token, box, base, more=(sides, name))

    def _same_ground(self, scene: Scene) -> bool:
        before = self._before
        # Without places the board itself is made of who is there.
        return (
            before is not None
            and not isinstance(scene.space, SceneNowhere)
            and before.space == scene.space
            and before.backdrop == scene.backdrop
            and (before.ground is scene.ground or before.ground == scene.ground)
        )

    def _keyed(self, parts: Iterable[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for n, part in enumerate(parts):
            if part:
                named, whole = self._memo.of(_whole, part)
                key = named or f"part-{n}"
                found[key if key not in found else f"{key}-{n}"] = whole
        return found


def _whole(part: str) -> tuple[str, str]:
    """The id of a part, and the part as one: those of several elements come and go together."""
    named = _ID.search(part)
    return named[1] if named is not None else "", f"<g>{part}</g>"


def bounds_of(scenes: Iterable[Scene]) -> Box | None:
    """Around everything that is ever seen on a board without an edge; None: it has one."""
    boxes: list[Box] = []
    for scene in scenes:
        match scene.space:
            case SceneGrid(width=width, height=height) as grid if not (width and height):
                x, y, columns, rows = (seen_cell * grid.cell for seen_cell in seen_cells(scene, grid))
                boxes.append(Box(x, y, columns, rows))
            case ScenePlane(width=width, height=height) if not (width and height):
                boxes.append(seen_points(scene))
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)


# -- the lists beside the board
def _lists(scene: Scene, board: Board, sides: Sides, memo: Memo, name: str) -> Layers:
    tokens = {token.combatant: token for token in scene.tokens}
    away = [token for token in scene.tokens if token.combatant not in board.spots]
    slots = [(slot, tokens.get(slot.combatant or "")) for slot in scene.play.slots]
    return {
        "phase": {"phase": element("p", safe(_phase(scene)))},
        "field": {f"field-{badge.key}": memo.of(_field, badge) for badge in scene.badges},
        "sides": {f"side-{side.key}": memo.of(_side, side, more=(sides,)) for side in scene.sides},
        "order": {
            f"slot-{play_slot.key}": memo.of(_slot, play_slot, token, more=(sides, name)) for play_slot, token in slots
        },
        "away": {f"away-{candidate.combatant}": memo.of(_away, candidate, more=(sides,)) for candidate in away},
        "marks": {f"mark-{mark_line.marks[0].key}": memo.of(_mark, mark_line) for mark_line in mark_lines(scene)},
        "legend": {
            f"entry-{legend_line.first.key}": memo.of(_entry, legend_line, more=(name,))
            for legend_line in legend_lines(scene.ground.legend)
        }
        | {
            f"sign-{signed_badge.icon}-{signed_badge.label}": memo.of(_signed, signed_badge, more=(name,))
            for signed_badge in signed_badges(scene)
        },
    }


_SIGN: dict[str, Value] = {"width": 24, "height": 24, "viewBox": "0 0 24 24", "aria_hidden": "true"}


def _item(key: str, inside: str, state: str | None = None) -> str:
    return element("li", inside or " ", data_key=key, data_state=state)


def _phase(scene: Scene) -> str:
    return " – ".join(part for part in (scene.play.label, scene.play.phase) if part)


def _mark(line: MarkLine) -> str:
    return _item(line.marks[0].key, safe(line.words))


def _sign(inside: str) -> str:
    return element("svg", inside, width=16, height=16, viewBox="0 0 16 16", aria_hidden="true")


def _emblem(side: str, sides: Sides, colour: str | None = None) -> str:
    fill, _ = coloured(colour, side, sides)
    fill["class_"] = f"{fill.get('class_', '')} inked".strip()
    return _sign(element("path", d=emblem(emblem_of(side, sides), 8, 8, 13), **fill))


def _field(badge: SceneBadge) -> str:
    said = element("span", safe(said_badge(badge)), title=badge.text or None)
    return _item(badge.key, _sign(dot(badge.tone, 8, 8, 11)) + said)


def _side(side: SceneSide, sides: Sides) -> str:
    said = "; ".join(part for part in map(said_bar, side.bars) if part)
    badges = ", ".join(map(said_badge, side.badges))
    told = side.label + (f": {said}" if said else "") + (f" ({badges})" if badges else "")
    return _item(side.key, _emblem(side.key, sides) + element("span", safe(told)))


def _face(token: SceneToken, sides: Sides, name: str) -> str:
    """Whoever is in the order of play, as on the board."""
    inside = face_markup(token, FACE, sides, name)
    return element(
        "svg", inside, width=FACE, height=FACE, viewBox=f"0 0 {FACE} {FACE}", class_="slot-face", aria_hidden="true"
    )


def _slot(slot: PlaySlot, token: SceneToken | None, sides: Sides, name: str) -> str:
    sign = (
        _face(token, sides, name) if token is not None else _emblem(slot.side, sides) if slot.side is not None else ""
    )
    amount = f" ×{slot.amount}" if slot.amount != 1 else ""
    figure = f" {slot.figure}" if slot.figure is not None else ""
    left = ", ".join(part for part in map(said_bar, slot.left) if part)
    more = element("small", safe(left)) if left else ""
    told = element("span", safe(f"{slot.label}{amount}{figure}"))
    return _item(slot.key, sign + element("span", told + more), slot.state)


def _away(token: SceneToken, sides: Sides) -> str:
    told = token.label + (f" – {token.whereabouts}" if token.whereabouts else "")
    sign = _emblem(token.side, sides, token.looks.colour)
    return _item(token.combatant, sign + element("span", safe(told), title=said_token(token, sides)))


def _signed(badge: SceneBadge, name: str) -> str:
    """What an icon at a figure means."""
    sign = element("svg", icon_of(badge.icon or "", 12, 12, 22, name, badge.tone), **_SIGN)
    rule = element("small", safe(badge.text)) if badge.text else ""
    return _item(f"sign-{badge.icon}", sign + element("span", safe(badge.label) + rule))


def _entry(line: LegendLine, name: str) -> str:
    """What something on the ground looks like, what it is, and its rule."""
    where, look = {"x": 1, "y": 1, "width": 22, "height": 22, "rx": 4}, line.first.look
    swatch = element("rect", **where, **fill_of(look, name)) + element("rect", **where, class_=f"thin s-{look}")
    sign = element("svg", swatch, **_SIGN)
    rule = element("small", safe(line.text)) if line.text else ""
    return _item(line.first.key, sign + element("span", safe(line.words) + rule))
