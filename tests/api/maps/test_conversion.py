"""Universal VTT maps become grounds: walls on the grid and off it, doors, crops, and what is dropped."""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

import pytest

from api.maps.conversion import ConvertedMap, PicturePlace, convert_map
from api.maps.report import lines_of
from api.maps.slimming import KEPT, Slimmer
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.state.ground.ground_faults import Known, faults_of
from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.api.maps.files import dungeon_alchemist, dungeon_fog, dungeondraft, points, portal, written
from tests.support.slices.bare import bare_game

FANTASIA = Registry.installed().book("fantasia")


def slim(data: bytes, step: int = 1000) -> bytes:
    slimmer = Slimmer(KEPT)
    for at in range(0, len(data), step):
        slimmer.feed(data[at : at + step])
    return slimmer.rest()


def converted(file: dict[str, Any], crop: str | None = None) -> ConvertedMap:
    return convert_map(FANTASIA, slim(written(file)), crop)


def lines(found: ConvertedMap) -> dict[tuple[tuple[int, int], ...], tuple[str, str]]:
    """Ends of an edge -> its entry and state."""
    return {tuple((p.x, p.y) for p in edge.line): (edge.entry, edge.state) for edge in found.ground.edges}


class Book:
    """Its rulebook, as far as a conversion looks."""

    system = bare_game(bare_ground=Ground(space=Space(kind="PLANE", unit="inch")))  # an inch a cell


def test_a_cropped_map_of_dungeondraft() -> None:
    """Its origin is subtracted; walls within a tenth of a cell are moved onto the grid; the rest stays where it is."""
    found = converted(dungeondraft())
    space = found.ground.space
    assert (space.kind, space.width, space.height, space.cell) == ("GRID", 8, 6, 100)
    assert lines(found) == {
        ((200, 100), (600, 100)): ("wall", "NONE"),  # moved: it was 0.05 too low at one end
        ((200, 500), (400, 500)): ("wall", "NONE"),
        ((500, 500), (600, 500)): ("wall", "NONE"),
        ((600, 100), (600, 500)): ("wall", "NONE"),
        ((200, 100), (200, 200)): ("wall", "NONE"),
        ((200, 400), (200, 500)): ("wall", "NONE"),
        ((400, 500), (500, 500)): ("door", "SHUT"),
        # Halves of sides: the door is a cell wide, but lies in the middle between two.
        ((200, 200), (200, 250)): ("wall", "NONE"),
        ((200, 350), (200, 400)): ("wall", "NONE"),
        ((200, 250), (200, 350)): ("door", "OPEN"),
        ((330, 330), (370, 330)): ("object", "NONE"),
        ((350, 370), (370, 330)): ("object", "NONE"),
        ((330, 330), (350, 370)): ("object", "NONE"),
    }
    report = found.report
    assert (report.on_grid, report.moved, report.off_grid, report.uncrossed, report.outside) == (6, 2, 3, 0, 0)
    assert (report.doors, report.open_doors, report.doors_off_grid) == (2, 1, 1)
    assert (report.lights, report.picture) == (1, True)
    assert "1 lights" in list(lines_of(report))[-1]
    assert found.backdrop == PicturePlace(at=Point(0, 0), width=800, height=600)


def test_a_wall_that_leaves_the_map_is_cut() -> None:
    found = converted(dungeon_alchemist())
    assert lines(found) == {
        ((0, 200), (200, 200)): ("wall", "NONE"),
        ((300, 200), (500, 200)): ("wall", "NONE"),
        ((200, 200), (300, 200)): ("door", "SHUT"),
    }
    assert (found.report.lights, found.report.picture) == (0, True)


def test_a_crooked_wall_is_a_wall_where_it_stands() -> None:
    found = converted(dungeon_fog())
    assert lines(found) == {
        ((100, 100), (400, 300)): ("wall", "NONE"),
        ((100, 300), (400, 300)): ("wall", "NONE"),
        ((50, 300), (100, 300)): ("wall", "NONE"),
        ((400, 300), (450, 300)): ("wall", "NONE"),
    }
    (legend,) = found.ground.legend
    assert (legend.key, legend.step, legend.sight) == ("wall", "NEVER", "NEVER"), "the legend holds what is used"


