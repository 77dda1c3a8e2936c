"""Fighting on a board: reach, backs, heights, and each of its rules left out.  [FF-GRID-01 to FF-GRID-16]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.playing.entering import joined_event
from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.kinds import Category, Weapon
from engine.systems.fantasia.events import AttackRolled, MagicRolled
from engine.systems.fantasia.ground import GridRule
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup

WHIP = Weapon(id="whip", name="Whip", range_metres=2)
ALONE = ((0, -1), (1, 0), (0, 1), (-1, 0))


def grid(*ignored: GridRule, terrain: tuple[Patch, ...] = ()) -> Setup:
    return Setup(grid=Grid(ignored=ignored, terrain=terrain))


def duel(
    where: tuple[int, int],
    *ignored: GridRule,
    facing: str | None = None,
    terrain: tuple[Patch, ...] = (),
    **figures: Any,
) -> Bout:
    """A hero at a place relative to a foe on (10, 10) who looks somewhere; neither has any figures."""
    return Bout(
        hero(figures=sheet(**figures), place=cell(10 + where[0], 10 + where[1])),
        foe(place=cell(10, 10, facing)),
        setup=grid(*ignored, terrain=terrain),
    )


def attack(weapon: str = "unarmed", **more: Any) -> o.Attack:
    return o.Attack(attacker="hero", target="foe", weapon=weapon, **more)


def bonus(bout: Bout, weapon: str = "unarmed", **more: Any) -> int:
    """What an attack adds to dice of 3: it misses."""
    bout.order(attack(weapon, **more), 1, 2)
    return bout.the(AttackRolled).total - 3


def reached(bout: Bout, weapon: str = "unarmed") -> bool:
    """Whether an attack is offered; if not, it is refused as well."""
    if f"attack-{weapon}" in bout.keys("hero"):
        return True
    assert bout.refuse(attack(weapon)).field == "target"
    return False


def cells_reached(*ignored: GridRule, span: int = 4, **figures: Any) -> set[tuple[int, int]]:
    """Where a foe of one cell must stand, relative to the hero's corner, to be reached."""
    found = set()
    for y in range(-span, span + 1):
        for x in range(-span, span + 1):
            bout = Bout(
                hero(figures=sheet(**figures), place=cell(0, 0)),
                foe(place=cell(x, y)),
                setup=grid(GridRule.END_ON_EMPTY, *ignored),
            )
            weapon = "whip" if "own_weapons" in figures else "unarmed"
            if (x, y) != (0, 0) and reached(bout, weapon):
                found.add((x, y))
    return found


# -- reach
@pytest.mark.rule("FF-GRID-01", "FF-GRID-02", "FF-GRID-12", "FF-GRID-15")
def test_ff_grid_01_a_fist_reaches_the_four_neighbours_and_no_diagonal() -> None:
    """1 m is one cell; (1, 1) is not reached."""
    assert cells_reached(span=2) == {*ALONE}


@pytest.mark.rule("FF-GRID-02")
def test_ff_grid_02_left_out_the_diagonal_neighbours_are_reached_too() -> None:
    """All eight, and none two cells away."""
    assert len(cells_reached(GridRule.NO_DIAGONAL, span=2)) == 8


@pytest.mark.rule("FF-GRID-01")
def test_ff_grid_01_a_longer_weapon_reaches_further_in_its_row_and_column_only() -> None:
    """2 m: two cells four ways. Without the rule also what lies aslant within reach, but not the neighbour there."""
    straight = {(x * n, y * n) for x, y in ALONE for n in (1, 2)}
    assert cells_reached(own_weapons=(WHIP,), span=3) == straight
    far = Weapon(id="whip", name="Long whip", range_metres=3)
    aslant = cells_reached(GridRule.FOUR_CELLS, own_weapons=(far,), span=3)
    assert (1, 2) in aslant
    assert (1, 1) not in aslant
    assert (2, 2) not in aslant


@pytest.mark.rule("FF-GRID-15")
def test_ff_grid_15_left_out_reach_is_a_straight_line_in_metres() -> None:
    """A weapon of 3 m reaches (2, 2), 2.83 m away, and not (3, 1), 3.16 m away."""
    far = Weapon(id="whip", name="Long whip", range_metres=3)
    found = cells_reached(GridRule.METRE_IS_CELL, own_weapons=(far,), span=4)
    assert {(1, 1), (2, 2), (3, 0)} <= found
    assert (3, 1) not in found


