"""Difficulty: the grades and bonuses shared by movement and conflicts."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.systems.dozen_die.content.kinds.types import Bonus


class Grade(Enum):
    """How hard something is, from the easiest to the hardest."""

    VERY_EASY = "VERY_EASY"
    EASY = "EASY"
    NORMAL = "NORMAL"
    HARD = "HARD"
    VERY_HARD = "VERY_HARD"

    @property
    def rank(self) -> int:
        """0 for the easiest, 4 for the hardest: harder is more."""
        return _RANKS[self]


_RANKS = {grade: rank for rank, grade in enumerate(Grade)}


class Stride(Enum):
    """How far a terrain test lets a figure go with one order."""

    FULL = "FULL"  # all of its movement
    FACE = "FACE"  # as many squares as the die shows, at most its movement
    HALF = "HALF"  # half its movement, rounded up
    ONE = "ONE"
    NONE = "NONE"


class Difficulty(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A grade of difficulty. bonus: added to the ability; None: nothing is rolled, it succeeds.

    passed, failed: how far a terrain test lets the figure go. conflict, movement: the rules it follows in each.
    """

    id: Grade
    bonus: Bonus | None = None
    passed: Stride = Stride.FULL
    failed: Stride = Stride.FULL
    conflict: Annotated[str, msgspec.Meta(pattern="^DD-CON-[0-9]{2}$")]
    movement: Annotated[str, msgspec.Meta(pattern="^DD-TERR-[0-9]{2}$")]
