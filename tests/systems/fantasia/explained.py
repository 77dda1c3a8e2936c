"""Which numbers of an event have terms: all of them, but for those that nothing was reckoned for."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.state import events as k
from engine.kernel.structs.messages import Event, Recorded, plain
from engine.kernel.structs.reasons import total_of
from engine.systems.fantasia import events as f
from engine.systems.fantasia.rules.basics import totals

PLAIN: dict[tuple[type[Event], str], str] = {
    (f.Rested, "hours"): "the order's",
    (f.JumpTried, "centimetres"): "the order's: how far it jumps, or between the places it names",
    (f.FumbleSettled, "applied"): "the number of a row, not a quantity; the event's rule is that row's",
    (k.VitalChanged, "now"): "the figure before, which a reader of the fight has, and `change`",
}
"""Numbers without terms, and why."""

OF_THE_KERNEL: tuple[type[Event], ...] = (k.VitalChanged, k.VitalLimitChanged, k.ConditionGained)
"""The kernel's events by which rules change figures."""


def numbers(kind: type[Event]) -> dict[str, str]:
    """The fields of an event that hold a number, and what they are called in JSON."""
    return {field.name: field.encode_name for field in structs.fields(kind) if field.type in (int, int | None)}


NUMBERS = {kind: numbers(kind) for kind in (*f.EVENTS, *OF_THE_KERNEL) if numbers(kind)}


def require(one: Recorded) -> None:
    """AssertionError unless each number of an event has terms that come to it, each by a rule.

    What rules order nobody is told of: a command's own events and those of tools have none. 0 may go without.
    """
    because, kind = one.draft.because, type(one.event)
    told = because.numbers() if because else {}
    figures = plain(one.event)
    for name, written in NUMBERS.get(kind, {}).items() if one.draft.rule else ():
        value = getattr(one.event, name)
        # The number is in the event that brought it about, and this one says which that is.
        brought = kind is k.VitalChanged and because is not None and bool(because.causes)
        if value and (kind, name) not in PLAIN and not brought:
            assert written in told, (name, one)
    for name, terms in told.items():
        if kind is not k.DiceRolled:
            assert total_of(terms) == figures[name], (name, one)
        assert all(term.source != totals.POINTS for term in terms), one
        assert all(term.rule or term.source == totals.LIMIT for term in terms), one
    assert all(cause < one.version for cause in (because.causes if because else ())), one
