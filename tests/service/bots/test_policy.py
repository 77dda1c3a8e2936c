"""Bots: they do what is offered, greedily what hurts most, and leave rulings to the game master."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Cell, Place, Vital
from engine.kernel.state.fight import ROLL, Fight
from engine.kernel.state.orders import Begin
from engine.kernel.state.seat import Bot
from engine.service.bots import policy
from engine.service.bots.evaluation import evaluate
from engine.service.bots.lookahead import Move
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.slices import saari
from tests.support.slices.ready import FIGHTS, saari_fight
from tests.systems.test_laws import SYSTEMS

SEATS: dict[str, Bot] = {"gm": "GREEDY", "ana": "GREEDY", "ben": "RANDOM", "bea": "RANDOM"}


def performed(arena: Arena, move: Move) -> None:
    """The move, in the fight."""
    if move.order is not None:
        arena.order(move.seat, move.order)
    elif move.choice is not None:
        arena.answer(move.seat, move.choice.key, move.choice.fields, decision=move.decision)
    else:
        arena.answer(move.seat, faces=move.faces, decision=move.decision)


def played(arena: Arena, bots: dict[str, Bot], rng: random.Random, most: int) -> int:
    """How many moves the bots made; rulings take their default."""
    for number in range(most):
        move = policy.next_move(arena.book, arena.position, bots, rng)
        if move is not None:
            performed(arena, move)
        elif arena.pending and arena.pending[0].kind != ROLL:
            arena.answer(None)
        else:
            return number
    return most


@pytest.mark.parametrize("name", FIGHTS)
def test_bots_play_every_slice(name: str) -> None:
    """What they choose is accepted, to the end of the fight or of patience."""
    arena = FIGHTS[name](secret="bots", life=6)
    assert played(arena, SEATS, random.Random(1), 40) > 2


@pytest.mark.sampled("system", "seed")
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_bots_play_every_system(system: str, seed: int) -> None:
    """Whatever its examples hold."""
    examples, rng = playing.examples_of(system), random.Random(seed)
    arena = examples.make(rng)
    examples.begin(arena)
    assert played(arena, SEATS, rng, 30) > 2


def test_dice_of_a_real_table_are_left_to_people() -> None:
    """A bot plays up to the first roll, and types nothing."""
    arena = saari_fight(physical=True)
    assert 0 < played(arena, SEATS, random.Random(1), 20) < 20
    assert [asked.kind for asked in arena.pending] == [ROLL]
    assert not is_wanted(arena, SEATS)


def is_wanted(arena: Arena, bots: dict[str, Bot]) -> bool:
    """Whether anything waits for a bot, where these play."""
    seats = {name: structs.replace(entry, bot=bots.get(name)) for name, entry in arena.fight.seats.items()}
    fight = structs.replace(arena.fight, seats=seats)
    return policy.has_bot_move(arena.book, structs.replace(arena.state, fight=fight))


def test_the_bot_of_the_gm_begins_a_fight_of_bots_alone() -> None:
    """Not where a person plays, nor without one of its own, nor twice."""
    arena = saari_fight(begun=False)
    people = {seat for seat, entry in arena.fight.seats.items() if entry.role == "PLAYER"}
    everybody: dict[str, Bot] = dict.fromkeys(("gm", *people), "GREEDY")
    for away in everybody:
        bots = {seat: bot for seat, bot in everybody.items() if seat != away}
        assert policy.next_move(arena.book, arena.position, bots, random.Random(1)) is None
        assert not is_wanted(arena, bots)
    assert is_wanted(arena, everybody)
    move = policy.next_move(arena.book, arena.position, everybody, random.Random(1))
    assert move is not None
    assert (move.seat, move.order) == ("gm", Begin())
    performed(arena, move)
    again = policy.next_move(arena.book, arena.position, everybody, random.Random(1))
    assert again is not None
    assert not isinstance(again.order, Begin)


def test_a_greedy_bot_strikes() -> None:
    """Where it may also walk away."""
    arena = saari_fight(secret="greedy", life=4)
    move = policy.next_move(arena.book, arena.position, dict.fromkeys(arena.fight.seats, "GREEDY"), random.Random(1))
    assert move is not None
    assert isinstance(move.order, saari.Strike)


def test_who_is_no_bot_is_not_played() -> None:
    """Neither his combatants nor his decisions; a paused fight rests."""
    arena = saari_fight(begun=False)
    assert policy.next_move(arena.book, arena.position, {}, random.Random(1)) is None
    arena.order("gm", Begin())
    (who, *_) = arena.fight.acting
    holder = arena.fight.holders(who)[0]
    acting = [arena.fight.holders(one)[0] for one in arena.fight.acting]
    others: dict[str, Bot] = {seat: "GREEDY" for seat in arena.fight.seats if seat not in acting}
    assert policy.next_move(arena.book, arena.position, others, random.Random(1)) is None
    assert policy.next_move(arena.book, arena.position, {holder: "GREEDY"}, random.Random(1)) is not None


def test_evaluation_weighs_life_most_and_only_of_visible_combatants() -> None:
    """Being out is worse than any wound, of others a wound is good, and nearer is a little better."""
    fight: Fight = saari_fight().fight

    def of(**hurt: Any) -> float:
        people = dict(fight.combatants)
        for who, change in hurt.items():
            people[who] = _with(people[who], change)
        return evaluate(_fight(fight, people), "ana", ("heroes",))

    assert of(gob=3) > of() > of(aino=3) > of(aino=0)
    assert of(imp="hidden", gob=3) > of(imp="hidden")
    assert of(imp="hidden") == of(imp="hidden and hurt")
    near = {"aino": Place(cell=Cell(0, 0)), "gob": Place(cell=Cell(1, 0)), "imp": Place(cell=Cell(9, 0))}
    far = near | {"aino": Place(cell=Cell(5, 5))}
    assert of(**near) > of(**far)


def _with(who: Any, change: Any) -> Any:
    if isinstance(change, Place):
        return structs.replace(who, place=change)
    if isinstance(change, str):
        who = structs.replace(who, seen_by=())
        return _with(who, 1) if "hurt" in change else who
    first, vital = next(iter(who.vitals.items()))
    return structs.replace(who, vitals={**who.vitals, first: Vital(change, vital.max)})


def _fight(fight: Fight, people: dict[str, Any]) -> Fight:
    return structs.replace(fight, combatants=people)
