"""Where an event's numbers come from: their terms, and the events that caused it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, structs


class Term(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One step of a sum. Terms of one number apply in order, and the result is rounded down once, at the end.

    source: where the term comes from: an id of the content, or a word of the system; never a combatant.
    amount: what is added, times `times` over `over`; None: the total so far is multiplied by them. `over` is above 0.
    of: the event's field that it belongs to, by JSON name. rule: the rule it follows. combatant: whose figure it is.
    private: visible only to those who receive the whole event.
    """

    source: str
    of: str
    amount: int | None = None
    times: int = 1
    over: int = 1
    rule: str = ""
    combatant: str | None = None
    private: bool = False


class Reasons(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The reasons of one event. causes: versions of the events that led to it.

    withheld: the numbers of which this reader does not get all terms.
    """

    terms: tuple[Term, ...] = ()
    causes: tuple[int, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def private(self) -> bool:
        """Whether some of its terms are private."""
        return any(term.private for term in self.terms)

    def public(self) -> Reasons:
        """The part that everybody may know."""
        if not self.private:
            return self
        withheld = tuple(dict.fromkeys(term.of for term in self.terms if term.private))
        return Reasons(terms=tuple(t for t in self.terms if not t.private), causes=self.causes, withheld=withheld)

    def opened(self) -> Reasons:
        """The same reasons with nothing private."""
        terms = tuple(structs.replace(term, private=False) for term in self.terms)
        return structs.replace(self, terms=terms)

    def numbers(self) -> dict[str, tuple[Term, ...]]:
        """Its terms, grouped by the number they belong to."""
        found: dict[str, tuple[Term, ...]] = {}
        for term in self.terms:
            found[term.of] = (*found.get(term.of, ()), term)
        return found


def total_of(terms: Iterable[Term]) -> int:
    """The total of one number's terms: exact, and rounded down at the end."""
    # A fraction of two whole numbers, never reduced: nearly all terms divide by 1.
    above, below = 0, 1
    for term in terms:
        if term.amount is None:
            above, below = above * term.times, below * term.over
        elif term.over == 1:
            above += term.amount * term.times * below
        else:
            above, below = above * term.over + term.amount * term.times * below, below * term.over
    return above // below


def made_private(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The same terms, marked private."""
    return tuple(structs.replace(term, private=True) for term in terms)
