"""Where the numbers of an event come from: the terms they are made of, and the events that led to it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, structs


class Term(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One step of a sum. Terms of one number count in their order, and the result is rounded down once, at the end.

    source: what brings it in: an id of the content, or a word of the system; never a combatant.
    amount: what is added, times `times` over `over`; None: all before it is multiplied by them. `over` is above 0.
    of: the event's field that it belongs to, as in JSON. rule: the rule it follows. combatant: whose figure it is.
    private: only those whom the event tells all of it learn of it.
    """

    source: str
    of: str
    amount: int | None = None
    times: int = 1
    over: int = 1
    rule: str = ""
    combatant: str | None = None
    private: bool = False


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The reasons of one event. causes: versions of the events that led to it.

    withheld: the numbers that this reader is not told all terms of.
    """

    terms: tuple[Term, ...] = ()
    causes: tuple[int, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def private(self) -> bool:
        """Whether some of its terms are not for everybody."""
        return any(term.private for term in self.terms)

    def public(self) -> Why:
        """What everybody may know of it."""
        if not self.private:
            return self
        withheld = tuple(dict.fromkeys(term.of for term in self.terms if term.private))
        return Why(terms=tuple(t for t in self.terms if not t.private), causes=self.causes, withheld=withheld)

    def opened(self) -> Why:
        """The same, with nothing private."""
        terms = tuple(structs.replace(term, private=False) for term in self.terms)
        return structs.replace(self, terms=terms)

    def numbers(self) -> dict[str, tuple[Term, ...]]:
        """Its terms by the number they belong to."""
        found: dict[str, tuple[Term, ...]] = {}
        for term in self.terms:
            found[term.of] = (*found.get(term.of, ()), term)
        return found


def reckoned(terms: Iterable[Term]) -> int:
    """What the terms of one number come to: exact, and rounded down at the end."""
    # A fraction in two whole numbers, never made smaller: nearly all terms divide by nothing.
    above, below = 0, 1
    for term in terms:
        if term.amount is None:
            above, below = above * term.times, below * term.over
        elif term.over == 1:
            above += term.amount * term.times * below
        else:
            above, below = above * term.over + term.amount * term.times * below, below * term.over
    return above // below


def whispered(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The same terms, for those alone whom the event tells all of it."""
    return tuple(structs.replace(term, private=True) for term in terms)
