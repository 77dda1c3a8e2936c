"""Events of movement, cover and mounts, and what they take of the budget."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field

from engine.kit import NOBODY, Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Obstacle, Rank
from engine.systems.mongolian_mercenaries.types import Cost, Hindering


class BudgetSet(Event, frozen=True, kw_only=True):
    """A card gives a combatant other actions for this round than usual.  [MM-ACT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    large: int = field(name="largeActions")
    minor: int = field(name="minorActions")


class ActionPaid(Event, frozen=True, kw_only=True):
    """An action is paid. swapped: the Large one was given up for two Minor ones first.  [MM-ACT-01, MM-ACT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    cost: Cost = field(name="actionCost")
    large: int = field(name="largeActions")
    minor: int = field(name="minorActions")
    swapped: bool = False


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn of a combatant in this round is over; what it has not used is given up.  [MM-ACT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class CoverTaken(Event, frozen=True, kw_only=True):
    """A combatant is behind the cover of its position from now on.  [MM-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class CoverLeft(Event, frozen=True, kw_only=True):
    """A combatant is behind its cover no longer, and crouches no longer.  [MM-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class Crouched(Event, frozen=True, kw_only=True):
    """A combatant crouches.  [MM-COV-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class LeantOut(Event, frozen=True, kw_only=True):
    """A combatant crouches no longer.  [MM-COV-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class ScreenSet(Event, frozen=True, kw_only=True):
    """A combatant screens an ally, or blocks an opponent.  [MM-MOVE-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    hindering: Hindering


class ScreenEnded(Event, frozen=True, kw_only=True):
    """A screen or block is over.  [MM-MOVE-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    hindering: Hindering


class MountedUp(Event, frozen=True, kw_only=True):
    """A combatant is in the saddle. mount: the card of what it rides.  [MM-MNT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("mount",)
    combatant: str
    mount: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A combatant is on foot again."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class PositionChanged(Event, frozen=True, kw_only=True):
    """What is on a position is another, as it is told here.  [MM-FIELD-06]  trap, special: their cards; null: none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("laidTrap", "specialArea")
    side: Annotated[str, NOBODY]
    rank: Rank = field(name="position")
    cover: Cover
    obstacle: Obstacle
    trap: str | None = field(name="laidTrap")
    special: str | None = field(name="specialArea")
