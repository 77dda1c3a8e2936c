"""Fights of the toys, ready to play: two heroes (of Ana and Ben), two foes of the GM's, one large, and a lurker.

arena = toy_fight("ZONES")                       with a scene of its own
arena = toy_fight("ZONES", own=False)            shown by the kernel
scene = toy_scene("ZONES")                       what Ana sees of it, for tests that only draw
"""

from __future__ import annotations

import random
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.state.ground.ground import SpaceKind
from engine.kernel.state.orders import Entry
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.ready import fight, one
from tests.support.toys.skirmish import PLACES, plain, skirmish


def entries(kind: SpaceKind, *, lurker: bool = True, side: str = "foes") -> Any:
    """Who fights. side: of the lurker, of whom only the GM knows."""

    def made(book: Rulebook[Any]) -> list[Entry]:
        spots = PLACES[kind]
        people = [
            one(book, "ana-maria", "heroes", "ana", place=spots[0], life=4),
            one(book, "bo", "heroes", "ben", place=spots[1]),
            one(book, "ogre", "foes", None, place=spots[2], life=6, size=2),
            one(book, "wolf", "foes", None, place=spots[3], life=2),
        ]
        hidden = one(book, "lurker", side, None, place=spots[4], hidden_from=True)
        return [hidden, *people] if lurker else people

    return made


def toy_fight(
    kind: SpaceKind, *, own: bool = True, lurker: bool = True, side: str = "foes", secret: str = "", begun: bool = True
) -> Arena:
    """A fight in a kind of space. own: with the scene of the game, not the kernel's."""
    system = skirmish(kind) if own else plain(kind)
    return fight(system, entries(kind, lurker=lurker, side=side), secret=secret, begun=begun)


def played(arena: Arena, steps: int, seed: int = 1) -> Arena:
    """The same fight after so many orders by chance."""
    rng = random.Random(seed)
    for _ in range(steps):
        choice = laws.some_order(arena, rng)
        if choice is None:
            break
        arena.order(*choice)
    return arena


def toy_scene(kind: SpaceKind, *, seat: str | None = "ana", locale: str = "en", steps: int = 6) -> Scene:
    """What a seat sees of such a fight after some orders, at the turn of somebody whom it sees."""
    arena = played(toy_fight(kind), steps)
    while not arena.book.seen(arena.state, seat).fight.acting:
        played(arena, 1)
    return scene_of(arena.book.system, arena.book.seen(arena.state, seat), seat, locale)