@pytest.mark.rule("FF-GRID-13", "FF-GRID-14", "FF-STAT-09")
def test_ff_grid_13_a_creature_of_two_by_two_cells_reaches_two() -> None:
    """From its nearest cell: two straight on, the diagonal neighbour (it counts 2), nothing further aslant."""
    found = cells_reached(size_percent=200)
    assert {(3, 0), (3, 1), (-2, 0), (0, -2), (2, 2), (-1, -1)} <= found
    assert not {(4, 0), (3, 2), (3, -1), (2, 3), (-2, -1)} & found


@pytest.mark.rule("FF-GRID-14")
def test_ff_grid_14_left_out_a_diagonal_cell_counts_one() -> None:
    """Two cells aslant are then within a reach of 2."""
    found = cells_reached(GridRule.DIAGONAL_TWICE, size_percent=200)
    assert {(3, 3), (3, 2), (-2, -2)} <= found
    assert (4, 4) not in found


@pytest.mark.rule("FF-GRID-13")
def test_ff_grid_13_left_out_a_large_creature_reaches_one_cell() -> None:
    """And no diagonal, which counts 2."""
    found = cells_reached(GridRule.LARGE_REACH, size_percent=200)
    beside = {(x, y) for x in (0, 1) for y in (-1, 2)} | {(x, y) for x in (-1, 2) for y in (0, 1)}
    assert found - {(1, 0), (0, 1), (1, 1)} == beside


@pytest.mark.rule("FF-GRID-13")
@pytest.mark.parametrize(("where", "near"), [((2, 0), True), ((3, 0), True), ((5, 0), True), ((6, 0), False)])
def test_ff_grid_13_a_giant_reaches_three_cells_and_is_reached_on_his_edge(where: tuple[int, int], near: bool) -> None:
    """His cells are (0..2, 0..2): he reaches x = 5; a hero reaches him from x = 3 only."""
    giant = foe("giant", Sheet(ref="giant"), place=cell(0, 0))
    bout = Bout(giant, hero(place=cell(*where)), setup=grid(GridRule.END_ON_EMPTY))
    assert ("attack-fists" in bout.keys("giant")) is near
    bout.end("giant")
    assert ("attack-unarmed" in bout.keys("hero")) is (where[0] <= 3)


@pytest.mark.rule("FF-GRID-12")
def test_ff_grid_12_who_is_no_larger_than_a_person_stands_on_one_cell() -> None:
    """Two heroes side by side, and a small one."""
    Bout(
        hero(place=cell(0, 0)),
        hero("small", sheet(size_percent=50), place=cell(1, 0)),
        foe(place=cell(0, 1)),
        setup=grid(),
    )


@pytest.mark.rule("FF-GRID-15")
def test_ff_grid_15_ranges_are_straight_lines_between_the_nearest_cells() -> None:
    """A shuriken of 8 m reaches (8, 0), not (6, 6); a giant's near edge counts."""
    for where, near in (((8, 0), True), ((5, 6), True), ((6, 6), False), ((9, 0), False)):
        bout = duel(where, weapons=("shuriken",))
        assert reached(bout, "shuriken") is near, where
    giant = foe(figures=Sheet(ref="giant"), place=cell(0, 0))
    assert reached(Bout(hero(figures=sheet(weapons=("shuriken",)), place=cell(10, 2)), giant, setup=grid()), "shuriken")


def test_areas_lie_around_cells() -> None:
    """Radius 2 m around a foe: two cells away in a row, and (1, 1), but not (2, 1)."""
    mage = sheet(mp=20, spells=("firaga",))
    others = [foe("row", place=cell(3, 0)), foe("slant", place=cell(4, 1)), foe("out", place=cell(3, 1))]
    bout = Bout(hero(figures=mage, place=cell(0, 0)), foe(place=cell(5, 0)), *others, setup=grid())
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("foe",)), 1, 2)
    assert [e.target for e in bout.of(MagicRolled)] == ["foe", "row", "slant"]


