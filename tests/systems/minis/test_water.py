"""Water: edges that stop, inches that are halved, attacks that keep one in place."""

from __future__ import annotations

import pytest

from engine.kernel.space.plane.outlines import MOST_CORNERS
from engine.kernel.state.ground.areas import SceneArea, SceneOutline
from engine.kernel.state.ground.ground import Ground, GroundEntry, GroundPatch
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.ground import BARE, faults
from engine.systems.minis.orders import Attack, Pivot
from engine.systems.minis.rules.ground import water
from engine.systems.minis.rules.ground.water import WaterClass, water_class
from engine.systems.minis.rules.movement import allowance
from tests.systems.minis.bout import Bout, ana, ben, point
from tests.systems.minis.lands import ROAD, box, ground, patch, river
from tests.systems.minis.steps import NORTH, at, move, refuses, walks

STOPPED = "water has ended the movement of ada for this turn"
BARRED = "this water is too wide for ada to enter"


def by_river(
    *patches: GroundPatch, start: tuple[int, int] = (0, 0), foe: tuple[int, int] = (0, 2000), **figures: object
) -> Bout:
    """Ada's place in the order; a river two inches to the east unless other patches are given."""
    bout = Bout(ana(at=start, **figures), ben(at=foe), ground=ground(*(patches or (river(),))))
    bout.begin()
    bout.declare("ada")
    return bout


def next_turn(bout: Bout) -> None:
    """Ada's activation ends; she is declared again in the next turn, Bob never."""
    bout.end("ada")
    while bout.asked:
        bout.declare("ada")


# -- what water is to whom
@pytest.mark.rule("MN-WAT-07")
@pytest.mark.parametrize(
    ("size", "width", "expected"),
    [
        (Size.SMALL, 100, WaterClass.PENALTY), (Size.SMALL, 101, WaterClass.BARRED),
        (Size.MEDIUM, 1, WaterClass.PENALTY), (Size.MEDIUM, 101, WaterClass.PENALTY),
        (Size.LARGE, 100, WaterClass.CLEAR), (Size.LARGE, 101, WaterClass.PENALTY),
    ],
)  # fmt: skip
def test_wat_07_by_size_and_width(size: Size, width: int, expected: WaterClass) -> None:
    """Exactly one inch is narrow."""
    assert water_class(size, width) is expected


@pytest.mark.rule("MN-WAT-09")
@pytest.mark.parametrize(
    ("size", "width", "expected"),
    [
        (Size.SMALL, 100, WaterClass.CLEAR), (Size.SMALL, 101, WaterClass.PENALTY),
        (Size.MEDIUM, 100, WaterClass.CLEAR), (Size.LARGE, 5000, WaterClass.CLEAR),
    ],
)  # fmt: skip
def test_wat_09_under_water_walk(size: Size, width: int, expected: WaterClass) -> None:
    """Small and medium minis count as large, large ones meet no water."""
    assert water_class(size, width, walks=True) is expected


# -- the edge
@pytest.mark.rule("MN-WAT-01")
@pytest.mark.parametrize("entry", ["brook", "stream", "river"])
@pytest.mark.parametrize("size", ["SMALL", "MEDIUM"])
def test_wat_01_water_of_any_size_ends_the_movement_of_small_and_medium_minis(entry: str, size: str) -> None:
    """The piece is cut at the edge, what was planned beyond it is dropped; the rest of the movement is lost."""
    bout = by_river(river(entry), size=size)
    assert walks(bout, "ada", (300, 0), (300, 100)) == (200, 0)
    assert bout.mini("ada").used.moved == 2000
    assert bout.mini("ada").used.movement_ended
    refuses(bout, move("ada", (0, 0)), STOPPED, "MN-WAT-01")


@pytest.mark.rule("MN-WAT-02")
@pytest.mark.rule("MN-WAT-03")
@pytest.mark.parametrize(("width", "end"), [(50, 300), (100, 300), (101, 200), (250, 200)])
def test_wat_02_03_a_large_mini_is_stopped_by_more_than_an_inch(width: int, end: int) -> None:
    """Narrow water is nothing to it: it is not stopped, and moves no less."""
    wet = GroundEntry(key="wet", look="WATER", game={"minis": {"width": width}})
    land = Ground(space=BARE.space, legend=(wet,), patches=(river("wet"),))
    bout = Bout(ana(at=(0, 0), size="LARGE"), ben(at=(0, 2000)), ground=land)
    bout.begin()
    bout.declare("ada")
    assert walks(bout, "ada", (300, 0)) == (end, 0)
    assert not bout.mini("ada").used.penalised


