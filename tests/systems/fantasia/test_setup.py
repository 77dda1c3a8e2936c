"""Whom the setup of a fight names is told to those who know of him."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.state.events import EncounterCreated
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.messages import plain
from engine.systems.fantasia.sheet import GroupRolls, Setup
from tests.support.fights.exports import export, proven, reads, sealed
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero

SETUP = Setup(
    elements_except=("a", "lurker", "later"), group_rolls=(GroupRolls(group="lurkers", each=True),), elements=False
)


def hidden_fight() -> Bout:
    """One is hidden from all but the game master, and one has not come."""
    return Bout(hero("a"), structs.replace(foe("lurker"), seen_by=()), begin=False, setup=SETUP)


def test_the_first_event_names_nobody_who_is_hidden() -> None:
    """Nor who has not come yet, nor groups; the game master reads all of it, and everybody's file is whole."""
    bout = hidden_fight()
    for seat in ("ana", "bea", None):
        read = reads(bout.arena, seat)
        assert b'elementsExcept":["a"]' in read[0]
        assert not any(word in b"".join(read) for word in (b"lurker", b"later"))
        assert proven(export(sealed(bout.arena), seat))
    assert b"lurkers" in reads(bout.arena, "gm")[0]
    first = bout.arena.stream[0].event
    assert isinstance(first, EncounterCreated)
    assert first.settled == plain(SETUP)
    assert bout.state.own.setup == SETUP


def test_the_state_names_him_to_those_who_know_of_him() -> None:
    """And to everybody once he is seen; what nobody bears yet stays with the game master."""
    bout = hidden_fight()
    assert BOOK.seen(bout.state, "gm").own.setup == SETUP
    assert BOOK.seen(bout.state, "ana").own.setup.elements_except == ("a",)
    assert b"lurker" not in canonical(plain(BOOK.seen(bout.state, "ana")))
    shown = structs.replace(bout.state.fight.combatants["lurker"], seen_by=None)
    fight = structs.replace(bout.state.fight, combatants={**bout.state.fight.combatants, "lurker": shown})
    seen = BOOK.seen(structs.replace(bout.state, fight=fight), "ana").own.setup
    assert seen == structs.replace(SETUP, elements_except=("a", "lurker"), group_rolls=())


def test_a_setup_that_names_nobody_hidden_is_open() -> None:
    """Nothing is withheld, and everybody's file holds all of it."""
    bout = Bout(hero("a"), foe("x"), begin=False, setup=Setup(elements_except=("x",)))
    assert bout.arena.stream[0].draft.to is None
    assert reads(bout.arena, "ana")[0] == reads(bout.arena, "gm")[0]
