"""Jumps over gaps."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import Moved
from engine.kernel.structs.messages import Event
from engine.systems.dozen_die.events import ContactMade, FallRolled, Fell, JumpTested, TerrainTested
from engine.systems.dozen_die.orders import Move, Step, StepBy
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.grounds import ground, leap, path


def on_roof(row: str, *, far: int | None = None, **figures: Any) -> Bout:
    """One of Ana's on the first square of a row, and a foe far off."""
    signs = len(row)
    height = {"1": 1, "2": 2, "3": 3}.get(row[0], 0)
    other = ben("b", place=at(signs - 1 if far is None else far))
    bout = Bout("." * signs, ana("a", place=at(0, 0, height), **figures), other, setup=ground(row))
    bout.start("a")
    return bout


def _version(bout: Bout, kind: type[Event]) -> int:
    (version,) = [r.version for r in bout.last if isinstance(r.event, kind)]
    return version


@pytest.mark.rule("DD-JUMP-01", "DD-EX-11", "DD-DICE-02")
def test_up_to_half_the_movement_nothing_is_rolled() -> None:
    """Movement 3: two squares, landing counted, over a gap of one."""
    bout = on_roof("3.3......")
    bout.order(Move(combatant="a", path=(leap(2),)))
    assert [m.to for m in bout.of(Moved)] == [at(2, 0, 3)]
    assert bout.rolls() == []
    assert bout.rule_of(Moved) == "DD-JUMP-01"


@pytest.mark.rule("DD-JUMP-02", "DD-JUMP-04", "DD-JUMP-05", "DD-EX-12")
def test_a_longer_jump_is_tested() -> None:
    """Movement 3, dexterity 4: three squares by a 7; by an 8 he lies in the gap, three levels down."""
    good = on_roof("3..3.....", dx=4)
    good.order(Move(combatant="a", path=(leap(3),)), 7)
    assert good.the(JumpTested) == JumpTested(combatant="a", squares=3, needed=7, passed=True)
    assert [(t.source, t.amount) for t in good.because_of(JumpTested).terms] == [("dx", 4), ("jump", 3)]
    assert good.place("a") == at(3, 0, 3)
    bad = on_roof("3..3.....", dx=4, conditions=("hidden",))
    bad.order(Move(combatant="a", path=(leap(3),)), 8, 1, 5, 4)
    assert bad.place("a") == at(1)
    assert bad.the(Fell).levels == 3
    assert bad.the(FallRolled).lost == 1
    tested, moved, fell = (_version(bad, kind) for kind in (JumpTested, Moved, Fell))
    assert bad.because_of(Moved).causes == (tested,)
    assert bad.because_of(Fell).causes == (moved,)
    assert fell in bad.because_of(FallRolled).causes


@pytest.mark.rule("DD-JUMP-05", "DD-FALL-01")
def test_a_shallow_gap_does_no_harm() -> None:
    """One level: no dice but the fall is told; the order is over all the same."""
    bout = on_roof("1..1.....", dx=4)
    bout.order(Move(combatant="a", path=(leap(3),)), 12)
    assert bout.place("a") == at(1)
    assert bout.the(Fell).levels == 1
    assert bout.rolls() == ["1d12 jump"]


@pytest.mark.rule("DD-JUMP-04")
def test_the_gap_is_the_first_lower_square_on_the_line() -> None:
    """Behind a square as high as the roof."""
    bout = on_roof("33.3.....", dx=4)
    bout.order(Move(combatant="a", path=(leap(3),)), 12, 1, 1, 1)
    assert bout.place("a") == at(2)


@pytest.mark.rule("DD-DICE-03")
def test_a_twelve_never_clears_a_gap() -> None:
    """Even with dexterity 10."""
    bout = on_roof("1..1.....", dx=10)
    bout.order(Move(combatant="a", path=(leap(3),)), 12)
    assert bout.the(JumpTested).passed is False


