"""Bots play Dozen Die by what is offered, as they play any game."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from api.cli.creations import creation_of
from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.state.orders import Begin
from engine.kernel.state.seat import Bot
from engine.service.bots import policy
from engine.service.bots.simulation import SimulatedFight, simulate_fight
from engine.service.encounters import NewEncounter
from engine.service.registry import Registry
from engine.systems.dozen_die.orders import Activate, Charge
from tests.recordings.dozen_die import SEATS, figure
from tests.support.fights.arena import Arena

BOOK = Registry.installed().book("dozen_die")
YARD = Ground(space=Space(kind="GRID", width=9, height=5))
HEROES = (figure("tove", "heroes", "templar", 2, 1), figure("vesa", "heroes", "veteran", 2, 3))
FOES = (figure("noita", "foes", "witch", 6, 1), figure("keihas", "foes", "spearman", 6, 3))
GREEDY: dict[str, Bot] = {"ana": "GREEDY", "ben": "GREEDY"}
RAT = figure("rat", "neutral", "rat", 8, 4)


def sent(one: dict[str, Any]) -> dict[str, Any]:
    """A combatant of a request."""
    return {**one, "sheet": {BOOK.key: one["sheet"]}}


def entry(one: dict[str, Any]) -> Any:
    return msgspec.convert(one, BOOK.enter)


def simulated(*figures: dict[str, Any], **bots: Bot) -> SimulatedFight:
    """A fight in a small yard. bots: by side."""
    setup = NewEncounter(name="", seats=(), system="dozen_die", combatants=figures, ground=YARD)
    return simulate_fight(BOOK, creation_of(setup), bots, "c", rounds=12)


def test_greedy_bots_fight_it_out_and_beat_those_who_play_at_random() -> None:
    """The same fight with the sides changed over."""
    heroes = simulated(*HEROES, *FOES, heroes="GREEDY", foes="RANDOM")
    foes = simulated(*HEROES, *FOES, heroes="RANDOM", foes="GREEDY")
    assert (heroes.outcome, foes.outcome) == ("heroes", "foes")


def test_a_greedy_bot_activates_any_of_its_own_rather_than_a_neutral() -> None:
    """Of several who may be activated none is the first for ever, and no die goes to a rat."""
    arena = Arena(BOOK, [entry(one) for one in (*HEROES, *FOES, RAT)], seats=SEATS, ground=YARD, dice=(1,))
    arena.order("gm", Begin())
    found = [policy.next_move(BOOK, arena.position, GREEDY, random.Random(seed)) for seed in range(8)]
    orders = [move.order for move in found if move is not None and isinstance(move.order, Activate)]
    assert len(orders) == len(found)
    assert {one.combatant for one in orders} == {one.by for one in orders} == set(arena.fight.acting)


def test_a_neutral_fights_for_whoever_activated_it() -> None:
    """Its die is not spent on blows at the side that gave it."""
    rat = figure("rat", "neutral", "zombie", 4, 2)
    arena = Arena(BOOK, [entry(one) for one in (*HEROES, *FOES, rat)], seats=SEATS, ground=YARD, dice=(1,))
    arena.order("gm", Begin())
    arena.order("ana", Activate(by="tove", combatant="rat"))
    found = [policy.next_move(BOOK, arena.position, GREEDY, random.Random(seed)) for seed in range(6)]
    charged = {move.order.target for move in found if move is not None and isinstance(move.order, Charge)}
    assert charged
    assert charged <= {"noita", "keihas"}
