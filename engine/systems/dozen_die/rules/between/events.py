"""Facts of the time between fights."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.dozen_die.content.kinds import Ability, Grade
from engine.systems.dozen_die.rules.between.settings import Injury


class AdventureBegan(Event, frozen=True, kw_only=True):
    """An adventure begins.  [DD-OUT-01]  number: 1 is the first."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("goals",)
    number: int
    goals: tuple[str, ...] = ()


class GoalJudged(Event, frozen=True, kw_only=True):
    """A goal is met, or not.  [DD-OUT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("name",)
    goal: int
    name: str
    met: bool


class AdventureEnded(Event, frozen=True, kw_only=True):
    """An adventure is over.  [DD-OUT-01, DD-OUT-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    number: int
    note: str = ""


class InjuryDetermined(Event, frozen=True, kw_only=True):
    """What recovery has brought somebody.  [DD-OUT-02]  face: of the die. Fields as in the table of the settings."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("figure",)
    combatant: str
    face: int
    injury: Injury
    amount: int = 0
    figure: str | None = None


class LockTried(Event, frozen=True, kw_only=True):
    """A lock is picked, or resists.  [DD-OUT-04]  needed: at most so much on one die."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    grade: Grade
    ability: Ability
    needed: int
    opened: bool


EVENTS: tuple[type[Event], ...] = (AdventureBegan, GoalJudged, AdventureEnded, InjuryDetermined, LockTried)
