"""Where several rules meet: scenarios worked out by hand, with typed dice that are all used up."""

from __future__ import annotations

import pytest

from engine.systems.minis.orders import Attack, Pivot, Run
from engine.systems.minis.rules.basics import ability
from tests.systems.minis.bout import Bout, ana, ben
from tests.systems.minis.casts import cast, caster, effect, ready
from tests.systems.minis.lands import ROAD, ground, river
from tests.systems.minis.steps import EAST, SOUTH, at, move, refuses, walks


# -- movement
@pytest.mark.rule("MN-GAP-10", "MN-ROAD-02", "MN-RUN-02", "MN-RUN-04")
def test_a_runner_on_the_road_ends_every_piece_beyond_its_run_on_it() -> None:
    """5" x 1.5 + 1" = 8.5": of 7.89" the end is on the road, and so is the next piece's."""
    bout = Bout(ana(at=(0, 0), movement=500), ben(at=(800, 0)), ground=ground(ROAD))
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    assert walks(bout, "ada", (0, 40), (749, 40)) == (749, 40)
    refuses(bout, Attack(combatant="ada", target="bob"), "ada is running, and cannot fight", "MN-RUN-04")
    refuses(bout, move("ada", (749, 60)), "so far ada goes only if it ends on a road", "MN-ROAD-02")
    assert walks(bout, "ada", (749, 50)) == (749, 50)


@pytest.mark.rule("MN-ROAD-02", "MN-TURN-06")
def test_pieces_that_leave_the_road_and_come_back_keep_its_bonus() -> None:
    """2" off, 1.5" back to its edge, 1.5" along it: 5" of 4", to the thousandth."""
    bout = Bout(ana(at=(0, 0)), ben(at=(2000, 0)), ground=ground(ROAD))
    bout.begin()
    bout.declare("ada")
    walks(bout, "ada", (0, 200))
    walks(bout, "ada", (0, 50))
    assert walks(bout, "ada", (150, 50)) == (150, 50)
    assert bout.mini("ada").used.moved == 5000
    refuses(bout, move("ada", (151, 50)), "ada has not so much movement left", "MN-MOVE-01")


@pytest.mark.rule("MN-WAT-06", "MN-GAP-37", "MN-GAP-05", "MN-OPEN-08")
def test_in_water_an_attack_a_pivot_and_an_attack() -> None:
    """A pivot is no movement there; 90 degrees off is still front; equal options and a 100 hurt both."""
    bout = Bout(ana(at=(300, 0), attacks=2, hp=30), ben(at=(350, 0), hp=30), ground=ground(river()))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert bout.life("bob") == 26
    refuses(bout, move("ada", (300, 100)), "ada has attacked in water, and cannot move", "MN-WAT-06")
    bout.order(Pivot(combatant="ada", facing=SOUTH))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("thrust", "thrust", 100)
    assert (bout.life("ada"), bout.life("bob")) == (26, 22)


@pytest.mark.rule("MN-GAP-25", "MN-WAT-05", "MN-WAT-08")
def test_whoever_runs_in_fear_through_water_runs_half() -> None:
    """4" x 1.5 = 6", of them 3", the inches on land among them."""
    far = ben("cid", at=(2000, 2000), initiative=1)
    bout = ready(ben(at=(300, 0), initiative=5), far, land=ground(river(left=250)))
    cast(bout, "fear", "bob", 1)
    bout.end("ada")
    assert at(bout, "bob") == (600, 0)


