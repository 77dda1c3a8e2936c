"""Numbers with their terms, as in `because`: from modifiers, factors and dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec import structs

from engine.kit import Fight, Reasons, Table, Term, camel, total_of
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.figures import Kind, Modifier, Multiplier

_OPEN = frozenset({"critical"})
"""Factors whose cause is visible to everybody."""

GAME_MASTER = "game_master"
"""The source of a number that the game master sets."""

LIMIT = "limit"
"""The source of a term that raises a sum to its limit: no damage is below 0, no movement below 1."""


ROUNDED = "rounded_up"
"""The source of the part added when rounding up."""

POINTS = "points"
"""The source of a number without known terms."""


class Total(int):
    """A whole number and its terms; results of arithmetic on it are plain numbers.

    terms: without the field they will belong to. causes: versions of the events it was made of.
    """

    terms: tuple[Term, ...]
    causes: tuple[int, ...]

    def __new__(cls, value: int, terms: Iterable[Term] = (), causes: Iterable[int] = ()) -> Total:
        made = super().__new__(cls, value)
        made.terms = tuple(terms)
        made.causes = tuple(dict.fromkeys([cause for cause in causes if cause]))
        short = value - total_of(made.terms)
        if short:
            made.terms = (*made.terms, Term(source=LIMIT, of="", amount=short))
        return made

    @classmethod
    def exactly(cls, value: int, terms: tuple[Term, ...], causes: tuple[int, ...] = ()) -> Total:
        """A number whose terms are known to add up, each cause once: nothing is recomputed."""
        made = super().__new__(cls, value)
        made.terms, made.causes = terms, causes
        return made

    def after(self, *versions: int) -> Total:
        """The same number, also caused by these events."""
        causes = tuple(dict.fromkeys(cause for cause in (*versions, *self.causes) if cause))
        return Total.exactly(self, self.terms, causes)

    def private(self, fight: Fight, who: str) -> Total:
        """The same number, its terms only for those who may know this one's figures."""
        if lookup.recipients_of(fight, who) is None:
            return self
        return Total.exactly(self, tuple([structs.replace(t, private=True) for t in self.terms]), self.causes)


NOTHING = Total(0)
"""A zero without terms."""


def known(value: int) -> Total:
    """A number with its terms, if it still has them."""
    return value if isinstance(value, Total) else of_word(POINTS, value, "")


def of_dice(dice: str, value: int, version: int, rule: str = "FF-DICE-01") -> Total:
    """The result of dice. version: of the roll; no dice give no term."""
    if not version:
        return Total(value)
    return Total.exactly(value, (Term(source=dice, of="", amount=value, rule=rule),), (version,))


def of_modifiers(terms: Sequence[Modifier], who: str, value: int | None = None) -> Total:
    """A combatant's figure. value: the figure, where it is not simply the sum of its terms.

    Terms that change nothing are left out, except the sheet's own.
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
    return Total(sum([m.change for m in terms]) if value is None else value, made)


def of_word(source: str, value: int, rule: str, who: str | None = None, times: int = 1) -> Total:
    """A number with one term: `value` times `times`."""
    term = Term(source=source, of="", amount=value, times=times, rule=rule, combatant=who)
    return Total.exactly(value * times, (term,))


def added(*sums: Total, least: int | None = None) -> Total:
    """The sum of all of them, not below `least`."""
    value: int = sum(sums)
    value = value if least is None else max(least, value)
    return Total(value, [t for s in sums for t in s.terms], [c for s in sums for c in s.causes])


def multiplied(base: int, factors: Sequence[Factor], value: int, fight: Fight, who: str) -> Total:
    """A number times the factors on `who`: factors not visible to all are private to those who know the figures.

    value: the result.
    """
    start = known(base)
    closed = lookup.recipients_of(fight, who) is not None
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
    return Total(value, (*start.terms, *more), start.causes)


def counted(source: str, before: int, step: str, by: int, rule: str) -> Total:
    """A count that goes up or down: the former value, and the step."""
    return added(of_word(source, before, rule), of_word(step, by, rule))


def times(base: Total, by: Sequence[Multiplier], value: int) -> Total:
    """A figure times its multipliers. value: the result."""
    factors = (Term(source=m.source, of="", times=m.times, over=m.over, rule=m.carries) for m in by)
    return Total(value, (*base.terms, *factors), base.causes)


def scaled(base: Total, by: int, source: str, rule: str) -> Total:
    """A whole sum times a number; once is no term."""
    if by == 1:
        return base
    return Total(base * by, (*base.terms, Term(source=source, of="", times=by, rule=rule)), base.causes)


def lowered(base: Total, by: Total) -> Total:
    """A number minus what reactions subtract, not below 0."""
    return added(base, negative(by), least=0) if by else base


def negative(of: Total) -> Total:
    """The same number, negated."""
    return Total(-of, (structs.replace(t, amount=-(t.amount or 0)) for t in of.terms), of.causes)


def share(base: Total, by: Factor, less: int = 0) -> Total:
    """A number times a factor, rounded down, less what was there before."""
    factor = Term(source=by.source, of="", times=by.times, over=by.over, rule=by.carries)
    rest = Term(source=base.terms[0].source, of="", amount=-less, rule=by.carries)
    return Total(base * by.times // by.over - less, (*base.terms, factor, *((rest,) if less else ())), base.causes)


def upwards(amount: int, source: str, rule: str, *, times: int = 1, over: int) -> Total:
    """So many of a smaller unit, rounded up to whole ones."""
    value = -(-amount * times // over)
    exact = Term(source=source, of="", amount=amount, times=times, over=over, rule=rule)
    more = value - total_of((exact,))
    rounding = (Term(source=ROUNDED, of="", amount=more, rule=rule),) if more else ()
    return Total(value, (exact, *rounding))


def recipients_of(table: Table[Any], who: str, because: Reasons) -> tuple[str, ...] | None:
    """The seats that read all of an event: with private terms those who may know the figures, otherwise everybody."""
    return lookup.recipients_of(table.state.fight, who) if because.private else None


def why(*causes: int, **numbers: Total) -> Reasons:
    """The reasons of an event with these fields."""
    fields = [(_field(name), made) for name, made in numbers.items()]
    terms = [structs.replace(t, of=field) for field, made in fields for t in made.terms]
    versions = dict.fromkeys([*[c for c in causes if c], *[c for made in numbers.values() for c in made.causes]])
    return Reasons(terms=tuple(terms), causes=tuple(versions))


@cache
def _field(name: str) -> str:
    head, *rest = name.split("_")
    return camel(head + "".join(part.capitalize() for part in rest))


def shared(terms: Sequence[Sequence[Modifier]]) -> list[Modifier]:
    """The modifiers that an attack has against all its targets, without those of the situation."""
    first, *others = terms
    return [m for m in first if m.kind is not Kind.SITUATION and all(m in other for other in others)]
