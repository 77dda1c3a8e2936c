"""What is to be tested."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, total
from engine.systems.mongolian_mercenaries.types import Form, Purpose

MOST_DICE = 999
"""Of a pool; what cards add beyond it adds nothing."""

Faces = tuple[int, ...]


class Plan(Struct, frozen=True, kw_only=True):
    """A test before it is rolled.

    tested: the attribute or skill named first; Lucky Break puts luck in its place.  [MM-LUCK-04]
    value: of it, with whatever changes the attribute or skill itself. modifiers: of the test: dice of a pool, points of
    the left side.  [MM-TEST-03, MM-TEST-04]  divisor: of the value.  [MM-TEST-03]
    skill: what is tested is a skill: without it the test fails by itself.  [MM-TEST-08]
    against: the right side of an opposed test, without its die.  [MM-TEST-01]
    known_to: the seats that may know how often it passes; null: everybody.
    passes: of the faces: whether it is passed; null: by the form.  [MM-TEST-05]
    again: the plan of the repeat, with luck as its value; null: the same plan, all modifiers as they are.
    rule: that has it rolled.
    """

    tester: str
    purpose: Purpose
    form: Form
    tested: str
    value: Part
    modifiers: Parts = ()
    divisor: int = 1
    skill: bool = True
    opponent: str | None = None
    against: Parts = ()
    means: str = ""
    passes: Callable[[Faces], bool] | None = None
    again: Callable[[Part], Plan] | None = None
    known_to: tuple[str, ...] | None = None
    rule: str

    @property
    def left(self) -> int:
        """The left side, or the pool: the value divided and rounded down, then modified.  [MM-TEST-03, MM-GEN-01]"""
        found = self.value.amount // self.divisor + total(self.modifiers)
        return min(found, MOST_DICE) if self.form is Form.SUCCESS else found

    @property
    def automatic(self) -> bool:
        """Whether it fails without dice.  [MM-TEST-05, MM-TEST-08]"""
        return (self.skill and self.value.amount <= 0) or (self.form is Form.SUCCESS and self.left <= 0)


class Result(Struct, frozen=True):
    """A test that is settled. faces: that count.  successes: of a success test; of any other 0."""

    passed: bool
    faces: Faces = ()
    successes: int = 0
    lucky: bool = False
