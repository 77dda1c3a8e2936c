"""The shortest ways of standing orders."""

from __future__ import annotations

import pytest

from engine.kernel.space.plane.points import squared_distance
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.orders import Run
from engine.systems.minis.rules.movement import ways
from tests.systems.minis.bout import Bout, ana, ben, point
from tests.systems.minis.lands import ROAD, box, ground, patch, river

ROCK = box("rock", "wall", 100, -100, 200, 300)


def alone(*patches: object, **figures: object) -> Bout:
    """Ada in the middle, whose place it is; Bob six inches to the east."""
    bout = Bout(ana(at=(0, 0), **figures), ben(at=(600, 0)), ground=ground(*patches))  # type: ignore[arg-type]
    bout.begin()
    bout.declare("ada")
    return bout


@pytest.mark.rule("MN-GAP-31")
def test_to_a_point_by_the_shortest_way() -> None:
    """Straight where nothing is in the way; round the rock by its nearer corners; as far as the movement goes."""
    assert ways.to_point(alone().state, "ada", point(300, 0)).points[1:] == (point(300, 0),)
    assert ways.to_point(alone().state, "ada", point(900, 900)) is not None
    piece = ways.to_point(alone(ROCK).state, "ada", point(300, 0))
    assert piece.points[1:] == (point(100, -100), point(200, -100), point(300, 0))
    piece = ways.to_point(alone(ROCK).state, "ada", point(300, -10))
    assert piece.length <= 4_000_000_000
    far = ways.to_point(alone().state, "ada", point(0, 1500))
    assert far.points[1:] == (point(0, 400),)


@pytest.mark.rule("MN-GAP-31")
def test_running_and_roads_count() -> None:
    """Six inches at a run; five where the way ends on the road."""
    bout = alone()
    bout.order(Run(combatant="ada"))
    assert ways.to_point(bout.state, "ada", point(0, 1500)).points[1:] == (point(0, 600),)
    assert ways.to_point(alone(ROAD).state, "ada", point(-500, 0)).points[1:] == (point(-500, 0),)


@pytest.mark.rule("MN-GAP-31", "MN-WAT-01")
def test_water_stops_as_usual() -> None:
    """At the bank."""
    piece = ways.to_point(alone(river()).state, "ada", point(500, 500))
    assert piece.ended
    assert piece.points[-1].x == point(200).x


POND = box("pond", "river", 100, -50, 350, 1000)
BRIDGE = patch("road", "road", (0, 500), (600, 600), (600, 700), (0, 600))


@pytest.mark.rule("MN-WAT-04", "MN-GAP-31")
def test_who_cannot_enter_wide_water_goes_round_it() -> None:
    """By the end of a pond, or over the bridge of a river; no nearer than the bank where no way leads round."""
    pond = alone(POND, size=Size.SMALL, movement=1000)
    piece = ways.to_point(pond.state, "ada", point(400, 0))
    assert piece is not None
    assert piece.points[1:] == (point(100, -50), point(350, -50), point(400, 0))
    assert not piece.ended
    over = alone(river(left=100), BRIDGE, size=Size.SMALL, movement=2000)
    piece = ways.to_point(over.state, "ada", point(400, 0))
    assert piece is not None
    assert (piece.points[-1], piece.ended, piece.penalised) == (point(400, 0), False, False)
    none = alone(river(left=100), size=Size.SMALL)
    piece = ways.to_point(none.state, "ada", point(400, 0))
    assert piece is not None
    assert (piece.points[-1], piece.ended) == (point(100, 0), True)


@pytest.mark.rule("MN-WAT-04", "MN-GAP-31")
def test_a_goal_in_water_that_one_cannot_enter_is_the_bank() -> None:
    """The spot nearest to it, from whichever side it is; medium minis go in."""
    piece = ways.to_point(alone(POND, size=Size.SMALL).state, "ada", point(140, 0))
    assert piece is not None
    assert piece.points[1:] == (point(100, 0),)
    piece = ways.to_point(alone(POND).state, "ada", point(150, 0))
    assert piece is not None
    assert piece.ended


@pytest.mark.rule("MN-WAT-04", "MN-GAP-36")
def test_along_a_bank_that_is_askew_nobody_gets_stuck() -> None:
    """Ends of pieces lie on hundredths, and never in the water: turn after turn it gets on."""
    lake = patch("lake", "river", (37, -511), (163, 719), (1100, 803), (950, -700))
    bout = alone(lake, size=Size.SMALL, movement=131)
    for _ in range(12):
        piece = ways.to_point(bout.state, "ada", point(1200, 300))
        assert piece is not None
        assert not piece.ended
        bout.correct("combatants.ada.place", {"point": {"x": piece.points[-1].x, "y": piece.points[-1].y}})


@pytest.mark.rule("MN-GAP-31")
def test_to_a_point_that_is_taken() -> None:
    """The free spot nearest to it."""
    bout = alone(movement=3000)
    assert squared_distance(ways.to_point(bout.state, "ada", point(600, 0)).points[-1], point(600, 0)) == 2500


@pytest.mark.rule("MN-GAP-31")
@pytest.mark.parametrize("reach", [50, 100, 200])
def test_within_reach_of_a_mini(reach: int) -> None:
    """No nearer than half an inch, no farther than the reach; nothing where it is there already."""
    bout = alone(movement=3000)
    piece = ways.to_mini(bout.state, "ada", "bob", reach)
    assert 2500 <= squared_distance(piece.points[-1], point(600, 0)) <= reach * reach
    assert ways.to_mini(bout.state, "ada", "bob", 600) is None