@pytest.mark.parametrize("where", [(1, 0), (1, 1)])
def test_seizing_touching_and_handing_over_take_a_neighbouring_cell(where: tuple[int, int]) -> None:
    """All three need somebody on one of the four neighbours; with diagonals allowed, on one of the eight."""
    near = where == (1, 0)
    bout = duel(where, mp=9, spells=("shock_grasp",), items=(Stock(item="potion"),))
    keys = bout.keys("hero")
    (grasp,) = [offer for offer in bout.offers("hero") if offer.key == "cast-shock_grasp"]
    assert ("grapple" in keys, "foe" in grasp.fields[0].among) == (near, near)
    (potion,) = [offer for offer in bout.offers("hero") if offer.key == "item-potion"]
    assert ("foe" in potion.fields[0].among) is near
    assert "grapple" in duel(where, GridRule.NO_DIAGONAL).keys("hero")


# -- backs and heights
@pytest.mark.rule("FF-GRID-09")
@pytest.mark.parametrize(("where", "more"), [((0, 1), 1), ((0, -1), 0), ((1, 0), 0), ((-1, 0), 0)])
def test_ff_grid_09_hand_to_hand_from_behind(where: tuple[int, int], more: int) -> None:
    """The foe looks north: only from the south, and only with the rule in force."""
    assert bonus(duel(where, facing="NORTH")) == more
    assert bonus(duel(where, GridRule.BACK_MELEE, facing="NORTH")) == 0


@pytest.mark.rule("FF-GRID-09")
def test_ff_grid_09_who_looks_nowhere_has_no_back() -> None:
    """No facing was ever given; nor is there one without a board."""
    assert bonus(duel((0, 1))) == 0
    assert bonus(Bout(hero(place=at(0)), foe(place=at(1)))) == 0


@pytest.mark.rule("FF-GRID-09")
def test_ff_grid_09_a_bonus_lets_an_attack_reach_that_would_miss() -> None:
    """DE 7 with dice 6: a hit from behind, a miss from the side."""
    bout = duel((-1, 0), facing="EAST")
    bout.order(attack(), 3, 3, 1)
    assert bout.hp("foe") == 19
    bout = duel((0, 1), facing="EAST")
    bout.order(attack(), 3, 3)
    assert bout.hp("foe") == 20


@pytest.mark.rule("FF-GRID-10")
@pytest.mark.parametrize(("height", "more"), [(1, 1), (3, 1), (0, 0), (-1, 0)])
def test_ff_grid_10_hand_to_hand_from_higher_ground(height: int, more: int) -> None:
    """The hero stands on a box, or in a pit."""
    box = (Patch(x=11, y=10, height=height),)
    bout = Bout(hero(place=cell(11, 10, height=min(0, height))), foe(place=cell(10, 10)), setup=grid(terrain=box))
    assert bonus(bout) == more
    assert bonus(duel((1, 0), GridRule.HEIGHT_MELEE, terrain=box)) == 0


@pytest.mark.rule("FF-GRID-09", "FF-GRID-10")
def test_ff_grid_10_height_and_back_do_not_add_up() -> None:
    """From behind and from above: one more, not two."""
    assert bonus(duel((1, 0), facing="WEST", terrain=(Patch(x=11, y=10, height=2),))) == 1


@pytest.mark.rule("FF-GRID-10")
def test_ff_grid_10_a_shot_from_higher_ground_gains_nothing() -> None:
    """Only hand to hand."""
    bout = duel((3, 0), terrain=(Patch(x=13, y=10, height=2),), weapons=("bow",))
    assert bonus(bout, "bow") == 1  # the bow's own


@pytest.mark.rule("FF-GRID-11")
@pytest.mark.parametrize(
    ("where", "more"),
    [
        ((0, 10), 1),
        ((0, 11), 0),
        ((6, 8), 1),
        ((7, 8), 0),
        ((5, 5), 1),
        ((6, 5), 0),
        ((0, -3), 0),
        ((3, 0), 0),
        ((0, 1), 1),
    ],
)
def test_ff_grid_11_shots_at_the_back(where: tuple[int, int], more: int) -> None:
    """A bow of 20 m at a foe who looks north: within 10 m, in the quarter to the south."""
    assert bonus(duel(where, facing="NORTH", weapons=("bow",)), "bow") - 1 == more
    assert bonus(duel(where, GridRule.BACK_RANGED, facing="NORTH", weapons=("bow",)), "bow") == 1


