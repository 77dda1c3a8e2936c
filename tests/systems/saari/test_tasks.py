"""First aid, group actions, shaking off, and whatever else somebody does.  [SA-AID, SA-GROUP, SA-ACT-12, SA-ACT-14]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import CombatantReturned, ConditionLost
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.events import (
    ActionsLost,
    ActionsPaid,
    AssistAdded,
    GroupJoined,
    Payment,
    RollApplied,
    RollOpened,
    TaskJudged,
)
from engine.systems.saari.orders import Attack, EndScene, FirstAid, GroupAction, Hold, OtherAction, ShakeOff
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc


def fallen(*, at: str = "west", ada: dict[str, Any] | None = None, **enemy: Any) -> Bout:
    """Bea has fallen beside Ada; Gob is elsewhere, and acts last."""
    bout = Bout(
        pc("ada", **{"learning": 2, "personality": 3, **(ada or {})}),
        pc("bea", seat="ben", at=at, now={"kp": 1}),
        npc("gob", **{"at": "east", "initiative": 1, "kp": 9} | enemy),
    )
    bout.begin(4, 4, 2, 4, 4)  # 4 and 4
    bout.correct("combatants.bea.vitals.kp.now", 0)
    assert bout.who("bea").out == "unconscious"
    return bout


@pytest.mark.rule("SA-AID-01", "SA-AID-02", "SA-AID-03", "SA-KP-06", "SA-ACT-09", "SA-ATTR-07", "G-37")
def test_first_aid_brings_a_comrade_back_with_one_body_point() -> None:
    """Learning against 2, for 2 actions; it acts again, but not above the present count.  [G-37]"""
    bout = fallen()
    bout.order(FirstAid(combatant="ada", target="bea"), 4, 5)
    assert bout.of(ActionsPaid)[0] == ActionsPaid(combatant="ada", cost=2, left=2, payment=Payment.ACTION)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.attribute, opened.kn, opened.pool) == (
        Purpose.FIRST_AID, Attribute.LEARNING, 2, 2,
    )  # fmt: skip
    assert bout.the(CombatantReturned).combatant == "bea"
    assert (bout.kp("bea"), bout.actions("bea")) == (1, 4)
    assert bout.of(ActionsLost) == []
    assert bout.acting == ("bea",)


@pytest.mark.rule("SA-AID-03", "G-37")
def test_who_comes_back_late_keeps_no_action_above_the_count() -> None:
    """[G-37]"""
    bout = fallen()
    bout.correct("rules.fighters.bea.actions", 9)
    bout.order(FirstAid(combatant="ada", target="bea"), 4, 5)
    assert bout.the(ActionsLost) == ActionsLost(combatant="bea", lost=5, left=4)


@pytest.mark.rule("SA-AID-02")
def test_a_failure_leaves_the_comrade_down_unless_a_mind_point_is_spent() -> None:
    """Mind points may be spent as on any roll."""
    bout = fallen()
    bout.order(FirstAid(combatant="ada", target="bea"), 4, 3)
    assert bout.asked == ["AskMindPoint"]
    bout.answer("spend")
    assert (bout.kp("bea"), bout.mp("ada")) == (1, 3)


@pytest.mark.rule("SA-AID-01", "SA-FREE-05", "SA-FREE-08", "G-64")
def test_first_aid_gives_free_strikes_to_enemies_in_the_engagement() -> None:
    """Before it is carried out; an enemy elsewhere in the zone gets none.  [G-64]"""
    bout = Bout(
        pc("ada", personality=4, learning=2),
        pc("bea", seat="ben"),
        npc("gob", initiative=2, kp=9),
        npc("hob", initiative=2, kp=9),
    )
    bout.begin(4, 4, 4, 2, 2, 2)  # 5 and 2
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    bout.answer("stay-out")
    bout.correct("combatants.bea.vitals.kp.now", 0)
    bout.order(FirstAid(combatant="ada", target="bea"))
    assert (bout.asked, bout.waiting[0].question["combatant"]) == (["AskNpcFreeStrike"], "gob")
    bout.answer("let-go", 4, 4)
    assert bout.kp("bea") == 1


@pytest.mark.rule("SA-AID-03")
def test_only_an_unconscious_comrade_beside_one_is_aided() -> None:
    """Nobody who stands, no enemy, nobody in another zone; and enemies do not roll."""
    bout = fallen(at="middle")
    assert bout.refuse(FirstAid(combatant="ada", target="bea")).rule == "SA-AID-03"
    assert "first-aid" not in bout.keys("ada")
    assert bout.refuse(FirstAid(combatant="ada", target="gob")).rule == "SA-AID-03"
    bout.order(Hold(combatant="ada"))
    assert bout.refuse(FirstAid(combatant="gob", target="bea"), seat="gm").rule == "SA-DICE-01"


# -- group actions
def group(*faces: int) -> Bout:
    """Ada leads; Bea and Cid may join. faces: of the initiative of Bea, Ada, Cid."""
    bout = Bout(
        pc("ada", personality=3),
        pc("bea", seat="ben", might=4),
        pc("cid", at="east", discipline=1),
        npc("gob", initiative=1, at="east"),
    )
    bout.begin(*faces)
    return bout


@pytest.mark.rule(
    "SA-GROUP-01", "SA-GROUP-03", "SA-GROUP-06", "SA-ACT-08", "SA-ASSIST-03", "SA-DICE-08", "SA-ATTR-10", "G-29"
)
def test_comrades_join_before_the_dice_and_each_makes_it_harder() -> None:
    """2 for who leads, 1 for each who joins; their successes are added.  [G-29]"""
    bout = group(4, 2, 4, 4, 4, 4, 2)
    bout.order(GroupAction(combatant="ada", attribute=Attribute.MIGHT))
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.visibility) == ("AskJoinGroup", ("ben",), Visibility.OPEN)
    assert (bout.choices, asked.default, asked.question["dice"]) == (["stay-out", "join"], "stay-out", 2)
    bout.answer("join")
    assert bout.the(GroupJoined) == GroupJoined(combatant="bea", target="ada")
    assert bout.waiting[0].question["combatant"] == "cid"
    bout.answer("stay-out", 4, 5, 4, 2)
    opened = bout.of(RollOpened)
    assert [(one.combatant, one.purpose, one.kn, one.pool) for one in opened] == [
        ("ada", Purpose.TASK, 3, 2),
        ("bea", Purpose.ASSIST, None, 2),
    ]
    assert bout.the(AssistAdded).successes == 1
    assert bout.of(RollApplied)[-1].success
    assert (bout.actions("ada"), bout.actions("bea"), bout.actions("cid")) == (3, 2, 3)
    assert bout.asked == []


@pytest.mark.rule("SA-GROUP-04", "SA-GROUP-05", "SA-MP-10", "SA-ASSIST-04", "SA-MP-09")
def test_only_who_leads_may_spend_a_mind_point() -> None:
    """One question, to its player."""
    bout = group(4, 2, 4, 4, 4, 4, 2)
    bout.order(GroupAction(combatant="ada", attribute=Attribute.MIGHT))
    bout.answer("join")
    bout.answer("join", 2, 3, 2, 3, 3)
    assert bout.of(RollOpened)[0].kn == 4
    assert (bout.asked, bout.waiting[0].question["combatant"]) == (["AskMindPoint"], "ada")
    bout.answer("spend")
    assert bout.the(RollApplied).success
    assert (bout.mp("bea"), bout.mp("cid")) == (4, 3)


@pytest.mark.rule("SA-GROUP-02", "SA-GROUP-06")
def test_who_cannot_pay_is_not_asked_and_it_is_no_attack() -> None:
    """Nobody assists afterwards who has not joined."""
    bout = group(2, 2, 4, 4, 4, 2, 2)
    bout.correct("rules.fighters.bea.actions", 0)
    bout.correct("rules.fighters.cid.actions", 0)
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY), 4, 4)
    assert bout.asked == []
    assert bout.of(RollApplied)[0].success


def past(*, rulings: bool = False) -> Bout:
    """Ada and Bea, who sneak past a troll."""
    setup = Setup(delay=False, rulings=rulings)
    bout = Bout(pc("ada", personality=3), pc("bea", "ben"), npc("troll", kp=9, initiative=1), setup=setup)
    bout.begin(4, 4, 4, 2, 2)
    return bout


@pytest.mark.rule("SA-GROUP-02")
def test_a_group_action_may_concern_somebody_and_does_nothing_to_it() -> None:
    """Everybody reads whom; it is no attack."""
    bout = past()
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY, target="troll", note="Past it."))
    bout.answer("stay-out", 4, 4)
    opened = bout.the(RollOpened)
    assert (opened.opponent, opened.kn, bout.kp("troll")) == ("troll", 2, 9)
    assert bout.refuse(GroupAction(combatant="ada", attribute=Attribute.AGILITY, target="ada")).field == "target"


@pytest.mark.rule("SA-GROUP-02", "SA-DICE-02", "G-63")
def test_a_group_attack_is_forbidden_by_the_game_master_and_costs_nothing() -> None:
    """All at the troll: who rules says no."""
    bout = past(rulings=True)
    left = bout.actions("ada")
    bout.order(GroupAction(combatant="ada", attribute=Attribute.MIGHT, target="troll", note="All at the troll!"))
    assert bout.asked == ["AskGroupTask"]
    bout.answer("forbid")
    assert bout.the(TaskJudged).allowed is False
    assert (bout.actions("ada"), bout.asked) == (left, [])


@pytest.mark.rule("SA-GROUP-03", "SA-DICE-02")
def test_the_game_master_says_how_hard_it_is_before_anybody_joins() -> None:
    bout = past(rulings=True)
    left = bout.actions("ada")
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY))
    bout.answer("rule", kn=3)
    assert bout.actions("ada") == left - 2
    bout.answer("join")
    bout.answer("as-written", 4, 4)
    assert bout.of(RollOpened)[0].kn == 4
    bout.answer("none", 4)


# -- outside a fight
def resting(*faces: int) -> Bout:
    """The scene is over; Ada is poisoned."""
    bout = past()
    bout.order(EndScene(winner="heroes"), seat="gm")
    poison = {"key": "poison", "kind": "poison", "source": "troll", "amount": 2, "until": "shaken"}
    bout.correct("combatants.ada.conditions.0", poison)
    return bout


@pytest.mark.rule("SA-DEF-11", "G-48", "G-29")
def test_a_poison_is_shaken_off_after_the_scene_and_costs_nothing() -> None:
    """Nobody assists: there is nothing to pay it with."""
    bout = resting()
    left = bout.actions("ada")
    assert "shake-off" in bout.keys("ada")
    bout.order(ShakeOff(combatant="ada", condition="poison"), 4, 4)
    assert (bout.has("ada", "poison"), bout.actions("ada")) == (False, left)
    assert bout.state.fight.acting == ()


@pytest.mark.rule("SA-GROUP-01", "SA-GROUP-03", "G-29")
@pytest.mark.parametrize("begun", [False, True])
def test_outside_a_fight_a_group_acts_for_nothing(begun: bool) -> None:
    """Before it begins, as for an ambush, and when it is over."""
    bout = resting() if begun else Bout(pc("ada"), pc("bea", "ben"), npc("troll", at="east"))
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY))
    assert bout.asked == ["AskJoinGroup"]
    bout.answer("join", 4, 4, 4)
    applied = bout.of(RollApplied)
    assert (applied[0].kn, applied[-1].successes) == (None, 3)
    assert bout.of(ActionsPaid) == []
    if not begun:
        bout.begin(4, 4, 4, 4)
        assert bout.acting == ("ada",)


@pytest.mark.rule("SA-ACT-14", "G-63", "SA-COMP-06")
def test_anything_else_is_done_outside_a_fight_too_and_its_complication_costs_no_action() -> None:
    bout = resting()
    left = bout.actions("ada")
    bout.order(OtherAction(combatant="ada", note="She climbs.", attribute=Attribute.MIGHT), 1, 4)
    assert bout.asked == ["AskMindPoint"]
    bout.answer("keep")
    assert bout.the(RollApplied).complication
    assert (bout.actions("ada"), bout.of(ActionsLost)) == (left, [])


@pytest.mark.rule("SA-INIT-05", "G-36")
def test_whatever_else_belongs_to_a_fight() -> None:
    """And who is out does nothing."""
    bout = resting()
    assert bout.refuse(Hold(combatant="ada")).rule == "SA-INIT-05"
    bout.correct("combatants.bea.out", "unconscious")
    assert bout.refuse(OtherAction(combatant="bea", note="She sings.")).rule == "G-36"


# -- anything else
@pytest.mark.rule("SA-ACT-14", "SA-DICE-02", "SA-DICE-08", "G-63")
def test_anything_else_costs_two_actions_and_is_rolled_against_two() -> None:
    """Where no rulings are asked for.  [G-63]"""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(OtherAction(combatant="ada", note="bars the door", attribute=Attribute.MIGHT), 4, 5)
    assert bout.the(TaskJudged).kn == 2
    assert bout.the(RollApplied).success
    assert bout.actions("ada") == 2
    assert bout.refuse(OtherAction(combatant="gob", note="x", attribute=Attribute.MIGHT), seat="gm").rule


@pytest.mark.rule("SA-ACT-14", "SA-DICE-02", "G-63")
def test_the_game_master_rules_what_it_costs_and_how_hard_it_is() -> None:
    """Also that it gives free strikes, and that it cannot be done, which costs nothing.  [G-63]"""
    bout = Bout(pc("ada"), npc("gob", kp=9), setup=Setup(rulings=True, delay=False))
    bout.begin(4, 4)
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    bout.order(OtherAction(combatant="ada", note="flies to the moon"))
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.default) == ("AskTask", ("gm",), "as-proposed")
    bout.answer("forbid")
    assert not bout.the(TaskJudged).allowed
    assert (bout.actions("ada"), bout.acting) == (4, ("ada",))
    bout.order(OtherAction(combatant="ada", note="climbs the mast"))
    bout.answer("rule", cost=3, attribute="AGILITY", kn=1, provokes=False)
    assert bout.actions("ada") == 1
    assert bout.the(TaskJudged).attribute is Attribute.AGILITY
    bout.answer("as-written", 4, 4)
    bout.answer("none")
    assert bout.the(RollApplied).kn == 1


@pytest.mark.rule("SA-ACT-14", "G-63", "G-03")
def test_with_one_action_left_anything_else_needs_a_cost_that_the_game_master_names() -> None:
    """By silence it is not done for less than it usually costs."""
    bout = Bout(pc("ada", personality=0), npc("gob", initiative=1), setup=Setup(rulings=True, delay=False))
    bout.begin(1, 2)
    assert (bout.acting, bout.actions("ada")) == (("ada",), 1)
    bout.order(OtherAction(combatant="ada", note="bars the door"))
    assert (bout.choices, bout.waiting[0].default) == (["rule", "forbid"], "forbid")
    bout.answer("rule", cost=1)
    assert (bout.the(TaskJudged).allowed, bout.the(TaskJudged).cost, bout.actions("ada")) == (True, 1, 0)


# -- conditions
@pytest.mark.rule("SA-DEF-11", "SA-ACT-12", "G-48")
def test_a_condition_is_shaken_off_with_the_other_defence() -> None:
    """Will against the fear of a touch, for 2 actions, against the attack's number.  [G-48]"""
    bout = Bout(pc("ada", discipline=3), npc("gob"))
    bout.begin(4, 4)
    bout.correct("combatants.ada.conditions", [Condition(key="fear", kind="fear", source="gob", amount=2)])
    assert "shake-off" in bout.keys("ada")
    bout.order(ShakeOff(combatant="ada", condition="fear"), 4, 4, 2)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.attribute, opened.kn, opened.pool) == (
        Purpose.SHAKE_OFF, Attribute.DISCIPLINE, 2, 3,
    )  # fmt: skip
    assert bout.the(ConditionLost).reason == "shaken_off"
    assert bout.actions("ada") == 2


