"""Parties of cards are kept for as long as nothing changes that they are made of."""

from __future__ import annotations

import random
from typing import Any

from msgspec import structs

from engine.systems.mongolian_mercenaries.rules.blows import card_facts
from tests.support.fights import playing


class Noted:
    """A fighter that notes what is read of it."""

    def __init__(self, fighter: Any, read: set[str]) -> None:
        self._fighter, self._read = fighter, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._fighter, name)


def noted(fighter: Any, read: set[str]) -> Any:
    """One in its place."""
    return Noted(fighter, read)


def test_of_a_fighter_nothing_is_read_but_what_keeps_its_party() -> None:
    """What two fighters are compared by is all that a party is made of, whoever it is and whatever it has in hand."""
    compared, read = set[str](), set[str]()
    for seed in range(3):
        arena = playing.by_chance("mongolian_mercenaries", random.Random(seed), most=12)
        for who, one in arena.own.fighters.items():
            assert card_facts._alike(noted(one, compared), noted(one, compared))
            own = structs.replace(arena.own, fighters={**arena.own.fighters, who: noted(one, read)})
            state = structs.replace(arena.state, own=own)
            for means in ("", *one.held):
                card_facts._party(state, who, means)
    assert "figures" in read
    assert read <= compared
