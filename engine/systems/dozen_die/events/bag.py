"""Events of the bag: rounds, draws, and what a die is spent on."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import Pool


class PoolsSet(Event, frozen=True, kw_only=True):
    """How many dice the players' sides have for rolls. pools: side -> its dice.  [DD-DICE-04]

    all_pools: including sides that some seats know nobody of; null where there are none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("all_pools",)
    pools: dict[Annotated[str, SIDE], Pool]
    all_pools: dict[Annotated[str, SIDE], Pool] | None = None


class BagFilled(Event, frozen=True, kw_only=True):
    """All activation dice are in the bag again. bag: by side, then green, white, yellow.

    all_dice: including those of sides that some seats know nobody of; null where there are none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("all_dice",)
    bag: tuple[Die, ...]
    all_dice: tuple[Die, ...] | None = None


class DieDrawn(Event, frozen=True, kw_only=True):
    """A die is drawn from the bag. side: whose it is, the active one. color: of the die.  [DD-ACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side", "color")
    side: Annotated[str, SIDE]
    color: Color


class MarchersFound(Event, frozen=True, kw_only=True):
    """Figures far enough from all foes. eligible: who may march with this die, whatever the others do.

    everybody: including figures of the side that some seats do not know; null where it has none. So it does not show
    whether one of those is far enough.  [DD-MARCH-02, DD-MARCH-11]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    eligible: tuple[str, ...]
    everybody: tuple[str, ...] | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, for the reducer."""
        return self.eligible if self.everybody is None else self.everybody


class SpecialTriggered(Event, frozen=True, kw_only=True):
    """The active side does not march with this die. special: the action of the adventure that it triggers.

    [DD-ACT-12, DD-ACT-17]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side", "special")
    side: Annotated[str, SIDE]
    special: str


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


class WentOn(Event, frozen=True, kw_only=True):
    """The game master lets a decided fight go on. sides: those still standing.

    all_sides: including those that some seats know nobody of; null where there are none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("all_sides",)
    words: ClassVar[tuple[str, ...]] = ("sides", "allSides")
    sides: tuple[Annotated[str, SIDE], ...]
    all_sides: tuple[Annotated[str, SIDE], ...] | None = None


class WeatherChanged(Event, frozen=True, kw_only=True):
    """The weather changes. weather: from now on.  [DD-TERR-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("weather",)
    weather: Weather