@pytest.mark.rule("MN-WAT-01")
def test_wat_01_who_was_stopped_may_still_attack() -> None:
    """At the edge it stands on land."""
    bout = by_river(foe=(260, 0))
    walks(bout, "ada", (210, 0))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert bout.life("bob") < 10


@pytest.mark.rule("MN-WAT-08")
@pytest.mark.rule("MN-WAT-05")
def test_wat_08_05_the_next_turn_it_goes_in_and_moves_half() -> None:
    """Two inches of four; in the turn after that it goes on, at half still, and out."""
    bout = by_river()
    walks(bout, "ada", (300, 0))
    next_turn(bout)
    refuses(bout, move("ada", (401, 0)), "ada has not so much movement left", "MN-MOVE-01")
    assert walks(bout, "ada", (400, 0)) == (400, 0)
    assert allowance.left(bout.state, "ada") == 0
    next_turn(bout)
    assert allowance.allowance(bout.state, "ada") == 4000
    assert walks(bout, "ada", (600, 0)) == (600, 0)
    assert allowance.left(bout.state, "ada") == 0


@pytest.mark.rule("MN-WAT-05")
@pytest.mark.rule("MN-GAP-13")
def test_wat_05_inches_walked_on_land_are_halved_too() -> None:
    """Whoever begins at the edge may walk on land first, then go in with what half of it leaves."""
    bout = by_river(start=(200, 0))
    walks(bout, "ada", (200, 150))
    assert not bout.mini("ada").used.penalised
    refuses(bout, move("ada", (251, 150)), "ada has not so much movement left", "MN-MOVE-01")
    walks(bout, "ada", (250, 150))
    assert bout.mini("ada").used.penalised
    refuses(bout, move("ada", (251, 150)), "ada has not so much movement left", "MN-MOVE-01")


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_who_has_walked_more_than_half_cannot_go_in() -> None:
    """Two inches and a hundredth of four; along the edge it still walks."""
    bout = by_river(start=(200, 0))
    walks(bout, "ada", (200, 201))
    refuses(bout, move("ada", (201, 201)), "ada has not so much movement left", "MN-MOVE-01")
    assert walks(bout, "ada", (200, 350)) == (200, 350)


@pytest.mark.rule("MN-GAP-13")
@pytest.mark.parametrize(("start", "end"), [(199, 300), (198, 200)])
def test_gap_13_within_a_hundredth_is_at_the_edge(start: int, end: int) -> None:
    """Two hundredths off it meets the edge anew, and is stopped."""
    assert walks(by_river(start=(start, 0)), "ada", (300, 0)) == (end, 0)


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_a_second_water_is_a_new_edge() -> None:
    """It may go through the first, and is stopped at the second."""
    bout = by_river(river(left=200, width=100), river(left=320, width=100, key="other"), start=(200, 0))
    assert walks(bout, "ada", (390, 0)) == (320, 0)
    assert bout.mini("ada").used.movement_ended
    assert bout.mini("ada").used.penalised


@pytest.mark.rule("MN-GAP-13", "MN-WAT-08")
def test_gap_13_between_two_waters_side_by_side_it_goes_on_into_the_second() -> None:
    """It is stopped where they meet; from there it goes into either, in a later turn."""
    bout = by_river(river(left=200, width=100), river(left=300, width=100, key="other"), start=(250, 0))
    assert walks(bout, "ada", (390, 0)) == (300, 0)
    next_turn(bout)
    assert bout.mini("ada").used.water_start == ("river", "other")
    assert walks(bout, "ada", (390, 0)) == (390, 0)


