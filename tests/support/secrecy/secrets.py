"""What can be hidden in any fight of any system: pairs of worlds made from the fights of its examples."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from engine.service.encounters import NewEncounter
from tests.support.fights.playing import Examples
from tests.support.fights.wishes import changed, renamed, wish_of
from tests.support.secrecy.worlds import Secret

LURKER, NAME = "zq7lurker", "Zq7 the Unseen"
"""An id and name used by nobody else, and part of no other word."""

Make = Callable[[Examples, random.Random], Secret]
Made = Callable[[random.Random], Secret]
"""Makes two worlds of a game."""


def outsiders(wish: NewEncounter) -> tuple[str | None, ...]:
    """Everybody but the game master, including readers without a seat."""
    return (*(s.seat for s in wish.seats if s.role != "GM"), None)


def closed_to(wish: NewEncounter, who: str) -> tuple[str | None, ...]:
    """Who may not know a combatant's figures: all but the GM and the seats of its side."""
    side = next(one["side"] for one in wish.combatants if one["id"] == who)
    knowing = {one["seat"] for one in wish.combatants if one["side"] == side and one["seat"]}
    return tuple(seat for seat in outsiders(wish) if seat not in knowing)


def seen_by_all(wish: NewEncounter) -> NewEncounter:
    """The same wish with nobody hidden."""
    return structs.replace(wish, combatants=tuple({**one, "seenBy": None} for one in wish.combatants))


def somebody_unseen(examples: Examples, rng: random.Random) -> Secret:
    """One of the GM's combatants that nobody else knows of: in the other world its figures differ."""
    wish = seen_by_all(wish_of(examples.make(rng)))
    who, like = rng.sample(wish.combatants, 2)
    wish = renamed(wish, who["id"], LURKER, NAME)
    wish = changed(wish, LURKER, seat=None, seenBy=[])
    for one in wish.combatants:
        lying = [{**c, "source": None} if c["source"] == LURKER else c for c in one["conditions"]]
        wish = changed(wish, one["id"], conditions=lying)
    other = changed(wish, LURKER, sheet=like["sheet"], vitals=None, conditions=[])
    return Secret(wish, other, outsiders(wish), hidden=(LURKER, NAME), strict=False)


def rolls_out_of_sight(examples: Examples, rng: random.Random) -> Secret:
    """Rolls that only the GM sees differ."""
    wish = seen_by_all(wish_of(examples.make(rng)))
    return Secret(wish, wish, outsiders(wish), dice=("02" * 32, "03" * 32))


def by_house_rules(make: Made, values: Mapping[str, Any]) -> Made:
    """The same pairs of worlds, both played by these house rules, which everybody at the table knows."""

    def made(rng: random.Random) -> Secret:
        secret = make(rng)
        one, other = (structs.replace(wish, house_rules=dict(values)) for wish in (secret.one, secret.other))
        return structs.replace(secret, one=one, other=other)

    return made


KERNEL: Mapping[str, Make] = {
    "somebody unseen": somebody_unseen,
    "rolls out of sight": rolls_out_of_sight,
}
