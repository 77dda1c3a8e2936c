"""What a caller may ask of a drawing."""

from __future__ import annotations

from msgspec import Struct

from api.drawing.choices import USUAL_WIDTH, Theme
from api.drawing.frame import Box


class Options(Struct, frozen=True, kw_only=True):
    """How a scene is drawn.

    width: the width in pixels that the drawing is made for: shown at that width, or wider, no text of it is smaller
    than 9 pixels. theme: auto: as the reader's system is set. title: the fight's name. locale: the language of the
    scene's words. name: begins every id, so that one page can hold several drawings. bounds: of a board without an
    edge, in hundredths of the unit; None: around what is seen. panel: with all that stands beside the board.
    """

    width: int = USUAL_WIDTH
    theme: Theme = "auto"
    title: str = ""
    locale: str = "en"
    name: str = "scene"
    bounds: Box | None = None
    panel: bool = True
