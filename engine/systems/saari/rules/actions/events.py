"""Events of what else a turn is spent on."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attribute


class Held(Event, frozen=True, kw_only=True):
    """A combatant acts no more in this round; its actions serve reactions and delay.  [G-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


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
