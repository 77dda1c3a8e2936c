"""Tests: their forms, modifiers and boundaries."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    CardTest,
    Condition,
    DamageKind,
    Distance,
    Does,
    Effect,
    Formula,
    RollForm,
    Talent,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, RollOpened, RollSettled
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part
from engine.systems.mongolian_mercenaries.rules.blows import wound_table
from engine.systems.mongolian_mercenaries.rules.roll import judging
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.types import Form, Purpose
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

BACK = Attack(combatant="bob", target="ada")


def plan(form: Form, value: int, *modifiers: int, **more: Any) -> Plan:
    """A test of something; modifiers: dice or points."""
    return Plan(
        tester="ada",
        purpose=Purpose.OTHER,
        form=form,
        tested="willpower",
        value=Part("willpower", value, "MM-TEST-02"),
        modifiers=tuple(Part("card", one, "MM-TEST-03") for one in modifiers),
        rule="MM-TEST-02",
        **more,
    )


def passing(test: Plan) -> list[int]:
    """The faces of its one die with which it passes."""
    return [face for face in range(1, judging.SIDES[test.form] + 1) if judging.passes(test, (face,))]


@pytest.mark.rule("MM-TEST-01", "MM-TEST-02", "RUL-01")
@pytest.mark.parametrize("value", [-1, 0, 1, 2, 5, 10, 11, 14])
def test_a_standard_test_is_the_value_above_a_d10(value: int) -> None:
    """Equal fails; 1 never passes; above 10 it always does."""
    test = plan(Form.STANDARD, value)
    assert judging.dice(test) == "1d10"
    assert passing(test) == [face for face in range(1, 11) if value > face]
    odds = judging.odds(test)
    assert (odds.good, odds.of) == (len(passing(test)), 10)


@pytest.mark.rule("MM-TEST-03", "MM-WE-04")
def test_modifiers_change_the_left_side() -> None:
    """TS(WOL-2) and TS(Rozeznanie+4)."""
    assert passing(plan(Form.STANDARD, 5, -2)) == [1, 2]
    assert passing(plan(Form.STANDARD, 3, 4)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("MM-TEST-03", "MM-GEN-01")
def test_a_divisor_halves_the_left_side_rounded_down() -> None:
    """TS(X/2) of 5 is 2 > d10; of 1 it is 0."""
    assert passing(plan(Form.STANDARD, 5, divisor=2)) == [1]
    assert passing(plan(Form.STANDARD, 1, divisor=2)) == []


@pytest.mark.rule("MM-TEST-01", "MM-WE-03", "RUL-01")
def test_strength_and_luck_against_a_d20() -> None:
    """SIŁ + SZCZĘ > k20."""
    test = plan(Form.ESCAPE, 4, 3)
    assert judging.dice(test) == "1d20"
    assert passing(test) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("MM-TEST-01")
def test_both_sides_may_have_dice() -> None:
    """The tester's first; a tie fails."""
    test = plan(Form.OPPOSED, 3, against=(Part("speed", 4, "MM-MOVE-01"),))
    assert judging.dice(test) == "1d8"
    assert [judging.passes(test, faces) for faces in ((3, 1), (2, 1), (8, 7), (8, 6))] == [True, False, False, True]
    assert judging.odds(test).good == sum(3 + a > 4 + b for a in range(1, 9) for b in range(1, 9))
    assert [judging.odds_against(test, (mine,)).good for mine in (1, 2, 8)] == [0, 0, 6]


def test_a_pool_has_at_most_as_many_dice_as_can_be_thrown() -> None:
    """A card of a table may say more."""
    assert judging.dice(plan(Form.SUCCESS, 999, 5)) == "999d8"


