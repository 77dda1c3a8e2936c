"""The bonus of a road."""

from __future__ import annotations

import pytest

from engine.systems.minis.orders import Run
from tests.systems.minis.bout import Bout, ana, ben
from tests.systems.minis.lands import ROAD, ground
from tests.systems.minis.steps import move, refuses, walks

TOO_FAR = "ada has not so much movement left"
ROAD_END = "so far ada goes only if it ends on a road"


def on_road(*, start: tuple[int, int] = (0, 0)) -> Bout:
    """Ada on a road, one inch wide, from west to east."""
    bout = Bout(ana(at=start), ben(at=(0, 2000)), ground=ground(ROAD))
    bout.begin()
    bout.declare("ada")
    return bout


@pytest.mark.rule("MN-ROAD-01")
def test_road_01_one_inch_more_from_road_to_road() -> None:
    """Five inches of four; not a hundredth more. The edge of the road is road."""
    assert walks(on_road(start=(0, 50)), "ada", (500, 50)) == (500, 50)
    refuses(on_road(), move("ada", (501, 0)), TOO_FAR, "MN-MOVE-01")


@pytest.mark.rule("MN-ROAD-02")
def test_road_02_only_the_two_ends_count() -> None:
    """Off the road and on again: 1.5 + 2 + 1.5 inches."""
    assert walks(on_road(), "ada", (0, 150), (200, 150), (200, 0)) == (200, 0)


@pytest.mark.rule("MN-ROAD-02")
def test_road_02_beyond_the_plain_allowance_every_piece_ends_on_the_road() -> None:
    """Within it, it may end anywhere; of the added inch it may use some, on the road only."""
    bout = on_road()
    walks(bout, "ada", (380, 0))
    refuses(bout, move("ada", (380, 60)), ROAD_END, "MN-ROAD-02")
    walks(bout, "ada", (420, 0))
    refuses(bout, move("ada", (420, 51)), ROAD_END, "MN-ROAD-02")
    assert walks(bout, "ada", (420, 50)) == (420, 50)


@pytest.mark.rule("MN-ROAD-02")
def test_road_02_who_began_off_road_never_gets_it() -> None:
    """Nor by coming to the road with a first piece."""
    bout = on_road(start=(0, 51))
    walks(bout, "ada", (0, 0))
    refuses(bout, move("ada", (350, 0)), TOO_FAR, "MN-MOVE-01")
    assert walks(on_road(), "ada", (0, 400)) == (0, 400)


@pytest.mark.rule("MN-GAP-10")
def test_gap_10_the_road_is_added_after_running() -> None:
    """4 x 1.5 + 1 = 7 inches, not 7.5."""
    bout = on_road()
    bout.order(Run(combatant="ada"))
    refuses(bout, move("ada", (701, 0)), TOO_FAR, "MN-MOVE-01")
    assert walks(bout, "ada", (700, 0)) == (700, 0)
