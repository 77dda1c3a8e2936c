"""The activation dice: each belongs to a side and has a colour.  [DD-DICE-07]"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Color(Enum):
    """The colour of an activation die, in the order in which a side's dice are listed.

    Green ones do not activate the injured, yellow ones may trigger a special action.  [DD-HP-04, DD-ACT-12]
    """

    GREEN = "GREEN"
    WHITE = "WHITE"
    YELLOW = "YELLOW"


class Die(Struct, frozen=True, kw_only=True, rename="camel"):
    """One activation die: whose it is, and its colour."""

    side: str
    color: Color
