"""Attack and defence rolls, damage, falling, and the end of a fight."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantOut, OutcomeReached
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack, Purpose
from engine.systems.saari.events import (
    ActionsLost,
    AssistAdded,
    AttackDeclared,
    AttackEnded,
    ComplicationChosen,
    FacesDrawn,
    ParryMerged,
    RiposteChanged,
    RollApplied,
    RollOpened,
    Throw,
)
from engine.systems.saari.orders import Attack, Hold, Move
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc, zone


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


def attacked(*faces: int, damage: int = 2, kn: int = 1, **sheet: object) -> Bout:
    """Gob acts first and attacks Ada; faces: of her defence."""
    bout = begun(pc("ada", **sheet), npc("gob", initiative=9, kp=9, damage=damage, kn=kn))
    bout.order(Attack(combatant="gob", target="ada"), *faces)
    return bout


@pytest.mark.rule("SA-ATK-01", "SA-ATK-05", "SA-MELEE-03", "SA-ATTR-04", "SA-XATK-01", "SA-XATK-03", "G-20")
def test_a_character_rolls_might_against_the_targets_number() -> None:
    """Base damage, and one more for each extra."""
    bout = begun(pc("ada"), npc("gob", melee=1, kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 5, 2)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.kn, opened.pool) == (Purpose.MELEE_ATTACK, 1, 3)
    assert bout.the(AttackEnded) == AttackEnded(combatant="ada", target="gob", hit=True, damage=3)
    assert bout.kp("gob") == 6


@pytest.mark.rule("SA-DICE-01", "SA-DEF-01", "SA-DEF-02", "SA-DEF-03", "SA-DEF-04")
def test_against_an_enemy_the_defender_rolls_dodge_and_armour() -> None:
    """Nobody else rolls; failure takes the damage."""
    bout = attacked(2, 3, 2, armor="padded")
    assert bout.the(RollOpened).purpose is Purpose.BASIC_DEFENSE
    assert bout.the(RollOpened).pool == 3
    bout.answer("let-pass")
    bout.answer("keep")
    assert bout.kp("ada") == 5
    assert bout.the(AttackEnded).hit


@pytest.mark.rule("SA-DEF-02")
def test_a_successful_defence_takes_nothing() -> None:
    """Exactly the number is enough."""
    bout = attacked(4, 2)
    assert not bout.the(AttackEnded).hit
    assert bout.kp("ada") == 7


@pytest.mark.rule("SA-GEAR-13", "SA-GEAR-14", "G-21")
def test_armour_and_dodge_dice_are_capped() -> None:
    """Plate gives Might of its 5 dice, and leaves one die of dodging."""
    assert attacked(4, 2, 2, armor="plate").the(RollOpened).pool == 3


@pytest.mark.rule("SA-PARRY-01", "SA-PARRY-03", "SA-PARRY-04", "SA-REACT-01", "SA-REACT-03")
def test_a_parry_is_merged_into_the_roll() -> None:
    """Half of Might, with bonus dice; ones and sixes count together."""
    bout = attacked(1, 2, kn=2)
    assert bout.waiting[0].question["dice"] == 1
    bout.answer("parry", 6, 5)
    assert [one.throw for one in bout.of(FacesDrawn)] == [Throw.PARRY, Throw.PARRY_BONUS]
    applied = bout.the(RollApplied)
    assert (applied.success, applied.complication) == (True, False)
    assert bout.actions("ada") == 3


@pytest.mark.rule("SA-PARRY-02", "SA-PARRY-05", "SA-PARRY-10", "SA-ENG-05", "SA-XDEF-06")
def test_a_comrade_parries_and_joins_the_engagement() -> None:
    """With its own Might; the riposte is the defended one's."""
    bout = begun(pc("ada"), pc("bea", "ben", might=4), npc("gob", initiative=9), faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    bout.answer("parry", 4, 5)
    assert bout.the(ParryMerged).combatant == "bea"
    assert bout.the(RiposteChanged) == RiposteChanged(combatant="ada", dice=1)
    (engagement,) = bout.own.engagements.values()
    assert engagement.members == ("ada", "gob", "bea")


@pytest.mark.rule("SA-XDEF-03", "SA-XDEF-04")
def test_riposte_dice_join_the_next_attack() -> None:
    """The best of several, and they are used up."""
    bout = attacked(4, 5, kn=1)
    assert bout.fighter("ada").riposte == 1
    bout.order(Attack(combatant="gob", target="ada"), 4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    assert bout.fighter("ada").riposte == 1
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2, 2)
    assert bout.the(RollOpened).pool == 4
    assert bout.fighter("ada").riposte == 0


@pytest.mark.rule("SA-MP-02", "SA-MP-06")
def test_a_mind_point_saves_a_failed_roll() -> None:
    """It is paid; without one nobody is asked."""
    bout = attacked(2, 2)
    bout.answer("let-pass")
    bout.answer("spend")
    assert (bout.mp("ada"), bout.kp("ada")) == (3, 7)
    assert attacked(2, 2, discipline=0).asked == ["AskParry"]


@pytest.mark.rule("SA-COMP-04", "SA-COMP-06")
def test_a_complication_costs_an_action() -> None:
    """One, whatever the surplus of ones, and also on a success."""
    bout = begun(pc("ada", might=3), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 1, 1, 4, 2)
    assert bout.the(ComplicationChosen).complication == "lose_action"
    assert bout.the(ActionsLost).lost == 1
    assert bout.the(AttackEnded).hit


@pytest.mark.rule("SA-KP-01", "SA-KP-02", "SA-MP-01", "G-36")
def test_without_body_points_a_character_is_unconscious_and_the_fight_ends() -> None:
    """It leaves its engagement; nobody of its side is left.  [G-36]"""
    bout = attacked(2, 2, damage=9)
    assert (bout.who("ada").vitals["kp"].max, bout.who("ada").vitals["mp"].max) == (7, 4)
    bout.answer("let-pass")
    bout.answer("keep")
    assert bout.the(CombatantOut).reason == "unconscious"
    assert bout.kp("ada") == 0
    assert bout.own.engagements == {}
    assert bout.the(OutcomeReached).result == "foes"


@pytest.mark.rule("SA-MELEE-01")
def test_a_melee_target_is_in_the_same_zone() -> None:
    """Elsewhere it is refused, and not offered."""
    bout = begun(pc("ada"), npc("gob", at="east"))
    assert bout.refuse(Attack(combatant="ada", target="gob")).rule == "SA-MELEE-01"
    assert bout.keys("ada")[0] == "move"


@pytest.mark.rule("SA-ENG-01", "SA-ENG-02", "SA-ENG-03", "SA-ENG-04", "SA-MELEE-02")
def test_an_attack_engages_also_when_it_misses() -> None:
    """At first nobody is engaged; whoever attacks one of them joins."""
    bout = begun(pc("ada"), pc("bea"), npc("gob", melee=3, kp=9), faces=(4, 4, 4, 2))
    assert bout.own.engagements == {}
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    bout.answer("stay-out")
    bout.answer("keep")
    bout.order(Attack(combatant="bea", target="gob"), 2, 2, 2)
    bout.answer("stay-out")
    bout.answer("keep")
    (engagement,) = bout.own.engagements.values()
    assert engagement.members == ("gob", "ada", "bea")


@pytest.mark.rule("SA-MOVE-01", "SA-MOVE-03", "SA-FREE-01", "SA-FREE-02", "SA-FREE-06", "SA-SUP-01")
def test_who_leaves_an_engagement_may_be_struck_first() -> None:
    """The strike nests: move, free strike, defence, parry, riposte; then the move goes on."""
    bout = begun(pc("ada"), npc("gob", kp=9, melee=3))
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    bout.answer("keep")
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("strike", 2, 2)
    assert bout.the(AttackDeclared).free
    assert bout.who("ada").place == zone("west")
    bout.answer("parry", 6, 4)
    assert bout.fighter("ada").riposte == 1
    assert bout.who("ada").place == zone("middle")
    assert (bout.actions("ada"), bout.actions("gob")) == (0, 1)
    assert bout.own.engagements == {}


@pytest.mark.rule("SA-MOVE-03", "SA-SUP-01", "SA-SUP-03")
def test_with_superiority_nobody_strikes_at_leaving() -> None:
    """Three to two is one and a half: equality counts."""
    bout = begun(pc("ada", weight_halves=3), npc("gob", kp=9, melee=3))
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    bout.answer("keep")
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.who("ada").place == zone("middle")


@pytest.mark.rule("SA-EDGE-10")
def test_superiority_is_an_edge_where_the_setup_says_so() -> None:
    """For the stronger side in melee."""
    bout = begun(pc("ada", weight_halves=4), npc("gob", kp=9), setup=Setup(superiority_edge=True))
    bout.order(Attack(combatant="ada", target="gob"), 3, 2, 2)
    assert bout.the(RollApplied).successes == 1
    assert [factor.source for factor in bout.the(RollOpened).factors] == ["superiority"]


@pytest.mark.rule("SA-DICE-02")
def test_figures_of_enemies_are_the_game_masters() -> None:
    """Players read no sheet and no body points of theirs; of their own all."""
    bout = begun(pc("ada"), npc("gob"))
    seen = bout.arena.book.seen(bout.state, "ana")
    assert seen.own.fighters["gob"].figures is None
    assert seen.fight.combatants["gob"].vitals == {}
    assert seen.own.fighters["ada"].figures is not None
    assert Hold(combatant="ada") in [offer.body for offer in bout.offers("ada")]


@pytest.mark.rule("SA-ASSIST-01", "SA-ASSIST-02", "SA-ASSIST-03")
def test_a_comrade_assists_with_half_of_its_own_attribute() -> None:
    """It pays an action; its faces stay its own."""
    bout = begun(pc("ada"), pc("bea", "ben", might=3), npc("gob", melee=3, kp=9), faces=(4, 2, 4, 4))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 6, 2)
    assert bout.waiting[0].question["dice"] == 2
    bout.answer("assist", 4, 5)
    assert bout.the(AssistAdded).successes == 2
    ends = bout.of(RollApplied)
    assert [(one.successes, one.success) for one in ends] == [(2, None), (4, True)]
    assert (bout.actions("bea"), bout.kp("gob")) == (2, 6)


@pytest.mark.rule("G-31", "SA-FREE-01")
def test_an_opponent_without_a_blow_strikes_unarmed() -> None:
    """Against 1, for 1 body point, with a basic defence: an archer lets nobody go."""
    arrow = EnemyAttack(id="arrow", name="Arrow", kind=Kind.RANGED, range=2, kn=3, damage=3)
    bout = begun(pc("ada", now={"mp": 0}, might=0), npc("gob", initiative=3, attacks=(arrow,)))
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "gob"]}})
    bout.order(Move(combatant="ada", to=zone("middle")))
    bout.answer("strike", 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.kn, opened.purpose) == (1, Purpose.BASIC_DEFENSE)
    bout.answer("let-pass")
    assert (bout.the(AttackEnded).damage, bout.kp("ada")) == (1, 6)


@pytest.mark.rule("G-14", "SA-COMP-06")
def test_without_actions_left_a_complication_takes_none() -> None:
    """Ada strikes with the last two that she has."""
    bout = begun(pc("ada"), npc("gob", initiative=1, kp=9), faces=(2, 2))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2)
    assert bout.the(ComplicationChosen).complication == "lose_action"
    assert (bout.of(ActionsLost), bout.actions("ada")) == ([], 0)
