"""Numbers with their terms, for the reasons of events.  [MM-GEN-01, MM-GEN-03]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Reasons, Term, on_the_wire


class Part(Struct, frozen=True):
    """A part of a number: an id of the content, or a word of the system, and how much of it.

    who: whose figure it is. card_of: whose card makes it so. private: known to those alone who know the figures of all
    whose it is.
    """

    source: str
    amount: int
    rule: str
    who: str | None = None
    private: bool = False
    card_of: str | None = None


Parts = tuple[Part, ...]


def total(parts: Parts) -> int:
    """The number."""
    return sum(part.amount for part in parts)


def with_percents(points: int, percents: Parts) -> int:
    """Points first, then all percents summed and applied once, rounded down; never below 0.

    Percents do not act on 0 or less.  [MM-GEN-01, MM-GEN-03, MM-RES-08]
    """
    if points <= 0:
        return points
    return max(0, points * (100 + total(percents)) // 100)


def because(*causes: int, **numbers: Parts) -> Reasons:
    """The reasons of an event, by its fields; a part of 0 is left out."""
    terms = [
        Term(
            source=part.source,
            of=on_the_wire(name),
            amount=part.amount,
            rule=part.rule,
            combatant=part.who,
            private=part.private,
        )
        for name, parts in numbers.items()
        for part in parts
        if part.amount
    ]
    return Reasons(terms=tuple(terms), causes=tuple(dict.fromkeys(cause for cause in causes if cause)))
