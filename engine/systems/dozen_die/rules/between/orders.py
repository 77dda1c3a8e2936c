"""Orders between fights."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.dozen_die.content.kinds import Ability, Grade, Name

Note = Annotated[str, msgspec.Meta(max_length=500)]


class BeginAdventure(Order, frozen=True, kw_only=True):
    """An adventure of one or several fights begins, with its goals. GM only.  [DD-OUT-01]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    goals: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()


class MeetGoal(Order, frozen=True, kw_only=True):
    """A goal of the adventure is met, or is not after all. GM only.  [DD-OUT-01]  goal: its place, from 1."""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    goal: Annotated[int, msgspec.Meta(ge=1, le=20)]
    met: bool = True


class EndAdventure(Order, frozen=True, kw_only=True):
    """The adventure is over: who fell rolls for recovery. GM only.  [DD-OUT-02, DD-OUT-10]"""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Note = ""


class PickLock(Order, frozen=True, kw_only=True):
    """Pick a lock outside a fight: one roll of some dice against an ability and the lock's grade. GM only.

    [DD-OUT-04]
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    grade: Grade
    ability: Ability = Ability.DX
    dice: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1


ORDERS: tuple[type[Order], ...] = (BeginAdventure, MeetGoal, EndAdventure, PickLock)
