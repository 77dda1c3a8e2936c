"""Which of several changes of one figure count.  [FF-STK-01, FF-STK-02, FF-STK-04]"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct, structs

from engine.systems.fantasia.content.kinds import Figure


class Kind(Enum):
    """The origin of a change; changes by magic to one figure do not add up."""

    SHEET = "SHEET"
    EQUIPMENT = "EQUIPMENT"
    TRAIT = "TRAIT"
    CONDITION = "CONDITION"
    MAGIC = "MAGIC"
    SITUATION = "SITUATION"


class Modifier(Struct, frozen=True, kw_only=True):
    """One term of a figure. source: an id or a word of the system; carries: the rule it comes from.

    least: it takes the figure no lower than this, and does not raise a lower one.
    """

    figure: Figure
    change: int
    source: str
    carries: str
    kind: Kind
    least: int | None = None


def total(terms: Sequence[Modifier]) -> int:
    """The sum of the terms."""
    return sum([term.change for term in terms])


def counted(terms: Sequence[Modifier], *, base: int = 0) -> list[Modifier]:
    """The terms that count, in their order: of magics only the best bonus and the worst penalty, of equals the first.

    base: the figure without these terms, which determines how far a term with a lower limit can go.  [FF-STK-01]
    """
    rest = base + total([term for term in terms if term.kind is not Kind.MAGIC])
    rises = [term for term in terms if term.kind is Kind.MAGIC and term.change > 0]
    best = max(rises, key=lambda term: term.change, default=None)
    rest += best.change if best is not None else 0
    falls = [_limited(term, rest) for term in terms if term.kind is Kind.MAGIC and term.change < 0]
    worst = min(falls, key=lambda term: term.change, default=None)
    magic = [term for term in (best, worst) if term is not None and term.change]
    return [*(term for term in terms if term.kind is not Kind.MAGIC), *magic]


def _limited(term: Modifier, rest: int) -> Modifier:
    """A penalty cut at its lower limit."""
    if term.least is None:
        return term
    return structs.replace(term, change=min(0, max(term.change, term.least - rest)))
