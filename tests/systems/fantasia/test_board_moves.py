"""Moving over a board: ways, who stands in them, where they end, where one looks then.  [FF-GRID-03 to FF-GRID-08]"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.events import Moved
from engine.kernel.state.ground.ground import Ground, Space
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import ActionLost, ActionSpent, MovedAbout
from engine.systems.fantasia.ground import Facing, GridRule
from engine.systems.fantasia.orders import Manner
from engine.systems.fantasia.rules.board import route
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

CORRIDOR = (Patch(x=-20, y=-1, columns=40, wall=True), Patch(x=-20, y=1, columns=40, wall=True))
"""Only the row y = 0 is open."""


def field(*others: Any, ignored: tuple[GridRule, ...] = (), terrain: tuple[Patch, ...] = (), **figures: Any) -> Bout:
    """A hero on (0, 0) who looks north, and others."""
    return Bout(
        hero(figures=sheet(**figures), place=cell(0, 0, "NORTH")),
        *others,
        setup=Setup(grid=Grid(ignored=ignored, terrain=terrain)),
    )


def goes(x: int, y: int = 0, **more: Any) -> o.Move:
    return o.Move(combatant="hero", to=cell(x, y), **more)


def by(*cells: tuple[int, int], **more: Any) -> o.Move:
    return o.Move(combatant="hero", path=tuple(Place(cell=Cell(*c)) for c in cells), **more)


def ends(bout: Bout, key: str = "move-walk") -> set[tuple[int, int]]:
    """Where an offered movement can end."""
    (offer,) = [offer for offer in bout.offers("hero") if offer.key == key]
    (to,) = [f for f in offer.fields if f.name == "to"]
    assert to.exact
    return {(place.cell.x, place.cell.y) for place in to.picks}


def place(bout: Bout, who: str = "hero") -> Place:
    found = bout.who(who).place
    assert found is not None
    return found


FAR = foe(place=cell(50, 50))


# -- ways
@pytest.mark.rule("FF-MOVE-01", "FF-GRID-06")
def test_ff_move_01_five_metres_are_five_orthogonal_steps() -> None:
    """All cells whose steps add up to 5 or less, his own among them; a sixth step is refused."""
    bout = field(FAR)
    assert ends(bout) == {(x, y) for x in range(-5, 6) for y in range(-5, 6) if abs(x) + abs(y) <= 5}
    assert bout.refuse(goes(3, 3)).rule == "FF-MOVE-01"
    bout.order(goes(3, 2))
    assert place(bout).cell == Cell(3, 2)
    assert (bout.the(MovedAbout).metres, bout.the(ActionSpent).pay) == (5, o.Pay.MOVEMENT)


def strays(*cells: Cell) -> int:
    """How far cells lie from the line between (0, 0) and the last of them: areas, added up."""
    return sum(abs(cells[-1].x * cell.y - cells[-1].y * cell.x) for cell in cells)


def every(bout: Bout, most: int, to: Cell, manner: Manner) -> list[tuple[int, int]]:
    """All ways to a cell: metres, and how far they stray from the straight line."""
    found, open_ends = [], [()]
    while open_ends:
        cells: tuple[Cell, ...] = open_ends.pop()
        here = cells[-1] if cells else Cell(0, 0)
        metres = route.length(bout.state, "hero", manner, cells)
        if cells and here == to and metres is not None:
            found.append((metres, strays(*cells)))
        if len(cells) < most:
            open_ends += [(*cells, Cell(here.x + dx, here.y + dy)) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_of_the_shortest_ways_the_straight_one_is_gone(seed: int) -> None:
    """As an enumeration of all ways finds it, round walls and over blocks that are climbed."""
    rng = random.Random(seed)
    cells = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
    walls = tuple(Patch(x=x, y=y, wall=True) for x, y in rng.sample(cells, 8))
    high = tuple(Patch(x=x, y=y, height=2) for x, y in rng.sample(cells, 5))
    bout, manner = field(FAR, terrain=walls + high), Manner.CLIMB if seed % 2 else Manner.WALK
    for to in (Cell(2, 1), Cell(3, 2), Cell(-2, -3), Cell(1, -3), Cell(-3, 0)):
        way, ways = route.route(bout.state, "hero", manner, 5, to), every(bout, 5, to, manner)
        if way is None:
            assert all(metres > 5 for metres, _ in ways)
        else:
            assert (route.length(bout.state, "hero", manner, way), strays(*way)) == min(ways)
    assert route.route(field(FAR).state, "hero", Manner.WALK, 5, Cell(2, 2)) in (
        (Cell(0, 1), Cell(1, 1), Cell(1, 2), Cell(2, 2)),
        (Cell(1, 0), Cell(1, 1), Cell(2, 1), Cell(2, 2)),
    )


@pytest.mark.rule("FF-MOVE-02")
@pytest.mark.parametrize("manner", [Manner.CLIMB, Manner.STEALTH])
def test_ff_move_02_slow_ways_go_half_as_far(manner: Manner) -> None:
    """Two cells of five metres."""
    bout = field(FAR)
    assert max(abs(x) + abs(y) for x, y in ends(bout, f"move-{manner.value.lower()}")) == 2
    assert bout.refuse(goes(3, manner=manner)).rule == "FF-MOVE-01"
    bout.order(goes(2, manner=manner))
    assert place(bout).cell == Cell(2, 0)


@pytest.mark.rule("FF-MOVE-02")
def test_ff_move_02_who_lies_crawls_over_the_board() -> None:
    """And does nothing else there."""
    bout = field(FAR)
    bout.lay("hero", "prone")
    assert ends(bout, "move-crawl") == {(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) <= 2}
    assert bout.refuse(goes(1)).rule == "FF-MOVE-02"
    bout.order(goes(1, manner=Manner.CRAWL))


SMALL = Ground(space=Space(kind="GRID", width=4, height=2))


def test_walls_and_edges_are_gone_around_or_not_at_all() -> None:
    """A wall of three cells: five steps lead around its end, four do not; beyond the edge there is nothing."""
    wall = (Patch(x=1, y=-1, rows=3, wall=True),)
    assert (2, 0) not in ends(field(FAR, terrain=wall))
    assert (2, -2) in ends(field(FAR, terrain=wall))
    assert (2, 0) in ends(field(FAR, terrain=wall, movement=6))
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(3, 1)), begin=False, setup=Setup(grid=Grid()), ground=SMALL)
    cells = route.reachable(bout.state, "hero", Manner.WALK, 5)
    assert {(c.x, c.y) for c in cells} == {(x, y) for x in range(4) for y in range(2)} - {(3, 1)}


def test_a_high_step_is_climbed_and_costs_its_height() -> None:
    """1 m is a step; 2 m take climbing, at half the movement; a flyer minds neither."""
    box = (Patch(x=1, y=0, height=1), Patch(x=-1, y=0, height=2), Patch(x=0, y=1, height=-3))
    bout = field(FAR, terrain=(*box, *CORRIDOR))
    assert ends(bout) == {(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)}
    assert ends(bout, "move-climb") == {(0, 0), (1, 0), (2, 0), (-1, 0)}
    bout.order(goes(-1, manner=Manner.CLIMB))
    assert (bout.the(MovedAbout).metres, place(bout).height) == (2, 2)
    bat = Bout(hero("bat", Sheet(ref="bat"), place=cell(0, 0)), FAR, setup=Setup(grid=Grid(terrain=box)))
    assert route.length(bat.state, "bat", Manner.WALK, [Cell(-1, 0), Cell(0, 0), Cell(0, 1)]) == 3


def test_who_hovers_stays_as_far_above_the_ground() -> None:
    """A bat 2 m up flies over a box of 1 m: 3 m up."""
    bat = hero("bat", Sheet(ref="bat"), place=cell(0, 0, height=2))
    bout = Bout(bat, FAR, setup=Setup(grid=Grid(terrain=(Patch(x=1, y=0, height=1),))))
    bout.order(o.Move(combatant="bat", to=cell(1, 0)))
    assert place(bout, "bat").height == 3


# -- others in the way
@pytest.mark.rule("FF-GRID-03")
def test_ff_grid_03_an_ally_lets_one_through() -> None:
    """In a corridor one gets past him, and does not stay on his cell; without the rule he is in the way."""
    ally = hero("ally", place=cell(1, 0))
    assert (2, 0) in ends(field(ally, FAR, terrain=CORRIDOR))
    assert (1, 0) not in ends(field(ally, FAR, terrain=CORRIDOR))
    left_out = field(ally, FAR, terrain=CORRIDOR, ignored=(GridRule.THROUGH_ALLIES,))
    assert (2, 0) not in ends(left_out)
    assert left_out.refuse(goes(2)).field == "to"


@pytest.mark.rule("FF-GRID-04")
@pytest.mark.parametrize("lying", [(), ("unconscious", "prone")])
def test_ff_grid_04_an_enemy_does_not(lying: tuple[str, ...]) -> None:
    """Unconscious or not; one who is dead is in nobody's way."""
    enemy = foe("enemy", place=cell(1, 0), conditions=lying)
    bout = field(enemy, FAR, terrain=CORRIDOR)
    assert (2, 0) not in ends(bout)
    assert bout.refuse(by((1, 0), (2, 0))).field == "path"
    assert (2, 0) in ends(field(enemy, FAR, terrain=CORRIDOR, ignored=(GridRule.NOT_THROUGH_ENEMIES,)))
    bout.correct("combatants.enemy.out", "dead")
    assert {(1, 0), (2, 0)} <= ends(bout)


