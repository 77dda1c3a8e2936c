"""Mixed dice: whose rolls people type in, where the other dice are the server's. It stands in the first event."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.structs.ids import Seat
from engine.kernel.structs.named import Thing

MOST = 100
"""The most seats, and the most sides, that are named."""


class TypedBy(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Whose rolls are typed in, where all other dice are the server's.

    seats: each types the rolls of the combatants that it answers for when the dice fall, and its own. sides: the rolls
    of their combatants are typed in, whoever controls them. Hidden rolls, draws, and rolls of nobody in particular are
    always the server's.
    """

    seats: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=MOST)] = ()
    sides: Annotated[tuple[Thing, ...], msgspec.Meta(max_length=MOST)] = ()

    def __bool__(self) -> bool:
        """Whether anybody types."""
        return bool(self.seats or self.sides)


NOBODY_TYPES = TypedBy()
