"""Walls of maps bar: by far the most of their length cannot be crossed, doors let through, and nothing is lost.

How it is measured: a wall is looked at in bits of a twentieth of a cell. Across a bit leads the step between two
neighbouring cells, of a row for an upright bit and of a column for another, that crosses its straight piece nearest to
the bit, at most a cell away; where the piece is too short for any, that which would cross it in the bit's own row or
column if it went on. The share of the length that bars is that of the bits whose step is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from api.maps.conversion import ConvertedMap, convert_map
from api.maps.crop import Crop
from api.maps.universal_vtt import Segment, read_universal_vtt
from api.maps.written import write_map
from engine.kernel.scene.compose import scene_of
from engine.kernel.space.edges import Edges
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.ground import Ground, GroundEdge
from engine.service.registry import Registry
from engine.systems.dozen_die.board.edges import edges_on as dozen_edges
from engine.systems.fantasia.ground import edges_on as fantasia_edges
from tests.api.maps import files
from tests.api.maps.files import written
from tests.support.fights.arena import Arena
from tests.systems.dozen_die import bout as dd
from tests.systems.fantasia import bout as ff
from tests.systems.minis import bout as mn

BITS = 20
"""To a cell's length."""
LEAST = 0.95
KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "corridor": files.corridor,
    "round walls": files.round_walls,
    "off by a third": files.off_by_a_third,
    "crates": files.crates,
    "towers": files.towers,
    "dungeondraft": files.dungeondraft,
    "dungeon alchemist": files.dungeon_alchemist,
    "dungeon fog": files.dungeon_fog,
}
GAMES: dict[str, Callable[[Ground], Edges]] = {"fantasia": fantasia_edges, "dozen_die": dozen_edges}


def made(game: str, file: dict[str, Any]) -> ConvertedMap:
    return convert_map(Registry.installed().book(game), written(file))


def bits(segment: Segment) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """For each bit of a wall the step across it: from a cell, and whether along its row or its column."""
    upright = abs(segment.y2 - segment.y1) >= abs(segment.x2 - segment.x1)
    (x1, y1, x2, y2) = (segment.x1, segment.y1, segment.x2, segment.y2)
    one, two = ((y1, x1), (y2, x2)) if upright else ((x1, y1), (x2, y2))
    count = max(1, round(math.dist(one, two) * BITS))
    for n in range(count):
        at = one[0] + (n + 0.5) / count * (two[0] - one[0])
        own = math.floor(at)
        near = sorted((own, own - 1, own + 1), key=lambda row: abs(row + 0.5 - at))
        row = next((row for row in near if min(one[0], two[0]) <= row + 0.5 < max(one[0], two[0])), own)
        met = one[1] + (row + 0.5 - one[0]) / (two[0] - one[0]) * (two[1] - one[1])
        across = math.ceil(met - 0.5) - 1
        yield ((across, row), (1, 0)) if upright else ((row, across), (0, 1))


def share_that_bars(edges: Edges, segments: list[Segment]) -> float:
    """Of the length of these walls, the part that no step crosses."""
    steps = [step for segment in segments for step in bits(segment)]
    return sum(edges.lets(*at, *step) == 0 for at, step in steps) / len(steps)


@pytest.mark.rule("DD-MOVE-05", "FF-GRID-06")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_nearly_all_of_the_length_of_walls_bars(game: str) -> None:
    """At least 95 parts of 100, of each kind of map, while the doors are shut."""
    shares = dict[str, float]()
    for kind, file in KINDS.items():
        found, data = made(game, file()), read_universal_vtt(written(file()))
        board = Crop(0, 0, data.width, data.height)
        segments = [part for one in (*data.walls, *data.objects) if (part := board.cut(one)) is not None]
        shares[kind] = share_that_bars(GAMES[game](toggled(found.ground, "SHUT")), segments)
    assert {kind: share for kind, share in shares.items() if share < LEAST} == {}


def toggled(ground: Ground, state: Any) -> Ground:
    """All doors in one state."""
    doors = [msgspec.structs.replace(e, state=state) if e.entry == "door" else e for e in ground.edges]
    return msgspec.structs.replace(ground, edges=tuple(doors))


