"""Events of all chapters."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.dozen_die.dice import Die
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


class TwelveFailed(Event, frozen=True, kw_only=True):
    """A 12 was rolled and fails, although the value is 12 or more.  [DD-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class LoadDropped(Event, frozen=True, kw_only=True):
    """A figure left alone with a load of two drops it. load: which one."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("load",)
    combatant: str
    load: str
