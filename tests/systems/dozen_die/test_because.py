"""Where numbers come from: every number of an event can be added up, and every loss names what cost it."""

from __future__ import annotations

import random

from msgspec import structs

from engine.kernel.state.events import VitalChanged
from engine.kernel.structs.messages import Event, Recorded, plain
from engine.kernel.structs.reasons import total_of
from engine.systems.dozen_die import events as e
from tests.support.fights import playing
from tests.support.fights.usage import Usage
from tests.systems.dozen_die import examples
from tests.systems.dozen_die.bout import BOOK

PLAIN: dict[tuple[type[Event], str], str] = {
    (e.JumpTested, "squares"): "the order's: how far it jumps",
}
"""Numbers without terms, and why."""

NUMBERS: dict[type[Event], dict[str, str]] = {
    kind: {field.name: field.encode_name for field in structs.fields(kind) if field.type is int}
    for kind in BOOK.system.events
}
"""Events, the fields of theirs that hold a number, and what these are called in JSON."""


def test_every_number_adds_up() -> None:
    """In fights played at random."""
    usage, explained = Usage(BOOK, examples.WORN), 0
    for seed in range(8):
        rng = random.Random(seed)
        arena = examples.make(rng)
        playing.play_out(arena, rng, usage, most=40)
        explained += sum(_explained(recorded) for recorded in arena.stream)
    assert explained > 20


def _explained(recorded: Recorded) -> int:
    """How many numbers of an event are explained. AssertionError for one that is not: 0 may go without."""
    event, because = recorded.event, recorded.draft.because
    told = because.numbers() if because else {}
    figures = plain(event)
    for name, written in NUMBERS.get(type(event), {}).items():
        assert not getattr(event, name) or (type(event), name) in PLAIN or written in told, (name, recorded)
    for name, terms in told.items():
        assert total_of(terms) == figures[name], (name, recorded)
        assert all(term.rule for term in terms), recorded
    assert not isinstance(event, VitalChanged) or (because is not None and because.causes)
    return len(told)


def test_what_has_no_terms_is_a_number_of_an_event() -> None:
    """The list of exceptions names nothing that is not there."""
    assert all(name in NUMBERS[kind] for kind, name in PLAIN)
