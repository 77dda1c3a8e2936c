"""The ground, square by square."""

from __future__ import annotations

import msgspec
import pytest

from engine.kernel.state.combatant import Cell
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import USUAL, Door
from engine.systems.dozen_die.board.terrain_map import TerrainMap, terrain_map_of
from engine.systems.dozen_die.content.catalogue import TERRAIN
from engine.systems.dozen_die.content.kinds import Grade
from tests.systems.dozen_die.board.maps import land
from tests.systems.dozen_die.bout import BOOK
from tests.systems.dozen_die.laid import Ground, Laid, Piece, Sign

GRADES = [
    ("open", "VERY_EASY", None),
    ("sparse_forest", "VERY_EASY", None),
    ("tall_grass", "VERY_EASY", None),
    ("flooded_ground", "EASY", None),
    ("river", "NORMAL", None),
    ("bog", "NORMAL", None),
    ("dense_forest", "NORMAL", None),
    ("quicksand", "HARD", None),
    ("deep_mud", "HARD", None),
    ("thorn_hedge", "VERY_HARD", None),
    ("stairs", "VERY_EASY", "VERY_EASY"),
    ("ladder", None, "EASY"),
    ("rock_slope", "VERY_EASY", "EASY"),
    ("rope", None, "NORMAL"),
    ("inn_wall", None, "HARD"),
    ("castle_wall", None, "VERY_HARD"),
]


@pytest.mark.rule("DD-TERR-01", "DD-TERR-04", "DD-TERR-05", "DD-TERR-06", "DD-TERR-15", "DD-TERR-17")
@pytest.mark.parametrize(("terrain", "wading", "climbing"), GRADES)
def test_terrain_has_the_grades_of_the_source(terrain: str, wading: str | None, climbing: str | None) -> None:
    """What the source names, in both modes; flooded ground cannot be climbed, tall grass slows nobody."""
    found = TERRAIN[terrain]
    assert (found.wading and found.wading.value, found.climbing and found.climbing.value) == (wading, climbing)


@pytest.mark.rule("DD-TERR-16")
def test_a_hurricane_makes_ordinary_ground_easy_and_nothing_easier() -> None:
    """What is harder stays as it is."""
    calm, storm = land('."~x'), land('."~x', storm=True)
    assert [calm.wading(Footprint(x, 0)).value for x in range(4)] == ["VERY_EASY", "VERY_EASY", "NORMAL", "VERY_HARD"]  # type: ignore[union-attr]
    assert [storm.wading(Footprint(x, 0)).value for x in range(4)] == ["EASY", "EASY", "NORMAL", "VERY_HARD"]  # type: ignore[union-attr]


@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-06", "DD-MOVE-07", "DD-MOVE-17")
def test_doors_let_through_who_fits_when_they_are_open() -> None:
    """A usual door is one square wide; a gate of two lets an ogre in."""
    gate = Sign(sign="G", door=Door(width=2, open=True))
    found = TerrainMap(Ground(rows=("#+'GG", "...GG"), legend=(gate,)))
    assert [found.open_to((x, 0)) for x in range(5)] == [False, False, True, True, True]
    assert not found.fits(Footprint(2, 0, size=2))
    assert found.fits(Footprint(3, 0, size=2))
    opened = TerrainMap(Ground(rows=("#+'GG", "...GG"), legend=(gate,)), opened=(Cell(1, 0),))
    assert opened.open_to((1, 0))
    assert opened.door_open((1, 0))
    assert (1, 0) in found.screens
    assert (1, 0) not in opened.screens


@pytest.mark.rule("DD-MOVE-08")
def test_terrain_may_restrict_who_goes_there() -> None:
    """A low tunnel is for figures of one square."""
    found = land("uu", "uu")
    assert found.fits(Footprint(0, 0))
    assert not found.fits(Footprint(0, 0, size=2))
    assert found.no_jumping(Footprint(0, 0))
    assert land("p").no_charging(Footprint(0, 0))


