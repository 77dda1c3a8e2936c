"""Orders of the game master: how the adventure goes on, or ends."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.dozen_die.sheet import Weather

Remark = Annotated[str, msgspec.Meta(max_length=500)]


class GoOn(Order, frozen=True, kw_only=True):
    """Play on, though the rules call it decided: the next die is drawn."""

    note: Remark = ""


class Concede(Order, frozen=True, kw_only=True):
    """A side gives up, between activations: all its figures are out of the adventure."""

    side: Id
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """The adventure ends, whoever still stands. winner: a side; absent: nobody."""

    winner: Id | None = None
    note: Remark = ""


class Recover(Order, frozen=True, kw_only=True):
    """After the adventure every casualty of a player rolls how badly it was hurt, once.  [DD-HP-06]"""

    note: Remark = ""


class ChangeWeather(Order, frozen=True, kw_only=True):
    """The weather changes, at any time. weather: from now on.  [DD-TERR-16]"""

    weather: Weather
    note: Remark = ""
