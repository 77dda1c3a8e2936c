"""Shooting and reloading as orders."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, VitalChanged
from engine.systems.dozen_die.events import ProtectionRolled, ShotRolled, WeaponLoaded, WeaponUnloaded
from engine.systems.dozen_die.orders import Reload, Shoot
from tests.systems.dozen_die.bout import Bout, ana, ben
from tests.systems.dozen_die.laid import Ground, Setup

BOW = {"skills": {"melee": 1, "shooting": 2}, "weapons": ("longbow",), "dx": 4}
SHOT = Shoot(combatant="a", target="x", weapon="longbow")


def duel(rows: str = "a....x", **target: Any) -> Bout:
    """An archer of DX 4 with a longbow is activated."""
    bout = Bout(rows, ana("a", **BOW), ben("x", **target))
    bout.start("a")
    return bout


@pytest.mark.rule("DD-REA-07", "DD-ARM-01", "DD-ARM-06", "DD-DICE-04")
def test_each_die_up_to_dx_and_bonus_is_a_hit() -> None:
    """DX 4 and 2: of 6 and 7 the first hits; one protection die, against DX 3."""
    bout = duel()
    bout.order(SHOT, 6, 7, 4)
    assert bout.rolls() == ["2d12 shooting", "1d12 protection"]
    assert bout.the(ShotRolled) == ShotRolled(attacker="a", target="x", weapon="longbow", needed=6, hits=1)
    assert bout.the(ProtectionRolled) == ProtectionRolled(combatant="x", needed=3, hits=1, lost=1)
    assert bout.hp("x") == 2
    told = [(t.of, t.source, t.amount) for t in bout.because_of(ShotRolled).terms]
    assert told == [("needed", "dx", 4), ("needed", "longbow", 2), ("hits", "successes", 1)]
    told = [(t.of, t.source, t.amount) for t in bout.because_of(ProtectionRolled).terms]
    assert told == [("needed", "dx", 3), ("hits", "hits", 1), ("lost", "hits", 1)]


@pytest.mark.rule("DD-DICE-03")
def test_a_twelve_misses_and_does_not_protect() -> None:
    """Whatever the values are."""
    bout = Bout("a....x", ana("a", **{**BOW, "dx": 12}), ben("x", dx=12))
    bout.start("a")
    bout.order(SHOT, 12, 11, 12)
    assert bout.the(ShotRolled).hits == 1
    assert bout.the(ProtectionRolled).lost == 1


@pytest.mark.rule("DD-REA-22", "DD-REA-23", "DD-REA-24")
def test_a_shot_unloads_and_an_action_loads() -> None:
    """Without loading nobody shoots twice; who has loaded does, in the next activation."""
    bout = duel()
    bout.order(SHOT, 12, 12)
    assert bout.the(WeaponUnloaded).weapon == "longbow"
    assert bout.refuse(SHOT).rule == "DD-REA-23"
    assert bout.refuse(Reload(combatant="a", weapon="sword")).field == "weapon"
    bout.order(Reload(combatant="a", weapon="longbow"), draws="heroes")
    assert bout.the(WeaponLoaded).weapon == "longbow"
    bout.activate("a")
    assert bout.refuse(Reload(combatant="a", weapon="longbow")).rule == "DD-REA-24"
    bout.order(SHOT, 12, 12)


@pytest.mark.parametrize(("squares", "reached"), [(12, True), (13, False)])
def test_a_longbow_reaches_twelve_squares(squares: int, reached: bool) -> None:
    """Not one more; what does not reach is not offered either."""
    bout = duel("a" + "." * (squares - 1) + "x")
    assert ("shoot-longbow" in bout.keys("a")) is reached
    if not reached:
        assert bout.refuse(SHOT).field == "target"


@pytest.mark.parametrize(("squares", "why"), [(12, "x is out of sight"), (13, "x is 13 squares away, this reaches 12")])
def test_what_cannot_be_shot_at_is_told_by_its_true_reason(squares: int, why: str) -> None:
    """Behind a wall at the very end of the bow's reach the wall is the reason; one square on it is the way."""
    row = "." * 2 + "#" + "." * (squares - 2)
    bout = Bout(f"a.#{'.' * (squares - 3)}x", ana("a", **BOW), ben("x"), setup=Setup(ground=Ground(rows=(row,))))
    bout.start("a")
    assert why in str(bout.refuse(SHOT))


def test_nobody_shoots_through_a_wall_or_at_his_own() -> None:
    """Nor with what does not shoot, nor without having learned it."""
    bout = Bout("ab#.x", ana("a", **BOW), ana("b"), ben("x"), setup=Setup(ground=Ground(rows=("..#..",))))
    bout.start("a")
    assert bout.refuse(SHOT).field == "target"
    assert bout.refuse(Shoot(combatant="a", target="b", weapon="longbow")).field == "target"
    assert bout.refuse(Shoot(combatant="a", target="q", weapon="longbow")).code == "UNKNOWN"
    novice = Bout("a...x", ana("a", weapons=("longbow", "sword")), ben("x"))
    novice.start("a")
    assert novice.refuse(SHOT).rule == "DD-DICE-04"
    assert novice.refuse(Shoot(combatant="a", target="x", weapon="sword")).rule == "DD-REA-16"


@pytest.mark.rule("DD-TERR-02")
def test_ground_covers_against_shots() -> None:
    """Rocks add 2 to the protection of who stands in them."""
    rocks = Setup(ground=Ground(rows=("...rr",)))
    bout = Bout("a..x.", ana("a", **BOW), ben("x"), setup=rocks)
    bout.start("a")
    bout.order(SHOT, 1, 12, 5)
    assert bout.the(ProtectionRolled) == ProtectionRolled(combatant="x", needed=5, hits=1, lost=0)
    assert ("rocks", 2) in [(t.source, t.amount) for t in bout.because_of(ProtectionRolled).terms]


@pytest.mark.rule("DD-HP-05", "DD-ARM-05")
def test_dd_hp_05_without_hit_points_a_casualty() -> None:
    """At once: 1 hit point, two hits, two failed dice; and nobody has less than none."""
    bout = Bout("a..xy", ana("a", **BOW), ben("x", co=1), ben("y"))
    bout.start("a")
    bout.order(SHOT, 1, 1, 4, 5)
    assert bout.the(VitalChanged).change == -1
    assert bout.the(CombatantOut) == CombatantOut(combatant="x", reason="casualty")
    assert bout.rule_of(CombatantOut) == "DD-HP-05"
    assert bout.who("x").out == "casualty"
