"""How a fight ends, and what the game master may say about it."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantOut, OutcomeReached
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.events import ParticipantConceded
from engine.systems.minis.orders import Attack, CallOff, Concede, EndActivation, GoOn
from engine.systems.minis.state import Phase
from tests.systems.minis.bout import BLUE, GREEN, RED, Bout, ana, ben, one


def started(*entries: object) -> Bout:
    """Ada acts; Bob is beside her with one life point."""
    bout = Bout(ana(at=(0, 0)), ben(at=(80, 0), life=1), *entries)  # type: ignore[arg-type]
    bout.begin()
    bout.declare("ada")
    return bout


@pytest.mark.rule("MN-GAP-48", "MN-GAP-45")
def test_the_last_side_wins() -> None:
    """At once, after the order that was resolved."""
    bout = started()
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert bout.the(OutcomeReached).result == RED
    assert (bout.acting, bout.own.phase) == (None, Phase.OVER)


@pytest.mark.rule("MN-GAP-48", "MN-GAP-30")
def test_summoned_minis_do_not_count() -> None:
    """A familiar alone is no side."""
    bout = started(ben("fay", at=(900, 0), kind=Kind.FAMILIAR))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert bout.the(OutcomeReached).result == RED


@pytest.mark.rule("MN-GAP-48", "MN-GAP-51")
def test_a_participant_concedes() -> None:
    """Whoever's place it is; its minis leave play, those of others of its side do not."""
    bout = started(ben("bea", at=(900, 0)), one("cat", BLUE, "cleo", at=(900, 300)))
    assert "concede" in bout.keys("bea")
    bout.order(Concede(combatant="bea"))
    conceded = bout.the(ParticipantConceded)
    assert (conceded.giver, conceded.side) == ("ben", BLUE)
    assert [out.combatant for out in bout.of(CombatantOut)] == ["bob", "bea"]
    assert (bout.acting, bout.state.fight.outcome) == ("ada", None)
    bout.order(Concede(combatant="cat"))
    assert bout.the(OutcomeReached).result == RED


@pytest.mark.rule("MN-GAP-48")
def test_conceding_in_ones_own_place_passes_it_on() -> None:
    """The next place follows, or the next round."""
    bout = started(one("gil", GREEN, "cleo", at=(900, 0)))
    bout.order(Concede(combatant="ada"))
    assert bout.state.fight.outcome is None
    assert [a.seats for a in bout.waiting] == [("ben",), ("cleo",)]


def test_nobody_concedes_twice_or_for_others() -> None:
    """Nor before the fight, nor after it."""
    bout = started(ben("bea", at=(900, 0)), one("gil", GREEN, "cleo", at=(900, 300)))
    assert bout.refuse(Concede(combatant="bob"), seat="cleo").code == "NOT_YOURS"
    bout.order(Concede(combatant="bob"))
    assert bout.refuse(Concede(combatant="bea")).reason == "bea is out of play"
    fresh = Bout(ana(at=(0, 0)), ben(at=(80, 0)))
    assert fresh.refuse(Concede(combatant="ada")).reason == "nobody is fighting"


@pytest.mark.rule("MN-GAP-48")
def test_the_game_master_names_an_outcome_or_lets_a_fight_go_on() -> None:
    """A decided fight goes on for whoever stands; it is not decided again for the same sides."""
    bout = started()
    assert bout.refuse(GoOn(), seat="gm").reason == "the fight is not decided, or nobody stands who could go on"
    assert bout.refuse(CallOff(winner="nobody"), seat="gm").field == "winner"
    bout.order(CallOff(winner=BLUE), seat="gm")
    assert bout.the(OutcomeReached).result == BLUE
    bout.order(GoOn(), seat="gm")
    assert (bout.asked, bout.state.fight.outcome) == (["DeclareWhom", "DeclareWhom"], None)


def test_a_correction_lets_minis_fall_and_get_up() -> None:
    """Whose place it was is passed on."""
    bout = started(ben("bea", at=(900, 0)))
    bout.correct("combatants.bob.vitals.life.now", 0)
    assert bout.who("bob").out == "fallen"
    bout.correct("combatants.bob.vitals.life.now", 3)
    assert bout.who("bob").out is None
    bout = started(ana("amy", at=(0, 900)))
    bout.correct("combatants.ada.vitals.life.now", 0)
    assert bout.who("ada").out == "fallen"
    assert (bout.acting, bout.asked) == (None, ["DeclareWhom", "DeclareWhom"])


def test_an_activation_ends_only_for_whom_it_began() -> None:
    """Others are refused."""
    bout = started()
    assert bout.refuse(EndActivation(combatant="bob")).rule == "MN-TURN-05"
