"""What the target of a charge may do before the melee."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut
from engine.systems.dozen_die.events import ConflictRolled, ContactMade, MeleeFought, ProtectionRolled, ReactionMade
from engine.systems.dozen_die.orders import Charge, Manner, Move
from engine.systems.dozen_die.sheet import Dice
from tests.systems.dozen_die.bout import BOOK, FOES, Bout, ana, ben, creature
from tests.systems.dozen_die.grounds import path
from tests.systems.dozen_die.laid import Setup

CHARGE = Charge(combatant="a", target="w")
REPEL = "use:w:repel"


def charged(rows: str = "..a..w..", *others: Any, setup: Setup | None = None, **figures: Any) -> Bout:
    """A hero is activated; unless others are named he can charge a witch."""
    bout = Bout(rows, ana("a", **figures), *(others or (ben("w", ref="witch"),)), setup=setup)
    bout.start("a")
    return bout


@pytest.mark.rule("DD-REA-12", "DD-REA-13", "DD-REA-21", "DD-REA-17")
def test_the_target_may_repel_once_and_then_fights_as_usual() -> None:
    """Its spell hits the charger, then both roll: no other skill is quick enough, and its dagger is no reaction."""
    bout = charged()
    bout.order(CHARGE)
    assert bout.the(ContactMade).defender == "w"
    assert bout.asked == ["ReactToCharge"]
    assert bout.waiting[0].question == {"combatant": "w", "attacker": "a"}
    assert bout.waiting[0].seats == ("ben",)
    assert bout.choices == [REPEL, "pass"]
    bout.answer(REPEL, 5, 12, 1, 12, 1)
    assert bout.rolls() == ["1d12 repel", "1d12 protection", "1d12 attack", "1d12 defense", "1d12 protection"]
    made = bout.the(ReactionMade)
    assert (made.combatant, made.target, made.means, made.manner) == ("w", "a", "repel", Manner.CHARGE)
    assert bout.hp("a") == 2
    assert bout.the(MeleeFought).winner == "a"


@pytest.mark.rule("DD-REA-12")
def test_each_success_of_it_is_a_hit_and_without_any_there_is_just_melee() -> None:
    """Level 2, CH 5: a 5 and a 1 are two hits, a 6 and a 12 none."""
    for faces, hits in (((5, 1), 2), ((6, 12), 0)):
        bout = charged("..a..w..", ben("w", ref="witch", skills={"repel": 2, "melee": 1}))
        bout.order(CHARGE)
        bout.answer(REPEL, *faces, *([1] * hits), 12, 12)
        assert bout.the(ConflictRolled).successes == hits
        assert [rolled.hits for rolled in bout.of(ProtectionRolled)] == ([hits] if hits else [])
        assert bout.the(MeleeFought)


def test_whoever_lets_it_pass_fights() -> None:
    """That is the default."""
    bout = charged()
    bout.order(CHARGE)
    assert bout.waiting[0].default == "pass"
    bout.answer("pass", 12, 12)
    assert bout.the(MeleeFought)
    assert bout.of(ReactionMade) == []


@pytest.mark.rule("DD-REA-08")
def test_a_charger_taken_out_fights_no_melee() -> None:
    """His activation is over."""
    bout = charged("..a..w...c", ana("c"), ben("w", ref="witch"), hp=1)
    bout.order(CHARGE)
    bout.answer(REPEL, 1, 12, draws=FOES)
    assert bout.the(CombatantOut).combatant == "a"
    assert bout.of(MeleeFought) == []


@pytest.mark.rule("DD-REA-21")
def test_it_has_no_limit_in_a_round() -> None:
    """Both charges of an activation are answered."""
    bout = charged()
    for draws in (None, FOES):
        bout.order(CHARGE)
        bout.answer(REPEL, 12, 12, 12, draws=draws)
        assert bout.the(ReactionMade)
    assert bout.figure("w").reactions_used == {"repel": 2}


@pytest.mark.rule("DD-REA-11")
def test_nobody_but_the_target_is_asked() -> None:
    """Not the witch beside, nor an archer; a target that has no such skill is not asked either."""
    bout = charged(
        "..a..x.w", ben("x", skills={"melee": 1, "shooting": 2}, weapons=("longbow",)), ben("w", ref="witch")
    )
    bout.order(Charge(combatant="a", target="x"), 12, 12)
    assert bout.waiting == []
    assert bout.the(MeleeFought)


def test_a_move_into_contact_is_answered_as_a_charge() -> None:
    """That is what it is."""
    bout = charged()
    bout.order(Move(combatant="a", path=path((3, 0), (4, 0))))
    assert bout.asked == ["ReactToCharge"]


def test_a_skill_used_in_contact_is_answered_too() -> None:
    """It is used in a charge."""
    bout = charged(skills={"melee": 1, "shove": 1})
    bout.order(Charge(combatant="a", target="w", skill="shove"))
    assert bout.choices == [REPEL, "pass"]


def test_the_taunted_only_fight() -> None:
    """They do not react till the next draw."""
    bout = charged()
    bout.correct("combatants.w.conditions", [{"key": "taunted", "kind": "taunted"}])
    bout.order(CHARGE, 12, 12)
    assert bout.of(ReactionMade) == []
    assert bout.the(MeleeFought)


@pytest.mark.rule("DD-REA-04")
def test_a_creature_needs_its_talent_for_it_too() -> None:
    """Then the opponent of who charges decides."""
    bout = charged("..a..w....x", creature("w", ref="witch"), ben("x"))
    bout.order(CHARGE, 12, 12)
    assert bout.of(ReactionMade) == []
    bout = charged("..a..w....x", creature("w", ref="witch", talents=("trigger_happy",)), ben("x"))
    bout.order(CHARGE)
    assert bout.asked == ["ReactToCharge"]
    assert bout.waiting[0].seats == ("ben",)


@pytest.mark.rule("DD-DICE-04")
def test_its_dice_come_from_the_pool_and_are_back_for_the_melee() -> None:
    """A pool of one: one die of two repels, and one of two fights."""
    small = Setup(dice=(Dice(side=FOES, pool=1),))
    bout = charged("..a..w..", ben("w", ref="witch", skills={"repel": 2, "melee": 2}), setup=small)
    bout.order(CHARGE)
    bout.answer(REPEL, 12, 12, 12)
    assert bout.rolls() == ["1d12 repel", "1d12 attack", "1d12 defense"]


def test_everybody_sees_this_window_as_well() -> None:
    """And a seat may settle it by itself."""
    bout = charged()
    bout.order(CHARGE)
    seen = [BOOK.seen(bout.state, seat).fight.window for seat in ("gm", "ana", "ben", "eye", None)]
    assert all(window == seen[0] for window in seen)
    bout = charged()
    bout.arena.preferences = {"ben ReactToCharge": "always", "ben ReactToMove": "never"}
    bout.order(CHARGE, 12, 12, 12)
    assert bout.the(ReactionMade).means == "repel"
