"""Charges as orders: into contact, and what becomes of the rest of the activation."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.dozen_die.events import (
    ChargeFellShort,
    ConflictOpposed,
    ContactMade,
    MeleeFought,
    OrderFinished,
    Pushed,
    TerrainTested,
)
from engine.systems.dozen_die.orders import Charge
from tests.systems.dozen_die.bout import Bout, ana, at, ben, creature
from tests.systems.dozen_die.grounds import ground, path
from tests.systems.dozen_die.laid import Setup


def duel(rows: str = "a...x....", setup: Setup | None = None, **attacker: Any) -> Bout:
    """`a` is activated, `x` is a foe."""
    bout = Bout(rows, ana("a", **attacker), ben("x"), setup=setup)
    bout.start("a")
    return bout


@pytest.mark.rule("DD-CHG-01", "DD-CHG-04", "DD-CHG-05")
def test_dd_chg_01_into_contact_and_a_melee() -> None:
    """He stops on the square beside his target, as attacker; then they fight."""
    bout = duel()
    bout.order(Charge(combatant="a", target="x"), 3, 12, 1)
    assert bout.the(ContactMade) == ContactMade(attacker="a", defender="x", used=None)
    assert bout.place("a") == at(3)
    assert bout.the(MeleeFought).winner == "a"
    assert bout.place("x") == at(5)


@pytest.mark.rule("DD-CHG-01")
def test_dd_chg_01_creatures_can_be_charged_ones_own_cannot() -> None:
    """Nor the missing, nor somebody out of reach."""
    bout = Bout("ba.c.....x", ana("a"), ana("b"), creature("c"), ben("x"))
    bout.start("a")
    assert bout.refuse(Charge(combatant="a", target="b")).rule == "DD-CHG-01"
    assert bout.refuse(Charge(combatant="a", target="q")).code == "UNKNOWN"
    assert bout.refuse(Charge(combatant="a", target="x")).field == "target"
    bout.order(Charge(combatant="a", target="c"), 3, 12, 1)
    assert bout.the(ContactMade).defender == "c"


@pytest.mark.rule("DD-CHG-02")
def test_dd_chg_02_the_way_obeys_every_rule_of_moves() -> None:
    """MV 3 is three squares; around a wall it is too far; whom it touches first is whom it is against."""
    far = duel("a....x....")
    assert far.refuse(Charge(combatant="a", target="x")).rule == "DD-CHG-02"
    walled = duel("a..x\n....\n....\n....", setup=ground(".#..", ".#..", ".#..", "...."))
    assert walled.refuse(Charge(combatant="a", target="x")).rule == "DD-CHG-02"
    two = Bout("......\na..x.y\n......", ana("a", mv=5), ben("x"), ben("y"))
    two.start("a")
    assert two.refuse(Charge(combatant="a", target="y", path=path((1, 1), (2, 1)))).field == "path"


@pytest.mark.rule("DD-CHG-02", "DD-CHG-03")
@pytest.mark.parametrize(("face", "reached"), [(9, True), (10, False)])
def test_dd_chg_03_kept_back_by_the_ground_it_was_only_a_move(face: int, reached: bool) -> None:
    """Flooded ground, DX 3: with 9 he has three squares and fights, with 10 two, and nobody fights."""
    bout = duel("a...x....", setup=ground(".,,,....."))
    bout.order(Charge(combatant="a", target="x"), face, *((3, 12, 1) if reached else ()))
    assert bout.the(TerrainTested).allowance == (3 if reached else 2)
    assert bout.place("a") == at(3 if reached else 2)
    assert bool(bout.of(ChargeFellShort)) is not reached
    assert bool(bout.of(MeleeFought)) is reached
    assert bout.the(OrderFinished).orders_left == 1


@pytest.mark.rule("DD-CHG-09", "DD-ACT-08")
def test_dd_chg_09_the_winner_may_charge_again() -> None:
    """The same one, who stands two squares away by now."""
    bout = duel()
    bout.order(Charge(combatant="a", target="x"), 3, 12, 1)
    bout.order(Charge(combatant="a", target="x"), 3, 12, 1, draws="foes")
    assert bout.the(ContactMade).defender == "x"
    assert bout.place("a") == at(4)


@pytest.mark.rule("DD-GAP-37")
def test_dd_gap_37_so_may_who_was_beaten() -> None:
    """Pushed back, and still standing, he keeps his other order."""
    bout = duel()
    bout.order(Charge(combatant="a", target="x"), 2, 3, 1)
    assert bout.the(Pushed).combatant == "a"
    assert bout.place("a") == at(2)
    bout.order(Charge(combatant="a", target="x"), 3, 12, 1, draws="foes")
    assert bout.the(MeleeFought).winner == "a"


@pytest.mark.rule("DD-GAP-39")
def test_dd_gap_39_a_casualty_loses_the_rest_of_its_activation() -> None:
    """The attacker falls in his first order: the next die is drawn."""
    bout = Bout("a...x..b", ana("a", co=1), ana("b"), ben("x"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="x"), 2, 3, 4, draws="foes")
    assert bout.who("a").out == "casualty"
    assert "ActivationEnded" in bout.kinds()
    assert bout.acting == ("x",)


@pytest.mark.rule("DD-CHG-10")
def test_dd_chg_10_a_charge_may_use_a_skill_of_contact() -> None:
    """Shove instead of melee; a skill of another kind, or one he has not learned, is refused."""
    bout = duel(st=4, skills={"melee": 1, "shove": 2, "taunt": 1})
    for skill in ("taunt", "melee", "hide"):
        assert bout.refuse(Charge(combatant="a", target="x", skill=skill)).field == "skill"
    bout.order(Charge(combatant="a", target="x", skill="shove"))
    assert bout.the(ContactMade).used == "shove"
    assert bout.asked == ["ResistHow"]
    bout.answer("dx", 4, 1, 3)
    assert bout.the(ConflictOpposed).successes == 1
    assert bout.of(MeleeFought) == []
    assert bout.place("x") == at(5)


@pytest.mark.rule("DD-GAP-33")
def test_dd_gap_33_whom_he_touches_already_he_charges_where_he_stands() -> None:
    """A position in the middle of a fight: without a path."""
    bout = duel(".ax....", setup=Setup(restored=True))
    bout.order(Charge(combatant="a", target="x"), 3, 12, 1)
    assert bout.place("a") == at(1)
    assert bout.place("x") == at(3)


@pytest.mark.rule("DD-TERR-03")
def test_nobody_charges_whom_he_does_not_notice() -> None:
    """A hider further away than his awareness."""
    bout = Bout("a...x....", ana("a", aw=3), ben("x", conditions=("hidden",)))
    bout.start("a")
    assert bout.refuse(Charge(combatant="a", target="x")).rule == "DD-TERR-03"
    assert not any(key.startswith("charge") for key in bout.keys("a"))