@pytest.mark.rule("FF-GRID-11")
def test_ff_grid_11_throws_at_the_back_count_half_of_the_throw() -> None:
    """A dagger is thrown 6 m: three cells behind count, four do not; a rod's range is none of these weapons'."""
    for steps, more in ((3, 1), (4, 0)):
        bout = duel((0, steps), facing="NORTH", weapons=("dagger",))
        bout.order(attack("dagger", thrown=True), 1, 2)
        assert bout.the(AttackRolled).total == 3 + 1 + more
    wand = Weapon(id="wand", name="Wand", category=Category.MAGIC, range_metres=10)
    assert bonus(duel((0, 2), facing="NORTH", own_weapons=(wand,)), "wand") == 0


def test_a_spell_gains_nothing_from_a_back_or_a_height() -> None:
    """The rules speak of AT."""
    bout = duel((0, 1), facing="NORTH", terrain=(Patch(x=10, y=11, height=2),), mp=9, spells=("shock_grasp", "fire"))
    bout.order(o.Cast(caster="hero", spell="shock_grasp", targets=("foe",)), 1, 2)
    assert bout.the(MagicRolled).total == 3


# -- the board itself
@pytest.mark.rule("FF-GRID-16")
def test_ff_grid_16_without_a_board_none_of_it_holds() -> None:
    """The default: points, a fist within 1 m in any direction, no facing, no cells."""
    assert Setup().grid is None
    bout = Bout(hero(place=at(0)), foe(place=at(1)), begin=False)
    assert bout.state.own.setup.grid is None
    for place, setup in ((cell(0), Setup()), (at(0), grid())):
        with pytest.raises(RuleRefusal) as refused:
            Bout(hero(place=place), foe(), begin=False, setup=setup)
        assert refused.value.rule == "FF-GRID-16"


@pytest.mark.rule("FF-GRID-16")
def test_ff_grid_16_everybody_learns_of_the_board() -> None:
    """As it was set up, before the fight begins."""
    bout = Bout(hero(place=cell(0)), foe(place=cell(3)), begin=False, setup=grid())
    assert bout.arena.book.seen(bout.state, "ana").fight.ground == Ground(space=Space(kind="GRID"))


@pytest.mark.rule("FF-GRID-06")
@pytest.mark.parametrize(
    ("place", "ref"), [(cell(3, 0), None), (cell(0, 0), None), (cell(-1, 1), "giant"), (cell(1, 0), "ogre")]
)
def test_ff_grid_06_nobody_begins_in_a_wall_or_on_another(place: Any, ref: str | None) -> None:
    """Nor with one cell of several."""
    wall = (Patch(x=3, y=0, wall=True), Patch(x=1, y=3, wall=True), Patch(x=2, y=1, wall=True))
    figures = Sheet(ref=ref) if ref else sheet()
    with pytest.raises(RuleRefusal) as refused:
        Bout(hero(place=cell(0, 0)), foe(figures=figures, place=place), begin=False, setup=grid(terrain=wall))
    assert refused.value.rule == "FF-GRID-06"


@pytest.mark.rule("FF-GRID-06")
@pytest.mark.parametrize(
    ("place", "ref"),
    [
        (cell(3, 0), None),
        (cell(0, 0), None),
        (cell(-1, 0), None),
        (cell(8, 0), None),
        (cell(0, 6), None),
        (cell(6, 3), "ogre"),
        (cell(4, 4), "ogre"),
    ],
)
def test_ff_grid_06_nobody_enters_in_a_wall_off_the_board_or_on_another(place: Any, ref: str | None) -> None:
    """Nor with one cell of several: (6, 3) and one more are the last columns, (5, 5) is the foe's."""
    wall = (Patch(x=3, y=0, wall=True), Patch(x=7, y=4, wall=True))
    bout = Bout(
        hero(place=cell(0, 0)),
        foe(place=cell(5, 5)),
        setup=grid(terrain=wall),
        ground=Ground(space=Space(kind="GRID", width=8, height=6)),
    )
    refusal = bout.refuse(foe("late", Sheet(ref=ref) if ref else sheet(), place=place))
    assert (refusal.rule, refusal.field) == ("FF-GRID-06", "place")


