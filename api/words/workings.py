"""The arithmetic of an event in words, so that a player can check it: `13 = 2d6 7 + strength 3x2, critical x2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.kernel.messages import Event, plain
from engine.kernel.why import Term, Why

DICE = re.compile(r"\d*d\d+")
"""A source that is a roll."""

MORE = "…"
"""What stands for terms that the reader may not know."""


def workings(event: Event, why: Why, word: Callable[[str], str], thing: Callable[[str], bool]) -> str:
    """Each number with its terms, those that the reader is told and that change something; "" without any.

    thing: whether a source is an id of the content. A number that is all of one word of the system has no arithmetic,
    nor has what the event or another number has told already.
    """
    figures = plain(event)
    told: list[str] = []
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
            told.append(f"{value} = {_sum(counting or terms, word, value, more=more)}")
        elif not counting and not more:
            continue
        elif name not in figures or value is not None:
            line = _sum(counting, word, more=more)
            told.append(line if line.startswith("-") else f"+ {line}")
    return "; ".join(told)


def _simple(value: object, terms: Sequence[Term]) -> bool:
    """Whether there is nothing to work out: one term, and that is it."""
    return len(terms) == 1 and (terms[0].amount, terms[0].times, terms[0].over) == (value, 1, 1)


def _sum(terms: Sequence[Term], word: Callable[[str], str], value: int | None = None, *, more: bool) -> str:
    if not more and _simple(value, terms):
        return word(terms[0].source)  # `-4 = Fire`, not `-4 = -Fire 4`
    line = ""
    for term in terms:
        factor = _factor(term)
        if term.amount is None and term.times == term.over:
            continue
        if term.amount is None:
            line += f", {word(term.source)} {factor}"
            continue
        size = f"{word(term.source)} {abs(term.amount)}{factor}"
        minus = "-" if term.amount < 0 else "+"
        line += f" {minus} {size}" if line else (f"-{size}" if term.amount < 0 else size)
    return f"{line.removeprefix(', ')} {MORE}" if more else line.removeprefix(", ")


def _factor(term: Term) -> str:
    if (term.times, term.over) == (1, 1):
        return "" if term.amount is not None else "x1"
    return f"x{term.times}" if term.over == 1 else f"x{term.times}/{term.over}"
