"""Cards by chance: whatever a table writes, it is refused as it comes, or its fight stays quick.

`SKALD_CARDS=200` plays so many tables instead of two dozen.
"""

from __future__ import annotations

import os
import random
from typing import Any

import msgspec
import pytest

from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Cards, Distance
from tests.support.fights.arena import Arena
from tests.support.fights.work import in_time, played
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, SEATS, at, foe, pc

TABLES = int(os.environ.get("SKALD_CARDS", "24"))
MOMENTS = (
    "ROUND_STARTS", "TURN_STARTS", "ROUND_ENDS", "HARMED", "WOUNDED", "HARMS", "ELIMINATED", "ALLY_ELIMINATED",
    "ATTACKED", "HIT",
)  # fmt: skip
WHOM = ("SELF", "OTHER", "ALLIES", "SIDE", "OPPONENTS", "EVERYBODY")
FOREVER = {"until": "FIGHT"}


def effect(rng: random.Random, states: int) -> dict[str, Any]:
    """Something that a card does at once, or that goes on."""
    on = rng.choice(WHOM)
    kinds: list[dict[str, Any]] = [
        {"does": "DAMAGE", "amount": {"points": rng.randint(1, 3)}, "kind": "BLUNT"},
        {"does": "HEAL", "amount": {"points": rng.randint(1, 3)}},
        {"does": "STATE", "state": f"s{rng.randrange(states)}", "lasts": FOREVER},
        {"does": "END_STATE", "states": [f"s{rng.randrange(states)}"]},
        {"does": "FIGURE", "figure": "DAMAGE", "amount": {"points": 1}, "lasts": FOREVER},
        {"does": "ATTRIBUTE", "attribute": "toughness", "amount": {"points": rng.choice((-1, 1))}, "lasts": FOREVER},
        {"does": "ATTACK", "targets": rng.randint(1, 3)},
        {"does": "DISTANCE", "steps": rng.choice((-1, 1))},
    ]
    return {"on": on, **rng.choice(kinds)}


def ability(rng: random.Random, states: int) -> dict[str, Any]:
    return {"when": rng.choice(MOMENTS), "effects": [effect(rng, states) for _ in range(rng.randint(1, 5))]}


def table(seed: int) -> Arena:
    """A fight of up to twelve with cards by chance. RuleRefusal where they are refused."""
    rng = random.Random(f"cards {seed}")
    count = rng.choice((2, 5, 12))
    states = [
        {"id": f"s{n}", "name": f"S{n}", "abilities": [ability(rng, count) for _ in range(rng.randint(0, 4))]}
        for n in range(count)
    ]
    cards = msgspec.convert({"states": states}, Cards)
    foes = []
    for number in range(rng.choice((1, 3, 11))):
        own = msgspec.convert([ability(rng, count) for _ in range(rng.randint(0, 3))], tuple[Ability, ...])
        foes.append(foe(f"b{number}", health=rng.choice((5, 300)), abilities=own))
    setup = plain(at(Distance.CLOSE, cards=cards))
    return Arena(BOOK, (pc(lucky=False), *foes), dice=seeded(f"cards {seed}"), setup=setup, seats=SEATS)


@pytest.mark.parametrize("seed", range(TABLES))
def test_a_table_of_own_cards_stays_within_its_budget(seed: int) -> None:
    """Entering, each step, the offers, previews and scenes: within the budget, or refused."""
    made: list[Arena] = []
    try:
        assert in_time(lambda: made.append(table(seed)), refusals=False)
    except RuleRefusal:
        return
    (arena,) = made
    if in_time(lambda: arena.order("gm", Begin())):
        played(arena, random.Random(seed), 12)


def test_most_tables_are_played() -> None:
    """Cards by chance are not all refused, and not all taken: else nothing was tried."""
    taken = 0
    for seed in range(24):
        try:
            table(seed)
            taken += 1
        except RuleRefusal:
            continue
    assert 4 <= taken <= 22
