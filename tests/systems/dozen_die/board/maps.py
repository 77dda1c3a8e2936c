"""Boards for tests of the geometry: drawn with signs."""

from __future__ import annotations

from engine.systems.dozen_die.board.contact import OtherFigures
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.board.ways import Astray, Walker, Wanted, Way
from tests.systems.dozen_die.laid import Ground, Sign

SIGNS = (
    Sign(sign="1", height=1, faces="rock_slope"),
    Sign(sign="2", height=2, faces="inn_wall"),
    Sign(sign="3", height=3, faces="castle_wall"),
    Sign(sign="s", height=1, terrain="stairs"),
    Sign(sign="L", leans="ladder"),
    Sign(sign="R", leans="rope"),
    Sign(sign="o", height=-2),
    Sign(sign="u", terrain="low_tunnel"),
    Sign(sign="p", terrain="rickety_plank"),
)
"""Heights 1 to 3 with their sides, stairs, a ladder and a rope, a pit, a tunnel, a plank."""


def land(*rows: str, storm: bool = False) -> TerrainMap:
    """The land of a drawn board."""
    return TerrainMap(Ground(rows=rows, legend=SIGNS), storm=storm)


def group(own: tuple[Footprint, ...] = (), foreign: tuple[Footprint, ...] = ()) -> OtherFigures:
    """Others on the board: own1, own2 ... and foe1, foe2 ..."""
    return OtherFigures(
        {f"own{n}": stand for n, stand in enumerate(own, 1)}, {f"foe{n}": stand for n, stand in enumerate(foreign, 1)}
    )


def walker(ground: TerrainMap, start: Footprint, most: int = 3, among: OtherFigures | None = None) -> Walker:
    """Somebody who moves."""
    return Walker(ground, among or group(), start, most)


def path(*steps: tuple[int, ...]) -> list[Wanted]:
    """A declared path: x, y and, if it is not the floor, the height."""
    return [Wanted(x=step[0], y=step[1], height=step[2] if len(step) > 2 else None) for step in steps]


def leap(x: int, y: int) -> Wanted:
    """A declared jump."""
    return Wanted(x=x, y=y, jump=True)


def gone(way: Way | Astray) -> Way:
    """A way that can be gone."""
    assert isinstance(way, Way), way
    return way


def astray(way: Way | Astray) -> tuple[int, str]:
    """Where a path goes wrong, and why."""
    assert isinstance(way, Astray), way
    return way.at, way.why.value
