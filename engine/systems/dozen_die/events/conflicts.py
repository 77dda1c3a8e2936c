"""Events of actions and their conflicts."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Place, Weight
from engine.systems.dozen_die.content.kinds import Grade


class SkillUsed(Event, frozen=True, kw_only=True):
    """A figure begins to use a skill; nothing is rolled yet.  [DD-CON-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    targets: tuple[str, ...]
    place: Place | None


class PoolRaised(Event, frozen=True, kw_only=True):
    """A side has more dice for rolls until the round ends.  [DD-DICE-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    extra: int


class TwelveFailed(Event, frozen=True, kw_only=True):
    """A 12 was rolled and fails, although the value is 12 or more.  [DD-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class ConflictRolled(Event, frozen=True, kw_only=True):
    """Dice against a difficulty: each up to `needed` is a success.  [DD-CON-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill", "grade")
    combatant: str
    skill: str
    grade: Grade
    needed: int
    successes: int


class ConflictWon(Event, frozen=True, kw_only=True):
    """The action was very easy: it succeeds without a roll.  [DD-CON-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ConflictOpposed(Event, frozen=True, kw_only=True):
    """Dice of two figures against each other, compared as in melee.  [DD-CON-03]

    resistance: the ability or skill of the target. successes: of the actor, those that the target did not beat.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill", "resistance")
    combatant: str
    target: str
    skill: str
    resistance: str
    attack_value: int
    defense_value: int
    attack_successes: tuple[int, ...]
    defense_successes: tuple[int, ...]
    successes: int
