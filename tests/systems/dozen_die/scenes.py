"""Fights that stand where chance seldom brings one."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import structs

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.orders import Begin, Entry
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import Door
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.kinds import Grade
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.dozen_die.bout import BOOK, SEATS, ana, ben, creature, letters
from tests.systems.dozen_die.laid import Ground, Piece, Setup, halves


def drawn(rng: random.Random, rows: str, *entries: Entry, setup: Setup | None = None) -> Arena:
    """A fight where the map shows its figures, each on the floor there; without a setup on plain ground."""
    places, lines = letters(rows), rows.split()
    ground = (setup and setup.ground) or Ground(rows=tuple("." * len(line) for line in lines))
    land = TerrainMap(ground)
    placed = [structs.replace(entry, place=_on_floor(land, places[entry.id])) for entry in entries]
    told, dice = halves(setup or Setup())[0], seeded(str(rng.random()))
    return Arena(BOOK, placed, dice=dice, seats=SEATS, setup=told, ground=ground, figures_open=True)


def _on_floor(land: TerrainMap, place: Place) -> Place:
    assert place.cell is not None
    return structs.replace(place, height=land.floor(Footprint(place.cell.x, place.cell.y)))


def graveyard(rng: random.Random) -> Arena:
    """A templar among the undead."""
    dead = [creature(name, ref="zombie") for name in "xyz"]
    return drawn(rng, "x...... ..a...y ....... ..z...b", ana("a", ref="templar"), *dead, ben("b"))


def activated(make: Callable[[], Arena], who: str) -> Arena:
    """Such a fight, in which the first die has activated one of Ana's."""
    while True:
        arena = make()
        arena.order("gm", Begin())
        if who in arena.fight.acting:
            arena.order("ana", o.Activate(by=who, combatant=who))
            return arena


def squares(*cells: tuple[int, int]) -> o.Way:
    """A way over these squares."""
    return tuple(o.Step(cell=Cell(x, y)) for x, y in cells)


def between_two(rng: random.Random) -> Arena:
    """Somebody has come into contact with two at once: whom does he fight?"""

    def make() -> Arena:
        return drawn(rng, ".....x.. a....... .....y..", ana("a", mv=4), ben("x", mv=1), ben("y", mv=1))

    arena = activated(make, "a")
    arena.order("ana", o.Move(combatant="a", path=squares((1, 1), (2, 1), (3, 1), (4, 1))))
    return arena


def swarm(rng: random.Random) -> Arena:
    """Two rats of a pack are in contact with one foe: which of them fights?"""
    rats = [ana(name, ref="rat", pack="rats") for name in "rs"]
    arena = activated(lambda: drawn(rng, "r..... ...x.. s..... .....y", *rats, ben("x", mv=1), ben("y")), "r")
    arena.order("ana", o.Charge(combatant="r", target="x", path=squares((1, 0), (2, 0))))
    arena.order("ana", o.Charge(combatant="s", target="x", path=squares((1, 2), (2, 2))))
    return arena


def lurker(rng: random.Random) -> Arena:
    """A thief in high grass has tried to hide, and has an order left."""
    grass = Setup(ground=Ground(width=9, depth=3, pieces=(Piece(x=0, y=0, columns=3, lines=3, terrain="tall_grass"),)))
    thief, archer = ana("a", ref="thief"), ben("x", ref="archer")
    arena = activated(lambda: drawn(rng, "......... .a......x .........", thief, archer, setup=grass), "a")
    arena.order("ana", o.Act(combatant="a", skill="hide"))
    while arena.pending:
        arena.answer(None)
    return arena


def gate(rng: random.Random) -> Arena:
    """A thief is at a door of which nobody has said how well it is shut; at every second one it is no trouble."""
    lock = rng.choice([None, Grade.VERY_EASY])
    doors = (Piece(x=3, y=0, lines=3, wall=True), Piece(x=3, y=1, door=Door(lock=lock)))
    setup = Setup(ground=Ground(width=7, depth=3, pieces=doors))
    arena = activated(lambda: drawn(rng, "....... ..a..x. .......", ana("a", ref="thief"), ben("x"), setup=setup), "a")
    arena.order("ana", o.Act(combatant="a", skill="lockpicking", place=Place(cell=Cell(3, 1))))
    return arena


def last_breath(rng: random.Random) -> Arena:
    """Everybody is about to fall."""
    frail = {"hp": 1, "dx": 1, "st": 9, "skills": {"melee": 3}}
    return drawn(rng, "a...x b...y", ana("a", **frail), ana("b", **frail), ben("x", **frail), ben("y", **frail))


def roofs(rng: random.Random) -> Arena:
    """Two roofs with a lane between them; somebody has leapt too short, and where he would lie somebody stands."""
    houses = (Piece(x=0, y=0, columns=2, lines=3, height=3), Piece(x=4, y=0, columns=2, lines=3, height=3))
    setup = Setup(ground=Ground(width=9, depth=3, pieces=houses))
    leap = (o.Step(cell=Cell(4, 1), height=3, by=o.StepBy.JUMP),)
    while True:
        arena = activated(
            lambda: drawn(rng, "......... .ax...... ........y", ana("a", dx=1), ben("x"), ben("y"), setup=setup), "a"
        )
        arena.order("ana", o.Move(combatant="a", path=leap))
        if arena.pending:
            return arena


def champion(rng: random.Random) -> Arena:
    """Somebody whose value is so high that only a 12 fails."""
    strong = ana("a", st=12, dx=12, co=12, weapons=("sword",))
    return drawn(rng, "a..x ...y", strong, ben("x", co=9), ben("y", co=9))


SCENES = (graveyard, between_two, swarm, lurker, gate, last_breath, roofs, champion)
