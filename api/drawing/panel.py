"""What stands beside the board: the field, the sides, the order of play, who has no place, the marks, the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from api.drawing.board import Board
from api.drawing.distances import MarkLine, mark_lines
from api.drawing.emblems import emblem
from api.drawing.frame import Box
from api.drawing.lettering import fitting, width_of, wrapped
from api.drawing.looks import LegendLine, fill_of, legend_lines
from api.drawing.marks import said_mark
from api.drawing.markup import element, id_part, text, titled
from api.drawing.notes import shield
from api.drawing.tokens import (
    Sides,
    coloured,
    dot,
    emblem_of,
    facts_of_token,
    figure_of,
    said_badge,
    said_bar,
    said_token,
)
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.play import PlaySlot
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge, SceneSide, SceneToken

SIZE, LARGE = 11.0, 12.0
"""Of its text, and beside a wide board."""
LINE, GAP, SIGN = 19.0, 10.0, 16.0
STRONG = 1.1
"""How much wider strong letters are."""
LINES = 6
"""Most lines of a mark with names."""


class Flow:
    """Chips side by side, in as many lines as they need."""

    def __init__(self, room: Box, size: float) -> None:
        self._room, self._size = room, size
        self._x, self._y = room.x, room.y
        self.parts: list[str] = []

    @property
    def bottom(self) -> float:
        """Where the next group may begin."""
        return self._y + (LINE if self._x > self._room.x else 0.0)

    def chip(self, words: str, *, strong: bool = False, sign: bool = True) -> tuple[float, float, str, str]:
        """The room of a chip: x and y of its sign's centre, its text's markup and words as cut."""
        lead = SIGN if sign else 0.0
        size = self._size * (STRONG if strong else 1.0)
        shown = fitting(words, size, self._room.width - lead)
        wide = lead + width_of(shown, size)
        if self._x > self._room.x and self._x + wide > self._room.x + self._room.width:
            self._x, self._y = self._room.x, self._y + LINE
        x, y = self._x, self._y
        self._x += wide + GAP
        kind = "strong" if strong else ""
        return x + SIGN / 2 - 2, y + LINE / 2, text(x + lead, y + LINE / 2 + 4, shown, self._size, kind), shown

    def wrapped(self, words: str, *, strong: bool = False) -> list[str]:
        """Words in lines that each have room beside a sign."""
        return wrapped(words, self._size * (STRONG if strong else 1.0), self._room.width - SIGN, LINES)

    def end(self) -> None:
        """The next chip begins a line."""
        self._y, self._x = self.bottom, self._room.x

    def space(self) -> None:
        """A gap and a line before the next group."""
        self.end()
        x, y, width = self._room.x, self._y + 3.5, self._room.width
        self.parts.append(element("path", d=f"M{x:g} {y:g}h{width:g}", class_="open grid", stroke_width=1))
        self._y += 7


def header(scene: Scene, title: str, room: Box, name: str) -> tuple[str, float]:
    """The fight's name and where its play stands; and the height of it."""
    y, parts = room.y, []
    for line in wrapped(title, 15, room.width, 2):
        parts.append(text(room.x, y + 15, line, 15, "strong"))
        y += 19
    words = " – ".join(part for part in (scene.play.label, scene.play.phase) if part)
    for line in wrapped(words, SIZE, room.width, 2):
        parts.append(text(room.x, y + SIZE, line, SIZE, "quiet"))
        y += 15
    return element("g", parts, id=f"{name}-header", data_part="header"), y - room.y + (4 if parts else 0)


def panel(scene: Scene, board: Board, sides: Sides, room: Box, name: str, *, wide: bool) -> tuple[str, float]:
    """The panel, from the top of a room as far down as it needs; and its height."""
    flow = Flow(room, LARGE if wide else SIZE)
    tokens = {token.combatant: token for token in scene.tokens}
    away = [token for token in scene.tokens if token.combatant not in board.spots]
    lines: dict[str, Callable[[], list[str]]] = {
        "field": lambda: [_field(badge, flow) for badge in scene.badges],
        "sides": lambda: [_side(side, sides, flow, name) for side in scene.sides],
        "order": lambda: [*_order(scene, tokens, sides, flow, name)],
        "away": lambda: [_away(token, sides, flow, name) for token in away],
        "marks": lambda: [*_marks(scene, flow)],
        "legend": lambda: [_entry(line, flow, name) for line in legend_lines(scene.ground.legend)],
    }
    for group, made in lines.items():
        if found := made():
            flow.parts.append(element("g", found, id=f"{name}-{group}", data_part=group))
            flow.space()
    # Below the last group there is nothing to be kept apart.
    return "".join(flow.parts[:-1]), flow.bottom - room.y


def _field(badge: SceneBadge, flow: Flow) -> str:
    x, y, words, _ = flow.chip(said_badge(badge))
    inside = titled(". ".join(part for part in (said_badge(badge), badge.text) if part))
    return element("g", inside + dot(badge.tone, x, y, 10) + words, data_part="field-badge", data_key=badge.key)


def _side(side: SceneSide, sides: Sides, flow: Flow, name: str) -> str:
    said = "; ".join(part for part in map(said_bar, side.bars) if part)
    badges = ", ".join(map(said_badge, side.badges))
    told = side.label + (f": {said}" if said else "") + (f" ({badges})" if badges else "")
    x, y, words, _ = flow.chip(told, strong=True)
    inside = titled(told) + _sign(side.key, sides, x, y) + words
    id = f"{name}-side-{id_part(side.key)}"
    facts = {"data_emblem": side.emblem, "data_enemies": " ".join(side.enemies) or None}
    return element("g", inside, id=id, data_part="side", data_key=side.key, **facts)


