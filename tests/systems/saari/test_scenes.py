"""How a scene ends and goes on, what comes after it, circumstances of initiative.  [SA-REST, W-06, W-34 to W-37]"""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantReturned, OutcomeReached
from engine.systems.saari.events import Conceded, Factor, InitiativeSet, RollOpened
from engine.systems.saari.orders import (
    AdjustInitiative,
    Attack,
    Concede,
    EndScene,
    GoOn,
    Hold,
    ReachMilestone,
    ReturnToBase,
)
from engine.systems.saari.sheet import Setup
from engine.systems.saari.state import Phase
from tests.systems.saari.bout import FOES, Bout, npc, one, pc


@pytest.mark.rule("SA-KP-03", "SA-REST-01")
def test_after_the_scene_the_collapsed_are_brought_to_one_body_point() -> None:
    """Without a roll, by a comrade who stands.  [W-34]"""
    bout = Bout(pc("ada", personality=3), pc("bea", seat="ben"), npc("gob", kp=1, initiative=1))
    bout.begin(4, 4, 4, 2, 2)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    bout.order(Attack(combatant="ada", target="gob"), 4, 4, 4)
    assert bout.the(OutcomeReached).result == "heroes"
    assert (bout.kp("bea"), bout.who("bea").out) == (1, None)


@pytest.mark.rule("SA-KP-03", "SA-KP-02", "G-36")
def test_in_total_defeat_nobody_helps() -> None:
    """When no character stands it is over, also if others could fight on.  [G-36]"""
    third = one("orm", "others", None, ref="boar")
    bout = Bout(pc("ada", now={"kp": 1, "mp": 0}), npc("gob", initiative=4, kn=2), third)
    bout.begin(2, 2)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    assert bout.the(OutcomeReached).result == ""
    assert bout.who("ada").out == "unconscious"
    assert bout.of(CombatantReturned) == []


def ended(**sheet: object) -> Bout:
    """The game master has ended the scene."""
    bout = Bout(pc("ada", **sheet), npc("gob"))
    bout.begin(4, 4)
    bout.order(EndScene(), seat="gm")
    return bout


@pytest.mark.rule("SA-KP-04", "SA-MP-07", "SA-REST-02", "SA-REST-03", "SA-ATTR-06", "SA-ATTR-08", "G-39")
def test_a_milestone_restores_half_of_two_attributes_and_some() -> None:
    """Half of Toughness 3, rounded up, and 2; half of Discipline 3, rounded up, and 1.  [W-35]"""
    bout = ended(toughness=3, discipline=3, now={"kp": 1, "mp": 0})
    bout.order(ReachMilestone(), seat="gm")
    assert (bout.kp("ada"), bout.mp("ada")) == (5, 3)
    bout.order(ReachMilestone(), seat="gm")
    assert (bout.kp("ada"), bout.mp("ada")) == (8, 5)  # not above the maximum  [G-39]


@pytest.mark.rule("SA-REST-02", "G-60")
def test_at_a_milestone_the_collapsed_wake() -> None:
    """They regain points like anyone.  [G-60]"""
    bout = Bout(pc("ada"), pc("bea", seat="ben", at="east"), npc("gob"))
    bout.begin(4, 4, 2, 2)
    bout.correct("combatants.ada.vitals.kp.now", 0)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    assert bout.state.fight.outcome == "foes"
    bout.order(ReachMilestone(), seat="gm")
    assert (bout.kp("ada"), bout.who("ada").out) == (3, None)


@pytest.mark.rule("SA-KP-05", "SA-MP-08", "SA-REST-04")
def test_at_the_base_all_points_are_restored() -> None:
    """Body and mind."""
    bout = ended(now={"kp": 1, "mp": 0})
    bout.order(ReturnToBase(), seat="gm")
    assert (bout.kp("ada"), bout.mp("ada")) == (7, 4)


