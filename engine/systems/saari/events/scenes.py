"""The events of tasks, and of a scene's course."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.saari.content.kinds import Attribute


class TaskJudged(Event, frozen=True, kw_only=True):
    """What an action that the rules do not list costs, and how hard it is.  [G-63]

    allowed: whether it can be done at all. attribute, kn: of the roll; null: nothing is rolled. provokes: whether it
    gives free strikes.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    combatant: str
    allowed: bool
    cost: int
    attribute: Attribute | None = None
    kn: int | None = None
    provokes: bool = False
    note: str = ""


class GroupJoined(Event, frozen=True, kw_only=True):
    """A comrade joins a group action: one more success is needed.  [SA-GROUP-03]  target: who leads it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str


class InitiativeAdjusted(Event, frozen=True, kw_only=True):
    """Circumstances change the next initiative roll.  [W-06]  dice: added to it.

    advantage: whether it is easier, or harder; null: neither.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("note",)
    combatant: str
    dice: int = field(name="initiativeDice")
    advantage: bool | None = field(default=None, name="initiativeEdge")
    note: str = ""


class Conceded(Event, frozen=True, kw_only=True):
    """A seat gives up with all of a side that it plays. giver: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("giver", "side")
    giver: str
    side: Annotated[str, SIDE]


class SceneResumed(Event, frozen=True, kw_only=True):
    """The scene goes on although it was over.  [W-37]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


class MilestoneReached(Event, frozen=True, kw_only=True):
    """A turning point of the expedition, at which the characters regain points.  [SA-REST-02, SA-REST-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


class BaseReached(Event, frozen=True, kw_only=True):
    """The characters are back at their base, and regain all points.  [SA-REST-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


EVENTS: tuple[type[Event], ...] = (
    TaskJudged, GroupJoined, InitiativeAdjusted, Conceded, SceneResumed, MilestoneReached, BaseReached,
)  # fmt: skip
