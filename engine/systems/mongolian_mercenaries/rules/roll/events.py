"""Events of a test: opened, thrown, perhaps repeated by Lucky Break, settled.  [MM-TEST-01 to MM-LUCK-07]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.types import Form, Purpose


class RollOpened(Event, frozen=True, kw_only=True):
    """A test is to be rolled.

    tested: the attribute or skill. value: of it. modifier: dice or points that are added to it; total: with them.
    opponent: whom it is against. means: the weapon or spell; "": none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "tested", "means")
    roll: str
    combatant: str
    purpose: Purpose
    form: Form
    tested: str
    value: int = field(name="testedValue")
    modifier: int = 0
    total: int = field(name="testedTotal")
    opponent: str | None = None
    means: str = ""


class RollThrown(Event, frozen=True, kw_only=True):
    """The dice of a test have fallen. lucky: of its repeat.  [MM-LUCK-01]  passed: as it stands.  [MM-TEST-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    faces: tuple[int, ...]
    successes: int
    passed: bool
    lucky: bool = False


class LuckyBreakUsed(Event, frozen=True, kw_only=True):
    """A failed test is repeated with luck; no other today.  [MM-LUCK-01]  day: today."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    day: int


class RollSettled(Event, frozen=True, kw_only=True):
    """The result of a test is final.  successes: of a success test; of any other 0."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    purpose: Purpose
    passed: bool
    successes: int = 0