@pytest.mark.rule("MN-RUN-01", "MN-GAP-34", "MN-INIT-02")
def test_to_elect_a_run_is_no_action_yet_and_lasts() -> None:
    """It may wait after it; in a later round of the turn it still runs."""
    bout = Bout(ana(at=(0, 0)), ben(at=(300, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    bout.wait("ada")
    assert not bout.mini("ada").used.acted
    bout.declare("ada")
    assert bout.acting == "ada"
    assert bout.mini("ada").used.running


# -- opportunity attacks
@pytest.mark.rule("MN-GAP-08")
@pytest.mark.parametrize(("off", "asked"), [(100, ["StrikeAtLeaving"]), (101, [])])
def test_whoever_passes_within_an_inch_leaves_it_too(off: int, asked: list[str]) -> None:
    """From beyond to beyond; exactly one inch off is within."""
    bout = Bout(ana(at=(-200, off)), ben(at=(0, 0), towards=(0, 1)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (200, off)))
    assert bout.asked == asked


@pytest.mark.rule("MN-GAP-08", "MN-GAP-38")
def test_at_a_corner_exactly_an_inch_off_it_is_struck_there() -> None:
    """The first segment ends within reach, the second leaves it from its first point on."""
    bout = Bout(ana(at=(60, 0)), ben(at=(0, 0), towards=(1, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (100, 0), (100, 100)))
    assert at(bout) == (100, 0)
    bout.answer("strike", 52)
    assert bout.life("ada") == 6
    assert at(bout) == (100, 100)


@pytest.mark.rule("MN-GAP-51", "MN-GAP-08", "MN-CMD-01")
def test_former_friends_strike_at_a_commanded_mini() -> None:
    """Who controls it at the moment counts."""
    friend = ben("cid", at=(300, 80), towards=(0, -1), initiative=1)
    bout = ready(ben(at=(300, 0), hp=30, initiative=5), friend)
    cast(bout, "command", "bob", 1)
    bout.answer("move-to", place={"point": {"x": 2700, "y": 2100}})
    bout.end("ada")
    bout.declare("bob")
    bout.answer("go")
    assert bout.waiting[0].seats == ("ben",)
    bout.answer("strike", 52)
    assert (bout.life("bob"), at(bout, "bob")) == (26, (300, -300))


# -- spells
@pytest.mark.rule("MN-GAP-46", "MN-WAT-01")
def test_water_stops_a_commanded_mini_before_it_is_out_of_range() -> None:
    """It runs for a point beyond the range of 16", is stopped at 15", and stays under control."""
    far = ben("cid", at=(2000, 2000))
    bout = ready(ben(at=(1400, 0), hp=30, initiative=5), far, land=ground(river(left=1500)))
    cast(bout, "command", "bob", 39)
    bout.answer("run-to", place={"point": {"x": 4700, "y": 2400}})
    bout.end("ada")
    bout.declare("bob")
    bout.answer("go")
    assert at(bout, "bob") == (1500, 0)
    assert bout.who("bob").controller == "ana"


@pytest.mark.rule("MN-GAP-26", "MN-SPL-09", "MN-MAG-01")
def test_half_an_inch_from_the_path_and_sixteen_inches_from_the_caster_are_in_it() -> None:
    """0.5" beside or behind it: in; 0.51": out; beyond 16": out. A friend's back: 35 + 4 + 5."""
    bout = ready(
        ben(at=(500, 50), hp=30),
        ben("cid", at=(600, 51), hp=30),
        ana("dot", at=(1600, 0), hp=30),
        ben("eve", at=(1600, 50), hp=30),
        ben("far", at=(-50, 0), hp=30),
    )
    cast(bout, "fireball", at=(1600, 0))
    found = [(one["combatant"], one["chance"]) for one in bout.waiting[0].question["victims"]]
    assert found == [("far", 92), ("bob", 77), ("dot", 44)]
    bout.answer("cast", 93, 77, 44)
    assert [bout.life(who) for who in ("far", "bob", "cid", "dot", "eve")] == [30, 18, 30, 18, 30]


@pytest.mark.rule("MN-INIT-05", "MN-GAP-40", "MN-GAP-27")
def test_slow_and_speed_together_leave_initiative_as_it_was() -> None:
    """Slow would cost Bob his place, Speed gives it back; the caster slows itself and goes on, an inch less."""
    bout = Bout(caster(initiative=5), ben(at=(300, 0), initiative=5), ben("cid", at=(0, 500), initiative=2))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "slow", "bob", 1)
    assert ability.initiative(bout.state, "bob") == 2
    cast(bout, "speed", "bob", 1)
    cast(bout, "slow", "ada", 77)
    assert ability.initiative(bout.state, "ada") == 2
    walks(bout, "ada", (0, 300))
    refuses(bout, move("ada", (0, 301)), "ada has not so much movement left", "MN-MOVE-01")
    bout.end("ada")
    assert bout.acting == "bob"


@pytest.mark.rule("MN-RES-06", "MN-GAP-15", "MN-GAP-39")
def test_a_wraith_has_half_of_each_spell() -> None:
    """Speed 5 turns: 2; Statue 1 + 4 - 3 = 2: 1; Flying fist 10: 5."""
    bout = ready(ben(at=(300, 0), ref="wraith", initiative=1), ben("cid", at=(2000, 0)))
    for spell, last in (("speed", 2), ("statue", 1)):
        cast(bout, spell, "bob", 77)
        found = effect(bout, "bob", spell)
        assert found is not None
        assert found.last == last
    cast(bout, "flying_fist", "bob", 77)
    assert bout.life("bob") == 11


@pytest.mark.rule("MN-FLK-03", "MN-ARM-02", "MN-SPL-02")
def test_from_the_flank_lightning_meets_magical_plate_and_no_shield() -> None:
    """65 + 12 + 15 from the flank; 6 + 4 less 4."""
    bout = ready(ben(at=(300, 200), ref="champion", towards=EAST))
    cast(bout, "lightning_bolt", "bob", 92)
    assert bout.life("bob") == 20


# -- attacks
@pytest.mark.rule("MN-GAP-15", "MN-GAP-14", "MN-RES-01", "MN-FLK-02")
def test_half_of_one_less_armour_is_one() -> None:
    """Fists from the flank at somebody in plate mail who resists weapons that are not magical."""
    foe = ben(at=(80, 0), towards=(1, 0), resistances=("NON_MAGIC_WEAPONS",), armor=("plate_mail",))
    bout = Bout(ana(at=(0, 0), weapons=("fists",)), foe)
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"), 68)
    assert bout.life("bob") == 9


@pytest.mark.rule("MN-GAP-45", "MN-GAP-35")
def test_the_place_of_a_declared_mini_that_falls_lapses() -> None:
    """Bob was second in the round; Cid is asked for the next one."""
    foes = ben(at=(80, 0), life=6), ben("cid", at=(500, 500))
    bout = Bout(ana(at=(0, 0), weapons=("long_sword",)), *foes)
    bout.begin()
    bout.declare("ada", "bob", faces=(50, 20))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    bout.end("ada")
    assert bout.own.init_round == 4
    assert [asked.question["combatants"] for asked in bout.waiting] == [["cid"]]
