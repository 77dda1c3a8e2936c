"""The laws of every system, kept on a board: offers, answers, folds, resuming, corrections, secrecy."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.ground.ground import Ground, Space
from engine.kit.testing import picks
from engine.systems.fantasia.sheet import Sheet
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.ready import seeded
from tests.systems.fantasia.bout import BOOK, SEATS, cell, foe, hero
from tests.systems.fantasia.chance import ARTIST, ITEMS
from tests.systems.fantasia.laid import Grid, Patch, Setup, halves

TERRAIN = (
    Patch(x=4, y=0, rows=2, wall=True),
    Patch(x=0, y=3, columns=2, height=1),
    Patch(x=2, y=5, columns=2, height=3),
    Patch(x=0, y=7, columns=9, height=-2),
    Patch(x=6, y=3, rows=3, firm=False),
)


def on_a_board(rng: random.Random) -> Arena:
    """Six of two sides, two of them large; every other time the board has an edge, and somebody is hidden."""
    entries: list[Any] = [
        hero("thief", ARTIST, place=cell(1, 1, "EAST")),
        hero("mage", Sheet(ref="black_mage", items=ITEMS), place=cell(2, 1)),
        hero("healer", Sheet(ref="white_mage"), place=cell(1, 2, "NORTH")),
        foe("ogre", Sheet(ref="ogre"), place=cell(2, 2, "WEST")),
        foe("bat", Sheet(ref="bat"), place=cell(3, 1, "WEST")),
        foe("giant", Sheet(ref="giant"), place=cell(8, 2)),
    ]
    if rng.random() < 0.5:
        entries[4] = structs.replace(entries[4], seen_by=())
    edge = Ground(space=Space(kind="GRID", width=12, height=9)) if rng.random() < 0.5 else None
    setup, ground = halves(Setup(grid=Grid(terrain=TERRAIN)), edge)
    return Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS, setup=setup, ground=ground)


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_on_a_board_keeps_every_law(seed: int) -> None:
    """At every stop of a fight played at random."""
    assert laws.judge(on_a_board, seed, steps=8) > 4


@pytest.mark.parametrize("seed", range(8))
def test_on_a_board_whatever_is_offered_is_accepted_and_nobody_shares_a_cell(seed: int) -> None:
    """Orders and answers picked blindly; at each stop all who can be seen stand on cells of their own."""
    rng = random.Random(seed)
    arena = on_a_board(rng)
    arena.order("gm", next(o for _, o in picks.offered(BOOK, arena.state)).body)
    for _ in range(60):
        if arena.pending:
            laws.answer_somehow(arena, rng)
            continue
        chosen = laws.some_order(arena, rng)
        if chosen is None:
            break
        arena.order(*chosen)
        taken: set[Any] = set()
        for who in arena.fight.combatants.values():
            if who.out is None and who.seen_by is None and who.place is not None and who.place.cell is not None:
                side = max(1, arena.state.own.fighters[who.id].size_percent // 100)
                cells = {(who.place.cell.x + x, who.place.cell.y + y) for x in range(side) for y in range(side)}
                assert not cells & taken
                taken |= cells
    assert arena.at(len(arena.stream)).state == arena.state
