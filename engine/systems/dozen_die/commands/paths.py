"""What a way over the board is made of."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.combatant import Cell

Height = Annotated[int, msgspec.Meta(ge=-20, le=99)]


class Step(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One step of a way: the square it ends on, and at which height, in levels of one square; absent: on its floor.

    jump: he leaps there over what lies between, in one straight line.  [DD-JUMP-01]
    """

    cell: Cell
    height: Height | None = None
    jump: bool = False


Way = Annotated[tuple[Step, ...], msgspec.Meta(max_length=60)]
"""Steps one after the other, the square of departure not among them."""
