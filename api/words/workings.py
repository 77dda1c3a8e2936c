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

    thing: whether a source is an id of the content. A number that a word of the system stands for has no arithmetic.
    """
    figures = plain(event)
    told = []
    for name, terms in why.numbers().items():
        value, more = figures.get(name), name in why.withheld
        counting = [term for term in terms if term.amount != 0 or term.private]
        if not more and _simple(value, counting or terms, thing):
            continue
        if isinstance(value, int):
            told.append(f"{value} = {_sum(counting or terms, word, value, more=more)}")
        elif not counting and not more:
            continue
        elif name not in figures or value is not None:
            line = _sum(counting, word, more=more)
            told.append(line if line.startswith("-") else f"+ {line}")
    return "; ".join(told)


def _simple(value: object, terms: Sequence[Term], thing: Callable[[str], bool]) -> bool:
    """Whether there is nothing to work out: one word of the system, and no dice."""
    first = terms[0]
    named = thing(first.source) or DICE.fullmatch(first.source) is not None
    return len(terms) == 1 and (first.amount, first.times, first.over) == (value, 1, 1) and not named


def _sum(terms: Sequence[Term], word: Callable[[str], str], value: int | None = None, *, more: bool) -> str:
    if len(terms) == 1 and not more and (terms[0].amount, terms[0].times, terms[0].over) == (value, 1, 1):
        return word(terms[0].source)  # `-4 = Fire`, not `-4 = -Fire 4`
    line = ""
    for term in terms:
        factor = _factor(term)
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
