"""Rolling under: the only way a twelve-sided die succeeds or fails.  [DD-DICE-01, DD-DICE-03]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from engine.kit import Odds, Reasons, Table, Term, camel, total_of
from engine.systems.dozen_die.rules.basics.chances import NEVER, success
from engine.systems.dozen_die.rules.basics.events import TwelveFailed


class Value(Struct, frozen=True):
    """A number and its terms: the value that a face must not exceed, or a result.

    Nothing succeeds against a value of 0 or less.
    terms: without the field of the event they will belong to.
    """

    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The number itself."""
        return total_of(self.terms)

    def plus(self, source: str, amount: int, rule: str) -> Value:
        """The value with one more term; 0 adds none."""
        if not amount:
            return self
        return Value((*self.terms, Term(source=source, of="", amount=amount, rule=rule)))


def of_count(source: str, amount: int, rule: str) -> Value:
    """A number that begins with a count."""
    return Value(()).plus(source, amount, rule)


def of_ability(who: str, ability: str, amount: int, rule: str) -> Value:
    """A value that begins with a figure's ability. ability: its word, as in `dx`."""
    return Value((Term(source=ability, of="", amount=amount, rule=rule, combatant=who),))


class Judged(Struct, frozen=True):
    """Dice rolled against a value. version: of the roll; 0 where no die was rolled."""

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
    """Half of it, rounded up.  [DD-DICE-02]"""
    return (number + 1) // 2


Chance = Callable[[], tuple[int, int]]
"""(results that succeed, all results), by the state in which the dice fall."""


def roll_under(
    table: Table[Any], who: str, value: Value, count: int, *, why: str, rule: str, chance: Chance | None = None
) -> Judged:
    """Roll so many dice against a value; each is judged on its own. No dice, no roll.

    The value's terms belong to the event with the result, see `because`: nothing is added to the dice.
    chance: of what the roll is for; None: of at least one success.
    Where a 12 fails although the value reaches it, an event reports it.  [DD-DICE-03]
    """

    def odds() -> Odds:
        good, of = success(value.total, count) if chance is None else chance()
        terms = tuple(structs.replace(term, of="against") for term in value.terms)
        passes = None if chance else lambda faces: any(succeeds(face, value.total) for face in faces)
        return Odds(good=good, of=of, against=value.total, terms=terms, passes=passes)

    faces = table.roll(f"{count}d12", by=who, why=why, rule=rule, odds=odds)
    version = table.last
    if NEVER in faces and value.total >= NEVER:
        table.emit(TwelveFailed(combatant=who), rule="DD-DICE-03", because=Reasons(causes=(version,)))
    return Judged(value=value, faces=faces, version=version)


def because(*causes: int, **judged: Judged | Value) -> Reasons:
    """The reasons of an event: the terms of those of its fields that are values, and the rolls behind it."""
    terms: list[Term] = []
    versions = list(causes)
    for name, found in judged.items():
        value = found.value if isinstance(found, Judged) else found
        terms += [structs.replace(term, of=_field(name)) for term in value.terms]
        if isinstance(found, Judged):
            versions.append(found.version)
    return Reasons(terms=tuple(terms), causes=tuple(dict.fromkeys(v for v in versions if v)))


def _field(name: str) -> str:
    """`attack_value` -> `attackValue`."""
    head, *rest = name.split("_")
    return camel(head + "".join(part.capitalize() for part in rest))
