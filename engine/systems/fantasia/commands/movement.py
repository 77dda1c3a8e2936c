"""Orders of moving, jumping, lying down and getting up."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kernel.combatant import Cell, Place
from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.fantasia.commands.words import Pay
from engine.systems.fantasia.ground import Facing


class Manner(Enum):
    """How somebody moves; all but walking halve the distance.  [FF-MOVE-02]"""

    WALK = "WALK"
    CLIMB = "CLIMB"
    CRAWL = "CRAWL"
    STEALTH = "STEALTH"


class Move(Order, frozen=True, kw_only=True):
    """Move, up to one's movement in metres.  [FF-TURN-03]

    to: where, in a fight with places; metres: how far, in one without.
    On a board: to: a cell, by a shortest way, or path: the cells one after another; one's own cell to stay.
    facing: where to look then; absent: the way of the last step.  [FF-GRID-07, FF-GRID-08]
    pay: absent: the movement action, or else the normal one.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    metres: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    to: Place | None = None
    path: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=200)] = ()
    facing: Facing | None = None
    manner: Manner = Manner.WALK
    pay: Pay | None = None


class Jump(Order, frozen=True, kw_only=True):
    """Move and jump at the end of it: 2d + agility, or what the game master says.  [FF-MOVE-03]

    Without a board: centimetres, far or (high) upwards; in a fight with places far to a point instead.
    On a board: to: the cell to jump to, far in a straight line, or a neighbour that is higher; start: the cell where he
    takes off, after a run; absent: where he stands. facing, pay: as for Move.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    centimetres: Annotated[int, msgspec.Meta(ge=0, le=99900)] = 0
    high: bool = False
    start: Place | None = None
    to: Place | None = None
    facing: Facing | None = None
    pay: Pay | None = None


class StandUp(Order, frozen=True, kw_only=True):
    """Get up from the ground.  [FF-PRONE-01]  pay: absent: the movement action, or else the normal one."""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    pay: Pay | None = None


class LieDown(Order, frozen=True, kw_only=True):
    """Drop to the ground: free."""

    actor: ClassVar[str] = "combatant"
    combatant: Id
