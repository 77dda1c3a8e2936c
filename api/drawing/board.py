"""What the five kinds of spaces have in common for whoever draws: where things are, in pixels."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from api.drawing.frame import Box, Frame
from engine.kernel.state.combatant import Place


class Board(Struct, frozen=True, kw_only=True):
    """The board of a drawing.

    box: all of it; frame: how lengths become pixels. spots: combatant -> where its token is drawn. bases: combatant ->
    the path of all that it stands on, where that is more than its spot. floor: markup under a backdrop, where what is
    `below` has words and ways that a backdrop may not cover. below, above: markup under what lies on the ground, and
    over it. areas: place -> what it covers, for zones and ranks. beside: names stand beside their tokens.
    taken: boxes of text that other text keeps off.
    """

    box: Box
    frame: Frame
    spots: Mapping[str, Box]
    bases: Mapping[str, str] = {}
    floor: str = ""
    below: str = ""
    above: str = ""
    areas: Mapping[tuple[str, str, int], str] = {}
    beside: bool = False
    taken: tuple[Box, ...] = ()

    def place(self, place: Place, side: str = "") -> str:
        """The path of a zone or a position; "": there is none."""
        return self.areas.get(place_key(place, side), "")


def place_key(place: Place, side: str = "") -> tuple[str, str, int]:
    """A zone or a position. side: whose position it is, where the place does not say so."""
    if place.zone is not None:
        return ("zone", place.zone, 0)
    return ("rank", place.side or side, place.rank or 0)


def fitted(width: float, height: float, room: Box) -> float:
    """Pixels of a hundredth, so that a board of this size fits into the room."""
    return min(room.width / max(width, 1), room.height / max(height, 1))
