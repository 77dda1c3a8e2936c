"""Events of the board: ways, and whom one can aim at."""

from __future__ import annotations

from enum import Enum


class Nature(Enum):
    """Whether damage is physical or magic; defending halves only physical damage."""

    PHYSICAL = "PHYSICAL"
    MAGIC = "MAGIC"
