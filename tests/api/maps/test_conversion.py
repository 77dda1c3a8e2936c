"""Universal VTT maps become grounds: walls on the grid and off it, doors, crops, and what is dropped."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from api.maps.conversion import ConvertedMap, convert_map
from api.maps.report import lines_of
from api.maps.slimming import KEPT, Slimmer
from engine.kernel.state.ground import Ground, Space
from engine.kernel.state.ground_faults import Known, faults_of
from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.api.maps.files import dungeon_alchemist, dungeon_fog, dungeondraft, points, portal, written

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


class OpenTable:
    """A game on a plane, an inch a cell."""

    id, name, bare_ground = "open_table", "Open Table", Ground(space=Space(kind="PLANE", unit="inch"))


class Book:
    """Its rulebook, as far as a conversion looks."""

    system = OpenTable()


def test_a_cropped_map_of_dungeondraft() -> None:
    """Its origin is subtracted; walls within a tenth of a cell are moved onto the grid; the rest is for the eye."""
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
        # Halves of sides: the door is a cell wide, but lies between the lines of the grid.
        ((200, 200), (200, 250)): ("wall-off-grid", "NONE"),
        ((200, 350), (200, 400)): ("wall-off-grid", "NONE"),
        ((200, 250), (200, 350)): ("door-off-grid", "OPEN"),
        ((330, 330), (370, 330)): ("object-off-grid", "NONE"),
        ((350, 370), (370, 330)): ("object-off-grid", "NONE"),
        ((330, 330), (350, 370)): ("object-off-grid", "NONE"),
    }
    report = found.report
    assert (report.on_grid, report.moved, report.for_the_eye, report.outside) == (5, 4, 3, 0)
    assert (report.doors, report.open_doors, report.doors_for_the_eye) == (2, 1, 1)
    assert (report.lights, report.picture) == (1, True)
    assert "1 lights, the picture" in list(lines_of(report))[-1]


def test_a_wall_that_leaves_the_map_is_cut() -> None:
    found = converted(dungeon_alchemist())
    assert lines(found) == {
        ((0, 200), (200, 200)): ("wall", "NONE"),
        ((300, 200), (500, 200)): ("wall", "NONE"),
        ((200, 200), (300, 200)): ("door", "SHUT"),
    }
    assert (found.report.lights, found.report.picture) == (0, True)


def test_a_crooked_wall_stops_sight_only() -> None:
    found = converted(dungeon_fog())
    assert lines(found) == {
        ((100, 100), (400, 300)): ("wall-off-grid", "NONE"),
        ((100, 300), (400, 300)): ("wall", "NONE"),
        ((50, 300), (100, 300)): ("wall-off-grid", "NONE"),
        ((400, 300), (450, 300)): ("wall-off-grid", "NONE"),
    }
    legend = {entry.key: entry for entry in found.ground.legend}
    assert set(legend) == {"wall", "wall-off-grid"}, "the legend holds what is used"
    assert (legend["wall"].step, legend["wall"].sight) == ("NEVER", "NEVER")
    assert (legend["wall-off-grid"].step, legend["wall-off-grid"].sight) == ("FREE", "NEVER")


def test_on_a_plane_everything_stands_where_it_stood() -> None:
    book: Any = Book()
    found = convert_map(book, written(dungeon_fog()))
    assert lines(found) == {
        ((100, 100), (400, 300)): ("wall", "NONE"),
        ((50, 300), (450, 300)): ("wall", "NONE"),
    }
    assert (found.ground.space.width, found.ground.space.unit) == (600, "inch")
    assert (found.report.free, found.report.for_the_eye) == (2, 0)


def test_exactly_a_tenth_of_a_cell_is_near_and_more_is_not() -> None:
    near = dungeon_alchemist(line_of_sight=[points((1, 1.1), (3, 1.1))], portals=[])
    assert lines(converted(near)) == {((100, 100), (300, 100)): ("wall", "NONE")}
    off = dungeon_alchemist(line_of_sight=[points((1, 1.11), (3, 1.11))], portals=[])
    assert lines(converted(off)) == {((100, 111), (300, 111)): ("wall-off-grid", "NONE")}


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