def beside(door: GroundEdge) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The steps through a door: of both rows or columns that it reaches, where it is straight."""
    one, two = door.line
    upright = abs(two.y - one.y) >= abs(two.x - one.x)
    middle = ((one.x + two.x) / 200, (one.y + two.y) / 200)
    half = (abs(two.y - one.y) if upright else abs(two.x - one.x)) / 200
    found = []
    for n in range(21):
        if abs(n + 0.5 - middle[upright]) <= half + 1e-9:
            across = math.ceil(middle[not upright] - 0.5) - 1
            found.append(((across, n), (1, 0)) if upright else ((n, across), (0, 1)))
    return found


@pytest.mark.rule("DD-MOVE-17", "FF-GRID-06")
@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(("kind", "rows"), [("corridor", [2, 2, 2, 2]), ("off by a third", [1, 2])])
def test_a_door_lets_through_on_every_side_that_it_crosses_or_on_none(game: str, kind: str, rows: list[int]) -> None:
    """In the middle of a corridor two cells wide: both rows; a narrow one is drawn out to them."""
    ground = made(game, KINDS[kind]()).ground
    doors = [edge for edge in ground.edges if edge.entry == "door"]
    steps = [beside(door) for door in doors]
    assert [len(found) for found in steps] == rows
    for state, lets in (("SHUT", False), ("OPEN", True), ("LOCKED", False), ("BROKEN", True)):
        edges = GAMES[game](toggled(ground, state))
        assert [edges.lets(*at, *step) > 0 for found in steps for at, step in found] == [lets] * sum(rows)
        through = [one for door, found in zip(doors, steps, strict=True) if door.line[0].x % 100 != 50 for one in found]
        for at, step in through:
            assert edges.sight((*at, 1), (at[0] + step[0], at[1] + step[1], 1), 0) is lets


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nobody_gets_out_of_a_round_tower_but_through_its_door(game: str) -> None:
    """Straight and diagonally, from its middle."""
    ground = made(game, files.round_walls()).ground
    for middle in ((4, 4), (15, 13)):
        for state, free in (("SHUT", False), ("OPEN", True)):
            edges = GAMES[game](toggled(ground, state))
            found, rim = {middle}, [middle]
            while rim:
                x, y = rim.pop()
                for dx in (-1, 0, 1):
                    for dy in (-1, 0, 1):
                        to = (x + dx, y + dy)
                        if to not in found and 0 <= min(to) <= max(to) < 20 and edges.step(x, y, 1, dx, dy):
                            found.add(to)
                            rim.append(to)
            assert ((0, 0) in found) is free


def fight(game: str, ground: Ground) -> Arena:
    """A fight on a ground, of two who stand at its corners."""
    match game:
        case "fantasia":
            people = [ff.hero(place=Place(cell=Cell(0, 0))), ff.foe(place=Place(cell=Cell(0, 3)))]
            return Arena(ff.BOOK, people, seats=ff.SEATS, setup={"grid": {}}, ground=ground)
        case "dozen_die":
            people = [dd.ana("a", place=Place(cell=Cell(0, 0))), dd.ben("x", place=Place(cell=Cell(0, 3)))]
            return Arena(dd.BOOK, people, seats=dd.SEATS, setup={"restored": True}, ground=ground)
    return Arena(mn.BOOK, [mn.ana("a"), mn.ben("x")], seats=mn.SEATS, ground=ground)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("game", [*sorted(GAMES), "minis"])
def test_what_comes_in_goes_out(game: str, kind: str) -> None:
    """Walls, objects and doors, by length, of every game; and read once more it is the same ground."""
    first = made(game, KINDS[kind]())
    arena = fight(game, first.ground)
    again = write_map(scene_of(arena.book.system, arena.book.seen(arena.state, "gm"), "gm", "en"), "uvtt", "A map")
    second = convert_map(Registry.installed().book(game), again)
    assert second.ground == first.ground
    assert (second.report.moved, second.report.outside) == (0, 0)
    told = msgspec.json.decode(again)
    for name, entry in (("line_of_sight", "wall"), ("objects_line_of_sight", "object")):
        kept = sum(
            math.dist(*((at.x, at.y) for at in pair))
            for e in first.ground.edges
            if e.entry == entry
            for pair in pairwise(e.line)
        )
        sent = sum(
            math.dist((one["x"], one["y"]), (two["x"], two["y"])) for line in told[name] for one, two in pairwise(line)
        )
        assert sent * 100 == pytest.approx(kept)
    assert len(told["portals"]) == sum(edge.entry == "door" for edge in first.ground.edges)


def test_forty_five_objects_come_in_and_go_out() -> None:
    """Of Dozen Die too."""
    first = made("dozen_die", files.crates())
    assert sum(edge.entry == "object" for edge in first.ground.edges) == 45
    arena = fight("dozen_die", first.ground)
    again = write_map(scene_of(arena.book.system, arena.book.seen(arena.state, "gm"), "gm", "en"), "uvtt", "A map")
    assert len(msgspec.json.decode(again)["objects_line_of_sight"]) == 45
