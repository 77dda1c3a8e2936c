"""Numbers with their terms: what they are made of is published with the event."""

from __future__ import annotations

from msgspec import Struct, structs

from engine.kit import Reasons, Term, on_the_wire, total_of


class Sum(Struct, frozen=True):
    """A number and its terms, without the field of the event that they will belong to."""

    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        """The number itself."""
        return total_of(self.terms)

    def plus(self, source: str, amount: int, rule: str, *, who: str | None = None, times: int = 1) -> Sum:
        """With `amount` times `times` more; 0 adds no term. who: whose figure it is."""
        if not amount or not times:
            return self
        term = Term(source=source, of="", amount=amount, times=times, rule=rule, combatant=who)
        return Sum((*self.terms, term))

    def to(self, source: str, total: int, rule: str) -> Sum:
        """Changed to another total by one more term, or none where it is that already."""
        return self.plus(source, total - self.total, rule)


def because(*causes: int, **sums: Sum) -> Reasons:
    """The reasons of an event: the terms of those of its fields that are sums, and the events behind it."""
    terms = [structs.replace(term, of=on_the_wire(name)) for name, found in sums.items() for term in found.terms]
    return Reasons(terms=tuple(terms), causes=tuple(dict.fromkeys(cause for cause in causes if cause)))
