"""A run goes on from any moment of a fight, with dice of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.cli.creations import creation_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position, advance
from engine.kernel.state.fight import TakingBack
from engine.kernel.state.typed_by import TypedBy
from engine.service.bots import simulation
from engine.service.bots.lookahead import Move
from engine.service.bots.simulation import recorded_fight
from engine.service.encounters import NewEncounter
from engine.service.odds.run import begun, last_round, run, seed_of
from engine.service.registry import Registry
from tests.service.bots.test_run_policy import FIRST_BLOW, RUN, shots
from tests.systems.test_greedy_bots import FIGHTS, SYSTEMS, ground_of


def setup_of(system: str) -> NewEncounter:
    """A fight in the open, of each game."""
    ground, people = FIGHTS[system]
    return NewEncounter(name="", seats=(), system=system, combatants=tuple(people), ground=ground_of(ground))


def positions(new: NewEncounter, seed: str = "seed", **more: Any) -> tuple[Rulebook[Any], list[Position[Any]]]:
    """A fight by the policy of runs, at each of its versions. more: of its creation."""
    book = Registry.installed().book(new.system)
    found: list[Position[Any]] = []
    position: Position[Any] | None = None
    for recorded in recorded_fight(book, structs.replace(creation_of(new), **more), RUN, seed):
        position = advance(book, position, recorded)
        found.append(position)
    return book, found


def entered(at: list[Position[Any]]) -> Position[Any]:
    """The fight before its first order."""
    return [one for one in at if one.state.fight.round == 0 and one.state.fight.open is None][-1]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_run_goes_on_from_every_version(system: str) -> None:
    """Inside an order, at a question, between turns: what has happened stays, what comes is rolled."""
    book, at = positions(setup_of(system))
    chosen = at[:: max(1, len(at) // 25)]
    assert any(not one.state.fight.resting for one in chosen)
    for one in chosen:
        if one.state.fight.combatants.keys() != at[-1].state.fight.combatants.keys():
            continue
        ended = run(book, begun(one), "s", RUN, 50)
        assert ended.outcome is not None
        assert list(ended.people) == list(one.state.fight.combatants)


def test_a_pause_a_request_and_typed_dice_change_nothing_of_it() -> None:
    """Nobody is asked for dice, and it does not matter who may type."""
    book, at = positions(FIRST_BLOW)
    plain = entered(at)
    fight = plain.state.fight
    told = run(book, begun(plain), "s", RUN, 50)
    for changed in (
        structs.replace(fight, status="PAUSED", paused_at="2026-01-01T00:00:00.000Z"),
        structs.replace(fight, taking_back=TakingBack(request=4, by="ana", to=3, since="")),
        structs.replace(fight, dice="PHYSICAL"),
        structs.replace(fight, typed_by=TypedBy(sides=("heroes",))),
    ):
        state = structs.replace(plain.state, fight=changed)
        assert run(book, begun(structs.replace(plain, state=state)), "s", RUN, 50) == told


def test_rounds_are_counted_from_the_one_that_it_begins_in() -> None:
    book, at = positions(shots(2900, level=0, size="SMALL"), "0")
    for one in (entered(at), at[-1]):
        assert last_round(one.state.fight, 1) == max(one.state.fight.round, 1)
    third = next(one for one in at if one.state.fight.round == 3 and one.state.fight.open is None)
    runs = [run(book, begun(third), seed_of("s", number), RUN, 2) for number in range(12)]
    assert {one.outcome for one in runs} == {"red", None}
    assert all(one.rounds == 2 for one in runs if one.outcome is None)


def test_a_fight_that_has_ended_is_what_it_is() -> None:
    book, at = positions(FIRST_BLOW)
    last = at[-1]
    found = run(book, begun(last), "s", RUN, 50)
    assert (found.outcome, found.rounds) == (last.state.fight.outcome, 0)


def test_the_seed_alone_decides_not_the_dice_of_the_fight() -> None:
    """Fights of other secrets, and other versions of the same moment, run alike; another number runs differently."""
    book, at = positions(FIRST_BLOW)
    _, other = positions(FIRST_BLOW, commitment="ab" * 32, seed="another")
    one, two = entered(at), structs.replace(entered(other), version=900)
    seeds = [seed_of("s", number) for number in range(8)]
    assert [run(book, begun(one), seed, RUN, 50) for seed in seeds] == [
        run(book, begun(two), seed, RUN, 50) for seed in reversed(seeds)
    ][::-1]
    assert len({run(book, begun(one), seed, RUN, 50).outcome for seed in seeds}) == 2


def moves(book: Rulebook[Any], at: list[Position[Any]]) -> Iterator[tuple[Position[Any], Move]]:
    """Where an order was given, and the order."""
    for one in at:
        if one.base is not None and len(one.trail) == 1:
            order: dict[str, Any] = msgspec.to_builtins(one.trail[0].draft.event)["order"]
            yield Position(one.version - 1, one.base), Move(one.trail[0].draft.seat or "", book.decode_order(order))


def test_what_is_done_first_gets_the_dice_that_the_run_would_roll_for_it() -> None:
    """Common dice: the same order, by the run's own choice or by somebody else's, comes out the same."""
    book, at = positions(FIRST_BLOW, "other")
    before, move = next(one for one in moves(book, at) if type(one[1].order).__name__ == "Attack")
    for number in range(6):
        seed = seed_of("s", number)
        assert run(book, begun(before), seed, RUN, 50, [move]) == run(book, begun(before), seed, RUN, 50)


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_that_are_held_at_their_questions_make_the_same_runs(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As commands that are run again from their base at each answer."""
    book, at = positions(setup_of(system))
    start = begun(entered(at))
    seeds = [seed_of("held", number) for number in range(3)]
    held = [run(book, start, seed, RUN, 50) for seed in seeds]
    monkeypatch.setattr(simulation, "_Waiting", lambda: None)
    assert [run(book, start, seed, RUN, 50) for seed in seeds] == held
