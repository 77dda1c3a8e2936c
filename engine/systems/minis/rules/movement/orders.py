"""Orders of movement."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Id, OfferGroup, Order, Point


class Stop(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A corner or the end of a way. point: in hundredths of an inch."""

    point: Point


Way = Annotated[tuple[Stop, ...], msgspec.Meta(max_length=60)]
"""The corners of a way in order, and its end; without the point of departure."""


class Move(Order, frozen=True, kw_only=True):
    """Go along a way of straight pieces: one piece of the mini's movement.  [MN-TURN-06, MN-MOVE-01]

    combatant: who goes. path: where. facing: a direction to turn to at its end; absent: as it went.  [MN-GAP-37]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    path: Way
    facing: Point | None = None


class Pivot(Order, frozen=True, kw_only=True):
    """Turn on the spot, for nothing; not directly after another pivot.  [MN-GAP-37]  facing: the new direction."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    facing: Point


class Run(Order, frozen=True, kw_only=True):
    """Elect to run for this turn: half as much movement again, but no spells and no fighting.  [MN-RUN-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
