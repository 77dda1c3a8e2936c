"""What is kept of combatants from state to state is what would be made anew."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.cli.simulate import creation_of
from api.operations.orders import new_encounter
from engine.kernel.playing.position import Position, advance
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.bots.simulation import recorded_fight
from engine.systems.mongolian_mercenaries.content.kinds import Element, When
from engine.systems.mongolian_mercenaries.rules.basics import card_facts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from schemas.requests import CreateEncounterRequest
from tests.systems.mongolian_mercenaries.bout import BOOK

READY = ready_fights_of(BOOK.system, DEFAULT)


@pytest.mark.parametrize("ready", READY, ids=[one.key for one in READY])
def test_what_is_kept_is_what_would_be_made_anew(ready: Any) -> None:
    """At every event of a fight by chance, as everybody and as each seat sees it."""
    creation = creation_of(new_encounter(BOOK, msgspec.convert(ready.request, CreateEncounterRequest)), BOOK)
    at: Position[Any] | None = None
    kept: list[Any] = []
    states = []
    for recorded in islice(recorded_fight(BOOK, creation, {"": "RANDOM"}, "kept"), 500):
        at = advance(BOOK, at, recorded)
        for seat in (None, *at.state.fight.seats):
            states.append(BOOK.seen(at.state, seat))
            kept.append(card_facts.everybody(states[-1]))
    made = {id(party) for parties in kept for party in parties.values()}
    assert len(made) < sum(map(len, kept)) * 3 / 4
    for state, before in zip(states, kept, strict=True):
        card_facts._CACHE.clear()
        card_facts._FIGHTER_CACHE.clear()
        fresh = structs.replace(state)
        assert not fresh.kept
        assert card_facts.everybody(fresh) == before


def test_a_moment_is_made_once_per_state() -> None:
    """At every tenth event of a fight, with and without facts: the same one again, and equal to one made anew."""
    creation = creation_of(new_encounter(BOOK, msgspec.convert(READY[0].request, CreateEncounterRequest)), BOOK)
    at: Position[Any] | None = None
    for number, recorded in enumerate(islice(recorded_fight(BOOK, creation, {"": "RANDOM"}, "kept"), 400)):
        at = advance(BOOK, at, recorded)
        people = tuple(at.state.fight.combatants)
        if number % 10 or not people:
            continue
        who, other = people[0], people[-1]
        for actor, target, when in (("", "", When.ALWAYS), (who, "", When.ALWAYS), (who, other, When.HITS)):
            for facts in ({}, {"element": Element.FIRE}, {"faces": (1, 2), "successes": 1}):
                found = active_cards.moment(at.state, actor, target, when=when, **facts)
                assert active_cards.moment(at.state, actor, target, when=when, **facts) is found
                assert active_cards.moment(structs.replace(at.state), actor, target, when=when, **facts) == found
                assert (found.actor, found.target, found.when) == (actor, target, when)


def test_no_more_are_kept_than_the_bound() -> None:
    """However many fights a process plays: the oldest go."""
    creation = creation_of(new_encounter(BOOK, msgspec.convert(READY[0].request, CreateEncounterRequest)), BOOK)
    at: Position[Any] | None = None
    card_facts._CACHE.clear()
    card_facts._FIGHTER_CACHE.clear()
    card_facts._FIGHTER_CACHE.update({f"somebody-{n}": () for n in range(2 * card_facts._FIGHTERS)})
    for recorded in islice(recorded_fight(BOOK, creation, {"": "RANDOM"}, "kept"), 60):
        at = advance(BOOK, at, recorded)
        card_facts.everybody(at.state)
    assert at is not None
    assert at.state.fight.combatants.keys() <= card_facts._FIGHTER_CACHE.keys()
    assert len(card_facts._FIGHTER_CACHE) == card_facts._FIGHTERS
    assert all(len(made) <= card_facts._OF_ONE for made in card_facts._FIGHTER_CACHE.values())
    assert len(card_facts._CACHE) == card_facts._KEPT
