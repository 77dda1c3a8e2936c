"""Where places are zones or ranks, what a field offers is what is accepted: every single place is tried, at every stop.

Fights on squares are tried in the games' own `test_reach_of_moves.py`. On an open table places cannot be counted:
points by chance are tried, in the outline that is offered and around it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.space import SceneRanks, SceneZones
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.decisions import Offer, filled
from engine.kernel.state.ground.areas import SceneDisc
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.kit.testing import picks
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.toys.fights import toy_fight

MAKERS: dict[str, laws.Maker] = {
    "saari": lambda rng: playing.examples_of("saari").make(rng),
    "toy-zones": lambda rng: toy_fight("ZONES", secret=str(rng.random())),
    "toy-ranks": lambda rng: toy_fight("RANKS", secret=str(rng.random())),
}
FIGHTS, STEPS, MOST = 3, 12, 30


def places_of(arena: Arena, seat: str) -> Iterator[Place]:
    """Every zone or position that a seat sees, and one that there is not."""
    space = scene_of(arena.book.system, arena.book.seen(arena.state, seat), seat, "en").space
    if isinstance(space, SceneZones):
        yield from (Place(zone=zone.key) for zone in space.zones)
    if isinstance(space, SceneRanks):
        yield from (Place(side=one.side, rank=one.rank) for one in space.positions)
    yield Place(zone="nowhere")


def accepts(arena: Arena, seat: str, offer: Offer[Any], name: str, place: Place) -> bool:
    """Whether the order is legal with this place."""
    try:
        arena.order_step(filled(offer, {name: plain(place)}), seat)
    except RuleRefusal:
        return False
    return True


@pytest.mark.parametrize("game", MAKERS)
def test_every_single_place_is_tried(game: str) -> None:
    """None is missing and none too many. Of two offers that differ in nothing but their places both count."""
    compared = seed = 0
    while seed < FIGHTS or (compared <= 50 and seed < MOST):
        for arena, _ in laws.walk(MAKERS[game], random.Random(f"reach {seed}"), STEPS):
            if arena.fight.open is not None:
                continue
            picked: dict[tuple[str, str, str], tuple[Offer[Any], set[Place]]] = {}
            for seat, offer in picks.offered(arena.book, arena.state):
                for field in offer.fields:
                    if field.kind == "place" and field.exact:
                        rest = {name: value for name, value in plain(offer.body).items() if name != field.name}
                        key = (seat, field.name, f"{type(offer.body).__name__} {rest}")
                        picked.setdefault(key, (offer, set()))[1].update(field.picks)
            for (seat, name, _), (offer, places) in picked.items():
                there = list(places_of(arena, seat))
                assert places <= set(there)
                assert {place for place in there if accepts(arena, seat, offer, name, place)} == places, offer.key
                compared += len(there)
        seed += 1
    assert compared > 50


# -- an open table
PLANES: dict[str, laws.Maker] = {
    "fantasia": lambda rng: playing.examples_of("fantasia").make(rng),
    "minis": lambda rng: playing.examples_of("minis").make(rng),
}
SHARES = (0.2, 0.6, 0.95, 1.02, 1.2)
"""How far from the middle of an outline points are tried, in parts of its radius: the last two are outside."""


def around(disc: SceneDisc, rng: random.Random) -> Iterator[Point]:
    """Points in and around it, each in another direction."""
    for share in SHARES:
        turn, far = rng.random() * 2 * math.pi, share * disc.radius
        yield Point(disc.centre.x + round(far * math.cos(turn)), disc.centre.y + round(far * math.sin(turn)))


def is_in(disc: SceneDisc, point: Point) -> bool:
    """Whether it lies in it, or on its rim."""
    return (point.x - disc.centre.x) ** 2 + (point.y - disc.centre.y) ** 2 <= disc.radius**2


def takes(arena: Arena, seat: str, offer: Offer[Any], name: str, pick: Any) -> bool:
    """Whether the order is legal with this pick."""
    try:
        arena.order_step(filled(offer, {name: pick}), seat)
    except RuleRefusal:
        return False
    return True


@pytest.mark.parametrize("game", PLANES)
def test_on_an_open_table_no_legal_pick_lies_outside_what_is_offered(game: str) -> None:
    """Of a place, and of the first step of a way; that not all of it may be picked is said."""
    inside = outside = 0
    for seed in range(FIGHTS):
        rng = random.Random(f"open table {seed}")
        for arena, _ in laws.walk(PLANES[game], rng, STEPS):
            if arena.fight.open is not None:
                continue
            for seat, offer in picks.offered(arena.book, arena.state):
                for field in offer.fields:
                    disc = field.reach.disc if field.reach is not None else None
                    if field.kind not in ("place", "path") or disc is None:
                        continue
                    assert not field.exact
                    for point in around(disc, rng):
                        place: Any = {"point": plain(point)}
                        legal = takes(arena, seat, offer, field.name, place if field.kind == "place" else [place])
                        assert is_in(disc, point) or not legal, (offer.key, point)
                        inside += legal
                        outside += not is_in(disc, point)
    assert inside > 10
    assert outside > 10
