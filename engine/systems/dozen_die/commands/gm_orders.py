"""Orders of the game master: whether the adventure goes on or ends."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order
from engine.systems.dozen_die.sheet import Weather

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
