"""Reach holds exactly the places that it is made of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.reach import area_of, count_in, holds, place_at, places_in

numbers = st.integers(-6, 6)
places = st.one_of(
    st.builds(lambda x, y, height: Place(cell=Cell(x, y), height=height), numbers, numbers, st.integers(-2, 2)),
    st.builds(lambda zone: Place(zone=zone), st.sampled_from(["yard", "moor"])),
    st.builds(lambda rank: Place(rank=rank), st.integers(1, 5)),
)


@given(st.lists(places, max_size=40), places)
def test_it_holds_every_place_and_no_other(made_of: list[Place], other: Place) -> None:
    """Each once, whatever their order."""
    area = area_of(made_of)
    assert set(places_in(area)) == set(made_of)
    assert len(places_in(area)) == len(set(made_of))
    assert tuple(place_at(area, index) for index in range(count_in(area))) == places_in(area)
    assert all(holds(area, place) for place in made_of)
    assert holds(area, other) is (other in made_of)
    assert area == area_of(reversed(made_of)) or any(place.cell is None for place in made_of)


def test_cells_side_by_side_are_one_run() -> None:
    """Row by row and height by height; without heights where a cell stands for its floor."""
    row = [Place(cell=Cell(x, 2)) for x in (3, 1, 2, 5)]
    up = Place(cell=Cell(2, 2), height=1)
    assert area_of([*row, up]) == SceneArea(
        runs=(
            SceneRun(x=1, y=2, length=3, height=0),
            SceneRun(x=5, y=2, length=1, height=0),
            SceneRun(x=2, y=2, length=1, height=1),
        )
    )
    assert area_of(row, floors=True).runs == (SceneRun(x=1, y=2, length=3), SceneRun(x=5, y=2, length=1))
    assert set(places_in(area_of(row, floors=True))) == set(row)
