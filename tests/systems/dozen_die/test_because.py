"""Where numbers come from: whatever a die must not exceed can be added up, and every loss names what cost it."""

from __future__ import annotations

import random

from engine.kernel.events import VitalChanged
from engine.kernel.messages import Event, Recorded, plain
from engine.kernel.why import reckoned
from engine.systems.dozen_die import events as e
from tests.support import playing
from tests.support.usage import Usage
from tests.systems.dozen_die import examples
from tests.systems.dozen_die.bout import BOOK

EXPLAINED: dict[type[Event], tuple[str, ...]] = {
    e.MeleeFought: ("attackValue", "defenseValue"),
    e.ConflictOpposed: ("attackValue", "defenseValue"),
    e.ConflictRolled: ("needed",),
    e.ShotRolled: ("needed",),
    e.ProtectionRolled: ("needed",),
    e.FallRolled: ("needed",),
    e.TerrainTested: ("needed",),
    e.JumpTested: ("needed",),
    e.RecoveryRolled: ("needed",),
    e.PoolRaised: ("extra",),
    e.ActionHindered: ("change",),
}
"""Events, and their numbers that have terms."""


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
    """How many numbers of an event are explained; AssertionError for one that does not add up."""
    why, names = recorded.draft.because, EXPLAINED.get(type(recorded.event), ())
    for name in names:
        assert why is not None
        terms = why.numbers().get(name, ())
        assert reckoned(terms) == plain(recorded.event)[name], f"{recorded.event} {terms}"
        assert all(term.rule for term in terms)
    assert not isinstance(recorded.event, VitalChanged) or (why is not None and why.causes)
    return len(names)


def test_every_event_that_says_what_is_needed_is_among_them() -> None:
    """None is forgotten."""
    needing = {kind for kind in BOOK.system.events if "needed" in kind.__struct_fields__}
    assert needing <= set(EXPLAINED)