def test_on_a_plane_everything_stands_where_it_stood() -> None:
    book: Any = Book()
    found = convert_map(book, written(dungeon_fog()))
    assert lines(found) == {
        ((100, 100), (400, 300)): ("wall", "NONE"),
        ((50, 300), (450, 300)): ("wall", "NONE"),
    }
    assert (found.ground.space.width, found.ground.space.unit) == (600, "inch")
    assert (found.report.free, found.report.off_grid) == (2, 0)


def test_exactly_a_tenth_of_a_cell_is_near_and_more_is_not() -> None:
    near = dungeon_alchemist(line_of_sight=[points((1, 1.1), (3, 1.1))], portals=[])
    assert lines(converted(near)) == {((100, 100), (300, 100)): ("wall", "NONE")}
    off = dungeon_alchemist(line_of_sight=[points((1, 1.11), (3, 1.11))], portals=[])
    assert lines(converted(off)) == {((100, 111), (300, 111)): ("wall", "NONE")}


def test_what_meets_a_wall_that_is_moved_goes_with_it() -> None:
    """A corner stays a corner, and what begins along it still does: no line leads through between them."""
    walls = [points((1, 1.08), (4, 1.06), (4.4, 3.3)), points((2.5, 1.07), (2.3, 3.5)), points((3.2, 3.05), (3.6, 3.1))]
    found = converted(dungeon_alchemist(line_of_sight=walls, portals=[]))
    assert lines(found) == {
        ((100, 100), (400, 100)): ("wall", "NONE"),
        ((400, 100), (440, 330)): ("wall", "NONE"),
        ((230, 350), (250, 100)): ("wall", "NONE"),
        ((320, 305), (360, 310)): ("wall", "NONE"),
    }
    assert (found.report.on_grid, found.report.moved) == (1, 3)


def test_a_wall_beneath_a_door_is_cut_away() -> None:
    """On the grid, off it and aslant, also where it does not lie quite along it; what only crosses it stays."""
    walls = [
        points((0, 1), (5, 1)),
        points((1.3, 1.5), (1.3, 4)),
        points((2, 2), (4, 3.96)),
        points((2, 3.5), (4, 2.5)),
    ]
    doors = [portal((2, 1), (3, 1)), portal((1.3, 2), (1.3, 3)), portal((2.5, 2.5), (3.5, 3.5))]
    found = converted(dungeon_alchemist(line_of_sight=walls, portals=doors))
    assert lines(found) == {
        ((0, 100), (200, 100)): ("wall", "NONE"),
        ((300, 100), (500, 100)): ("wall", "NONE"),
        ((130, 150), (130, 200)): ("wall", "NONE"),
        ((130, 300), (130, 400)): ("wall", "NONE"),
        ((200, 200), (250, 250)): ("wall", "NONE"),
        ((350, 350), (400, 396)): ("wall", "NONE"),
        ((200, 350), (400, 250)): ("wall", "NONE"),
        ((200, 100), (300, 100)): ("door", "SHUT"),
        ((130, 200), (130, 300)): ("door", "SHUT"),
        ((250, 250), (350, 350)): ("door", "SHUT"),
    }


@pytest.mark.parametrize(
    ("door", "ends"),
    [
        (((2, 1.57), (2, 2.43)), ((200, 150), (200, 250))),  # narrow, in the middle of a corridor two wide
        (((2.3, 1.6), (2.3, 2.3)), ((230, 150), (230, 250))),
        (((2.3, 1.7), (2.3, 2.1)), ((230, 150), (230, 210))),  # nearly all of it in one row
        (((2.7, 2.2), (2.7, 2.4)), ((270, 220), (270, 250))),
        (((1.6, 2.2), (2.4, 2.3)), ((150, 219), (250, 231))),
        (((2, 1), (2, 2)), ((200, 100), (200, 200))),
        (((2, 1.3), (2, 1.6)), ((200, 130), (200, 160))),
    ],
)
def test_a_door_that_no_step_crosses_is_drawn_out_to_the_nearest(door: Any, ends: Any) -> None:
    """To both rows where it stands in both; a door that somebody can go through stays as it is."""
    found = converted(dungeon_alchemist(line_of_sight=[], portals=[portal(*door)]))
    assert lines(found) == {ends: ("door", "SHUT")}