@pytest.mark.rule("DD-TERR-05")
def test_the_easiest_way_up_counts_and_it_is_the_way_down_too() -> None:
    """A ladder against an inn's wall; a castle's wall; nothing leads higher than the wall is."""
    found = land("22.", "L.3", "...")
    assert found.climbing(Footprint(0, 1), 1) is found.climbing(Footprint(0, 1), 2) is Grade.EASY
    assert found.climbing(Footprint(1, 1), 2) is Grade.HARD
    assert found.climbing(Footprint(1, 1), 3) is Grade.VERY_HARD
    assert found.climbing(Footprint(0, 1), 3) is None
    assert found.climbing(Footprint(1, 2), 1) is None, "only a face straight beside is one to climb"
    assert found.climbing(Footprint(2, 2), 3) is Grade.VERY_HARD


def test_a_large_figure_stands_on_its_highest_square_and_in_its_worst() -> None:
    """The ground of all its squares counts."""
    found = land(".1", "~x")
    ogre = Footprint(0, 0, size=2)
    assert found.floor(ogre) == 1
    assert found.wading(ogre) is Grade.VERY_HARD
    assert land("..", "..").wading(ogre) is Grade.VERY_EASY


def test_a_board_is_read_from_json_and_patches_lie_upon_it() -> None:
    """Drawn, or open ground of a size; the later of two patches counts, and own terrain may be brought."""
    written = """{"space": {"kind": "GRID", "width": 6, "height": 4}, "legend": [{"key": "ice", "height": 1, "game":
        {"dozenDie": {"terrain": {"id": "ice", "name": "Ice", "wading": "HARD"}}}}],
        "patches": [{"key": "a", "entry": "river", "area": {"runs": [{"x": 1, "y": 1, "length": 3},
                     {"x": 1, "y": 2, "length": 3}]}}, {"key": "b", "entry": "ice", "area": {"runs":
                     [{"x": 2, "y": 2}]}}]}"""
    ground = msgspec.json.decode(written, type=Laid)
    BOOK.require_ground(ground, ())
    found = TerrainMap(ground)
    assert (found.width, found.depth) == (6, 4)
    assert found.wading(Footprint(1, 2)) is Grade.NORMAL
    assert (found.wading(Footprint(2, 2)), found.surface((2, 2))) == (Grade.HARD, 1)
    assert not found.on_board(Footprint(5, 0, size=2))


def test_the_same_ground_is_read_once() -> None:
    """What is asked for at every offer must not be made again."""
    ground = Ground(rows=("..",))
    assert terrain_map_of(ground) is terrain_map_of(ground)


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        (Ground(rows=("..", ".")), "1 cells on a grid of 2"),
        (Ground(rows=(".?",)), "stand for"),
        (Ground(rows=("..",), pieces=(Piece(x=1, y=0, columns=2),)), "off the board"),
        (Ground(rows=("..",), pieces=(Piece(x=1, y=0, terrain="lava"),)), "no terrain"),
        (Ground(rows=("..",), pieces=(Piece(x=1, y=0, leans="bog"),)), "nobody climbs"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused(ground: Laid, words: str) -> None:
    """It says what is wrong."""
    with pytest.raises(RuleRefusal, match=words):
        BOOK.require_ground(ground, ())


def test_every_usual_sign_is_a_terrain_of_the_catalogue() -> None:
    """Nothing is drawn that cannot be read."""
    assert {sign.terrain for sign in USUAL.values()} <= set(TERRAIN)


@pytest.mark.rule("DD-TERR-02", "DD-TERR-03")
@pytest.mark.parametrize(
    ("terrain", "cover", "shadow"),
    [
        ("open", 0, None),
        ("flooded_ground", 0, None),
        ("tall_grass", 0, "NORMAL"),
        ("sparse_forest", 1, "HARD"),
        ("dense_forest", 2, "NORMAL"),
        ("bog", 0, None),
        ("river", 0, None),
        ("quicksand", 0, None),
        ("deep_mud", 0, None),
        ("thorn_hedge", 1, "EASY"),
        ("rocks", 2, "HARD"),
        ("rock_slope", 1, "HARD"),
        ("inn_wall", 0, None),
        ("castle_wall", 0, None),
    ],
)
def test_terrain_shelters_and_hides(terrain: str, cover: int, shadow: str | None) -> None:
    """The two other properties, of which the source gives no figures."""
    found = TERRAIN[terrain]
    assert (found.cover_class, found.shadow_class and found.shadow_class.value) == (cover, shadow)
