"""The bot that looks ahead: it does the one sensible thing, knows the best so far at any moment, and no secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from api.cli.creations import creation_of
from engine.kernel.playing.position import advance
from engine.kernel.state.combatant import Vital
from engine.kernel.structs.messages import OfferGroup
from engine.service.bots import policy, sharp
from engine.service.bots.lookahead import Move
from engine.service.bots.prospects import prospect
from engine.service.bots.simulation import recorded_fight
from engine.service.bots.thinking import thought_of
from engine.service.registry import Registry
from tests.service.bots.test_run_policy import FIRST_BLOW, shots
from tests.support.fights.arena import Arena
from tests.support.slices import saari
from tests.support.slices.ready import saari_fight
from tests.systems.test_greedy_bots import GRID, arena_of


def test_it_shoots_even_at_one_in_five() -> None:
    """Most runs miss: nothing else is better."""
    new = shots(2900, level=0, size="SMALL")
    book, at = Registry.installed().book(new.system), None
    events = recorded_fight(book, creation_of(new), {"": "RUN"}, "a")
    while at is None or at.state.fight.open or "archer" not in at.state.fight.acting:
        at = advance(book, at, next(events))
    seat = at.state.fight.holders("archer")[0]
    for seed in range(3):
        move = policy.order(book, at, "archer", seat, "SHARP", random.Random(seed), search=sharp.by_runs(40))
        assert move is not None
        assert move.order is not None
        assert move.order.group is OfferGroup.STRIKE


def first_blow() -> Arena:
    """Whoever strikes first wins with 35 of 36, and it is the turn of `a`."""
    people = [
        {**one, "sheet": {**one["sheet"], "initiativeBonus": 50 - 50 * n}}
        for n, one in enumerate(FIRST_BLOW.combatants)
    ]
    return arena_of(FIRST_BLOW.system, GRID, *people)


def test_it_strikes_the_blow_that_all_but_surely_wins() -> None:
    """That it may fumble is no reason to wait; the same seed and as many runs choose the same."""
    arena = first_blow()

    def chosen(seed: int) -> Move | None:
        return policy.order(
            arena.book, arena.position, "a", "ana", "SHARP", random.Random(seed), search=sharp.by_runs(40)
        )

    found = [chosen(seed) for seed in range(3)]
    assert {move.order.group for move in found if move and move.order} == {OfferGroup.STRIKE}
    assert None not in found
    assert chosen(0) == found[0]


def test_the_best_so_far_is_known_from_the_first_pass_on() -> None:
    """In each pass those that may still be the best have one run more; no more runs are made than it may."""
    arena = first_blow()
    offers = arena.book.system.offers(arena.book.seen(arena.state, "ana"), "a")
    moves = [Move("ana", order=offer.body) for offer in offers]
    passes = [
        [(one.move, len(one.values), one.value) for one in options]
        for options in sharp.compared(arena.book, arena.position, moves, ("heroes",), "s", sharp.within_runs(60))
    ]
    assert len(passes) > 2
    assert {runs for _, runs, _ in passes[0]} == {1}
    assert sum(runs for _, runs, _ in passes[-1]) <= 60
    assert passes[-1][0][1] == max(runs for _, runs, _ in passes[-1]) > 1
    assert all(0 <= value <= 1 for _, _, value in passes[-1])


def test_what_is_worth_more() -> None:
    """To have won is all, to have lost nothing; in between what stands on each side counts, but for a game's word."""
    arena = saari_fight()

    def worth(**life: int) -> float:
        people = {
            key: structs.replace(one, vitals={k: Vital(life.get(key, v.now), v.max) for k, v in one.vitals.items()})
            for key, one in arena.fight.combatants.items()
        }
        fight = structs.replace(arena.fight, combatants=people)
        return prospect(arena.book, structs.replace(arena.state, fight=fight), ("heroes",))

    def decided(outcome: str) -> float:
        return prospect(
            arena.book, structs.replace(arena.state, fight=structs.replace(arena.fight, outcome=outcome)), ("heroes",)
        )

    assert decided("foes") == 0 < worth(aino=1) < worth() < worth(gob=1) < decided("heroes") == 1


def test_a_game_says_what_a_position_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it knows better."""
    arena = saari_fight()
    monkeypatch.setattr(saari.Saari, "prospect", lambda self, seen, sides: 0.25)
    assert prospect(arena.book, arena.state, ("heroes",)) == 0.25


@pytest.mark.parametrize("life", [1, 30])
def test_a_closed_figure_changes_nothing(life: int) -> None:
    """Of two worlds that its seat cannot tell apart it makes the same move."""
    arena, chosen = saari_fight(life=4), []
    for now in (life, 4):
        (foe, *_) = (key for key, one in arena.fight.combatants.items() if one.side == "foes")
        who = arena.fight.combatants[foe]
        vitals = {key: Vital(now, v.max) for key, v in who.vitals.items()}
        people = {**arena.fight.combatants, foe: structs.replace(who, vitals=vitals)}
        state = structs.replace(arena.state, fight=structs.replace(arena.fight, combatants=people))
        position: Any = structs.replace(arena.position, state=state)
        chosen.append(policy.next_move(arena.book, position, {"ana": "SHARP"}, random.Random(1), sharp.by_runs(20)))
    assert chosen[0] is not None
    assert chosen[0] == chosen[1]


def test_it_has_its_seats_time() -> None:
    """And moves then, whatever it has seen."""
    arena = first_blow()
    seats = {key: structs.replace(one, bot_thinks=100) for key, one in arena.fight.seats.items()}
    position = structs.replace(
        arena.position, state=structs.replace(arena.state, fight=structs.replace(arena.fight, seats=seats))
    )
    move = thought_of(arena.book, position, {"ana": "SHARP"}, random.Random(1))
    assert move is not None
    assert move.seat == "ana"


def test_what_is_usual_is_left_only_for_what_is_better_beyond_doubt() -> None:
    """Neither for luck of a few runs, nor for a hair that is the same in each."""
    usual, other = Move("ana", decision=1), Move("ana", decision=2)

    def first(*values: float) -> Move:
        made = sharp.Option(other), sharp.Option(usual)
        made[0].values, made[1].values = [*values], [0.5] * len(values)
        return sharp.best_of(made, usual)[0]

    assert first(1.0, 1.0) is usual
    assert first(1.0, 0.0, 1.0, 0.1, 1.0, 0.1, 1.0, 0.1) is usual
    assert first(*[0.505] * 20) is usual
    assert first(*[0.6, 0.7] * 10) is other
