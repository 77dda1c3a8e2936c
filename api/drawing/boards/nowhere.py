"""No places: tokens by their sides. A space that is not known is shown so too."""

from __future__ import annotations

from api.drawing.board import Board
from api.drawing.frame import Box, Frame
from api.drawing.lettering import wrapped
from api.drawing.markup import element, text
from engine.kernel.scene.scene import Scene

ROW, TOKEN = 46.0, 34.0
HEAD = 26.0


def nowhere_board(scene: Scene, why: str, room: Box) -> Board:
    """A column for each side within a room, as many side by side as there is room for."""
    sides = [side.key for side in scene.sides]
    sides += [key for key in dict.fromkeys(token.side for token in scene.tokens) if key not in sides]
    labels = {side.key: side.label for side in scene.sides}
    columns = max(1, min(len(sides), int(room.width // 160)))
    width = room.width / columns
    lines = wrapped(why, 11, room.width, 2)
    parts = [text(room.x, room.y + 11 + 14 * n, line, 11, "quiet") for n, line in enumerate(lines)]
    spots: dict[str, Box] = {}
    taken: list[Box] = []
    top = bottom = room.y + 16 * len(lines)
    for n, key in enumerate(sides):
        if n and n % columns == 0:
            top = bottom
        x = room.x + (n % columns) * width
        here = [token for token in scene.tokens if token.side == key]
        high = HEAD + ROW * max(1, len(here))
        frame = {"x": x + 2, "y": top + 2, "width": width - 4, "height": high - 4, "rx": 6.0}
        parts.append(element("rect", class_="floor rim", stroke_width=1, data_part="column", data_side=key, **frame))
        parts.append(text(x + 12, top + 19, labels.get(key, key), 12, "strong"))
        taken.append(Box(x, top, width, HEAD))
        for row, token in enumerate(here):
            size = TOKEN * min(max(token.percent, 60), 125) / 100
            y = top + HEAD + ROW * row + (TOKEN - size) / 2
            spots[token.combatant] = Box(x + 12 + (TOKEN - size) / 2, y, size, size)
        bottom = max(bottom, top + high)
    box = Box(room.x, room.y, room.width, max(bottom - room.y, ROW))
    return Board(
        box=box, frame=Frame(box, 0, 0, 1.0), spots=spots, below="".join(parts), beside=True, taken=tuple(taken)
    )
