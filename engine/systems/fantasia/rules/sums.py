"""Numbers that know what they are made of: the terms of `because`, from modifiers, factors and dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec import structs

from engine.kernel.fight import Fight
from engine.kernel.messages import camel
from engine.kernel.system import Table
from engine.kernel.why import Term, Why, reckoned
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.figures import Kind, Modifier, Multiplier

_OPEN = frozenset({"critical"})
"""Factors that everybody has seen come about."""

GAME_MASTER = "game_master"
"""The source of a number that is the game master's word."""

LIMIT = "limit"
"""The source of a term that takes a sum to its limit: no damage is below 0, no movement below 1."""


ROUNDED = "rounded_up"
"""The source of what a part of a whole number is taken for."""

POINTS = "points"
"""The source of a number that nothing more is known of."""


class Sum(int):
    """A whole number and its terms; whatever is calculated with it is a plain number again.

    terms: without the field they will belong to. causes: versions of the events it was made of.
    """

    terms: tuple[Term, ...]
    causes: tuple[int, ...]

    def __new__(cls, value: int, terms: Iterable[Term] = (), causes: Iterable[int] = ()) -> Sum:
        made = super().__new__(cls, value)
        made.terms = tuple(terms)
        made.causes = tuple(dict.fromkeys([cause for cause in causes if cause]))
        short = value - reckoned(made.terms)
        if short:
            made.terms = (*made.terms, Term(source=LIMIT, of="", amount=short))
        return made

    @classmethod
    def exactly(cls, value: int, terms: tuple[Term, ...], causes: tuple[int, ...] = ()) -> Sum:
        """A number of which it is known that its terms come to it, each cause once: nothing is reckoned."""
        made = super().__new__(cls, value)
        made.terms, made.causes = terms, causes
        return made

    def after(self, *versions: int) -> Sum:
        """The same number, brought about by these events too."""
        causes = tuple(dict.fromkeys(cause for cause in (*versions, *self.causes) if cause))
        return Sum.exactly(self, self.terms, causes)

    def private(self, fight: Fight, who: str) -> Sum:
        """The same number, its terms only for those who may know this one's figures."""
        if look.knowing(fight, who) is None:
            return self
        return Sum.exactly(self, tuple([structs.replace(t, private=True) for t in self.terms]), self.causes)


NOTHING = Sum(0)
"""No number at all, and so no terms."""


def known(value: int) -> Sum:
    """A number with its terms, where it still has them."""
    return value if isinstance(value, Sum) else of_word(POINTS, value, "")


def of_dice(dice: str, value: int, version: int, rule: str = "FF-DICE-01") -> Sum:
    """What dice came to. version: of the roll; no dice are no term."""
    if not version:
        return Sum(value)
    return Sum.exactly(value, (Term(source=dice, of="", amount=value, rule=rule),), (version,))


def of_modifiers(terms: Sequence[Modifier], who: str, value: int | None = None) -> Sum:
    """A figure of somebody. value: what it is, where that is not simply the sum of its terms.

    Terms that change nothing are left out, but for the sheet's own.
    """
    made = [
        Term(
            source=m.figure.value.lower() if m.source == who else m.source,
            of="",
            amount=m.change,
            rule=m.carries,
            combatant=who,
        )
        for m in terms
        if m.change or m.source == who
    ]
    return Sum(sum([m.change for m in terms]) if value is None else value, made)


def of_word(source: str, value: int, rule: str, who: str | None = None, times: int = 1) -> Sum:
    """A number with one term: `value` times `times`."""
    term = Term(source=source, of="", amount=value, times=times, rule=rule, combatant=who)
    return Sum.exactly(value * times, (term,))


def added(*sums: Sum, least: int | None = None) -> Sum:
    """All of them together, not below `least`."""
    value: int = sum(sums)
    value = value if least is None else max(least, value)
    return Sum(value, [t for s in sums for t in s.terms], [c for s in sums for c in s.causes])


def multiplied(base: int, factors: Sequence[Factor], value: int, fight: Fight, who: str) -> Sum:
    """A number times what multiplies it on `who`: all but what everybody has seen is for those who know his figures.

    value: what it comes to.
    """
    start = known(base)
    closed = look.knowing(fight, who) is not None
    more = [
        Term(
            source=f.source,
            of="",
            times=f.times,
            over=f.over,
            rule=f.carries,
            private=closed and f.source not in _OPEN,
        )
        for f in factors
    ]
    return Sum(value, (*start.terms, *more), start.causes)


def counted(source: str, before: int, step: str, by: int, rule: str) -> Sum:
    """A count that goes up or down: what it was, and the step."""
    return added(of_word(source, before, rule), of_word(step, by, rule))


def times(base: Sum, by: Sequence[Multiplier], value: int) -> Sum:
    """A figure times what multiplies it. value: what it comes to."""
    factors = (Term(source=m.source, of="", times=m.times, over=m.over, rule=m.carries) for m in by)
    return Sum(value, (*base.terms, *factors), base.causes)


def scaled(base: Sum, by: int, source: str, rule: str) -> Sum:
    """A whole sum so many times; once is no term."""
    if by == 1:
        return base
    return Sum(base * by, (*base.terms, Term(source=source, of="", times=by, rule=rule)), base.causes)


def lowered(base: Sum, by: Sum) -> Sum:
    """A number less what reactions take off, not below 0."""
    return added(base, negative(by), least=0) if by else base


def negative(of: Sum) -> Sum:
    """The same the other way round."""
    return Sum(-of, (structs.replace(t, amount=-(t.amount or 0)) for t in of.terms), of.causes)


def share(base: Sum, by: Factor, less: int = 0) -> Sum:
    """A number times a factor, rounded down, less what was there before."""
    factor = Term(source=by.source, of="", times=by.times, over=by.over, rule=by.carries)
    rest = Term(source=base.terms[0].source, of="", amount=-less, rule=by.carries)
    return Sum(base * by.times // by.over - less, (*base.terms, factor, *((rest,) if less else ())), base.causes)


def upwards(amount: int, source: str, rule: str, *, times: int = 1, over: int) -> Sum:
    """So many of a smaller unit, rounded up to whole ones."""
    value = -(-amount * times // over)
    exact = Term(source=source, of="", amount=amount, times=times, over=over, rule=rule)
    more = value - reckoned((exact,))
    rounding = (Term(source=ROUNDED, of="", amount=more, rule=rule),) if more else ()
    return Sum(value, (exact, *rounding))


def telling(table: Table[Any], who: str, because: Why) -> tuple[str, ...] | None:
    """Who reads all of an event about somebody: with private terms those who may know his figures, else everybody."""
    return look.knowing(table.state.fight, who) if because.private else None


def why(*causes: int, **numbers: Sum) -> Why:
    """The reasons of an event whose fields these are."""
    fields = [(_field(name), made) for name, made in numbers.items()]
    terms = [structs.replace(t, of=field) for field, made in fields for t in made.terms]
    versions = dict.fromkeys([*[c for c in causes if c], *[c for made in numbers.values() for c in made.causes]])
    return Why(terms=tuple(terms), causes=tuple(versions))


@cache
def _field(name: str) -> str:
    head, *rest = name.split("_")
    return camel(head + "".join(part.capitalize() for part in rest))


def shared(terms: Sequence[Sequence[Modifier]]) -> list[Modifier]:
    """The modifiers that an attack has against all its targets, but for those of the situation."""
    first, *others = terms
    return [m for m in first if m.kind is not Kind.SITUATION and all(m in other for other in others)]