@pytest.mark.rule("DD-JUMP-03", "DD-ACT-11")
def test_no_jump_is_longer_than_the_movement_and_orders_do_not_add_up() -> None:
    """Four squares with 3; a step before it shortens it; two jumps, or a walk and then a jump, are fine."""
    bout = on_roof("333..3.....")
    assert bout.refuse(Move(combatant="a", path=(leap(5),))).rule == "DD-JUMP-03"
    assert bout.refuse(Move(combatant="a", path=(*path((1, 0), (2, 0)), leap(5)))).rule == "DD-JUMP-03"
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0))))
    bout.order(Move(combatant="a", path=(leap(5),)), 6, draws="heroes")
    assert bout.place("a") == at(5, 0, 3)


@pytest.mark.rule("DD-JUMP-01")
def test_reduced_by_the_ground_nobody_jumps_further_than_what_is_left() -> None:
    """Bog before a gap: a failure leaves two squares, one is walked, and the jump of two stays undone."""
    bout = on_roof(".b~.....b", mv=3)
    bout.order(Move(combatant="a", path=(*path((1, 0)), leap(3))), 12)
    assert bout.choices[0] == "keep"
    bout.answer("keep")
    assert bout.place("a") == at(1)


@pytest.mark.rule("DD-TERR-07")
def test_what_is_flown_over_is_not_tested_and_what_one_lands_in_is() -> None:
    """A river jumped over; thorns behind it hold him as he goes on."""
    bout = on_roof(".~.......")
    bout.order(Move(combatant="a", path=(leap(2),)))
    assert bout.rolls() == []
    thorns = on_roof(".~xx.....", mv=4)
    thorns.order(Move(combatant="a", path=(leap(2), *path((3, 0)))), 12)
    assert thorns.the(TerrainTested).allowance == 0
    assert thorns.place("a") == at(2)
    river = on_roof(".~.~.....", mv=4)
    river.order(Move(combatant="a", path=(leap(2), *path((3, 0)))), 12)
    assert river.place("a") == at(2), "two squares are half of four, and the jump was two"
    there = on_roof(".~xx.....", mv=4)
    there.order(Move(combatant="a", path=(leap(2),)))
    assert there.rolls() == [], "who goes no further need not know how far he could"


@pytest.mark.rule("DD-FALL-08", "DD-JUMP-05")
def test_who_lands_much_lower_falls_though_he_jumped_well() -> None:
    """From a roof of three levels over a gap to the ground: three dice, and the order is over."""
    bout = on_roof("3........")
    bout.order(Move(combatant="a", path=(leap(2),)), 1, 2, 3)
    assert bout.place("a") == at(2)
    assert bout.the(Fell).levels == 3


@pytest.mark.rule("DD-MOVE-12", "DD-MOVE-13")
def test_a_jump_into_contact_is_a_charge_and_one_through_it_is_refused() -> None:
    """The flight may not touch anybody."""
    bout = on_roof("3.3.3....", far=5, mv=4)
    bout.correct("combatants.b.place", at(4, 0, 3))
    assert bout.refuse(Move(combatant="a", path=(leap(4),))).rule in {"DD-MOVE-11", "DD-MOVE-12"}
    met = on_roof("3.33.....", mv=4)
    met.correct("combatants.b.place", at(3, 0, 3))
    met.order(Move(combatant="a", path=(leap(2),)), 12, 12, 1, 1, 1)
    assert met.the(ContactMade).defender == "b"


@pytest.mark.rule("DD-MOVE-08")
def test_nobody_jumps_in_a_low_tunnel() -> None:
    """It says so itself."""
    bout = on_roof(".u.......")
    assert bout.refuse(Move(combatant="a", path=(leap(2),))).rule == "DD-MOVE-08"


def test_a_jump_is_straight_in_any_direction() -> None:
    """Over the squares that a line from middle to middle crosses: a knight's jump past a chimney."""
    rows = ("22.", "2.2", "..2")
    bout = Bout("...\n...\n...", ana("a", place=at(0, 0, 2)), ben("b", place=at(0, 2)), setup=ground(*rows))
    bout.start("a")
    bout.order(Move(combatant="a", path=(Step(cell=leap(2, 1).cell, by=StepBy.JUMP),)))
    assert bout.place("a") == at(2, 1, 2)
