"""Numbers with their terms, for the reasons of events."""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Reasons, Term, on_the_wire


class Part(Struct, frozen=True):
    """A part of a number: an id of the content, or a word of the system, and how much of it."""

    source: str
    amount: int
    rule: str


def total(parts: tuple[Part, ...]) -> int:
    """The number."""
    return sum(part.amount for part in parts)


def because(*causes: int, who: str | None = None, **numbers: tuple[Part, ...]) -> Reasons:
    """The reasons of an event, by its fields. who: whose figures the parts are."""
    terms = [
        Term(source=part.source, of=on_the_wire(name), amount=part.amount, rule=part.rule, combatant=who)
        for name, parts in numbers.items()
        for part in parts
        if part.amount
    ]
    return Reasons(terms=tuple(terms), causes=tuple(dict.fromkeys(cause for cause in causes if cause)))
