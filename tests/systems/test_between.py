"""What a fight leaves of somebody can be entered again, and shows the same (CA-03): every game, at every stop."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.authoring.between import between_of
from engine.kernel.campaign.proposal import parts_that_differ
from engine.kernel.campaign.standing import entry_of, standing_at_entry
from engine.kernel.playing import entering
from engine.kernel.state.campaign import Standing
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Draft, Recorded
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.usage import Usage

SYSTEMS = sorted(Registry.installed().books)
FIGHTS = amount("SKALD_BETWEEN", 4, 200)
STEPS = 60


def standings(arena: Any) -> dict[str, Standing]:
    """What the fight leaves of everybody now."""
    between = between_of(arena.book.system)
    state = arena.state
    entered = {one.event.combatant: standing_at_entry(one.event) for one in arena.stream if joins(one)}
    return {who: between.leaves(entered[who], state, who) for who in entered if who in state.fight.combatants}


def joins(recorded: Any) -> bool:
    return isinstance(recorded.event, CombatantJoined)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_left_enters_again_as_it_was(system: str) -> None:
    """Sheets can be read, figures are the same, and a fight in which nothing has happened leaves nothing."""
    book = Registry.installed().book(system)
    for seed in range(FIGHTS):
        rng = random.Random(seed)
        arena = playing.examples_of(system).make(rng)
        playing.play_out(arena, rng, Usage(book, ()), most=STEPS, judged=False)
        for who, left in standings(arena).items():
            if not left.dead:
                assert_enters(book, arena, who, left, f"seed {seed}, {who}")


def assert_enters(book: Any, arena: Any, who: str, left: Standing, why: str) -> None:
    """Alone, in a fight set up as that one was."""
    system, between, there = book.system, between_of(book.system), arena.state.fight
    left = between.enters(left)
    raw = entry_of(book, left, id=who, name="Somebody", side=there.combatants[who].side)
    fight = structs.replace(there, combatants={}, sides={}, ground=None)
    joined = entering.joined_event(system, msgspec.convert(raw, book.enter), fight)
    again = standing_at_entry(joined)
    assert again.vitals == {**again.vitals, **left.vitals}, why
    assert sorted(one.key for one in again.conditions) == sorted(one.key for one in left.conditions), why
    setup = msgspec.convert(arena.creation.setup, system.setup)
    state = book.evolve(State(fight, system.begin(setup)), Recorded(2, "", Draft(joined)))
    assert parts_that_differ(again, between.leaves(again, state, who)) == {}, why
