"""My Game: its rules with dice by hand, and the laws of every game."""

from __future__ import annotations

import pytest
from my_game import BlowParried, Missed, Strike, Wait, system

from engine.kit import Begin
from engine.kit.testing import Bout, Entrant, check_game


def begun() -> Bout:
    """Ana strikes first."""
    bout = Bout(system, Entrant("ana", "heroes", seat="ana"), Entrant("wolf", "foes", sheet={"life": 2}))
    bout.order(Begin())
    return bout


def test_a_blow_takes_a_point_if_nobody_parries() -> None:
    bout = begun()
    bout.order(Strike(combatant="ana", target="wolf"), 3)
    bout.answer("take")
    assert bout.life("wolf") == 1
    assert bout.fight.acting == ("wolf",)


def test_a_parry_is_used_up() -> None:
    bout = begun()
    bout.order(Strike(combatant="ana", target="wolf"), 6)
    assert BlowParried(combatant="wolf", attacker="ana") in bout.answer("parry")
    bout.order(Wait(combatant="wolf"))
    bout.order(Strike(combatant="ana", target="wolf"), 6)
    assert not bout.waiting
    assert bout.life("wolf") == 1


def test_a_low_die_misses() -> None:
    assert Missed(combatant="ana", target="wolf") in begun().order(Strike(combatant="ana", target="wolf"), 2)


def test_nobody_acts_out_of_turn() -> None:
    assert begun().refused(Wait(combatant="wolf")).rule == "MG-TURN"


@pytest.mark.parametrize("finding", check_game(system), ids=lambda finding: finding.law.key)
def test_the_game_keeps_the_laws(finding) -> None:  # type: ignore[no-untyped-def]
    assert finding.tried
    assert not finding.faults, finding.law.advice
