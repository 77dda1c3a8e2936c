"""The arithmetic of an event as text that a player can check: `13 = 2d6 7 + strength 3x2, critical x2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.kernel.structs.messages import Event, plain
from engine.kernel.structs.reasons import Reasons, Term

DICE = re.compile(r"\d*d\d+")
"""Matches a source that is a roll."""

MORE = "…"
"""Replaces terms that the reader may not know."""


def calculations(event: Event, why: Reasons, word: Callable[[Term], str], thing: Callable[[str], bool]) -> str:
    """Each number with its visible terms that change something; "" without any.

    thing: whether a source is an id of the content. A condition that is merely renewed has no arithmetic,
    nor has a number with a single system word as its source, or with one already shown.
    """
    figures = plain(event)
    if figures.get("renewed"):
        return ""
    parts: list[str] = []
    met = {value for value in figures.values() if isinstance(value, str)}
    for name, terms in why.numbers().items():
        value, more = figures.get(name), name in why.withheld
        counting = [term for term in terms if term.amount != 0]
        source = (counting or terms)[0].source
        plainly = source in met or not (thing(source) or DICE.fullmatch(source))
        if not more and plainly and _simple(value, counting or terms):
            continue
        met |= {term.source for term in terms}
        if isinstance(value, int):
            parts.append(f"{value} = {_sum(counting or terms, word, value, more=more)}")
        elif not counting and not more:
            continue
        elif name not in figures or value is not None:
            line = _sum(counting, word, more=more)
            parts.append(f"- {line[1:]}" if line.startswith("-") else f"+ {line}")
    return "; ".join(parts)


def sum_of(terms: Sequence[Term], word: Callable[[Term], str]) -> str:
    """A number's terms in a line: `strength 3 + ring 1`; "" where it is a single one as it is."""
    counting = [term for term in terms if term.amount != 0]
    if len(counting) < 2 and all((term.times, term.over) == (1, 1) for term in counting):
        return ""
    return _sum(counting, word, more=False)


def _simple(value: object, terms: Sequence[Term]) -> bool:
    """Whether the value is simply its only term."""
    return len(terms) == 1 and (terms[0].amount, terms[0].times, terms[0].over) == (value, 1, 1)


def _sum(terms: Sequence[Term], word: Callable[[Term], str], value: int | None = None, *, more: bool) -> str:
    if not more and _simple(value, terms):
        return word(terms[0])  # `-4 = Fire`, not `-4 = -Fire 4`
    line = ""
    for term in terms:
        factor = _factor(term)
        if term.amount is None and term.times == term.over:
            continue
        if term.amount is None:
            line += f", {word(term)} {factor}"
            continue
        size = f"{word(term)} {abs(term.amount)}{factor}"
        minus = "-" if term.amount < 0 else "+"
        line += f" {minus} {size}" if line else (f"-{size}" if term.amount < 0 else size)
    return f"{line.removeprefix(', ')} {MORE}" if more else line.removeprefix(", ")


def _factor(term: Term) -> str:
    if (term.times, term.over) == (1, 1):
        return "" if term.amount is not None else "x1"
    return f"x{term.times}" if term.over == 1 else f"x{term.times}/{term.over}"
