"""Events of actions and their conflicts."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.combatant import Place
from engine.kernel.messages import Audience, Event
from engine.systems.dozen_die.content.kinds import Grade


class SkillUsed(Event, frozen=True, kw_only=True):
    """Somebody sets about using a skill; nothing is rolled yet.  [DD-CON-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    targets: tuple[str, ...]
    place: Place | None


class PoolRaised(Event, frozen=True, kw_only=True):
    """A side has more dice for rolls, till the round is over.  [DD-DICE-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    extra: int


class ConflictRolled(Event, frozen=True, kw_only=True):
    """Dice against a difficulty: each up to `needed` is a success.  [DD-CON-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("skill", "grade")
    combatant: str
    skill: str
    grade: Grade
    needed: int
    successes: int


class ConflictWon(Event, frozen=True, kw_only=True):
    """It was very easy: a success, and nothing is rolled.  [DD-CON-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ConflictOpposed(Event, frozen=True, kw_only=True):
    """Dice of two against each other, compared as in melee.  [DD-CON-03]

    resistance: the ability or skill of the target. successes: of the actor, those that the target did not beat.
    """

    audience: ClassVar[Audience] = Audience.ALL
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
