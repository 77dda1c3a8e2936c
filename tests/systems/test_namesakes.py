"""Figures of one name are told apart, alike in offers, log, scene and refusals, and tell of nobody hidden."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from api.words.renderer import Renderer
from engine.kernel.overruling.gm_tools import Reveal
from engine.kernel.state.namesakes import mark_of
from engine.service.registry import Registry
from engine.service.writing.writer import names_in
from tests.support.fights import playing
from tests.support.fights.arena import Arena

REGISTRY = Registry.installed()


def wolves(system: str, *hidden: int) -> Arena:
    """A fight in which all are called Wolf. hidden: which of them the game master alone knows."""
    made = playing.examples_of(system).make(random.Random(f"wolves {system}"))
    seen = dict.fromkeys(hidden, ())
    people = tuple(
        structs.replace(
            one, name="Wolf", conditions=(), seat=None if number in hidden else one.seat, seen_by=seen.get(number)
        )
        for number, one in enumerate(made.creation.combatants)
    )
    return Arena(
        made.book,
        people,
        dice=made.dice,
        setup=made.creation.setup,
        seats=made.creation.seats,
        ground=made.creation.ground,
    )


def labels(arena: Arena, seat: str) -> dict[str, str]:
    """What a seat reads: in texts, in scenes and in refusals alike."""
    seen = arena.book.seen(arena.state, seat)
    told = dict(Renderer(arena.book, "en", seen).names[0])
    assert told == {who: name for who, name in names_in(arena.book, arena.state, seat).items() if who in told}
    scene = arena.book.system.scene(seen, seat, "en")
    told_there = {one.combatant: one.label for one in scene.tokens}
    assert told_there == {who: name for who, name in told.items() if who in told_there}
    return told


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_figures_of_one_name_have_numbers_that_stay(system: str) -> None:
    """In order of joining; a hidden one in between changes none, and gets the next number as it is revealed."""
    plain = wolves(system)
    people = list(plain.fight.combatants)
    named = {who: "Wolf" if number == 0 else f"Wolf {number + 1}" for number, who in enumerate(people)}
    assert labels(plain, "ana") == labels(plain, "gm") == named
    lurking = wolves(system, 1)
    before = labels(lurking, "ana")
    assert list(before.values()) == ["Wolf", *(f"Wolf {number}" for number in range(2, len(people)))]
    assert labels(lurking, "gm") == {people[1]: f"Wolf {len(people)}", **before}
    lurking.rule(Reveal(combatants=(people[1],)))
    assert labels(lurking, "ana") == {**before, people[1]: f"Wolf {len(people)}"} == labels(lurking, "gm")
    assert lurking.at(len(lurking.stream)).state == lurking.state


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_another_name_has_another_number(system: str) -> None:
    """And what is called "Wolf 2" by its own name is not confused with the second Wolf."""
    arena = wolves(system)
    first, second, *_ = arena.fight.combatants
    arena.correct(f"combatants.{second}.name", "Fox")
    assert mark_of(arena.fight, arena.fight.combatants[second]) == ""
    arena.correct(f"combatants.{first}.name", "Fox")
    assert mark_of(arena.fight, arena.fight.combatants[first]) == " 2"
    assert len(set(labels(arena, "gm").values())) == len(arena.fight.combatants)