@pytest.mark.rule("SA-DEF-11", "SA-DEF-08", "SA-DEF-09", "G-48", "SA-DICE-08")
@pytest.mark.parametrize(
    ("kind", "amount", "attribute", "kn"),
    [
        ("fear", 3, Attribute.DISCIPLINE, 3),
        ("fear", None, Attribute.DISCIPLINE, 2),
        ("poison", 1, Attribute.TOUGHNESS, 1),
        ("poison", None, Attribute.TOUGHNESS, 2),
    ],
)
def test_each_condition_is_shaken_off_with_its_own_defence_against_its_own_number(
    kind: str, amount: int | None, attribute: Attribute, kn: int
) -> None:
    """Fear with 4 dice of will, poison with 3 of endurance; one success short it stays, and the actions are gone."""
    pool = 4 if attribute is Attribute.DISCIPLINE else 3
    for successes, stays in ((kn, False), (kn - 1, True)):
        bout = Bout(pc("ada", discipline=4, toughness=3, now={"mp": 0}), npc("gob"))
        bout.begin(4, 4)
        bout.correct("combatants.ada.conditions", [Condition(key="x", kind=kind, source="gob", amount=amount)])
        bout.order(ShakeOff(combatant="ada", condition="x"), *(4,) * successes, *(2,) * (pool - successes))
        opened = bout.the(RollOpened)
        assert (opened.attribute, opened.pool, opened.kn) == (attribute, pool, kn)
        assert (bool(bout.who("ada").conditions), bout.actions("ada")) == (stays, 2)


@pytest.mark.rule("SA-DEF-11", "SA-MP-02")
def test_a_mind_point_shakes_a_condition_off() -> None:
    """As on any roll of one's own."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.correct("combatants.ada.conditions", [Condition(key="fear", kind="fear", source="gob", amount=2)])
    bout.order(ShakeOff(combatant="ada", condition="fear"), 2, 2)
    bout.answer("spend")
    assert bout.who("ada").conditions == ()


@pytest.mark.rule("SA-DEF-11")
def test_what_no_defence_shakes_off_stays() -> None:
    """A pin ends by itself; what one does not have cannot be shaken off."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.correct("combatants.ada.conditions", [Condition(key="pin", kind="pin", until="count")])
    assert bout.refuse(ShakeOff(combatant="ada", condition="pin")).rule == "SA-DEF-11"
    assert bout.refuse(ShakeOff(combatant="ada", condition="fear")).rule == "SA-DEF-11"
    assert "shake-off" not in bout.keys("ada")
