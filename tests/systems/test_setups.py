"""A fight that is created can begin: whatever cannot is refused at creation, and what is offered then is accepted."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.playing import facts
from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded

SETUPS = amount("SKALD_SETUPS", 50, 600)
"""Generated setups of each system."""


def anywhere(rng: random.Random, place: Place | None) -> Place | None:
    """A place near another one, on somebody, off the board, in the air, or none."""
    if place is None or rng.random() < 0.5:
        return place
    x, y = rng.randint(-1, 13), rng.randint(-1, 9)
    return rng.choice(
        [
            Place(cell=Cell(x, y), height=rng.choice([0, 0, 0, 1, 3])),
            Place(point=Point(100 * x, 100 * y)),
            structs.replace(place, height=place.height + rng.choice([-1, 1])),
            None,
        ]
    )


def remade(arena: Arena, rng: random.Random) -> Arena | RuleRefusal:
    """The same fight with its combatants elsewhere."""
    creation = arena.creation
    moved = tuple(
        structs.replace(entry, place=anywhere(rng, entry.place)) if rng.random() < 0.4 else entry
        for entry in creation.combatants
    )
    try:
        return Arena(
            arena.book,
            moved,
            dice=seeded(str(rng.random())),
            setup=creation.setup,
            seats=creation.seats,
            figures_open=creation.figures_open,
            ground=creation.ground,
        )
    except RuleRefusal as refusal:
        return refusal


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_what_begin_offers_is_accepted(system: str) -> None:
    """And of a refused setup every fault names a field of the request."""
    book, examples = Registry.installed().book(system), playing.examples_of(system)
    begun = refused = 0
    for seed in range(SETUPS):
        rng = random.Random(f"setups {seed}")
        made = remade(examples.make(rng), rng)
        if isinstance(made, RuleRefusal):
            refused += 1
            for fault in made.all:
                assert fault.field.split(".")[0] in ("combatants", "setup", "ground", "seats", "sides"), fault.reason
            continue
        keys: list[Any] = [offer.key for offer in book.system.offers(book.seen(made.state, "gm"), None)]
        if "begin" in keys:
            made.order("gm", Begin())
            begun += 1
    assert begun > SETUPS // 10
    assert refused > SETUPS // 10


def test_creation_tells_all_faults_at_once() -> None:
    """Also what could not be read before, which comes first."""
    arena = playing.examples_of("fantasia").make(random.Random(0))
    wrong = structs.replace(arena.creation, seats=(), setup={"initiative": "NEVER"})
    unread = RuleRefusal("expected a whole number, got a text", field="combatants.7.sheet.hp")
    with pytest.raises(RuleRefusal) as refused:
        facts.create(arena.book, wrong, seat=None, clock=lambda: "", faults=[unread])
    fields = [fault.field for fault in refused.value.all]
    assert fields[:3] == ["combatants.7.sheet.hp", "seats", "setup.fantasia.initiative"]
    assert all(field.startswith("combatants.") for field in fields[3:]), "their seats are missing"
