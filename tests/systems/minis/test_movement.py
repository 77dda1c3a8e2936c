"""Moving in pieces, pivots and running."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition, Point
from engine.systems.minis.events import PieceMoved, RunElected, Turned
from engine.systems.minis.orders import Attack, Move, Pivot, Run
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import water
from engine.systems.minis.rules.magic import magic
from engine.systems.minis.rules.movement import allowance, paths, samples
from engine.systems.minis.rules.movement.orders import Stop
from tests.systems.minis.bout import Bout, ana, ben, place, point
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import EAST, NORTH, WEST, at, move, refuses, walks


def alone(**figures: object) -> Bout:
    """Ada in the middle, whose place it is, and Bob far off."""
    bout = Bout(ana(at=(0, 0), **figures), ben(at=(0, 2000)))
    bout.begin()
    bout.declare("ada")
    return bout


@pytest.mark.rule("MN-MOVE-01")
def test_pieces_sum_up_to_the_allowance_along_the_path() -> None:
    """Four inches: two to the east and two back are four, though the mini stands where it began."""
    bout = alone()
    bout.order(move("ada", (200, 0)))
    bout.order(move("ada", (0, 0)))
    assert bout.mini("ada").used.moved == 4000
    assert at(bout) == (0, 0)
    refuses(bout, move("ada", (1, 0)), "ada has not so much movement left", "MN-MOVE-01")


@pytest.mark.parametrize("who", ["ada", "bob"])
def test_what_is_worked_out_once_per_state_is_that_of_the_state(who: str) -> None:
    """After each event that moves, lames or removes somebody, a state says what a copy says that was never asked."""
    bout = Bout(ana(at=(0, 0)), ben(at=(0, 300)), ana("eve", at=(300, 0)), ground=ground(river()))
    bout.begin()
    bout.declare("ada")
    found = []
    for act in (
        lambda: bout.order(Run(combatant="ada")),
        lambda: bout.order(move("ada", (100, 0))),
        lambda: bout.order(move("ada", (200, 100))),
        lambda: bout.correct("combatants.bob.place", {"point": {"x": point(100, 200).x, "y": point(100, 200).y}}),
        lambda: bout.correct("combatants.bob.side", bout.state.fight.combatants["ada"].side),
        lambda: bout.correct("combatants.eve.place", None),
    ):
        act()
        asked = [samples.ways(bout.state, who), *_worked_out(bout.state, who)]
        assert asked == [samples.ways(bout.state, who), *_worked_out(bout.state, who)]
        fresh = structs.replace(bout.state)
        assert not fresh.kept
        assert asked == [samples.ways(fresh, who), *_worked_out(fresh, who)]
        found.append(asked)
    assert len({str(one) for one in found}) > 2


def _worked_out(state: MinisFight, who: str) -> list[object]:
    """What ways rest on."""
    return [
        lookup.here(state),
        lookup.enemies(state, who),
        paths.in_the_way(state, who),
        paths.others(state, who),
        water.met(state, who),
        *(allowance.left(state, who, road=road, penalised=wet) for road in (False, True) for wet in (False, True)),
    ]


@pytest.mark.rule("MN-MOVE-01")
def test_exactly_the_allowance_is_allowed_and_a_thousandth_more_is_not() -> None:
    """(240, 320) is four inches away, (240, 321) is 4.008."""
    alone().order(move("ada", (240, 320)))
    refuses(alone(), move("ada", (240, 321)), "ada has not so much movement left", "MN-MOVE-01")


@pytest.mark.rule("MN-MOVE-01", "MN-GAP-36")
@pytest.mark.parametrize("step", [1, 2, 5, 10, 50])
def test_no_length_is_gained_by_cutting_a_straight_way_into_pieces(step: int) -> None:
    """2.828 inches, in one piece, in corners along it, and in as many pieces: lengths are summed, then rounded once.

    Each step of (0.01, 0.01) to the nearest thousandth would be 0.014, and the way 2.8.
    """
    corners = [(far, far) for far in range(step, 201, step)]
    fifties = [corners[n : n + 50] for n in range(0, len(corners), 50)]
    for pieces in ([[(200, 200)]], fifties, [[corner] for corner in corners]):
        bout = alone()
        for piece in pieces:
            bout.order(move("ada", *piece))
        assert (at(bout), bout.mini("ada").used.moved) == ((200, 200), 2828)
    bout = alone()
    for far in range(step, 281, step):
        bout.order(move("ada", (far, far)))
    refuses(bout, move("ada", (283, 283)), "ada has not so much movement left", "MN-MOVE-01")


@pytest.mark.rule("MN-GAP-36")
def test_a_length_counts_to_the_nearest_thousandth() -> None:
    """Three of (1, 1) are 42.43, that is 42; the whole is refused where it is too long, nothing is clipped."""
    bout = alone()
    (moved,) = [event for event in bout.order(move("ada", (1, 1), (2, 2), (3, 3))) if isinstance(event, PieceMoved)]
    assert moved.thousandths == 42
    assert moved.path == (point(1, 1), point(2, 2), point(3, 3))
    refuses(bout, move("ada", (100, 0), (100, 500)), "ada has not so much movement left", "MN-MOVE-01")
    assert at(bout) == (3, 3)


@pytest.mark.rule("MN-GAP-10")
@pytest.mark.rule("MN-MOVE-02")
def test_the_order_of_what_changes_the_allowance() -> None:
    """((4 + 1) x 1.5 + 1) x 1/2 = 4.25 inches; Slow comes before running; nothing falls below 0."""
    bout = Bout(ana(at=(0, 0), conditions=("speed",)), ben(at=(0, 2000), conditions=("slow",), movement=50))
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    state = bout.state
    assert allowance.allowance(state, "ada") == 7500
    assert allowance.allowance(state, "ada", road=True) == 8500
    assert allowance.allowance(state, "ada", road=True, penalised=True) == 4250
    assert allowance.allowance(state, "bob") == 0


@pytest.mark.rule("MN-RUN-02")
@pytest.mark.parametrize(("movement", "most"), [(500, 7500), (300, 4500), (333, 4995), (1, 15)])
def test_running_is_half_as_much_again(movement: int, most: int) -> None:
    """Five inches are 7.5, three are 4.5; nothing is rounded."""
    bout = alone(movement=movement)
    bout.order(Run(combatant="ada"))
    assert allowance.allowance(bout.state, "ada") == Fraction(most)


@pytest.mark.rule("MN-RUN-01")
@pytest.mark.rule("MN-GAP-11")
def test_running_may_follow_movement_but_no_attack() -> None:
    """Three inches walked, then it runs: three more are allowed of six in all."""
    bout = alone()
    bout.order(move("ada", (300, 0)))
    bout.order(Run(combatant="ada"))
    assert bout.of(RunElected)
    bout.order(move("ada", (600, 0)))
    refuses(bout, move("ada", (601, 0)), "ada has not so much movement left", "MN-MOVE-01")
    refuses(bout, Run(combatant="ada"), "ada is running already", "MN-RUN-01")


@pytest.mark.rule("MN-GAP-11")
def test_whoever_has_attacked_cannot_begin_to_run() -> None:
    """Not even with inches left."""
    bout = Bout(ana(at=(0, 0)), ben(at=(60, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    refuses(bout, Run(combatant="ada"), "ada has attacked or cast, and cannot run any more", "MN-GAP-11")


@pytest.mark.rule("MN-RUN-04")
def test_whoever_runs_cannot_fight() -> None:
    """Though it has moved nowhere yet."""
    bout = Bout(ana(at=(0, 0)), ben(at=(60, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    refuses(bout, Attack(combatant="ada", target="bob"), "ada is running, and cannot fight", "MN-RUN-04")


@pytest.mark.rule("MN-TURN-06")
@pytest.mark.rule("MN-CBT-02")
def test_ex_01_two_inches_an_attack_two_inches_an_attack() -> None:
    """The example of the source: movement 4, two attacks, one activation."""
    bout = Bout(ana(at=(0, 0), attacks=2), ben(at=(260, 0)), ben("cid", at=(260, 200)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (200, 0)))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    walks(bout, "ada", (200, 200), facing=EAST)
    bout.order(Attack(combatant="ada", target="cid"))
    bout.choose("head", "thrust")
    used = bout.mini("ada").used
    assert (used.moved, used.attacks) == (4000, 2)
    refuses(bout, move("ada", (200, 201)), "ada has not so much movement left", "MN-MOVE-01")
    refuses(bout, Attack(combatant="ada", target="cid"), "ada has no attacks left in this turn", "MN-CBT-02")


# -- facing
@pytest.mark.rule("MN-GAP-37")
def test_whoever_moves_faces_along_its_way_and_may_turn_at_its_end() -> None:
    """The last segment counts; a pivot at the end is free, and then no other pivot follows directly."""
    bout = alone()
    bout.order(move("ada", (100, 0), (100, 100)))
    assert bout.mini("ada").facing == Point(0, 100)
    events = bout.order(move("ada", (100, 0), facing=WEST))
    assert [event.pivot for event in events if isinstance(event, Turned)] == [False, True]
    assert bout.mini("ada").facing == WEST
    refuses(bout, Pivot(combatant="ada", facing=EAST), "ada has just pivoted", "MN-GAP-37")


@pytest.mark.rule("MN-GAP-37")
@pytest.mark.rule("MN-GAP-34")
def test_a_pivot_is_an_action_and_not_repeated() -> None:
    """After a piece of movement another is allowed. A piece of no length is none."""
    bout = alone()
    bout.order(Pivot(combatant="ada", facing=NORTH))
    assert bout.mini("ada").used.acted
    assert bout.mini("ada").used.moved == 0
    refuses(bout, Pivot(combatant="ada", facing=WEST), "ada has just pivoted", "MN-GAP-37")
    refuses(bout, move("ada", (0, 0)), "ada stands there already", "MN-GAP-37")
    bout.order(move("ada", (10, 0)))
    bout.order(Pivot(combatant="ada", facing=WEST))
    refuses(bout, Pivot(combatant="ada", facing=Point(0, 0)), "facing: a direction, x and y not both 0", "MN-GAP-05")


@pytest.mark.rule("MN-GAP-37")
def test_a_statue_neither_moves_nor_turns() -> None:
    """If it becomes one in its own activation."""
    bout = alone()
    bout.correct("combatants.ada.conditions", [Condition(key="statue", kind="statue")])
    for order in (move("ada", (10, 0)), Pivot(combatant="ada", facing=NORTH), Run(combatant="ada")):
        refuses(bout, order, "ada is a statue", "MN-SPL-04")


# -- spots and paths
@pytest.mark.rule("MN-GAP-47")
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        (((200, 0),), None),  # exactly half an inch before Bob
        (((201, 0),), "the way is blocked"),
        (((200, 50), (300, 50)), None),  # past him at half an inch
        (((200, 49), (300, 49)), "the way is blocked"),
        (((0, 100),), "this spot is taken"),  # a friend stands there
        (((0, 150),), None),  # through the friend, half an inch beyond
        (((0, 149),), "this spot is taken"),
        (((-2401, 0),), "this spot is off the table"),
        (((-250, 0),), "the way is blocked"),  # into the rock
        (((-200, 0),), None),  # to its edge
        (((-200, -100), (-300, -100)), None),  # along its edge
    ],
)
def test_how_near_one_comes(way: tuple[tuple[int, int], ...], reason: str | None) -> None:
    """Bob stands at (250, 0), a friend at (0, 100); a rock begins two inches to the west."""
    bout = Bout(
        ana(at=(0, 0), movement=3000),
        ana("fay", at=(0, 100)),
        ben(at=(250, 0)),
        ground=ground(box("rock", "wall", -300, -100, -200, 100)),
    )
    bout.begin()
    bout.declare("ada")
    if reason is None:
        assert walks(bout, "ada", *way) == way[-1]
    else:
        refuses(bout, move("ada", *way), reason, "MN-GAP-47")


@pytest.mark.rule("MN-GAP-47")
def test_whoever_stands_nearer_may_move_straight_off() -> None:
    """Bob was put too near by the game master; Ada gets away, but no nearer."""
    bout = alone()
    bout.correct("combatants.bob.place", place(30, 0))
    refuses(bout, move("ada", (1, 0)), "the way is blocked", "MN-GAP-47")
    assert walks(bout, "ada", (-100, 0)) == (-100, 0)


@pytest.mark.rule("MN-GAP-47")
def test_somebody_unseen_in_the_way_is_met_and_not_told_of() -> None:
    """Nothing is refused: the mini stops half an inch before whoever it did not see."""
    bout = Bout(ana(at=(0, 0)), ben(at=(200, 0), seen_by=("ben",)), ben("cid", at=(0, 2000)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (300, 0)))
    assert at(bout) == (150, 0)
    assert bout.mini("ada").used.moved == 1500


def test_every_way_that_is_offered_is_allowed() -> None:
    """Towards the enemy first, then all round."""
    bout = Bout(ana(at=(0, 0)), ben(at=(250, 0)), ground=ground(box("rock", "wall", -300, -100, -200, 100)))
    bout.begin()
    bout.declare("ada")
    (offer,) = [offer for offer in bout.offers("ada") if offer.key == "move"]
    ways = offer.fields[0].among
    assert ways[0] == (Stop(point=point(175, 0)),)
    assert len(ways) > 5
    for way in ways:
        fresh = Bout(ana(at=(0, 0)), ben(at=(250, 0)), ground=ground(box("rock", "wall", -300, -100, -200, 100)))
        fresh.begin()
        fresh.declare("ada")
        fresh.order(Move(combatant="ada", path=way))
    assert offer.body.path == ways[0]


@pytest.mark.rule("MN-TEL-03", "MN-GAP-33")
def test_after_a_teleport_the_facing_stays_until_it_moves() -> None:
    """A piece of movement longer than nothing sets it free."""
    bout = alone()
    bout.correct("rules.minis.ada.used.facingFixed", True)
    refuses(bout, Pivot(combatant="ada", facing=NORTH), "ada has teleported, and keeps its facing", "MN-TEL-03")
    bout.order(move("ada", (0, 1)))
    bout.order(Pivot(combatant="ada", facing=NORTH))


@pytest.mark.rule("MN-RUN-03")
def test_whoever_runs_cannot_cast() -> None:
    """No spell of any kind, and no order."""
    bout = alone(spells=("heal",), spell_attacks=1)
    assert magic.veto(bout.state, "ada") is None
    bout.order(Run(combatant="ada"))
    refused = magic.veto(bout.state, "ada")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("ada is running, and cannot cast", "MN-RUN-03")
