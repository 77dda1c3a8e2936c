"""The backdrop: where its picture lies, as a frame. The picture is another host's, whom a drawing never names."""

from __future__ import annotations

from collections.abc import Iterator

from api.drawing.board import Board
from api.drawing.frame import Box
from api.drawing.lettering import LEAST, fitting
from api.drawing.markup import element, text, titled
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneNowhere
from engine.kernel.scene.wording import PHRASES


def backdrop_markup(scene: Scene, board: Board, name: str, locale: str) -> Iterator[str]:
    """A labelled frame as large as the picture; nothing without a backdrop, or where there are no places."""
    if scene.backdrop is None or isinstance(scene.space, SceneNowhere):
        return
    words, frame = PHRASES.text("backdrop", locale), board.frame
    (x, y), width, height = frame.at(scene.backdrop.at), scene.backdrop.width, scene.backdrop.height
    where = Box(x, y, width * frame.scale, height * frame.scale)
    rim = {"x": where.x, "y": where.y, "width": where.width, "height": where.height}
    # The corner may lie outside of the board; its words stand where they are seen.
    left, top = max(where.x, frame.box.x), max(where.y, frame.box.y)
    shown = fitting(words, LEAST, where.x + where.width - left - 6)
    inside = titled(words) + element("rect", class_="open quieted", stroke_width=1.5, stroke_dasharray="7 4", **rim)
    if shown:
        inside += text(left + 4, top + LEAST + 2, shown, LEAST, "quiet halo")
    yield element("g", inside, id=f"{name}-backdrop", data_part="backdrop")
