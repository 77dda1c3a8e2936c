"""Orders of the side whose die was drawn, of an activation, and of the game master.  [DD-ACT-05, DD-ACT-09]

`by` speaks for the side: the first of each seat's figures on the board.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order, Place
from engine.systems.dozen_die.sheet import Weather


class Activate(Order, frozen=True, kw_only=True):
    """Spend the die on a figure, with its pack: two orders.  [DD-ACT-05]

    combatant: one of the side, which is `by` itself; or a neutral, and then `by` is the figure that speaks for the
    side.
    """

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.END
    by: Id
    combatant: Id


class BringIn(Order, frozen=True, kw_only=True):
    """Spend the die on a wanderer beside the board, which then has two orders at once.  [DD-ACT-15]

    wanderer: who. to: a square at the edge of the board.
    """

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    by: Id
    wanderer: Id
    to: Place


class Pass(Order, frozen=True, kw_only=True):
    """Spend the die where it can activate nobody; figures that could still march do not.  [DD-ACT-02]"""

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.END
    by: Id


Remark = Annotated[str, msgspec.Meta(max_length=500)]


class GoOn(Order, frozen=True, kw_only=True):
    """Continue although the rules call the fight decided: the next die is drawn."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Remark = ""


class Concede(Order, frozen=True, kw_only=True):
    """A side gives up, between activations: all its figures are out of the adventure."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.SIDE
    side: Annotated[Id, SIDE]
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """End the adventure, whoever still stands. winner: a side; absent: nobody."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Remark = ""


class Recover(Order, frozen=True, kw_only=True):
    """After the adventure, roll once for every casualty of a player how badly it was hurt.  [DD-HP-06]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Remark = ""


class ChangeWeather(Order, frozen=True, kw_only=True):
    """Change the weather, at any time. weather: from now on.  [DD-TERR-16]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    weather: Weather
    note: Remark = ""


class EndOrder(Order, frozen=True, kw_only=True):
    """Finish the present order: the rest of the pack does not take part. combatant: any of the pack.  [DD-ACT-09]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class EndActivation(Order, frozen=True, kw_only=True):
    """End this activation; the next die is drawn. combatant: any of those who are activated."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id