@pytest.mark.rule("SA-REST-02", "SA-REST-04")
def test_nobody_rests_while_the_scene_goes_on() -> None:
    """It is ended first."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    assert bout.refuse(ReachMilestone(), seat="gm").rule == "SA-REST-02"
    assert bout.refuse(ReturnToBase(), seat="gm").rule == "SA-REST-02"
    assert [offer.key for offer in bout.offers(None)] == ["adjust-initiative", "end-scene", "mark-roll"]


@pytest.mark.rule("SA-INIT-01", "G-67")
def test_a_scene_that_was_over_goes_on_if_two_sides_stand() -> None:
    """With whoever has actions left.  [G-67, W-37]"""
    bout = ended()
    assert bout.own.phase is Phase.OVER
    bout.order(GoOn(), seat="gm")
    assert (bout.own.phase, bout.state.fight.outcome, bout.acting) == (Phase.ACTIONS, None, ("ada",))
    assert bout.refuse(GoOn(), seat="gm").rule == "G-67"


@pytest.mark.rule("SA-INIT-01", "G-67")
def test_a_scene_that_ended_for_idleness_goes_on_with_a_new_round() -> None:
    """And is not idle at once again.  [G-67]"""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    for faces in ((4, 4), ()):
        bout.order(Hold(combatant="ada"))
        bout.order(Hold(combatant="gob"), *faces)
    assert bout.state.fight.outcome == ""
    bout.order(GoOn(), 4, 4, seat="gm")
    assert (bout.state.fight.round, bout.own.idle_rounds) == (3, 0)


@pytest.mark.rule("SA-INIT-02")
def test_circumstances_change_the_next_initiative_roll_alone() -> None:
    """Dice and an edge, given by the game master beforehand.  [W-06]"""
    bout = Bout(pc("ada"), npc("gob"))
    bout.order(AdjustInitiative(combatant="ada", dice=1, advantage=True), seat="gm")
    bout.begin(3, 3, 2)
    opened = bout.the(RollOpened)
    assert (opened.pool, opened.factors) == (3, (Factor(source="circumstances", advantage=True),))
    assert bout.of(InitiativeSet)[0].initiative == 4
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"), 3, 3)
    assert bout.the(RollOpened).factors == ()
    assert bout.refuse(AdjustInitiative(combatant="gob", dice=1), seat="gm").rule == "SA-DICE-01"


@pytest.mark.rule("SA-INIT-10", "SA-INIT-11", "G-01")
def test_enemies_have_a_fixed_initiative_and_allies_none() -> None:
    """[G-01]"""
    porter = one("pim", "heroes", "ana", ref="porter")
    bout = Bout(pc("ada"), porter, npc("gob", initiative=5))
    bout.begin(4, 4)
    assert [event.combatant for event in bout.of(InitiativeSet)] == ["ada", "gob"]
    assert (bout.actions("gob"), bout.actions("pim")) == (5, 0)


@pytest.mark.rule("SA-INIT-05", "G-36")
def test_whoever_gives_up_leaves_with_all_of_its_seat() -> None:
    """At any time; the fight goes on without them, or ends.  [G-36]"""
    bout = Bout(pc("ada"), pc("ann"), pc("bea", seat="ben"), npc("gob"))
    bout.begin(4, 4, 4, 4, 2, 2)
    bout.order(Concede(combatant="bea"))
    assert bout.the(Conceded).giver == "ben"
    assert (bout.acting, bout.who("bea").out) == (("ada",), "conceded")
    bout.order(Concede(combatant="ann"))
    assert bout.state.fight.outcome == FOES
    assert bout.who("ada").out == "conceded"
    assert bout.refuse(Concede(combatant="gob"), seat="gm").rule == "G-36"


@pytest.mark.rule("SA-INIT-07")
def test_players_may_agree_on_who_goes_first() -> None:
    """Then attributes do not count.  [W-02]"""
    setup = Setup(group_order=("bea", "ada"), delay=False)
    bout = Bout(pc("ada", might=5), pc("bea", seat="ben"), npc("gob"), setup=setup)
    bout.begin(4, 4, 4, 4)
    assert (bout.own.pc_order, bout.acting) == (("bea", "ada"), ("bea",))
