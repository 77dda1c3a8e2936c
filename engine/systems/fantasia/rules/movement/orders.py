"""Orders of movement and posture."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Cell, Id, OfferGroup, Order, Place
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.types import Pay


class Move(Order, frozen=True, kw_only=True):
    """Move, up to one's movement in metres.  [FF-TURN-03]

    to: where, in a fight with places; metres: how far, in one without.
    On a board: to: a cell, by a shortest way, or path: the cells one after another; one's own cell to stay.
    facing: where to look then; absent: the direction of the last step.  [FF-GRID-07, FF-GRID-08]
    pay: absent: the movement action, otherwise the normal one.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    metres: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    to: Place | None = None
    path: Annotated[tuple[Place, ...], msgspec.Meta(max_length=200)] = ()
    facing: Facing | None = None
    manner: Manner = Manner.WALK
    pay: Pay | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the path."""
        return tuple(step.cell for step in self.path if step.cell is not None)


class Jump(Order, frozen=True, kw_only=True):
    """Move and jump at the end of it: 2d + agility, or what the game master says.  [FF-MOVE-03]

    Without a board: centimetres, far or (high) upwards; in a fight with places, a long jump to a point instead.
    On a board: to: the cell to jump to, a long jump in a straight line, or a higher adjacent cell; start: the cell of
    take-off, after a run; absent: the present one. facing, pay: as for Move.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    centimetres: Annotated[int, msgspec.Meta(ge=0, le=99900)] = 0
    high: bool = False
    start: Place | None = None
    to: Place | None = None
    facing: Facing | None = None
    pay: Pay | None = None


class StandUp(Order, frozen=True, kw_only=True):
    """Get up from the ground.  [FF-PRONE-01]  pay: absent: the movement action, otherwise the normal one."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    pay: Pay | None = None


class LieDown(Order, frozen=True, kw_only=True):
    """Drop to the ground: free."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id


class EndTurn(Order, frozen=True, kw_only=True):
    """End the turn; unused actions are lost."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Defend(Order, frozen=True, kw_only=True):
    """Defend until the start of one's next turn.  [FF-DEF-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
