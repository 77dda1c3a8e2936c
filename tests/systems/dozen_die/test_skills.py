"""Skills as orders: what is rolled, what successes are used for, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import ConditionGained, ConditionLost
from engine.systems.dozen_die.board.ground import Door
from engine.systems.dozen_die.content.kinds import Ability, Effect, Grade, Reach, Skill, Tag, Use
from engine.systems.dozen_die.events import (
    ConflictOpposed,
    ConflictRolled,
    ConflictWon,
    DoorOpened,
    PoolRaised,
    ProtectionRolled,
    Pushed,
    SkillUsed,
)
from engine.systems.dozen_die.orders import Act, Shoot
from engine.systems.dozen_die.sheet import Dice
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature
from tests.systems.dozen_die.laid import Ground, Setup, Sign

TURN = Act(combatant="a", skill="turn_undead")


def zombies(rows: str = "a..x.y.z..b", **setup: Any) -> Bout:
    """A templar of CH 4 and AW 4 among undead, one of them (z) too far away."""
    dead = [creature(name, tags=(Tag.UNDEAD,)) for name in "xyz"]
    bout = Bout(rows, ana("a", ref="templar"), *dead, ben("b"), setup=Setup(**setup))
    bout.start("a")
    return bout


def custom(**skill: Any) -> dict[str, Any]:
    """Somebody with two levels of a skill of his own."""
    whole = {"id": "trick", "name": "A trick", "use": Use.ACTION, "ability": Ability.CH, **skill}
    return {"own_skills": (Skill(**whole),), "skills": {"melee": 1, "trick": 2}}


# -- dice and successes
@pytest.mark.rule("DD-CON-01", "DD-CON-02", "DD-CON-05", "DD-DICE-05", "DD-EX-19")
def test_dd_con_05_each_success_is_used_by_itself() -> None:
    """DD-EX-19: level 3, CH 4: of 1, 4 and 7 two turn an undead each, within awareness; nobody else is."""
    bout = zombies(".......... a..x.y.z..b ..........")
    bout.order(TURN, 1, 4, 7)
    assert bout.rolls() == ["3d12 turn_undead"]
    assert bout.the(SkillUsed) == SkillUsed(combatant="a", skill="turn_undead", targets=(), place=None)
    assert bout.the(ConflictRolled).successes == 2
    assert bout.waiting[0].kind == "AffectWhom"
    (field,) = bout.waiting[0].offers[1].fields
    assert (tuple(field.among), field.least, field.most) == (("x",), 1, 1)


@pytest.mark.rule("DD-CON-05")
def test_dd_con_05_successes_push_undead_away() -> None:
    """Both of two, one square each; unused is legal, and what comes of no answer."""
    bout = zombies("......... .......... a..x....z..b .....y.... .........")
    bout.correct("rules.figures.a.aw", 6)
    bout.order(TURN, 1, 4, 7)
    assert bout.waiting[0].default == "nobody"
    bout.answer("some", targets=["x", "y"])
    assert bout.asked == ["PushWhere"]
    bout.answer(bout.waiting[0].default)
    bout.answer(bout.waiting[0].default)
    assert bout.place("x") == at(4, 2)
    spared = zombies("......... a..x.....b ...y..... .........")
    spared.order(TURN, 1, 12, 12)
    (field,) = spared.waiting[0].offers[1].fields
    assert (tuple(field.among), field.most) == (("x", "y"), 1)
    spared.answer("nobody")
    assert spared.of(Pushed) == []


@pytest.mark.rule("DD-CON-05")
def test_dd_con_05_whom_his_player_does_not_know_of_acts_for_the_gm() -> None:
    """Where a templar is hidden from his own seat, the GM gives his order, and says whom the successes drive away."""
    bout = zombies(".......... a..x.y.z..b ..........")
    bout.correct("combatants.a.seenBy", [])
    bout.order(TURN, 1, 4, 7, seat="gm")
    assert bout.waiting[0].seats == ("gm",)
    bout.answer("some", targets=["x"])
    assert bout.asked == ["PushWhere"]


@pytest.mark.rule("DD-DICE-05")
def test_dd_dice_05_the_activation_die_is_one_of_them() -> None:
    """Level 3 and a pool of one: two dice; an empty pool leaves the one that activated him."""
    for pool, dice in ((1, 2), (0, 1)):
        bout = zombies(dice=tuple(Dice(side=side, pool=pool) for side in (HEROES, FOES)))
        bout.order(TURN, *[12] * dice)
        assert bout.rolls() == [f"{dice}d12 turn_undead"]


def test_turning_needs_undead_within_awareness() -> None:
    """Others do not count, nor does one at 5 squares; then it is not offered either."""
    bout = zombies("a...yx....b")
    bout.correct("rules.figures.y.tags", ())
    assert bout.refuse(TURN).rule == "DD-CON-02"
    assert "act-turn_undead" not in bout.keys("a")


# -- grades
@pytest.mark.rule("DD-CON-04", "DD-CON-07", "DD-CON-08", "DD-CON-09", "DD-CON-10")
@pytest.mark.parametrize(
    ("grade", "value", "rule"),
    [
        (Grade.EASY, 9, "DD-CON-07"),
        (Grade.NORMAL, 6, "DD-CON-08"),
        (Grade.HARD, 3, "DD-CON-09"),
        (Grade.VERY_HARD, 2, "DD-CON-10"),
    ],
)
def test_dd_con_07_to_10_what_a_grade_adds(grade: Grade, value: int, rule: str) -> None:
    """CH 3: each die up to it succeeds, one above it does not."""
    bout = Bout("a...x", ana("a", **custom(grade=grade)), ben("x"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="trick"), value, value + 1)
    rolled = bout.the(ConflictRolled)
    assert (rolled.grade, rolled.needed, rolled.successes) == (grade, value, 1)
    assert bout.rule_of(ConflictRolled) == rule


@pytest.mark.rule("DD-CON-06")
def test_dd_con_06_very_easy_succeeds_without_a_roll() -> None:
    """A prayer: the order is spent all the same."""
    bout = Bout("a...x", ana("a", ref="templar"), ben("x"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="pray"))
    assert bout.rolls() == []
    assert bout.the(ConflictWon) == ConflictWon(combatant="a", skill="pray")
    assert bout.own.activation is not None
    assert bout.own.activation.orders_left == 1


def test_dd_w17_the_game_master_grades_what_nothing_else_does() -> None:
    """He is asked; hard is what comes of no answer."""
    bout = Bout("a...x", ana("a", **custom()), ben("x"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="trick"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("HowHard", ("gm",), "HARD")
    bout.answer("EASY", 9, 10)
    assert bout.the(ConflictRolled).successes == 1


# -- against somebody
def taunter(**target: Any) -> Bout:
    """CH 3 and two levels of Taunt against somebody."""
    bout = Bout("a...x", ana("a", aw=4, skills={"melee": 1, "taunt": 2}), ben("x", **target))
    bout.start("a")
    return bout


@pytest.mark.rule("DD-CON-03")
@pytest.mark.parametrize(("faces", "successes"), [((3, 2, 3), 1), ((2, 2, 3), 0), ((3, 2, 4), 2), ((4, 12, 12), 0)])
def test_dd_con_03_compared_as_in_melee(faces: tuple[int, ...], successes: int) -> None:
    """CH against CH: two dice against one, ties are the actor's, failed dice beat nothing."""
    bout = taunter()
    bout.order(Act(combatant="a", skill="taunt", targets=("x",)), *faces)
    assert bout.rolls() == ["2d12 taunt", "1d12 resistance"]
    opposed = bout.the(ConflictOpposed)
    assert (opposed.attack_value, opposed.defense_value, opposed.resistance) == (3, 3, "ch")
    assert opposed.successes == successes
    assert bout.has("x", "taunted") is (successes > 0)


