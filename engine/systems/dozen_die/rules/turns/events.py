"""Events of the course of a fight: the drawn die, activations, the end."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.types import Manner


class ActivationBegan(Event, frozen=True, kw_only=True):
    """A figure is activated: two orders. activated: who carries them out, it alone or all miniatures of its pack.

    [DD-ACT-02, DD-ACT-05]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    activated: tuple[str, ...]


class MarchBegan(Event, frozen=True, kw_only=True):
    """A figure marches, before the activation.  [DD-MARCH-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class OrderBegan(Event, frozen=True, kw_only=True):
    """An activated figure begins an order, or its part of its pack's order. manner: the kind of order."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    manner: Manner


class OrderFinished(Event, frozen=True, kw_only=True):
    """An order is finished; its unused part is lost. orders_left: 1 or 0.  [DD-ACT-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    orders_left: int


class PartFinished(Event, frozen=True, kw_only=True):
    """A miniature of a pack has done its part of the present order; others have not."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class ActivationEnded(Event, frozen=True, kw_only=True):
    """The activation is over; unused orders are lost."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class DieDrawn(Event, frozen=True, kw_only=True):
    """A die is drawn from the bag. side: whose it is, the active one. color: of the die.  [DD-ACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: Annotated[str, SIDE]
    color: Color


class WandererComes(Event, frozen=True, kw_only=True):
    """The die brings a wanderer in. side: its owner from now on, as a vassal. wanderer: its name.  [DD-ACT-15]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    wanderer: str


class DieSpent(Event, frozen=True, kw_only=True):
    """The die in hand is set aside until the next round. color: of the die. idle: nothing could be done with it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: Annotated[str, SIDE]
    color: Color
    idle: bool


class SideConceded(Event, frozen=True, kw_only=True):
    """A side gives up."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]


class WeatherChanged(Event, frozen=True, kw_only=True):
    """The weather changes. weather: from now on.  [DD-TERR-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("weather",)
    weather: Weather