@pytest.mark.rule("MM-TEST-04", "MM-TEST-05", "MM-WE-05")
def test_a_success_test_of_luck_3_is_3_d8() -> None:
    """Each 6, 7 or 8 is a success; one is enough; with a modifier one more."""
    test = plan(Form.SUCCESS, 3)
    assert judging.dice(test) == "3d8"
    assert [judging.successes(test, faces) for faces in ((5, 5, 5), (6, 5, 1), (6, 7, 8))] == [0, 1, 3]
    assert [judging.passes(test, faces) for faces in ((5, 5, 5), (5, 5, 6))] == [False, True]
    assert judging.dice(plan(Form.SUCCESS, 3, 1)) == "4d8"
    assert judging.odds(test).good == 8**3 - 5**3


@pytest.mark.rule("MM-TEST-05", "MM-TEST-08", "MM-LUCK-03")
def test_what_fails_without_dice() -> None:
    """No pool; or a skill of 0, whatever is added to the test; an attribute of 0 with a bonus is tested."""
    assert plan(Form.SUCCESS, 2, -2).automatic
    assert not plan(Form.SUCCESS, 2, -1).automatic
    assert plan(Form.STANDARD, 0, 5).automatic
    assert not plan(Form.STANDARD, 0, 5, skill=False).automatic
    assert plan(Form.SUCCESS, 0, 5).automatic
    assert not plan(Form.SUCCESS, 0, 5, skill=False).automatic


@pytest.mark.rule("MM-WE-02", "MM-GEN-07")
def test_n_plus_is_that_or_more() -> None:
    """2+ Severe of a Toughness below 0: 2, 3, 4 ..."""
    row = wound_table.row(-1)
    assert [row.wound(net) is row.wound(2) for net in (1, 2, 3, 4, 50)] == [False, True, True, True, True]


def haunted(test: CardTest, *, lucky: bool = False, **sheet: Any) -> Bout:
    """Ada has a card that tests her whenever she is attacked: success: nothing, failure: 2 damage. Bob attacks."""
    stuck = Effect(does=Does.DAMAGE, on=Whom.SELF, amount=Formula(points=2), kind=DamageKind.BLUNT)
    ability = Ability(when=When.ATTACKED, test=test, otherwise=(stuck,), only=Condition())
    cards = Cards(talents=(Talent(id="haunted", name="Haunted", abilities=(ability,)),))
    figures: dict[str, Any] = {"talents": ("haunted",), **sheet}
    figures["attributes"] = {"speed": 1, "toughness": 8, **sheet.get("attributes", {})}
    bout = Bout(pc(lucky=lucky, **figures), foe(fight_proficiency=1), setup=at(Distance.CLOSE, cards=cards))
    bout.begin()
    return bout


SURVIVAL = CardTest(skill="survival")


@pytest.mark.rule("MM-TEST-06", "MM-WE-06")
@pytest.mark.parametrize(("face", "lost"), [(2, 0), (3, 2)])
def test_success_and_failure_have_each_their_outcome(face: int, lost: int) -> None:
    """TS(survival) of 3: - / harm."""
    bout = haunted(SURVIVAL, skills={"survival": 3})
    bout.order(BACK, face, 2)
    assert bout.health("ada") == 8 - lost
    assert bout.rolls() == ["1d10 other", "1d8 hit"]


@pytest.mark.rule("MM-TEST-08", "MM-LUCK-03")
def test_without_the_skill_it_fails_and_luck_is_not_asked() -> None:
    """A bonus to the test does not help; a test of an attribute has no such condition."""
    bout = haunted(CardTest(skill="survival", modifier=9), lucky=True, skills={})
    bout.order(BACK, 2)
    assert bout.rolls() == ["1d8 hit"]
    assert bout.health("ada") == 6
    bout = haunted(CardTest(attribute="charisma", modifier=1), lucky=True, attributes={"charisma": 0})
    bout.order(BACK, 9)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 3, 2)
    assert bout.health("ada") == 8