@pytest.mark.rule("DD-CON-03")
def test_who_is_taunted_is_so_till_the_next_draw() -> None:
    """It is lost with the next die."""
    bout = taunter()
    bout.order(Act(combatant="a", skill="taunt", targets=("x",)), 1, 1, 12)
    assert bout.the(ConditionGained).kind == "taunted"
    bout.end(draws=FOES)
    assert bout.the(ConditionLost).kind == "taunted"


@pytest.mark.rule("DD-CON-03")
def test_dd_w15_the_target_picks_what_it_resists_with() -> None:
    """A skill has its levels in dice, a bare ability one die; without a choice nobody is asked."""
    trick = custom(reach=Reach.AWARENESS, resisted_by=(Ability.DX, Ability.ST), resisted_with=("pray",))
    bout = Bout("a.x", ana("a", **trick), ben("x", st=5, ch=6, skills={"melee": 1, "pray": 3}))
    bout.start("a")
    bout.order(Act(combatant="a", skill="trick", targets=("x",)))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("ResistHow", ("ben",), "dx")
    assert bout.choices == ["dx", "st", "pray"]
    bout.answer("pray", 3, 2, 6, 7, 12)
    assert bout.rolls() == ["2d12 trick", "3d12 resistance"]
    opposed = bout.the(ConflictOpposed)
    assert (opposed.defense_value, opposed.defense_successes, opposed.successes) == (6, (6,), 0)


def test_a_skill_is_used_on_one_foreign_figure_in_reach() -> None:
    """Not on two, nobody, a friend or somebody too far away; nor without having learned it."""
    bout = Bout("ab..x.y", ana("a", aw=4, skills={"taunt": 1, "spark": 0}), ana("b"), ben("x"), ben("y"))
    bout.start("a")
    for targets in ((), ("x", "y"), ("b",), ("y",)):
        assert bout.refuse(Act(combatant="a", skill="taunt", targets=targets)).field == "targets"
    assert bout.refuse(Act(combatant="a", skill="taunt", targets=("q",))).code == "UNKNOWN"
    assert bout.refuse(Act(combatant="a", skill="taunt", targets=("x",), place=at(1))).field == "place"
    for skill in ("spark", "melee", "jinx"):
        assert bout.refuse(Act(combatant="a", skill=skill, targets=("x",))).field == "skill"
    (offer,) = [offer for offer in bout.offers("a") if offer.key == "act-taunt"]
    assert offer.body == Act(combatant="a", skill="taunt", targets=("x",))
    assert offer.fields[0].among == ("x",)


