"""Melee: what is rolled, who is hit, and in which order it is settled."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut
from engine.systems.dozen_die.events import ContactMade, MeleeFought, ProtectionRolled, Pushed, Separated
from engine.systems.dozen_die.rules.actions import contact
from engine.systems.dozen_die.sheet import Dice, Setup
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature
from tests.systems.dozen_die.deed import played

BESIDE = Setup(restored=True)
"""A position in the middle of a fight: figures may stand in contact."""


def meeting(attacker: dict[str, Any], defender: dict[str, Any], rows: str = ".. .ax. ..", **setup: Any) -> Bout:
    """Somebody of Ana's is activated beside somebody of Ben's."""
    bout = Bout(rows, ana("a", **attacker), ben("x", **defender), setup=Setup(restored=True, **setup))
    bout.start("a")
    return bout


def skilled(level: int, **figures: Any) -> dict[str, Any]:
    """Somebody with so many levels of melee."""
    return {"skills": {"melee": level}, **figures}


def fight(bout: Bout, *faces: int, attacker: str = "a", defender: str = "x") -> None:
    """The two meet, the defender is pushed straight away from the attacker or the other way round."""
    played(bout, attacker, lambda table: contact.meet(table, attacker, defender), *faces)


@pytest.mark.rule("DD-MEL-01", "DD-MEL-02", "DD-EX-13")
def test_dd_mel_01_02_strength_weapon_and_dice() -> None:
    """DD-EX-13: ST 4, a sword and level 2 are two dice against 7; bare hands add nothing."""
    bout = meeting(skilled(2, st=4, weapons=("sword",)), skilled(1, st=3), "ax.")
    fight(bout, 5, 8, 4, 1)
    assert bout.rolls()[:2] == ["2d12 attack", "1d12 defense"]
    fought = bout.the(MeleeFought)
    assert (fought.attack_value, fought.defense_value) == (7, 3)
    assert [(t.of, t.source, t.amount, t.rule) for t in bout.because_of(MeleeFought).terms] == [
        ("attackValue", "st", 4, "DD-MEL-01"),
        ("attackValue", "sword", 3, "DD-MEL-01"),
        ("defenseValue", "st", 3, "DD-MEL-01"),
        ("hits", "successes", 1, "DD-MEL-03"),
    ]


@pytest.mark.rule("DD-MEL-03", "DD-EX-14")
def test_dd_mel_03_what_is_above_the_value_is_discarded() -> None:
    """DD-EX-14: of 5 and 8 against 7 the 5 stays; and a 12 is discarded whatever the value is."""
    bout = meeting(skilled(2, st=4, weapons=("sword",)), skilled(1, st=12), "ax.")
    fight(bout, 5, 8, 12, 1)
    fought = bout.the(MeleeFought)
    assert (fought.attack_successes, fought.defense_successes) == ((5,), ())


@pytest.mark.rule("DD-MEL-04", "DD-MEL-05", "DD-MEL-06", "DD-EX-15")
def test_dd_mel_05_the_charger_wins_the_tie() -> None:
    """DD-EX-15: 5 and 1 against 5 is one hit on the defender; the 1 is beaten. A discarded 9 beats nothing."""
    bout = meeting(skilled(2, st=6), skilled(2, st=6), "ax.")
    fight(bout, 5, 1, 5, 9, 1)
    assert bout.the(MeleeFought) == MeleeFought(
        attacker="a",
        defender="x",
        attack_weapon="unarmed",
        defense_weapon="unarmed",
        attack_value=6,
        defense_value=6,
        attack_successes=(5, 1),
        defense_successes=(5,),
        winner="a",
        hits=1,
    )


@pytest.mark.rule("DD-MEL-07", "DD-MEL-08", "DD-EX-16")
def test_dd_mel_07_08_the_defender_may_hit_and_push() -> None:
    """DD-EX-16: 3 against 4 and 5 is two hits on the attacker, who is pushed one square."""
    bout = meeting(skilled(1, st=6), skilled(2, st=6), "..ax")
    fight(bout, 3, 4, 5, 3, 4)
    assert (bout.the(MeleeFought).winner, bout.the(MeleeFought).hits) == ("x", 2)
    assert bout.the(Pushed) == Pushed(combatant="a", pusher="x", squares=1)
    assert bout.place("a") == at(1)
    assert bout.hp("a") == 2


@pytest.mark.rule("DD-MEL-08")
def test_dd_mel_08_who_is_hit_goes_back_though_his_armour_holds() -> None:
    """All hits are stopped, and he is pushed all the same."""
    bout = meeting(skilled(1, st=6), skilled(1), "ax..")
    fight(bout, 6, 4, 1)
    assert bout.the(ProtectionRolled).lost == 0
    assert bout.place("x") == at(2)


@pytest.mark.rule("DD-MEL-09", "DD-CHG-05", "DD-CHG-08")
def test_dd_mel_09_comparison_push_protection_loss() -> None:
    """In this order; the winner stays where he is."""
    bout = meeting(skilled(1, st=6), skilled(1), "ax..")
    fight(bout, 6, 4, 4)
    assert bout.kinds() == [
        "CommandAccepted", "ContactMade", "DiceRolled", "DiceRolled", "MeleeFought", "Pushed", "Moved", "DiceRolled",
        "ProtectionRolled", "VitalChanged", "CommandEnded",
    ]  # fmt: skip
    assert bout.the(ContactMade) == ContactMade(attacker="a", defender="x", used=None)
    assert bout.place("a") == at(0)


@pytest.mark.rule("DD-GAP-04")
def test_dd_gap_04_nobody_scores_and_the_charger_goes_back() -> None:
    """No hit, no protection, no harm."""
    bout = meeting(skilled(1, st=2), skilled(1, st=2), "..ax")
    fight(bout, 3, 12)
    assert (bout.the(MeleeFought).winner, bout.the(MeleeFought).hits) == (None, 0)
    assert bout.the(Pushed) == Pushed(combatant="a", pusher="x", squares=1)
    assert bout.of(ProtectionRolled) == []


@pytest.mark.rule("DD-ARM-02", "DD-ARM-04", "DD-ARM-05", "DD-EX-17")
@pytest.mark.parametrize(("face", "lost"), [(4, 0), (5, 1), (12, 1)])
def test_dd_arm_02_without_armour_dx_protects(face: int, lost: int) -> None:
    """DD-EX-17: DX 4: 1 to 4 saves."""
    bout = meeting(skilled(1, st=6), skilled(1, dx=4), "ax..")
    fight(bout, 6, 4, face)
    assert bout.the(ProtectionRolled) == ProtectionRolled(combatant="x", needed=4, hits=1, lost=lost)
    assert bout.rule_of(ProtectionRolled) == ("DD-ARM-05" if lost else "DD-ARM-04")
    assert bout.hp("x") == 3 - lost


@pytest.mark.rule("DD-ARM-01", "DD-ARM-03", "DD-ARM-05", "DD-EX-18")
@pytest.mark.parametrize(("faces", "lost"), [((4, 4), 0), ((4, 5), 1), ((5, 5), 2)])
def test_dd_arm_03_leather_and_two_hits(faces: tuple[int, int], lost: int) -> None:
    """DD-EX-18: DX 3 and leather are class 4, a die for each hit, one hit point for each that fails."""
    bout = meeting(skilled(2, st=6), skilled(1, armor="leather"), "ax..")
    fight(bout, 6, 5, 4, *faces)
    assert bout.the(ProtectionRolled) == ProtectionRolled(combatant="x", needed=4, hits=2, lost=lost)
    assert bout.hp("x") == 3 - lost


@pytest.mark.rule("DD-DICE-04", "DD-DICE-05")
def test_dd_dice_04_05_no_more_dice_than_the_side_has() -> None:
    """A pool of one: who is activated rolls his activation die besides, the defender does not."""
    short = tuple(Dice(side=side, pool=1) for side in (HEROES, FOES))
    bout = meeting(skilled(3, st=6), skilled(3), "ax..", dice=short)
    fight(bout, 6, 5, 4, 1, 1)
    assert bout.rolls()[:2] == ["2d12 attack", "1d12 defense"]


@pytest.mark.rule("DD-DICE-06")
def test_dd_dice_06_failed_dice_are_back_at_once() -> None:
    """Two charges of one activation are rolled with the same dice, whatever became of them."""
    short = tuple(Dice(side=side, pool=1) for side in (HEROES, FOES))
    bout = meeting(skilled(2, st=1), skilled(1, st=1), "..ax....", dice=short)
    fight(bout, 12, 11, 9)
    bout.correct("combatants.a.place", at(2))
    fight(bout, 12, 11, 9)
    assert bout.rolls() == ["2d12 attack", "1d12 defense"]


@pytest.mark.rule("DD-GAP-02")
def test_dd_gap_02_neutrals_have_dice_enough_and_level_0_has_none() -> None:
    """A creature of level 3 rolls three; a villager without melee none."""
    none = tuple(Dice(side=side, pool=0) for side in (HEROES, FOES))
    setup = Setup(restored=True, dice=none)
    bout = Bout("ac..x", ana("a", skills={}), creature("c", skills={"melee": 3}, st=1), ben("x"), setup=setup)
    bout.start("a")
    fight(bout, 12, 11, 2, defender="c")
    assert bout.rolls() == ["3d12 defense"]


@pytest.mark.rule("DD-CHG-06", "DD-CHG-07")
def test_dd_chg_06_one_against_one_whoever_else_stands_by() -> None:
    """The other foe rolls nothing; when all is over nobody foreign stands beside another."""
    bout = Bout("axy...", ana("a", st=6), ben("x"), ben("y"), setup=BESIDE)
    bout.start("a")
    fight(bout, 6, 4, 1)
    assert bout.rolls() == ["1d12 attack", "1d12 defense", "1d12 protection"]
    assert bout.the(Pushed).squares == 2
    assert bout.place("x") == at(3)


@pytest.mark.rule("DD-PUSH-11")
def test_dd_push_11_the_push_comes_before_the_casualty() -> None:
    """It is pushed first, removed from there, and nobody is separated on its account."""
    bout = meeting(skilled(1, st=6), skilled(1, co=1), "ax...")
    fight(bout, 6, 4, 4)
    assert bout.place("x") == at(2)
    assert bout.the(CombatantOut).combatant == "x"
    assert bout.kinds().index("Moved") < bout.kinds().index("CombatantOut")
    assert bout.of(Separated) == []


@pytest.mark.rule("DD-REA-17")
def test_dd_rea_17_fighting_back_shows_who_was_hidden() -> None:
    """Both are seen from then on."""
    bout = meeting(skilled(1, st=6, conditions=("hidden",)), skilled(1, conditions=("hidden",)), "ax..")
    fight(bout, 6, 4, 1)
    assert not bout.has("a", "hidden")
    assert not bout.has("x", "hidden")
