"""Fights by chance: six of two sides with a bit of everything, and dice of a generator."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.kernel.playing.dice import Dice
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.systems.fantasia.bout import at, foe, hero

ITEMS = (Stock(item="potion"), Stock(item="phoenix_feather"), Stock(item="ether"))
ARTIST = Sheet(
    ref="thief",
    mp=40,
    mind=2,
    profession="freelancer",
    techniques=("sweep", "whirl", "shield_bash", "war_cry", "sing"),
    spells=("fire", "firaga", "cure", "life", "shock_grasp"),
    weapons=("dagger", "two_shot_pistol", "boomerang", "staff", "great_sword"),
    traits=("twin_strike",),
    reactions=("counter", "evade", "spell_ward", "cover", "deflect"),
    items=ITEMS,
)


class Chance:
    """Dice of a generator. least: what each die of several shows at least."""

    def __init__(self, rng: random.Random, *, least: int = 1) -> None:
        self.rng, self.least = rng, least

    def faces(self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        low = self.least if dice.count > 1 else 1
        return tuple(self.rng.randint(low, dice.sides) for _ in range(dice.count))


def field_of_six(*, places: bool) -> list[Any]:
    """Three of Ana's against three, one of them Bea's."""

    def where(x: int, y: int) -> Any:
        return at(x, y) if places else None

    return [
        hero("thief", ARTIST, place=where(0, 0)),
        hero("mage", Sheet(ref="black_mage", items=ITEMS), place=where(1, 0)),
        hero("healer", Sheet(ref="white_mage"), place=where(0, 1)),
        foe("ogre", Sheet(ref="ogre"), place=where(2, 0)),
        foe("giant", Sheet(ref="giant"), place=where(3, 2)),
        foe("rival", ARTIST, seat="bea", place=where(2, 1)),
    ]


def play(arena: Arena, rng: random.Random, steps: int) -> None:
    """So many orders and answers, each among those offered, with picks; till nobody may do anything."""
    for _ in range(steps):
        if arena.pending:
            laws.answer_somehow(arena, rng)
            continue
        choice = laws.some_order(arena, rng)
        if choice is None:
            return
        arena.order(*choice)
