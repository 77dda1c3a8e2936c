"""The part of a map that becomes a ground."""

from __future__ import annotations

import re

from msgspec import Struct

from api.maps.universal_vtt import Segment
from engine.kernel.structs.errors import RuleRefusal

MOST = 100
"""Cells of a side of a ground that is made from a map."""

PATTERN = r"^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$"
"""The form of `x,y,width,height`, as JSON Schema says it."""


class Crop(Struct, frozen=True):
    """A rectangle of cells. x, y: its least ones."""

    x: int
    y: int
    width: int
    height: int

    def cut(self, segment: Segment) -> Segment | None:
        """The part of a segment inside, counted from the rectangle's corner; None where nothing is inside."""
        x1, y1, x2, y2 = segment.x1 - self.x, segment.y1 - self.y, segment.x2 - self.x, segment.y2 - self.y
        dx, dy = x2 - x1, y2 - y1
        begin, end = 0.0, 1.0
        for step, room in ((-dx, x1), (dx, self.width - x1), (-dy, y1), (dy, self.height - y1)):
            if step == 0:
                if room < 0:
                    return None
            elif step < 0:
                begin = max(begin, room / step)
            else:
                end = min(end, room / step)
        if begin >= end:
            return None
        return Segment(x1 + begin * dx, y1 + begin * dy, x1 + end * dx, y1 + end * dy)


def crop_of(text: str | None, width: int, height: int) -> Crop:
    """The rectangle `x,y,width,height` of a map; None: all of it. RuleRefusal where it does not fit or is too large."""
    if text is None:
        crop = Crop(0, 0, width, height)
    else:
        if re.fullmatch(PATTERN[1:-1], text) is None:
            raise RuleRefusal("write the part as x,y,width,height in whole cells", field="crop")
        crop = Crop(*(int(part) for part in text.split(",")))
    if crop.width > MOST or crop.height > MOST:
        raise RuleRefusal(
            f"this map has {width} x {height} cells, and a ground at most {MOST} x {MOST}: name a part of it, "
            "as crop=x,y,width,height",
            field="crop",
        )
    if min(crop.width, crop.height) < 1 or crop.x + crop.width > width or crop.y + crop.height > height:
        raise RuleRefusal(f"the part lies outside of the map, which has {width} x {height} cells", field="crop")
    return crop