def _sign(side: str, sides: Sides, x: float, y: float, colour: str | None = None) -> str:
    fill, _ = coloured(colour, side, sides)
    fill["class_"] = f"{fill.get('class_', '')} inked".strip()
    return element("path", d=emblem(emblem_of(side, sides), x, y, 11), stroke_width=0.9, **fill)


def _order(scene: Scene, tokens: dict[str, SceneToken], sides: Sides, flow: Flow, name: str) -> Iterator[str]:
    for slot in scene.play.slots:
        yield _slot(slot, tokens, sides, flow, name)
    if scene.play.left:
        flow.end()
        said = "; ".join(part for part in map(said_bar, scene.play.left) if part)
        *_, words, _ = flow.chip(said, sign=False)
        yield element("g", words, data_part="left")


def _slot(slot: PlaySlot, tokens: dict[str, SceneToken], sides: Sides, flow: Flow, name: str) -> str:
    token = tokens.get(slot.combatant or "")
    side = token.side if token is not None else slot.side
    amount = f" ×{slot.amount}" if slot.amount != 1 else ""
    figure = f" {slot.figure}" if slot.figure is not None else ""
    left = ", ".join(part for part in map(said_bar, slot.left) if part)
    said = f"{slot.label}{amount}{figure}{f' ({left})' if left else ''}"
    first, *more = flow.wrapped(said, strong=True) if slot.state == "ACTING" else [said]
    x, y, words, _ = flow.chip(first, strong=slot.state == "ACTING")
    for line in more:  # what is left of a turn is to be read whole
        flow.end()
        words += flow.chip(line, strong=True)[2]
    if more:
        flow.end()
    inside = titled(said)
    if slot.state == "ACTING":
        inside += element("path", d=emblem("CIRCLE", x, y, 17), class_="open acting", stroke_width=2)
    if side is not None:
        inside += _sign(side, sides, x, y, token.looks.colour if token is not None else None)
    else:
        inside += element("path", d=emblem("CIRCLE", x, y, 9), class_="open inked", stroke_width=1)
    inside += words
    if slot.state in ("ACTED", "UNABLE"):
        inside += element("path", d=f"M{x - 6:g} {y:g}h12", class_="open inked", stroke_width=1.6)
    elif slot.state in ("HOLDING", "ANSWERED"):
        inside += element("path", d=f"M{x - 2:g} {y - 3:g}v6m4 0v-6", class_="open rind", stroke_width=1.6)
    facts = {
        "data_state": slot.state,
        "data_combatant": slot.combatant,
        "data_side": slot.side,
        "data_seat": slot.seat,
        "data_figure": slot.figure,
        "data_amount": slot.amount,
    }
    return element("g", inside, id=f"{name}-slot-{id_part(slot.key)}", data_part="slot", data_key=slot.key, **facts)


def _away(token: SceneToken, sides: Sides, flow: Flow, name: str) -> str:
    bars = [said for bar in token.bars if (said := figure_of(bar))]
    told = token.label + (f" – {token.whereabouts}" if token.whereabouts else "") + (f" ({bars[0]})" if bars else "")
    x, y, words, _ = flow.chip(told)
    inside = titled(said_token(token, sides)) + _sign(token.side, sides, x, y, token.looks.colour) + words
    id = f"{name}-token-{id_part(token.combatant)}"
    return element("g", inside, id=id, data_part="token", data_away="true", **facts_of_token(token))


def _marks(scene: Scene, flow: Flow) -> Iterator[str]:
    """Those between combatants with their names, a line each; the others side by side."""
    for mark_line in mark_lines(scene):
        if mark_line.named:
            flow.end()
            yield _between(mark_line, flow)
            flow.end()
        else:
            yield from (_mark(mark, flow) for mark in mark_line.marks)


def _between(mark_line: MarkLine, flow: Flow) -> str:
    """In as many lines as its names need."""
    first, inside = mark_line.marks[0], ""
    for n, row in enumerate(flow.wrapped(mark_line.words)):
        flow.end()
        x, y, words, _ = flow.chip(row)
        if n == 0:
            inside += element(
                "path", d=f"M{x - 5:g} {y + 3:g}l10 -6", class_=f"open line-{first.tone}", stroke_width=2.4
            )
        inside += words
    keys = " ".join(mark.key for mark in mark_line.marks)
    explained = ". ".join(part for part in (mark_line.words, first.text) if part)
    return element("g", titled(explained) + inside, data_part="mark-line", data_key=keys)


def _mark(mark: SceneMark, flow: Flow) -> str:
    x, y, words, _ = flow.chip(said_mark(mark))
    line = element("path", d=f"M{x - 5:g} {y + 3:g}l10 -6", class_=f"open line-{mark.tone}", stroke_width=2.4)
    return element("g", titled(mark.text or said_mark(mark)) + line + words, data_part="mark-line", data_key=mark.key)


def _entry(line: LegendLine, flow: Flow, name: str) -> str:
    x, y, words, _ = flow.chip(line.words)
    look, where = line.first.look, {"x": x - 6, "y": y - 6, "width": 12.0, "height": 12.0, "rx": 2.0}
    swatch = element("rect", **where, **fill_of(look, name))
    swatch += element("rect", class_=f"thin s-{look}", **where)
    if line.first.cover:
        swatch += element("path", d=shield(x - 3.5, y - 4.5), class_="quiet cover")
    inside = titled(". ".join(part for part in (line.words, line.text) if part)) + swatch + words
    id = f"{name}-legend-{id_part(line.first.key)}"
    return element("g", inside, id=id, data_part="legend-entry", **line.facts)
