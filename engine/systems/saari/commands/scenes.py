"""Orders of the game master: the course of a scene, and what comes after it."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order

Note = Annotated[str, msgspec.Meta(max_length=500)]


class AdjustInitiative(Order, frozen=True, kw_only=True):
    """Circumstances change a character's next initiative roll. GM only.  [W-06]

    dice: added to the pool. advantage: an edge factor; false: a disadvantage, absent: none.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    dice: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    advantage: bool | None = None
    note: Note = ""


class EndScene(Order, frozen=True, kw_only=True):
    """The game master ends the scene.  [W-37]  winner: a side; absent: nobody."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Note = ""


class GoOn(Order, frozen=True, kw_only=True):
    """The scene goes on although it was over. GM only.  [W-37]"""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Note = ""


class ReachMilestone(Order, frozen=True, kw_only=True):
    """The characters catch their breath at a milestone: they regain points. GM only.  [SA-REST-02, W-35]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


class ReturnToBase(Order, frozen=True, kw_only=True):
    """The characters are back at their base: they regain all points. GM only.  [SA-REST-04]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


ORDERS: tuple[type[Order], ...] = (AdjustInitiative, EndScene, GoOn, ReachMilestone, ReturnToBase)
