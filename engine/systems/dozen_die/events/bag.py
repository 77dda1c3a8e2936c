"""Events of the bag: rounds, draws, and what a die is spent on."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import Pool


class PoolsSet(Event, frozen=True, kw_only=True):
    """How many dice the players' sides have for rolls. pools: side -> its dice.  [DD-DICE-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    pools: dict[str, Pool]


class BagFilled(Event, frozen=True, kw_only=True):
    """All activation dice are in the bag again. bag: by side, then green, white, yellow."""

    audience: ClassVar[Audience] = Audience.ALL
    bag: tuple[Die, ...]


class DieDrawn(Event, frozen=True, kw_only=True):
    """A die is drawn from the bag. side: whose it is, the active one. color: of the die.  [DD-ACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: str
    color: Color


class MarchersFound(Event, frozen=True, kw_only=True):
    """Who is far enough from everybody. eligible: who may march with this die, whatever the others do.

    [DD-MARCH-02, DD-MARCH-11]
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    eligible: tuple[str, ...]


class SpecialTriggered(Event, frozen=True, kw_only=True):
    """The active side does not march with this die. special: the action of the adventure that it triggers.

    [DD-ACT-12, DD-ACT-17]
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side", "special")
    side: str
    special: str


class WandererComes(Event, frozen=True, kw_only=True):
    """The die brings somebody in. side: whose vassal it is from now on. wanderer: what it is called by.  [DD-ACT-15]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    wanderer: str


class DieSpent(Event, frozen=True, kw_only=True):
    """The die in hand is laid aside till the next round. color: of the die. idle: nothing could be done with it."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: str
    color: Color
    idle: bool


class SideConceded(Event, frozen=True, kw_only=True):
    """A side gives up."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str


class WentOn(Event, frozen=True, kw_only=True):
    """The game master lets a decided fight go on. sides: those that stand."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("sides",)
    sides: tuple[str, ...]


class WeatherChanged(Event, frozen=True, kw_only=True):
    """The weather is another. weather: from now on.  [DD-TERR-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("weather",)
    weather: Weather
