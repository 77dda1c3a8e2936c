"""A copy is created as the first was: of every installed game, whatever its fights begin with."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec import structs

from engine.kernel.playing import facts
from engine.kernel.structs.errors import Fault
from engine.service.registry import Registry
from engine.service.writing.copying import MOST, creation_of, first_step
from engine.service.writing.creator import NewEncounter
from engine.store.memory import MemoryStore
from schemas.requests import CreateEncounterRequest
from tests.support.fights import playing

REGISTRY = Registry.installed()
FIGHTS = 12


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_the_first_step_comes_out_the_same(system: str) -> None:
    """What a creation made is read back, and makes the same events again, with all that is hidden."""
    book, examples = REGISTRY.book(system), playing.examples_of(system)
    rng = random.Random(18)
    arenas = [examples.make(rng) for _ in range(FIGHTS)] + [scene(rng) for scene in examples.SCENES]
    for arena in arenas:
        creation = arena.creation
        made = facts.create(book, creation, seat=None, clock=lambda: "t").new
        new = creation_of(book, made, "another")
        assert isinstance(msgspec.convert(msgspec.to_builtins(new), NewEncounter), NewEncounter)
        again = structs.replace(
            creation,
            name=new.name,
            dice=new.dice,
            seats=new.seats,
            combatants=tuple(msgspec.convert(one, book.enter) for one in new.combatants),
            numbers=(),
            setup=new.setup,
            figures_open=new.figures_open,
            sides=new.sides,
            looks=new.looks,
            backdrop=new.backdrop,
            ground=new.ground,
            typed_by=new.typed_by,
        )
        copied = facts.create(book, again, seat=None, clock=lambda: "t").new
        assert [one.event for one in copied] == [one.event for one in made]
        assert new.seed == ("another" if creation.dice == "OPEN" else "")


def test_a_first_step_is_no_longer_than_a_request_can_make_it() -> None:
    """Its creation and its combatants."""
    (limit,) = [
        one.max_length
        for field in structs.fields(CreateEncounterRequest)
        if field.name == "combatants"
        for one in field.type.__metadata__
    ]
    assert limit + 1 == MOST


async def test_what_is_no_creation_is_not_copied() -> None:
    """Of an encounter that does not exist there is none."""
    book = next(iter(REGISTRY.books.values()))
    with pytest.raises(Fault):
        creation_of(book, [], "")
    with pytest.raises(Exception, match="no encounter"):
        await first_step(MemoryStore(), book, "none")
