"""A picture below the ground. No rule reads it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import Length
from engine.kernel.state.looks import Address

Opacity = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""How much of what lies below a picture it covers, in percent."""


class Backdrop(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A picture below the ground, the same for all seats: it hides nothing.

    at: its corner of least x and y; width, height: in hundredths of the unit. opacity: percent; 100: nothing shows
    through it.
    """

    picture: Address
    at: Point = Point(0, 0)
    width: Length
    height: Length
    opacity: Opacity = 100
