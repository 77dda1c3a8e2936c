"""Opportunity attacks, in the middle of a piece of movement."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import CombatantOut, Moved
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.events import AttackRolled, OpportunityTaken, PieceMoved
from engine.systems.minis.orders import Attack, Run
from tests.systems.minis.bout import Bout, ana, ben, place, point
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import at, move, refuses

ASKED = ["StrikeAtLeaving"]


def facing_each_other(*more: object, foe: dict[str, object] | None = None, **figures: object) -> Bout:
    """Ada in the middle, Bob half an inch to the east; both look at each other."""
    bout = Bout(ana(at=(0, 0), **figures), ben(**{"at": (50, 0), **(foe or {})}), *more)  # type: ignore[arg-type]
    bout.begin()
    while bout.asked:
        bout.declare("ada")
    return bout


@pytest.mark.rule("MN-AOO-01")
@pytest.mark.rule("MN-GAP-08")
@pytest.mark.rule("MN-GAP-38")
def test_dw_07_the_window_opens_at_the_last_point_within_reach_and_the_piece_goes_on() -> None:
    """Bob hits with 52, Ada stands it and goes on; it cost Bob no attack, and is no action of his."""
    bout = facing_each_other()
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == ASKED
    (asked,) = bout.waiting
    assert asked.seats == ("ben",)
    assert asked.question["combatant"] == "bob"
    assert asked.question["mover"] == "ada"
    assert asked.default == "decline"
    # Open to all: what is asked, of whom, and the answer.
    assert bout.opened()[-1].visibility is Visibility.OPEN
    assert bout.choices == ["strike", "decline"]
    assert at(bout) == (-50, 0)
    assert bout.mini("ada").used.moved == 500
    events = bout.answer("strike", 52)
    assert bout.life("ada") == 6
    assert at(bout) == (-200, 0)
    assert bout.mini("ada").used.moved == 2000
    (rolled,) = [event for event in events if isinstance(event, AttackRolled)]
    assert (rolled.chance, rolled.hit) == (52, True)
    used = bout.mini("bob").used
    assert (used.opportunity, used.attacks, used.acted) == (True, 0, False)


@pytest.mark.rule("MN-AOO-01")
def test_aoo_01_a_face_above_the_chance_misses() -> None:
    """53 at level 1; 50 + 2 x 3 = 56 at level 3."""
    bout = facing_each_other()
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 53)
    assert bout.life("ada") == 10
    bout = facing_each_other(foe={"level": 3})
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 56)
    assert bout.terms(AttackRolled) == [("opportunity_attack", 50), ("level", 6)]


@pytest.mark.rule("MN-GAP-38")
def test_gap_38_a_mover_that_falls_stops_there() -> None:
    """Its piece ends, and its activation."""
    bout = facing_each_other(ana("eve", at=(0, 1000)), life=1)
    bout.order(move("ada", (-200, 0)))
    events = bout.answer("strike", 1)
    assert [event.combatant for event in events if isinstance(event, CombatantOut)] == ["ada"]
    assert not any(isinstance(event, Moved) for event in events)
    assert bout.who("ada").place == place(-50, 0)
    assert set(bout.asked) == {"DeclareWhom"}


@pytest.mark.rule("MN-GAP-38")
def test_gap_38_once_in_a_turn() -> None:
    """After that Ada comes and goes as she likes; in the next turn he may strike again."""
    bout = facing_each_other(movement=2000)
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 100)
    bout.order(move("ada", (0, 0), (-200, 0)))
    assert bout.asked == []
    bout.order(move("ada", (0, 0)))
    bout.end("ada")
    while bout.asked:
        bout.declare("ada")
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == ASKED


@pytest.mark.rule("MN-GAP-08")
def test_gap_08_whoever_declines_is_asked_again_when_he_is_left_again() -> None:
    """In and out twice within one piece."""
    bout = facing_each_other(movement=2000)
    bout.order(move("ada", (-200, 0), (0, 0), (-200, 0)))
    bout.answer("decline")
    assert bout.asked == ASKED
    bout.answer("strike", 100)
    assert bout.asked == []
    assert at(bout) == (-200, 0)


@pytest.mark.rule("MN-GAP-08")
@pytest.mark.parametrize(
    ("start", "end", "asked"),
    [
        ((0, 0), (-50, 0), []),  # exactly one inch off she is still within
        ((0, 0), (-51, 0), ASKED),
        ((-51, 0), (-200, 0), []),  # she never was within
        ((-50, 100), (-200, 100), []),
        ((50, 100), (150, 100), ASKED),  # touches the reach where she begins
        ((50, -100), (50, -300), ASKED),
        ((51, 60), (300, 60), []),  # behind his shoulder
        ((49, 50), (49, 101), ASKED),  # a hundredth beside his shoulder, in front
        ((51, 50), (51, 101), []),  # a hundredth behind it
    ],
)
def test_gap_08_only_who_leaves_the_reach_of_one_that_has_it_in_front(
    start: tuple[int, int], end: tuple[int, int], asked: list[str]
) -> None:
    """Bob stands at (50, 0) and looks to the west; exactly 90 degrees off is front."""
    bout = facing_each_other()
    bout.correct("combatants.ada.place", place(*start))
    bout.order(move("ada", end))
    assert bout.asked == asked


@pytest.mark.rule("MN-GAP-08")
@pytest.mark.parametrize("condition", ["statue", "fear"])
def test_gap_08_who_may_not_fight_is_not_asked(condition: str) -> None:
    """Nor a familiar, nor who runs (below)."""
    bout = facing_each_other()
    bout.correct("combatants.bob.conditions", [Condition(key=condition, kind=condition)])
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == []


@pytest.mark.rule("MN-GAP-08")
def test_gap_08_a_familiar_does_not_strike_and_runners_are_struck_at() -> None:
    """Ada runs: that provokes too. Cid is a familiar."""
    bout = facing_each_other(ben("cid", at=(0, 50), towards=(0, -1), kind=Kind.FAMILIAR))
    bout.order(Run(combatant="ada"))
    bout.order(move("ada", (-200, 0)))
    assert [asked.question["combatant"] for asked in bout.waiting] == ["bob"]


@pytest.mark.rule("MN-GAP-08")
def test_gap_08_friends_do_not_strike() -> None:
    """Only enemies."""
    bout = facing_each_other(ana("fay", at=(0, 50), towards=(0, -1)), foe={"at": (0, 2000)})
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == []


@pytest.mark.rule("MN-GAP-07", "MN-GAP-08")
@pytest.mark.parametrize(
    ("entry", "left", "asked"), [("wall", 10, []), ("wood", 10, []), ("hill", 10, ASKED), ("wood", 50, ASKED)]
)
def test_gap_08_nobody_strikes_at_whom_he_does_not_see(entry: str, left: int, asked: list[str]) -> None:
    """What blocks sight stands between them where Ada leaves his reach; along its edge one sees."""
    land = ground(box("it", entry, left, -100, left + 20, 45))
    bout = Bout(ana(at=(0, 50)), ben(at=(50, 0)), ground=land)
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (-200, 50)))
    assert bout.asked == asked


@pytest.mark.rule("MN-GAP-08")
def test_dw_07_several_by_initiative_then_level_then_id() -> None:
    """All are left at the same point; each is asked for himself, and after a fall nobody is."""
    foes = {"bob": (4, 1), "cid": (4, 2), "dan": (4, 2), "eli": (5, 1)}
    minis = [
        ben(who, at=(50, 500 + 60 * number), initiative=initiative, level=level)
        for number, (who, (initiative, level)) in enumerate(foes.items())
    ]
    bout = facing_each_other(*minis[1:], ana("eve", at=(0, 1000)), foe={"initiative": 4}, life=1)
    # Minis do not stand on one spot: only the game master puts them there.
    for who in foes:
        bout.correct(f"combatants.{who}.place", place(50, 0))
        bout.correct(f"rules.minis.{who}.facing", {"x": -1, "y": 0})
    bout.order(move("ada", (-200, 0)))
    order = []
    while bout.asked == ASKED:
        order.append(bout.waiting[0].question["combatant"])
        bout.answer(*(("strike", 1) if order[-1] == "dan" else ("decline",)))
    assert order == ["eli", "cid", "dan"]


@pytest.mark.rule("MN-GAP-08")
def test_dw_07_who_is_left_first_is_asked_first() -> None:
    """Whatever the initiative."""
    bout = facing_each_other(ben("cid", at=(-100, 60), towards=(-1, 0), initiative=9), foe={"towards": (-1, 0)})
    bout.order(move("ada", (-300, 0)))
    assert bout.waiting[0].question["combatant"] == "bob"
    assert at(bout) == (-50, 0)
    bout.answer("decline")
    assert bout.waiting[0].question["combatant"] == "cid"
    assert at(bout) == (-180, 0)
    bout.answer("decline")
    assert at(bout) == (-300, 0)


@pytest.mark.rule("MN-GAP-38")
@pytest.mark.rule("MN-GAP-52")
def test_gap_38_with_a_melee_weapon_of_choice_against_armour() -> None:
    """A dagger of 3 against leather of 1: the weapon is named with the answer."""
    bout = facing_each_other(foe={"weapons": ("long_sword", "dagger")}, armor=("leather", "small_shield"))
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 1, weapon="dagger")
    # She faces west, along her way, and Bob strikes from behind: the shield is of no use, leather is.
    assert bout.life("ada") == 10 - (3 - 1)


@pytest.mark.rule("MN-GAP-38")
def test_gap_38_the_mover_faces_along_its_way_when_it_is_struck() -> None:
    """Passing Bob it has him beside it, exactly at 90 degrees: that is front, and the shield counts."""
    bout = facing_each_other(foe={"at": (0, 100)}, armor=("small_shield",))
    bout.correct("rules.minis.bob.facing", {"x": 0, "y": -1})
    bout.order(move("ada", (200, 0)))
    assert at(bout) == (0, 0)
    bout.answer("strike", 1)
    assert bout.life("ada") == 10 - (4 - 1)


@pytest.mark.rule("MN-WAT-06")
@pytest.mark.rule("MN-GAP-38")
def test_gap_38_in_water_it_counts_as_an_attack() -> None:
    """Bob stands in the river: having struck he does not move; having moved he does not strike."""
    bout = Bout(ana(at=(180, 0)), ben(at=(230, 0), initiative=4), ground=ground(river()))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (0, 0)))
    (taken,) = [event for event in bout.answer("strike", 100) if isinstance(event, OpportunityTaken)]
    assert taken.in_water
    bout.end("ada")
    while bout.asked:
        bout.declare("bob")
    refuses(bout, move("bob", (240, 0)), "bob has attacked in water, and cannot move", "MN-WAT-06")


@pytest.mark.rule("MN-WAT-06")
def test_wat_06_who_has_moved_in_water_does_not_strike() -> None:
    """Bob came first."""
    bout = Bout(ana(at=(180, 0), initiative=4), ben(at=(230, 0)), ground=ground(river()))
    bout.begin()
    while bout.asked:
        bout.declare("bob")
    bout.order(move("bob", (231, 0)))
    bout.correct("rules.minis.bob.facing", {"x": -1, "y": 0})
    bout.end("bob")
    while bout.asked:
        bout.declare("ada")
    bout.order(move("ada", (0, 0)))
    assert bout.asked == []


@pytest.mark.rule("MN-GAP-11")
def test_gap_11_an_opportunity_attack_does_not_keep_one_from_running() -> None:
    """Bob strikes in Ada's place, then runs in his own."""
    bout = facing_each_other(foe={"initiative": 4})
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 100)
    bout.end("ada")
    while bout.asked:
        bout.declare("bob")
    bout.order(Run(combatant="bob"))
    refuses(bout, Attack(combatant="bob", target="ada"), "bob is running, and cannot fight", "MN-RUN-04")


def test_legs_add_up_to_the_piece() -> None:
    """A way of three segments in two legs costs what its segments cost, wherever it was stopped."""
    bout = facing_each_other(movement=3000)
    way = ((-30, 45), (-230, 45), (-230, -333))
    events = [*bout.order(move("ada", *way))]
    while bout.asked == ASKED:
        events += bout.answer("decline")
    legs = [event for event in events if isinstance(event, PieceMoved)]
    assert len(legs) == 2
    assert sum(leg.thousandths for leg in legs) == bout.mini("ada").used.moved == 541 + 2000 + 3780
    assert legs[-1].path[-1] == point(-230, -333)


@pytest.mark.rule("MN-GAP-08")
def test_nobody_is_asked_about_somebody_whom_he_does_not_see() -> None:
    """Ben does not know of Ada."""
    bout = facing_each_other(seen_by=("ana",))
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == []
    assert at(bout) == (-200, 0)