@pytest.mark.rule("MM-LUCK-07")
def test_a_test_of_luck_itself_is_not_repeated() -> None:
    """Luck stands in for another."""
    bout = haunted(CardTest(attribute="luck"), lucky=True)
    bout.order(BACK, 9, 2)
    assert bout.asked == []
    assert bout.health("ada") == 6


@pytest.mark.rule("MM-LUCK-04", "MM-TEST-03", "RUL-34")
def test_the_repeat_keeps_form_modifiers_and_divisor() -> None:
    """TS(X-2) becomes TS(luck-2); halved it stays halved."""
    for test, faces in (
        (CardTest(skill="survival", modifier=-2), (2, 3)),
        (CardTest(skill="survival", halved=True), (1, 2)),
    ):
        for face, lost in zip(faces, (0, 2), strict=True):
            bout = haunted(test, lucky=True, skills={"survival": 1}, attributes={"luck": 5 if test.modifier else 4})
            bout.order(BACK, 9)
            bout.answer("repeat", face, 2)
            assert bout.health("ada") == 8 - lost


@pytest.mark.rule("MM-LUCK-04", "MM-TEST-04")
def test_the_repeat_of_a_success_test_is_a_pool_of_luck() -> None:
    """T8(skill+1) becomes T8(luck+1)."""
    bout = haunted(CardTest(form=RollForm.SUCCESSES, skill="survival", modifier=1), lucky=True, skills={"survival": 1})
    bout.order(BACK, 2, 2)
    bout.answer("repeat", 2, 2, 2, 6, 2)
    assert bout.rolls() == ["4d8 other", "1d8 hit"]
    assert bout.health("ada") == 8


@pytest.mark.rule("MM-LUCK-06", "MM-LUCK-01")
def test_once_a_day_whatever_the_test() -> None:
    """Used for one test it is gone for all others of the fight."""
    bout = haunted(SURVIVAL, lucky=True, skills={"survival": 1, "long_blade": 2})
    bout.order(BACK, 9)
    bout.answer("repeat", 1, 2)
    bout.order(EndTurn(combatant="bob"))
    bout.order(Attack(combatant="ada", target="bob"), 2, 2)
    assert bout.asked == []


@pytest.mark.rule("MM-ATK-04", "MM-ATK-02", "RUL-06")
def test_every_die_of_a_hit_test_has_its_reason() -> None:
    """The skill, Accuracy, cards: their sum is the pool; a preview tells them with the chance."""
    sheet: dict[str, Any] = {"skills": {"bow": 2}, "weapons": ("bow",), "talents": ("eagle_eye", "giant_killer")}
    bout = Bout(pc(lucky=False, **sheet), foe(ref="stone_golem"))
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 6, 2, 2, 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.value, opened.modifier, opened.total) == (2, 3, 5)
    terms = bout.because_of(RollOpened).numbers()
    found = [(term.source, term.amount) for term in terms["testedTotal"]]
    assert found == [("bow", 2), ("accuracy", 1), ("eagle_eye", 1), ("giant_killer", 1)]
    assert bout.the(RollSettled).passed
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.rule("MM-ATK-01", "MM-SKILL-02")
def test_who_may_not_be_attacked() -> None:
    """Somebody of the own side, somebody who is out, and nobody at all without the skill."""
    bout = Bout(pc(lucky=False), pc("bea", "ben"), foe(now={"health": 1}), foe("orc"))
    bout.begin()
    assert bout.refuse(Attack(combatant="ada", target="bea")).rule == "MM-ATK-01"
    bout.order(Attack(combatant="ada", target="bob"), 6, 6, 6)
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("bea",)
    assert bout.refuse(Attack(combatant="bea", target="bob")).rule == "MM-ATK-01"
    assert bout.refuse(Attack(combatant="bea", target="orc", means="bow")).rule == "MM-EQ-02"
    bout = Bout(pc(skills={"bow": 1}, weapons=("sabre",)), foe())
    bout.begin()
    assert bout.refuse(Attack(combatant="ada", target="bob")).rule == "MM-SKILL-02"