def test_a_picture_lies_where_its_map_does() -> None:
    """Of a part, its corner lies outside; a map of parts of cells has a picture that is as large as it is."""
    part = converted(dungeon_alchemist(), "2,1,3,2")
    assert part.backdrop == PicturePlace(at=Point(-200, -100), width=500, height=400)
    odd = dungeon_alchemist()
    odd["resolution"]["map_size"] = {"x": 4.5, "y": 3.25}
    assert converted(odd).backdrop == PicturePlace(at=Point(0, 0), width=450, height=325)
    bare = dungeon_alchemist()
    del bare["image"]
    assert converted(bare).backdrop is None


def test_many_walls_and_doors_take_time_by_their_number() -> None:
    """Counted in calls, not in seconds: twice as many walls and doors make about twice as many."""

    def calls(count: int) -> int:
        walls = [points((k % 90 + 0.3, k // 90 + 0.2), (k % 90 + 0.8, k // 90 + 0.7)) for k in range(count)]
        doors = [portal((k % 90 + 0.3, k // 90 + 0.8), (k % 90 + 0.8, k // 90 + 0.9)) for k in range(count)]
        file = dungeon_alchemist(line_of_sight=walls, portals=doors)
        file["resolution"]["map_size"] = {"x": 100, "y": 100}
        data, found = written(file), [0]
        sys.setprofile(lambda _frame, event, _arg: found.__setitem__(0, found[0] + (event == "call")))
        try:
            convert_map(FANTASIA, data)
        finally:
            sys.setprofile(None)
        return found[0]

    assert calls(800) < 2.2 * calls(400)


def test_walls_that_lie_on_each_other_are_one() -> None:
    twice = dungeon_alchemist(
        line_of_sight=[points((1, 1), (3, 1)), points((3, 1), (1, 1)), points((2, 1), (4, 1))], portals=[]
    )
    assert lines(converted(twice)) == {((100, 100), (400, 100)): ("wall", "NONE")}


@pytest.mark.parametrize(
    ("crop", "expected"),
    [
        ("2,1,3,2", {((0, 100), (100, 100)): ("door", "SHUT"), ((100, 100), (300, 100)): ("wall", "NONE")}),
        ("0,0,2,2", {((0, 200), (200, 200)): ("wall", "NONE")}),
        ("0,3,5,1", {}),
    ],
)
def test_a_part_of_a_map(crop: str, expected: dict[Any, Any]) -> None:
    """Counted from its own corner; what lies at its edge belongs to it."""
    assert lines(converted(dungeon_alchemist(), crop)) == expected


@pytest.mark.parametrize(
    ("crop", "said"),
    [
        ("1,1,5,1", "outside"),
        ("1,1,0,1", "outside"),
        ("-1,1,2,1", "x,y,width,height"),
        ("1,1,2", "x,y,width,height"),
        ("1,1,2,1,1", "x,y,width,height"),
        ("9" * 20 + ",1,1,1", "x,y,width,height"),
    ],
)
def test_a_part_that_does_not_fit_is_refused(crop: str, said: str) -> None:
    with pytest.raises(RuleRefusal, match=said) as refused:
        converted(dungeon_alchemist(), crop)
    assert refused.value.field == "crop"


def test_a_large_map_asks_for_a_part() -> None:
    """Beyond 100 x 100 cells; a part of it is taken."""
    large = dungeon_alchemist()
    large["resolution"]["map_size"] = {"x": 1000, "y": 1000}
    with pytest.raises(RuleRefusal, match="1000 x 1000 cells, and a ground at most 100 x 100") as refused:
        converted(large)
    assert refused.value.field == "crop"
    assert converted(large, "0,0,100,100").report.width == 100
    large["resolution"]["map_size"] = {"x": 100, "y": 100}
    assert converted(large).report.height == 100


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"resolution": {}}, "map.resolution"),
    ({"resolution": None}, "map.resolution"),
    ({"resolution": {"map_size": {"x": 0, "y": 4}}}, "map.resolution.map_size.x"),
    ({"resolution": {"map_size": {"x": 4, "y": -4}}}, "map.resolution.map_size.y"),
    ({"resolution": {"map_size": {"x": 1e9, "y": 4}}}, "map.resolution.map_size.x"),
    ({"resolution": {"map_size": {"x": 4, "y": 4}, "map_origin": {"x": 1e300, "y": 0}}}, "map.resolution.map_origin"),
    ({"line_of_sight": [points((0, 0), (1e12, 0))]}, "map.line_of_sight.0"),
    ({"line_of_sight": [[{"x": 0}]]}, "map.line_of_sight.0.0"),
    ({"line_of_sight": "walls"}, "map.line_of_sight"),
    ({"portals": [{"bounds": points((0, 0))}]}, "map.portals.0.bounds"),
    ({"portals": [{}]}, "map.portals.0"),
    ({"portals": [portal((0, 0), (1e8, 0))]}, "map.portals.0.bounds"),
]


@pytest.mark.parametrize(("wrong", "field"), BROKEN)
def test_a_broken_file_is_refused_with_the_field(wrong: dict[str, Any], field: str) -> None:
    """Missing keys, absurd sizes, other types."""
    with pytest.raises(RuleRefusal) as refused:
        converted(dungeon_alchemist(**wrong))
    assert refused.value.field.startswith(field)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"null", b'{"resolution": {"map_size": {"x": NaN, "y": 4}}}', b"\xff"]
)
def test_what_is_no_map_is_refused(text: bytes) -> None:
    """Also NaN, which is no JSON."""
    with pytest.raises(RuleRefusal):
        convert_map(FANTASIA, slim(text))


def test_too_many_walls_ask_for_a_part() -> None:
    crooked = [points((k % 90 + 0.3, k // 90 + 0.2), (k % 90 + 0.8, k // 90 + 0.7)) for k in range(5001)]
    many = dungeon_alchemist(line_of_sight=crooked, portals=[])
    many["resolution"]["map_size"] = {"x": 100, "y": 100}
    with pytest.raises(RuleRefusal, match="more than 5000 walls"):
        converted(many)
    assert len(converted(many, "0,0,100,10").ground.edges) == 900


def test_hostile_files_are_refused_or_converted() -> None:
    """Values of a good file exchanged at random: a ground, or a refusal with a field; nothing else."""
    chance = random.Random(14)
    odd = [None, 0, -1, 1e308, 0.1, "x", [], {}, True, [{}], {"x": 1, "y": 1}, "9" * 3000]
    made = refused = 0
    for _ in range(600):
        file = json.loads(json.dumps(chance.choice([dungeondraft, dungeon_alchemist, dungeon_fog])()))
        for _ in range(chance.randint(1, 3)):
            _spoil(file, chance, odd)
        found = outcome(file)
        if isinstance(found, RuleRefusal):
            assert found.field
            refused += 1
        else:
            assert faults_of(found.ground, Known()) == []
            made += 1
    assert made > 50
    assert refused > 50


def outcome(file: dict[str, Any]) -> ConvertedMap | RuleRefusal:
    try:
        return converted(file)
    except RuleRefusal as refusal:
        return refusal


def _spoil(value: Any, chance: random.Random, odd: list[Any]) -> None:
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = chance.choice(keys)
    if isinstance(value[key], (dict, list)) and value[key] and chance.random() < 0.8:
        _spoil(value[key], chance, odd)
    else:
        value[key] = copy.deepcopy(chance.choice(odd))


@pytest.mark.parametrize(
    ("game", "kind", "size"), [("dozen_die", "GRID", 8), ("fantasia", "GRID", 8), ("minis", "PLANE", 800)]
)
def test_every_game_that_is_played_on_a_board_takes_a_map(game: str, kind: str, size: int) -> None:
    """In its own unit of length, with doors that its rules open and shut."""
    book = Registry.installed().book(game)
    ground = convert_map(book, slim(written(dungeondraft()))).ground
    assert (ground.space.kind, ground.space.width) == (kind, size)
    assert {"wall", "door"} <= {edge.entry for edge in ground.edges}


def test_a_game_of_zones_has_no_use_for_walls() -> None:
    """It says so."""
    with pytest.raises(RuleRefusal, match="Saari have no use for a map of walls"):
        convert_map(Registry.installed().book("saari"), slim(written(dungeondraft())))
