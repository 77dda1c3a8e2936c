"""The activation dice: each belongs to a side and has a colour.  [DD-DICE-07]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Struct

from engine.kit import SIDE


class Color(Enum):
    """The colour of an activation die, in the order in which a side's dice are listed.

    GREEN: does not activate the injured.  [DD-HP-04]
    WHITE: nothing special.
    YELLOW: may trigger a special action of the adventure.  [DD-ACT-12]
    """

    GREEN = "GREEN"
    WHITE = "WHITE"
    YELLOW = "YELLOW"


class Die(Struct, frozen=True, kw_only=True, rename="camel"):
    """One activation die. side: its owner. color: its colour."""

    side: Annotated[str, SIDE]
    color: Color
