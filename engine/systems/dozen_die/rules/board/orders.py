"""Special actions, and the parts of a way over the board."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Cell, Id, OfferGroup, Order

Height = Annotated[int, msgspec.Meta(ge=-20, le=99)]


class StepBy(Enum):
    """A way of stepping other than walking, wading and climbing.

    JUMP: over what lies between, in one straight line.  [DD-JUMP-01]
    """

    JUMP = "JUMP"


class Step(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One step of a way: the square it ends on, and the height in levels of one square; absent: on its floor.

    by: absent: an ordinary step.
    """

    cell: Cell
    height: Height | None = None
    by: StepBy | None = None

    @property
    def jump(self) -> bool:
        """Whether it is a jump."""
        return self.by is StepBy.JUMP


Way = Annotated[tuple[Step, ...], msgspec.Meta(max_length=60)]
"""Steps in order, without the square of departure."""


class Special(Order, frozen=True, kw_only=True):
    """A yellow die triggers a special action; nobody of the side marches then. special: which one.  [DD-ACT-12]"""

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    by: Id
    special: Id
