"""Two or more lines of positions that face each other."""

from __future__ import annotations

from itertools import combinations
from math import hypot

from api.drawing.board import Board, fitted, place_key
from api.drawing.distances import usual
from api.drawing.frame import Box, Frame
from api.drawing.lettering import LEAST, width_of
from api.drawing.looks import Legend, facts_of_all, fill_of
from api.drawing.markup import element, id_part, number, text, titled
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import ScenePosition, SceneRanks

BIGGEST, SMALLEST = 84.0, 16.0
"""A position's side in pixels."""


def ranks_board(scene: Scene, space: SceneRanks, legend: Legend, room: Box, name: str) -> Board:
    """The board within a room. name: begins the ids of this drawing."""
    width, height = space.width or 1000, space.height or 400
    scale = fitted(width, height, room)
    size = _size(space, scale)
    # Empty ground above and below all positions is left out.
    margin = int(size * 0.95 / scale)
    top = max(0, min((position.at.y for position in space.positions), default=0) - margin)
    height = min(height, max((position.at.y for position in space.positions), default=height) + margin) - top
    left = room.x + (room.width - width * scale) / 2
    frame = Frame(Box(left, room.y, width * scale, height * scale), 0, top, scale)
    homes: dict[tuple[str, str, int], Box] = {}
    for position in space.positions:
        x, y = frame.at(position.at)
        homes[("rank", position.side, position.rank)] = Box(x - size / 2, y - size / 2, size, size)
    here: dict[tuple[str, str, int], list[str]] = {}
    percents: dict[str, int] = {}
    for token in scene.tokens:
        if token.place is not None and (key := place_key(token.place, token.side)) in homes:
            here.setdefault(key, []).append(token.combatant)
            percents[token.combatant] = token.percent
    spots: dict[str, Box] = {}
    for key, group in here.items():
        for n, combatant in enumerate(group):
            spots[combatant] = _spot(homes[key], n, len(group), percents[combatant])
    whole = {"x": frame.box.x, "y": frame.box.y, "width": frame.box.width, "height": frame.box.height}
    sides = {side.key: side.label for side in scene.sides}
    floor = element("rect", class_="floor rim", stroke_width=1, data_part="floor", **whole)
    parts = [
        _position(position, homes[("rank", position.side, position.rank)], legend, sides.get(position.side, ""), name)
        for position in space.positions
    ]
    words = " – ".join(space.bands[: space.farthest + 1])
    told = width_of(words, LEAST + 1) <= room.width and bool(words)
    below = frame.box.y + frame.box.height
    above = text(frame.box.middle[0], below + 12, words, LEAST + 1, "quiet mid") if told else ""
    said, taken = _usual(scene, frame, homes)
    return Board(
        box=Box(room.x, room.y, room.width, frame.box.height + (16 if told else 0)),
        frame=frame,
        spots=spots,
        floor=floor,
        below="".join(parts),
        above=above + said,
        taken=taken,
        areas={key: _rectangle(box) for key, box in homes.items()},
    )


def _usual(scene: Scene, frame: Frame, homes: dict[tuple[str, str, int], Box]) -> tuple[str, tuple[Box, ...]]:
    """The distance of most pairs, measured between the lines where they begin and few marks cross; and its room."""
    words, size = usual(scene), LEAST + 5
    wide, high = width_of(words, size) * 1.1 + 18, size * 1.9
    x, y = frame.box.x + 10, frame.box.middle[1]
    box = Box(x, y - high / 2, wide, high)
    if not words or not frame.box.holds(box) or any(home.meets(box) for home in homes.values()):
        return "", ()
    middle, tops = box.middle[0], [home.middle[1] for home in homes.values()]
    top, bottom = (
        max((amount for amount in tops if amount < y), default=y),
        min((amount for amount in tops if amount > y), default=y),
    )
    inside = ""
    for end, way in ((min(top, box.y), -1), (max(bottom, box.y + high), 1)):
        start = box.y if way < 0 else box.y + high
        back = number(end - way * 7)
        tip = f"M{number(middle - 6)} {back}L{number(middle)} {number(end)}L{number(middle + 6)} {back}"
        line = f"M{number(middle)} {number(start)}V{number(end)}{tip}"
        inside += element("path", d=line, class_="open inked", stroke_width=2)
    rim = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "rx": box.height / 2}
    inside += element("rect", class_="paper inked", stroke_width=1.5, **rim)
    inside += text(middle, y + size * 0.36, words, size, "mid strong")
    return element("g", inside, data_part="usual-distance"), (box,)


def _size(space: SceneRanks, scale: float) -> float:
    near = min(
        (
            max(abs(a.at.x - b.at.x), abs(a.at.y - b.at.y)) or hypot(1, 1)
            for a, b in combinations(space.positions[:60], 2)
        ),
        default=200,
    )
    return min(BIGGEST, max(SMALLEST, near * scale * 0.82))


def _spot(home: Box, n: int, of: int, percent: int) -> Box:
    """A token in its position; several share it side by side."""
    columns = 1 if of == 1 else 2 if of <= 4 else 3
    side = home.width / columns
    across, along = n % columns, n // columns
    size = side * min(0.86, 0.62 * min(max(percent, 50), 200) / 100)
    lines = -(-of // columns)
    x = home.x + across * side + (side - size) / 2
    y = home.y + (home.height - lines * side) / 2 + along * side + (side - size) / 2
    return Box(x, y, size, size)


def _rectangle(box: Box) -> str:
    return f"M{number(box.x)} {number(box.y)}h{number(box.width)}v{number(box.height)}h{number(-box.width)}Z"


def _position(position: ScenePosition, box: Box, legend: Legend, side: str, name: str) -> str:
    entries = [legend[key] for key in position.entries if key in legend]
    shape = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "rx": min(8.0, box.width / 8)}
    inside = titled(". ".join([f"{side or position.side} {position.rank}", *(entry.label for entry in entries)]))
    fill = fill_of(entries[0].look, name) if entries else {"class_": "paper"}
    inside += element("rect", **shape, **fill)
    dashes = None if position.open else "3 4"
    inside += element("rect", class_="open rim", stroke_width=1.2, stroke_dasharray=dashes, **shape)
    if box.width >= 22:
        inside += text(box.x + 4, box.y + LEAST + 1, str(position.rank), LEAST, "quiet")
    key = f"{position.side}-{position.rank}"
    facts = facts_of_all(position.entries, entries)
    return element(
        "g",
        inside,
        id=f"{name}-position-{id_part(key)}",
        data_part="position",
        data_side=position.side,
        data_rank=position.rank,
        data_open="true" if position.open else "false",
        **facts,
    )