@pytest.mark.rule("FF-GRID-06")
def test_ff_grid_06_who_comes_back_needs_his_old_cells_to_be_free() -> None:
    """Another has taken them meanwhile: he is not offered, till one of the two is somewhere else."""
    bout = Bout(hero("a", place=cell(0, 0)), hero("b", place=cell(5, 5)), foe("x", place=cell(9, 9)), setup=grid())
    bout.order(o.Leave(combatant="b"), seat="gm")
    bout.order(hero("c", place=cell(5, 5)), seat="gm")
    refusal = bout.refuse(o.ComeBack(combatant="b"), seat="gm")
    assert (refusal.field, "share a cell" in refusal.reason) == ("place", True)
    assert "come-back" not in bout.keys(None)
    bout.correct("combatants.c.place.cell.x", 6)
    assert "come-back" in bout.keys(None)
    bout.order(o.ComeBack(combatant="b"), seat="gm")
    assert bout.who("b").out is None


@pytest.mark.rule("FF-GRID-06", "FF-GRID-12")
def test_ff_grid_06_a_newcomer_stands_on_the_last_free_cells() -> None:
    """In the corner; on the cell of who has left; as large as a spell has made him; without a place nowhere."""
    bout = Bout(
        hero(place=cell(0, 0)),
        foe(place=cell(5, 5)),
        foe("gone", place=cell(2, 2)),
        setup=grid(GridRule.ONE_CELL),
        ground=Ground(space=Space(kind="GRID", width=8, height=6)),
    )
    bout.order(o.Leave(combatant="gone"))
    for name, place in (("corner", cell(7, 5)), ("beside", cell(4, 5)), ("there", cell(2, 2)), ("nowhere", None)):
        bout.order(foe(name, place=place))
        assert bout.who(name).place == place
    assert bout.refuse(foe("last", Sheet(ref="ogre"), place=cell(6, 4))).field == "place"
    bout.order(foe("last", Sheet(ref="ogre"), place=cell(6, 3)))


@pytest.mark.rule("FF-GRID-06", "FF-GRID-16")
def test_ff_grid_06_left_out_a_newcomer_may_share_a_cell() -> None:
    """But not with a wall."""
    bout = Bout(
        hero(place=cell(0, 0)),
        foe(place=cell(5, 5)),
        setup=grid(GridRule.END_ON_EMPTY, terrain=(Patch(x=3, y=0, wall=True),)),
    )
    bout.order(foe("late", place=cell(0, 0)))
    assert bout.refuse(foe("later", place=cell(3, 0))).field == "place"


@pytest.mark.rule("FF-GRID-16")
def test_ff_grid_16_a_newcomer_needs_a_cell_on_a_board_and_none_without() -> None:
    """And without a board a point within the ground."""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(5, 5)), setup=grid())
    assert bout.refuse(foe("late", place=at(1))).field == "place"
    plain = Bout(hero(place=at(0)), foe(place=at(5)), ground=Ground(space=Space(kind="PLANE", width=800, height=800)))
    assert plain.refuse(foe("late", place=cell(1))).field == "place"
    assert plain.refuse(foe("late", place=at(9))).field == "place"
    plain.order(foe("late", place=at(8)))


def test_before_the_fight_begins_whoever_enters_needs_room_too() -> None:
    """And whoever the game master puts onto another keeps it from beginning: it is not offered, and refused."""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(5, 5)), begin=False, setup=grid())
    assert bout.refuse(foe("late", place=cell(0, 0)), seat="gm").field == "place"
    bout.correct("combatants.foe.place", cell(0, 0))
    assert "begin" not in bout.keys(None)
    assert bout.refuse(Begin()).field == "place"


def test_a_place_has_a_cell_or_a_point_and_looks_somewhere_or_nowhere() -> None:
    """Refused as somebody enters."""
    for place, field in ((cell(0, 0, "UP"), "place.facing"), (cell(0, 0, ""), "place.facing")):
        with pytest.raises(RuleRefusal) as caught:
            joined_event(system, hero(place=place), Bout(begin=False).state.fight)
        assert caught.value.field == field
