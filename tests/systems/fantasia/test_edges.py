"""Walls, doors and windows between cells: steps, jumps, reach, arm's length, lines of sight.  [FF-GRID-01 to -06]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Point
from engine.kernel.state.events import Moved
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, GroundPatch, Space
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import MovedAbout
from engine.systems.fantasia.ground import Facing, GridRule, faults
from engine.systems.fantasia.rules.board import board, distances
from engine.systems.fantasia.sheet import Sheet
from tests.support.fights.walls import LEGEND, edge, walled
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

FAR = foe(place=cell(50, 50))
NORTH_SOUTH = edge((1, -9), (1, 9))
"""A long wall to the east of the column x = 0."""


def field(
    *others: Any,
    edges: tuple[GroundEdge, ...],
    ignored: tuple[GridRule, ...] = (),
    terrain: tuple[Patch, ...] = (),
    **figures: Any,
) -> Bout:
    """A hero on (0, 0) who looks north, walls, and others."""
    mine = hero(figures=Sheet(**figures) if "ref" in figures else sheet(**figures), place=cell(0, 0, "NORTH"))
    setup = Setup(grid=Grid(ignored=ignored, terrain=terrain))
    return Bout(mine, *(others or (FAR,)), setup=setup, ground=walled(*edges))


def by(*cells: tuple[int, int]) -> o.Move:
    return o.Move(combatant="hero", path=tuple(cell(*c) for c in cells))


def goes(x: int, y: int = 0) -> o.Move:
    return o.Move(combatant="hero", to=cell(x, y))


def ends(bout: Bout, key: str = "move-walk") -> set[tuple[int, int]]:
    """Where an offered movement or jump can end."""
    found = [f for offer in bout.offers("hero") if offer.key == key for f in offer.fields if f.name == "to"]
    return {(place.cell.x, place.cell.y) for field in found for place in field.picks}


def where(bout: Bout, who: str = "hero") -> tuple[int, int]:
    place = bout.who(who).place
    assert place is not None
    assert place.cell is not None
    return place.cell.x, place.cell.y


def targets(bout: Bout, key: str) -> tuple[str, ...]:
    """Whom an offer may name."""
    return next((f.among for offer in bout.offers("hero") if offer.key == key for f in offer.fields), ())


# -- steps
@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_nobody_walks_through_a_wall_between_two_cells() -> None:
    """The way leads round its end, and is as long as that; a declared way through it is refused."""
    bout = field(edges=(edge((1, -1), (1, 2)),))
    refusal = bout.refuse(by((1, 0)))
    assert (refusal.rule, refusal.field) == ("FF-GRID-06", "path")
    assert "a wall or a shut door is in the way" in refusal.reason
    assert (1, 0) in ends(bout)
    assert (2, 0) not in ends(field(edges=(NORTH_SOUTH,)))
    assert bout.refuse(goes(3, 0)).rule == "FF-MOVE-01"
    bout.order(goes(1, 0))
    assert where(bout) == (1, 0)
    assert bout.the(MovedAbout).metres == 5


@pytest.mark.rule("FF-GRID-06")
@pytest.mark.parametrize(
    ("entry", "state", "lets"),
    [
        ("door", "NONE", False),
        ("door", "LOCKED", False),
        ("door", "OPEN", True),
        ("door", "BROKEN", True),
        ("window", "NONE", False),
        ("window", "BROKEN", True),
        ("fence", "NONE", False),
        ("curtain", "NONE", True),
    ],
)
def test_ff_grid_06_a_door_lets_pass_when_it_is_open_or_broken(entry: str, state: Any, lets: bool) -> None:
    """Shut and locked ones are as their entry of the legend says, and so is everything else."""
    bout = field(edges=(edge((1, -9), (1, 9), entry=entry, state=state),))
    assert ((1, 0) in ends(bout)) is lets


@pytest.mark.rule("FF-GRID-13", "FF-GRID-06")
def test_ff_grid_13_a_large_combatant_stands_across_no_wall() -> None:
    """It fits through a gap of its own width and through no narrower one, and enters across none."""
    ogre: dict[str, Any] = {"ref": "ogre"}
    size = board.side(field(edges=(), **ogre).state, "hero")
    assert size == 2
    narrow = field(edges=(edge((2, -9), (2, 0)), edge((2, 1), (2, 9))), **ogre)
    assert not any(x > 0 for x, _ in ends(narrow))
    wide = field(edges=(edge((2, -9), (2, 0)), edge((2, 2), (2, 9))), **ogre)
    assert (1, 0) in ends(wide)
    assert (1, 1) not in ends(wide)
    late = foe("late", Sheet(ref="ogre"), place=cell(9, 0))
    assert field(edges=(edge((10, 0), (10, 1)),)).refuse(late).rule == "FF-GRID-06"


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_nobody_jumps_through_a_wall() -> None:
    """Neither over a ditch nor up, nor does one that fails fall behind it."""
    ditch = (Patch(x=1, y=-9, columns=2, rows=19, height=-3),)
    assert (3, 0) in ends(field(edges=(), terrain=ditch), "jump")
    for x in (1, 2, 3):
        assert (3, 0) not in ends(field(edges=(edge((x, 0), (x, 1)),), terrain=ditch), "jump")
    ledge = (Patch(x=1, y=0, height=2),)
    assert (1, 0) in ends(field(edges=(), terrain=ledge), "jump")
    assert (1, 0) not in ends(field(edges=(edge((1, 0), (1, 1)),), terrain=ledge), "jump")


# -- reach
@pytest.mark.rule("FF-GRID-01", "FF-GRID-12")
@pytest.mark.parametrize(("entry", "reached"), [("wall", False), ("door", False), ("window", False), ("curtain", True)])
def test_ff_grid_01_nobody_reaches_through_what_nobody_passes(entry: str, reached: bool) -> None:
    """With a fist, with both hands, with an item; what only hides does not part two."""
    bout = field(foe(place=cell(1, 0)), edges=(edge((1, 0), (1, 1), entry=entry),), weapons=("unarmed",))
    assert (targets(bout, "attack-unarmed") == ("foe",)) is reached
    assert (targets(bout, "grapple") == ("foe",)) is reached
    assert distances.beside(bout.state, "hero", "foe") is reached
    assert distances.near(bout.state, "hero", cell(1, 0)) is reached
    if not reached:
        assert bout.refuse(o.Attack(attacker="hero", target="foe", weapon="unarmed")).rule == "FF-ATK-01"


@pytest.mark.rule("FF-GRID-01", "FF-GRID-13")
def test_ff_grid_13_a_longer_reach_is_a_line_past_walls() -> None:
    """Between the nearest cells; of a large combatant any of them will do."""
    between = (edge((2, 0), (2, 1)),)
    for edges, reached in (((), True), (between, False)):
        bout = field(foe(place=cell(2, 0)), edges=edges, weapons=("spear",))
        assert board.reaches(bout.state, "hero", "foe", 2) is reached
    giant = field(foe(figures=Sheet(ref="ogre"), place=cell(1, 0)), edges=(edge((1, 0), (1, 1)),))
    assert board.reaches(giant.state, "hero", "foe", 1) is False
    assert board.reaches(giant.state, "foe", "hero", 2) is False
    beside = field(foe(figures=Sheet(ref="ogre"), place=cell(1, 0)), edges=(edge((1, 1), (1, 2)),))
    assert board.reaches(beside.state, "hero", "foe", 1) is True


@pytest.mark.rule("FF-GRID-02")
def test_ff_grid_02_left_out_a_diagonal_neighbour_is_reached_past_one_wall_but_not_past_two() -> None:
    """One way round the corner has to be open."""
    left_out = (GridRule.NO_DIAGONAL,)
    one, both = (edge((1, 0), (1, 1)),), (edge((1, 0), (1, 1), (0, 1)),)
    assert distances.beside(field(foe(place=cell(1, 1)), edges=one, ignored=left_out).state, "hero", "foe")
    assert not distances.beside(field(foe(place=cell(1, 1)), edges=both, ignored=left_out).state, "hero", "foe")


# -- sight
@pytest.mark.rule("FF-ATK-01")
@pytest.mark.parametrize(
    ("entry", "shot"), [("wall", False), ("door", False), ("window", True), ("curtain", False), ("fence", False)]
)
def test_a_shot_needs_a_line_of_sight(entry: str, shot: bool) -> None:
    """From middle to middle; a window lets it pass."""
    bout = field(foe(place=cell(3, 1)), edges=(edge((2, -9), (2, 9), entry=entry),), weapons=("bow",))
    assert (targets(bout, "attack-bow") == ("foe",)) is shot


@pytest.mark.rule("FF-MAG-01")
def test_a_spell_is_cast_on_whom_the_caster_sees_and_its_area_passes_walls() -> None:
    """Who stands in the area is hit on either side of a wall."""
    wall = edge((3, -9), (3, 9))
    near, far = foe("near", place=cell(2, 0)), foe("far", place=cell(3, 0))
    bout = field(near, far, edges=(wall,), mp=20, spells=("fire",))
    assert "near" in targets(bout, "cast-fire")
    assert "far" not in targets(bout, "cast-fire")
    assert "hero" in targets(bout, "cast-fire")


def test_a_low_fence_hides_nobody_from_who_stands_above_it() -> None:
    """Both have to be higher than it."""
    hill = (Patch(x=-9, y=-9, columns=20, rows=20, height=2),)
    fence = (edge((2, -9), (2, 9), entry="fence"),)
    assert board.sees(field(foe(place=cell(3, 0)), edges=fence, terrain=hill).state, "hero", "foe")
    assert not board.sees(field(foe(place=cell(3, 0)), edges=fence).state, "hero", "foe")


# -- what only some know of
SECRET = edge((1, -9), (1, 9), entry="door", key="secret", state="OPEN", seen_by=("gm",), shown_as="wall")
FORCE = edge((2, -9), (2, 9), key="force", seen_by=("gm",))


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_secret_door_is_a_wall_to_those_who_do_not_know_it() -> None:
    """Their orders are judged by what they see; who knows of it goes through."""
    secret = field(edges=(SECRET,))
    wall = field(edges=(NORTH_SOUTH,))
    assert ends(secret) == ends(wall)
    one, other = secret.refuse(by((1, 0))), wall.refuse(by((1, 0)))
    assert (one.reason, one.rule) == (other.reason, other.rule)
    foes = Bout(
        hero(place=cell(9, 9)), foe(place=cell(0, 0)), setup=Setup(grid=Grid()), ground=walled(SECRET), begin=True
    )
    foes.order(o.EndTurn(combatant="hero"))
    foes.order(o.Move(combatant="foe", to=cell(2, 0)))
    assert where(foes, "foe") == (2, 0)


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_wall_that_nobody_knew_of_ends_a_movement_without_a_refusal() -> None:
    """It ends on the last cell before it where a movement may end."""
    bout = field(edges=(FORCE,))
    assert (4, 0) in ends(bout)
    bout.order(goes(4, 0))
    assert where(bout) == (1, 0)
    ally = field(hero("ally", place=cell(1, 0)), FAR, edges=(FORCE,))
    ally.order(by((1, 0), (2, 0)))
    assert where(ally) == (0, 0)
    assert ally.of(Moved) == []


@pytest.mark.rule("FF-MOVE-03")
def test_ff_move_03_a_jump_into_an_unknown_wall_ends_at_the_take_off() -> None:
    """The dice fall all the same."""
    ditch = (Patch(x=1, y=-9, columns=2, rows=19, height=-1),)
    bout = field(edges=(FORCE,), terrain=ditch)
    bout.order(o.Jump(combatant="hero", to=cell(3, 0), facing=Facing.EAST))
    bout.answer("agility", 6, 6)
    assert where(bout) == (0, 0)


# -- cells, and what the setup refuses
def grounds(*edges: GroundEdge, legend: tuple[GroundEntry, ...] = LEGEND, **more: Any) -> Ground:
    """A board of nine by six."""
    return Ground(space=Space(kind="GRID", width=9, height=6), legend=legend, edges=edges, **more)


@pytest.mark.rule("FF-ATK-01")
def test_a_shot_passes_no_cell_that_hides() -> None:
    """Drawn or laid, of a wall or of smoke; a wall that says nothing of sight is left to the game master."""
    smoke = GroundEntry(key="smoke", sign="s", look="SMOKE", sight="NEVER")
    high = GroundEntry(key="tower", sign="t", look="WALL", step="NEVER", sight="NEVER")
    archer, target = hero(figures=sheet(weapons=("bow",)), place=cell(0, 0)), foe(place=cell(4, 0))
    row = SceneArea(runs=(SceneRun(x=2, y=0),))
    for entry, shot in ((smoke, False), (high, False), (GroundEntry(key="wall", step="NEVER"), True)):
        laid = grounds(legend=(entry,), patches=(GroundPatch(key="p", entry=entry.key, area=row),))
        bout = Bout(archer, target, setup=Setup(grid=Grid()), ground=laid)
        assert (targets(bout, "attack-bow") == ("foe",)) is shot
    drawn = grounds(legend=(smoke,), rows=("..s......", *["........."] * 5))
    bout = Bout(archer, target, setup=Setup(grid=Grid()), ground=drawn)
    assert targets(bout, "attack-bow") == ()
    beyond = Bout(archer, foe(place=cell(4, 5)), setup=Setup(grid=Grid()), ground=drawn)
    assert targets(beyond, "attack-bow") == ("foe",)
    open_row = GroundPatch(key="p", entry="open", area=row)
    cleared = Bout(archer, target, setup=Setup(grid=Grid()), ground=structs.replace(drawn, patches=(open_row,)))
    assert targets(cleared, "attack-bow") == ("foe",)


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_shut_door_that_is_a_cell_lets_nobody_in() -> None:
    """An open one does."""
    for state, lets in (("SHUT", False), ("OPEN", True)):
        door = GroundEntry(key="door", sign="+", look="DOOR", state=state)  # type: ignore[arg-type]
        laid = grounds(legend=(door,), rows=(".+.......", *["........."] * 5))
        bout = Bout(hero(place=cell(0, 0)), foe(place=cell(8, 5)), setup=Setup(grid=Grid()), ground=laid)
        assert ((1, 0) in ends(bout)) is lets


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_walls_stand_anywhere_and_stop_the_steps_that_they_cross() -> None:
    """Off the grid, slanting, or without a legend; a step along a wall is free."""
    for line in (((100, 0), (100, 600)), ((133, 0), (133, 600)), ((80, 0), (120, 600))):
        wall = GroundEdge(key="w", entry="wall", line=tuple(Point(*at) for at in line))
        laid = grounds(wall, legend=())
        assert list(faults(laid)) == []
        bout = Bout(hero(place=cell(0, 0)), foe(place=cell(8, 5)), setup=Setup(grid=Grid()), ground=laid)
        assert {x for x, _ in ends(bout)} == {0}
    slanting = GroundEdge(key="w", entry="wall", line=(Point(0, 30), Point(570, 600)))
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(0, 5)), setup=Setup(grid=Grid()), ground=grounds(slanting))
    assert all(x >= y for x, y in ends(bout))
    assert (2, 2) in ends(bout)
    assert targets(bout, "attack-bow") == ()


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_an_open_door_off_the_grid_lets_through_on_every_side_that_it_crosses() -> None:
    """In the middle of a corridor two wide: both rows, or none; it is one door."""
    beside = [GroundEdge(key=f"w{y}", entry="wall", line=(Point(330, y), Point(330, y + 50))) for y in (0, 150)]
    for state, passes in (("SHUT", set()), ("OPEN", {0, 1})):
        door = GroundEdge(key="d", entry="door", line=(Point(330, 50), Point(330, 150)), state=state)  # type: ignore[arg-type]
        laid = structs.replace(grounds(*beside, door), space=Space(kind="GRID", width=9, height=2))
        for y in (0, 1):
            bout = Bout(hero(place=cell(2, y)), foe(place=cell(8, 1)), setup=Setup(grid=Grid()), ground=laid)
            assert ((3, y) in ends(bout)) is (y in passes)
