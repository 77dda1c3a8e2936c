"""Events of the bag: rounds, draws, and what a die is spent on."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import Pool


class PoolsSet(Event, frozen=True, kw_only=True):
    """How many dice each player's side has for rolls.  [DD-DICE-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    pools: dict[str, Pool]


class BagFilled(Event, frozen=True, kw_only=True):
    """All activation dice are in the bag again."""

    audience: ClassVar[Audience] = Audience.ALL
    bag: tuple[Die, ...]


class DieDrawn(Event, frozen=True, kw_only=True):
    """A die of this side is drawn from the bag: its side is the active one.  [DD-ACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: str
    color: Color


class MarchersFound(Event, frozen=True, kw_only=True):
    """Who may march with this die; marches of this draw do not change it.  [DD-MARCH-02, DD-MARCH-11]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    eligible: tuple[str, ...]


class SpecialTriggered(Event, frozen=True, kw_only=True):
    """The active side triggers a special action of the adventure, and does not march.  [DD-ACT-12, DD-ACT-17]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side", "special")
    side: str
    special: str


class WandererComes(Event, frozen=True, kw_only=True):
    """The die brings a wanderer in, as a vassal of this side.  [DD-ACT-15]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    wanderer: str


class DieSpent(Event, frozen=True, kw_only=True):
    """The die in hand is laid aside till the next round. idle: nobody could be activated with it."""

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
    """Another weather than before.  [DD-TERR-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("weather",)
    weather: Weather