@pytest.mark.rule("FF-GRID-05")
@pytest.mark.parametrize(("size", "through"), [(100, False), (200, False), (299, False), (300, True), (400, True)])
def test_ff_grid_05_a_huge_enemy_is_passed_through(size: int, through: bool) -> None:
    """From 3 by 3 cells on; one does not stay there."""
    enemy = foe("enemy", sheet(size_percent=size), place=cell(1, 0))
    walls = (Patch(x=-9, y=-1, columns=20, wall=True), Patch(x=-9, y=5, columns=20, wall=True))
    side = max(1, size // 100)
    walls += tuple(Patch(x=x, y=y, wall=True) for x in range(-9, 12) for y in range(side, 5))
    bout = field(enemy, FAR, terrain=walls, movement=9)
    beyond = (1 + side, 0)
    assert (beyond in ends(bout)) is through
    assert (1, 0) not in ends(bout)
    assert beyond not in ends(field(enemy, FAR, terrain=walls, movement=9, ignored=(GridRule.THROUGH_HUGE,)))


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_a_movement_ends_on_empty_cells() -> None:
    """Not on an ally; without the rule it may."""
    ally = hero("ally", place=cell(1, 0))
    assert field(ally, FAR).refuse(goes(1)).rule == "FF-GRID-06"
    assert field(ally, FAR).refuse(by((1, 0))).rule == "FF-GRID-06"
    bout = field(ally, FAR, ignored=(GridRule.END_ON_EMPTY,))
    bout.order(goes(1))
    assert place(bout).cell == place(bout, "ally").cell


@pytest.mark.rule("FF-GRID-06", "FF-STAT-09")
def test_ff_grid_06_a_large_one_needs_room_for_all_his_cells() -> None:
    """2 by 2 cells do not go through a gap of one, and go through one of two."""
    gap = (Patch(x=2, y=-9, rows=9, wall=True), Patch(x=2, y=1, rows=9, wall=True))
    assert (2, 0) not in ends(field(FAR, terrain=gap, size_percent=200))
    wider = (gap[0], structs.replace(gap[1], y=2))
    assert {(1, 0), (2, 0), (3, 0)} <= ends(field(FAR, terrain=wider, size_percent=200))
    in_the_way = foe("enemy", place=cell(2, 1))
    assert (1, 0) not in ends(field(in_the_way, FAR, size_percent=200))


def test_nobody_unseen_stands_in_the_way() -> None:
    """Somebody hidden is no reason to refuse a way, and none to list fewer cells."""
    hidden = structs.replace(foe("lurker", place=cell(1, 0)), seen_by=())
    bout = field(hidden, FAR, terrain=CORRIDOR)
    assert {(1, 0), (2, 0)} <= ends(bout)
    bout.order(goes(2), seat="ana")
    assert place(bout).cell == Cell(2, 0)


# -- facing
@pytest.mark.rule("FF-GRID-07")
@pytest.mark.parametrize("looks", list(Facing))
def test_ff_grid_07_as_a_movement_ends_he_looks_where_he_chooses(looks: Facing) -> None:
    """Any of four ways; after no step as well, for a movement of 0 m."""
    bout = field(FAR)
    bout.order(goes(1, facing=looks))
    assert place(bout).facing == looks.value
    turned = field(FAR)
    turned.order(goes(0, facing=looks))
    assert (place(turned).facing, turned.the(MovedAbout).metres) == (looks.value, 0)
    assert len(turned.of(Moved)) == (0 if looks is Facing.NORTH else 1)
    assert turned.of(ActionSpent)


@pytest.mark.rule("FF-GRID-07")
def test_ff_grid_07_the_choice_is_a_field_of_the_offer_and_can_be_left_out() -> None:
    """Five values: four ways, and none. Without the rule there is no such choice, and no points have one."""
    (offer,) = [offer for offer in field(FAR).offers("hero") if offer.key == "move-walk"]
    (looks,) = [f for f in offer.fields if f.name == "facing"]
    assert looks.among == (None, *Facing)
    bout = field(FAR, ignored=(GridRule.CHOOSE_FACING,))
    (offer,) = [offer for offer in bout.offers("hero") if offer.key == "move-walk"]
    assert "facing" not in [f.name for f in offer.fields]
    assert bout.refuse(goes(1, facing=Facing.EAST)).rule == "FF-GRID-07"
    points = Bout(hero(place=at(0)), foe(place=at(3)))
    assert points.refuse(o.Move(combatant="hero", to=at(1), facing=Facing.EAST)).rule == "FF-GRID-16"


@pytest.mark.rule("FF-GRID-08")
def test_ff_grid_08_from_east_to_west_he_faces_west() -> None:
    """The example of the source; the last step counts, and without one nothing changes."""
    bout = field(FAR)
    bout.order(goes(-3))
    assert place(bout).facing == "WEST"
    bout = field(FAR)
    bout.order(by((-1, 0), (-1, 1)))
    assert place(bout).facing == "SOUTH"
    bout.order(goes(-1, 1))
    assert place(bout).facing == "SOUTH"


@pytest.mark.rule("FF-GRID-08")
def test_ff_grid_08_left_out_he_goes_on_looking_where_he_looked() -> None:
    """Unless he chooses."""
    bout = field(FAR, ignored=(GridRule.FACE_LAST_STEP,))
    bout.order(goes(-3))
    assert place(bout).facing == "NORTH"
    bout.order(goes(-3, facing=Facing.EAST))
    assert place(bout).facing == "EAST"


# -- ways of one's own
def test_a_path_is_gone_cell_by_cell() -> None:
    """Its steps count, also those back; a gap, a diagonal, a wall and one step too many are refused."""
    bout = field(FAR, terrain=(Patch(x=0, y=-1, wall=True),))
    bout.order(by((1, 0), (1, 1), (0, 1), (0, 0), (0, 1)))
    assert (place(bout).cell, place(bout).facing, bout.the(MovedAbout).metres) == (Cell(0, 1), "SOUTH", 5)
    fresh = field(FAR, terrain=(Patch(x=0, y=-1, wall=True),))
    for path in (((2, 0),), ((1, 1),), ((0, 0),), ((0, -1),), tuple((n, 0) for n in range(1, 7))):
        assert fresh.refuse(by(*path)).field == "path"
    assert fresh.refuse(structs.replace(by((1, 0)), to=cell(1, 0))).field == "to"


@pytest.mark.parametrize(
    "order",
    [
        o.Move(combatant="hero", metres=2),
        o.Move(combatant="hero", to=cell(1), metres=1),
        o.Move(combatant="hero", to=at(1)),
        o.Move(combatant="hero", to=cell(1, 0, "EAST")),
        o.Move(combatant="hero", to=cell(1, 0, height=1)),
        o.Move(combatant="hero"),
    ],
)
def test_on_a_board_a_move_names_cells_and_nothing_else(order: o.Move) -> None:
    """No metres, no points, no height of one's own; where to look stands beside it."""
    assert field(FAR).refuse(order).rule == "FF-TURN-03"


@pytest.mark.rule("FF-GRAP-03")
def test_ff_grap_03_who_is_held_may_turn_and_not_go() -> None:
    """His own cell is the only one; a path leads nowhere. Who holds and steps away lets go."""
    holder = foe("holder", place=cell(1, 0))
    bout = field(holder)
    held = [{"key": "grappled", "kind": "grappled", "source": "holder"}]
    bout.correct("combatants.hero.conditions", held)
    assert ends(bout) == {(0, 0)}
    assert "move-walk-path" not in bout.keys("hero")
    assert bout.refuse(by((-1, 0))).rule == "FF-GRAP-03"
    bout.order(goes(0, facing=Facing.SOUTH))
    assert bout.has("hero", "grappled")
    bout.end("hero")
    bout.order(o.Move(combatant="holder", to=cell(1, 1)))
    assert not bout.has("hero", "grappled")


def test_a_way_that_has_closed_meanwhile_is_lost() -> None:
    """Somebody steps into the corridor before the move: the action is spent, and nobody moves."""
    bout = field(foe("enemy", place=cell(3, 0)), terrain=CORRIDOR)
    bout.end("hero")
    bout.order(o.Ready(combatant="enemy", action=o.Readied.DEFEND, trigger=o.Trigger.MOVES))
    bout.end("enemy")
    bout.order(goes(2))
    bout.correct("combatants.enemy.place", {"cell": {"x": 1, "y": 0}})
    bout.answer("hold")
    assert (bout.the(ActionLost).combatant, place(bout).cell) == ("hero", Cell(0, 0))


@settings(max_examples=40)
@given(
    walls=st.lists(st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4)), max_size=25),
    most=st.integers(0, 6),
    x=st.integers(-5, 5),
    y=st.integers(-5, 5),
)
def test_the_way_found_can_be_gone_and_none_is_shorter(walls: list[Cell], most: int, x: int, y: int) -> None:
    """Against a plain flood over the same cells; a way found takes as many metres as it has steps."""
    blocked = {(c.x, c.y) for c in walls if (c.x, c.y) != (0, 0)}
    bout = field(FAR, terrain=tuple(Patch(x=bx, y=by_, wall=True) for bx, by_ in sorted(blocked)))
    reached, edge = {(0, 0): 0}, [(0, 0)]
    while edge:
        cx, cy = edge.pop(0)
        for step in ((cx + 1, cy), (cx - 1, cy), (cx, cy + 1), (cx, cy - 1)):
            if step not in reached and step not in blocked and reached[cx, cy] < most:
                reached[step] = reached[cx, cy] + 1
                edge.append(step)
    assert {(c.x, c.y) for c in route.reachable(bout.state, "hero", Manner.WALK, most)} == set(reached)
    way = route.route(bout.state, "hero", Manner.WALK, most, Cell(x, y))
    assert (way is not None) is ((x, y) in reached)
    if way is not None:
        assert len(way) == reached[x, y] == route.length(bout.state, "hero", Manner.WALK, way)
