"""Rolling under: the one way by which a twelve-sided die succeeds or fails.  [DD-DICE-01, DD-DICE-03]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from engine.kernel.messages import camel
from engine.kernel.system import Table
from engine.kernel.why import Term, Why, reckoned

NEVER = 12
"""The face that fails whatever the value is, in every roll-under.  [DD-DICE-03]"""


class Value(Struct, frozen=True):
    """A number and what it is made of: what a face must not exceed, or what came of it all.

    Against one of 0 or less nothing succeeds.
    terms: without the field of the event they will belong to.
    """

    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The number itself."""
        return reckoned(self.terms)

    def plus(self, source: str, amount: int, rule: str) -> Value:
        """With one more term; 0 is none."""
        if not amount:
            return self
        return Value((*self.terms, Term(source=source, of="", amount=amount, rule=rule)))


def of_count(source: str, amount: int, rule: str) -> Value:
    """A number that begins with so many of something."""
    return Value(()).plus(source, amount, rule)


def of_ability(who: str, ability: str, amount: int, rule: str) -> Value:
    """A value that begins with somebody's ability. ability: its word, as in `dx`."""
    return Value((Term(source=ability, of="", amount=amount, rule=rule, combatant=who),))


class Judged(Struct, frozen=True):
    """Dice that were rolled against a value. version: of the roll; 0 where no die was rolled."""

    value: Value
    faces: tuple[int, ...]
    version: int = 0

    @property
    def successes(self) -> tuple[int, ...]:
        """The faces that succeeded, as they fell."""
        return tuple(face for face in self.faces if succeeds(face, self.value.total))

    @property
    def failures(self) -> tuple[int, ...]:
        """The faces that failed, as they fell."""
        return tuple(face for face in self.faces if not succeeds(face, self.value.total))

    @property
    def passed(self) -> bool:
        """Whether at least one die succeeded."""
        return bool(self.successes)

    @property
    def best(self) -> int:
        """The highest face that succeeded, 0 if none did: failed dice beat nothing.  [DD-MEL-06]"""
        return max(self.successes, default=0)


def succeeds(face: int, value: int) -> bool:
    """At most the value, and never a 12.  [DD-DICE-01, DD-DICE-03]"""
    return face <= value and face != NEVER


def half(number: int) -> int:
    """Half of it, a fraction counting as one more.  [DD-DICE-02]"""
    return (number + 1) // 2


def roll_under(table: Table[Any], who: str, value: Value, count: int, *, why: str, rule: str) -> Judged:
    """So many dice against a value; each is judged on its own. No dice, no roll.

    The terms of the value stand in the event that says what came of it, see `because`: nothing is added to the dice.
    """
    faces = table.roll(f"{count}d12", by=who, why=why, rule=rule)
    return Judged(value=value, faces=faces, version=table.last)


def because(*causes: int, **judged: Judged | Value) -> Why:
    """The reasons of an event: the terms of these of its fields that are values, and the rolls behind it."""
    terms: list[Term] = []
    versions = list(causes)
    for name, found in judged.items():
        value = found.value if isinstance(found, Judged) else found
        terms += [structs.replace(term, of=_field(name)) for term in value.terms]
        if isinstance(found, Judged):
            versions.append(found.version)
    return Why(terms=tuple(terms), causes=tuple(dict.fromkeys(v for v in versions if v)))


def _field(name: str) -> str:
    """`attack_value` -> `attackValue`."""
    head, *rest = name.split("_")
    return camel(head + "".join(part.capitalize() for part in rest))