# -- what they do
def test_a_spark_is_one_hit_and_no_push() -> None:
    """Answered by a protection roll; it needs sight, and its caster is hidden no more."""
    bout = Bout("a.....x", ana("a", conditions=("hidden",), skills={"spark": 2}), ben("x"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="spark", targets=("x",)), 1, 2, 4)
    assert bout.the(ProtectionRolled).hits == 1
    assert bout.hp("x") == 2
    assert bout.place("x") == at(6)
    assert bout.the(ConditionLost).kind == "hidden"
    walled = Setup(ground=Ground(rows=("...#...",)))
    blind = Bout("a.....x", ana("a", skills={"spark": 2}), ben("x"), setup=walled)
    blind.start("a")
    assert "act-spark" not in blind.keys("a")


def test_guidance_gives_the_side_a_die_for_the_round() -> None:
    """It is there in the next roll, and gone with the round."""
    one = tuple(Dice(side=side, green=0, white=1, yellow=0, pool=1) for side in (HEROES, FOES))
    bout = Bout("a...x", ana("a", ref="templar"), ben("x"), setup=Setup(dice=one))
    bout.start("a")
    bout.order(Act(combatant="a", skill="guidance"), 4)
    assert bout.the(PoolRaised) == PoolRaised(side=HEROES, extra=1)
    assert bout.own.pools[HEROES].extra == 1
    bout.end(draws=FOES)
    bout.activate("x")
    bout.end(draws=HEROES)
    assert bout.own.pools[HEROES].extra == 0


@pytest.mark.rule("DD-CON-04")
def test_a_lock_is_as_hard_as_the_map_says() -> None:
    """DX 3 and a normal lock: 6 opens it; an open door, and one further away, are no locks."""
    legend = (Sign(sign="L", door=Door(lock=Grade.NORMAL)),)
    ground = Ground(rows=("..L..", "....+"), legend=legend)
    skills = {"lockpicking": 2}
    bout = Bout(".a... ....x", ana("a", skills=skills), ben("x", place=at(4, 0)), setup=Setup(ground=ground))
    bout.start("a")
    picked = Act(combatant="a", skill="lockpicking", place=at(2))
    assert bout.refuse(Act(combatant="a", skill="lockpicking", place=at(4, 1))).field == "place"
    assert bout.refuse(Act(combatant="a", skill="lockpicking")).field == "place"
    bout.order(picked, 7, 6)
    assert bout.the(ConflictRolled).grade is Grade.NORMAL
    assert bout.the(DoorOpened).at == at(2)
    assert bout.refuse(picked).field == "place"


def test_a_shut_door_without_a_grade_is_graded_by_the_game_master() -> None:
    """And a failure opens nothing."""
    ground = Ground(rows=("..+..",))
    bout = Bout(".a..x", ana("a", skills={"lockpicking": 1}), ben("x"), setup=Setup(ground=ground))
    bout.start("a")
    bout.order(Act(combatant="a", skill="lockpicking", place=at(2)))
    assert bout.asked == ["HowHard"]
    bout.answer("VERY_HARD", 3)
    assert bout.of(DoorOpened) == []


@pytest.mark.rule("DD-TERR-03")
def test_dd_terr_03_hiding_is_as_hard_as_the_shadow() -> None:
    """Tall grass is normal: DX 3 hides with a 6; on open ground nobody does."""
    ground = Ground(rows=('".......',))
    archer = {"skills": {"shooting": 1}, "weapons": ("longbow",)}
    bout = Bout("a.b..xy.", ana("a", skills={"hide": 1}), ana("b", skills={"hide": 1}), ben("x", aw=5, **archer),
                ben("y", aw=5, **archer), setup=Setup(ground=ground))  # fmt: skip
    bout.start("a")
    bout.order(Act(combatant="a", skill="hide"))
    bout.answer("pass", 6)
    assert bout.the(ConflictRolled).grade is Grade.NORMAL
    assert bout.has("a", "hidden")
    assert bout.refuse(Act(combatant="a", skill="hide")).field == "skill"
    bout.end(draws=HEROES)
    bout.activate("b")
    assert bout.refuse(Act(combatant="b", skill="hide")).field == "skill"
    bout.end(draws=FOES)
    bout.activate("y")
    assert bout.refuse(Shoot(combatant="y", target="a", weapon="longbow")).field == "target"
    bout.end(draws=FOES)
    bout.activate("x")
    bout.order(Shoot(combatant="x", target="a", weapon="longbow"), 12)


def test_what_only_answers_others_is_no_order() -> None:
    """A skill that halts or hinders works in somebody else's order alone."""
    bout = Bout("a..x", ana("a", **custom(reach=Reach.AWARENESS, effect=Effect.HALT)), ben("x"))
    bout.start("a")
    assert bout.refuse(Act(combatant="a", skill="trick", targets=("x",))).field == "skill"
    assert "act-trick" not in bout.keys("a")