@pytest.mark.rule("MN-GAP-13", "MN-WAT-08")
def test_gap_13_water_that_is_nothing_to_it_does_not_hide_the_edge_of_another() -> None:
    """A large mini stands where a narrow stream runs into a river."""
    bout = by_river(box("brook", "stream", 100, 0, 200, 400), river(), start=(200, 100), size="LARGE")
    assert walks(bout, "ada", (300, 100)) == (300, 100)


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_who_came_to_the_edge_in_this_turn_does_not_go_in() -> None:
    """It walked exactly up to it and was not cut; the next piece would be one of no length."""
    bout = by_river(start=(100, 0))
    assert walks(bout, "ada", (200, 0)) == (200, 0)
    assert not bout.mini("ada").used.movement_ended
    refuses(bout, move("ada", (210, 0)), STOPPED, "MN-WAT-01")
    assert walks(bout, "ada", (100, 0)) == (100, 0)


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_the_size_of_water_is_declared_or_its_shortest_crossing() -> None:
    """A pool of 90 by 300 is narrow, without a word of its width."""
    pool = GroundEntry(key="pool", look="WATER")
    land = Ground(
        space=BARE.space, legend=(pool,), patches=(box("pool", "pool", 200, -150, 290, 150), river("brook", 600))
    )
    assert [one.width for one in water.waters(land)] == [90, 50]


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_the_edge_is_rounded_to_the_dry_side() -> None:
    """An edge aslant; the point is dry, and counts as at the edge in the next turn."""
    slanted = patch("river", "river", (200, -2400), (451, -2400), (551, 2400), (307, 2400))
    bout = by_river(slanted, start=(0, 3))
    x, y = walks(bout, "ada", (390, 40))
    (one,) = water.waters(bout.state.fight.ground)
    assert one.region.side_of(bout.who("ada").place.point).name != "INSIDE"
    assert 250 < x < 256
    assert y == 27
    next_turn(bout)
    assert bout.mini("ada").used.water_start == ("river",)
    assert walks(bout, "ada", (400, 28)) == (400, 28)


# -- barred
@pytest.mark.rule("MN-WAT-04")
def test_wat_04_small_minis_do_not_enter_wide_water() -> None:
    """The edge stops them like others; in the next turn they are refused."""
    bout = by_river(size="SMALL")
    assert walks(bout, "ada", (300, 0)) == (200, 0)
    next_turn(bout)
    refuses(bout, move("ada", (210, 0)), BARRED, "MN-WAT-04")
    assert walks(bout, "ada", (200, 100)) == (200, 100)


@pytest.mark.rule("MN-GAP-42")
def test_gap_42_from_water_that_bars_it_leaves_by_the_nearest_edge() -> None:
    """Water walk has ended half an inch from the west bank: west, and on land as it likes, at half movement."""
    bout = by_river(start=(250, 0), size="SMALL")
    for way in ((450, 0), (250, 60), (200, 40), (300, 0)):
        refuses(bout, move("ada", way), BARRED, "MN-WAT-04")
    refuses(bout, move("ada", (200, 0), (200, 151)), "ada has not so much movement left", "MN-MOVE-01")
    assert walks(bout, "ada", (230, 0)) == (230, 0)
    assert walks(bout, "ada", (200, 0), (100, 100)) == (100, 100)
    assert bout.mini("ada").used.penalised


# -- fighting
@pytest.mark.rule("MN-WAT-06")
@pytest.mark.rule("MN-GAP-37")
def test_wat_06_who_has_moved_in_water_does_not_attack() -> None:
    """A pivot is no movement."""
    bout = by_river(start=(300, 0), foe=(380, 0))
    bout.order(Pivot(combatant="ada", facing=NORTH))
    assert "attack-bob" in bout.keys("ada")
    walks(bout, "ada", (310, 0))
    refuses(
        bout, Attack(combatant="ada", target="bob"), "ada is in water and has moved, and cannot attack", "MN-WAT-06"
    )


@pytest.mark.rule("MN-WAT-06")
def test_wat_06_who_has_attacked_in_water_does_not_move() -> None:
    """It stays for the turn, though it may turn round."""
    bout = by_river(start=(300, 0), foe=(380, 0))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    refuses(bout, move("ada", (290, 0)), "ada has attacked in water, and cannot move", "MN-WAT-06")
    bout.order(Pivot(combatant="ada", facing=NORTH))
    next_turn(bout)
    assert walks(bout, "ada", (290, 0)) == (290, 0)


