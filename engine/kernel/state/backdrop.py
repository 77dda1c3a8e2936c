"""A picture below the ground. No rule reads it."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.state.areas import Length
from engine.kernel.state.combatant import Point
from engine.kernel.state.looks import Address


class Backdrop(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A picture below the ground, the same for all seats: it hides nothing.

    at: its corner of least x and y; width, height: in hundredths of the unit.
    """

    picture: Address
    at: Point = Point(0, 0)
    width: Length
    height: Length