@pytest.mark.rule("MN-WAT-06")
def test_wat_06_on_land_and_in_water_that_is_nothing_to_it_one_may_do_both() -> None:
    """A large mini in a brook."""
    bout = by_river(river("brook"), start=(220, 0), foe=(300, 0), size="LARGE", attacks=2)
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    walks(bout, "ada", (230, 0))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")


@pytest.mark.rule("MN-GAP-42")
def test_gap_42_who_has_left_the_water_may_attack_but_keeps_half_movement() -> None:
    """From the water onto the bank, beside Bob."""
    bout = by_river(start=(210, 0), foe=(120, 0), towards=(-1, 0))
    walks(bout, "ada", (190, 0))
    assert allowance.allowance(bout.state, "ada") == 2000
    bout.order(Attack(combatant="ada", target="bob"), 100)
    assert walks(bout, "ada", (180, 0)) == (180, 0)


# -- bridges
@pytest.mark.rule("MN-GAP-42")
def test_gap_42_a_road_over_water_is_a_bridge() -> None:
    """On it, its rim included, nothing stops; a hundredth beside it there is water."""
    assert walks(by_river(river(), ROAD), "ada", (400, 50)) == (400, 50)
    assert walks(by_river(river(), ROAD, start=(0, 51)), "ada", (300, 51)) == (200, 51)
    bout = by_river(river(), ROAD)
    x, y = walks(bout, "ada", (300, 0), (300, 100))
    assert (x, y) == (300, 50)
    assert bout.mini("ada").used.movement_ended


@pytest.mark.rule("MN-GAP-42")
@pytest.mark.rule("MN-ROAD-02")
def test_gap_42_a_piece_is_cut_before_it_is_judged_by_its_end() -> None:
    """Planned to end off the road at five inches, cut by the river at two."""
    assert walks(by_river(river(), box("road", "road", -300, -50, 100, 50)), "ada", (500, 0)) == (200, 0)


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_a_way_that_is_too_long_is_judged_as_it_was_cut() -> None:
    """Ten inches planned, two of them up to the river."""
    assert walks(by_river(), "ada", (1000, 0)) == (200, 0)


def test_nobody_walks_round_a_river_along_the_edge_of_the_table() -> None:
    """The river ends exactly there."""
    assert walks(by_river(start=(0, -2400)), "ada", (300, -2400)) == (200, -2400)


def test_at_stays_where_it_was() -> None:
    """A refusal spends nothing."""
    bout = by_river(start=(200, 0), size="SMALL")
    refuses(bout, move("ada", (210, 0)), BARRED, "MN-WAT-04")
    assert at(bout) == (200, 0)
    assert bout.mini("ada").used.moved == 0


@pytest.mark.rule("MN-GAP-13")
def test_gap_13_water_of_very_many_corners_must_say_how_wide_it_is() -> None:
    """Its shortest crossing would take too long to find."""
    bank = tuple(point(x, 0) for x in range(MOST_CORNERS))
    ring = (*bank, point(MOST_CORNERS, 100), point(0, 100))
    area = SceneArea(outlines=(SceneOutline(points=ring),))
    for width, expected in ((None, 1), (100, 0)):
        lake = GroundEntry(key="lake", look="WATER", game={"minis": {"width": width}} if width else None)
        land = Ground(space=BARE.space, legend=(lake,), patches=(GroundPatch(key="lake", entry="lake", area=area),))
        found = list(faults(land))
        assert len(found) == expected
        assert all(refusal.field == "patches.0.entry" for refusal in found)


@pytest.mark.rule("MN-GAP-47")
def test_a_table_has_a_bounded_number_of_corners() -> None:
    """Every way is judged against all of them."""
    rocks = tuple(box(f"rock-{n}", "wall", n, 0, n + 1, 1) for n in range(501))
    assert list(faults(Ground(space=BARE.space, patches=rocks[:500]))) == []
    (refusal,) = faults(Ground(space=BARE.space, patches=rocks))
    assert refusal.reason == "patches and edges of a table have at most 2000 corners in all"
