"""My Game: its rules with dice by hand, and the laws of every game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from my_game import BlowParried, Missed, Strike, Wait

from engine.kit import Begin
from engine.kit.testing import Bout, Entrant, Finding


@pytest.fixture
def begun(bout: Callable[..., Bout]) -> Bout:
    """Ana strikes first."""
    fight = bout(Entrant("ana", "heroes", seat="ana"), Entrant("wolf", "foes", sheet={"life": 2}))
    fight.order(Begin())
    return fight


def test_a_blow_takes_a_point_if_nobody_parries(begun: Bout) -> None:
    begun.order(Strike(combatant="ana", target="wolf"), 3)
    begun.answer("take")
    assert begun.life("wolf") == 1
    assert begun.fight.acting == ("wolf",)


def test_a_parry_is_used_up(begun: Bout) -> None:
    begun.order(Strike(combatant="ana", target="wolf"), 6)
    assert BlowParried(combatant="wolf", attacker="ana") in begun.answer("parry")
    begun.order(Wait(combatant="wolf"))
    begun.order(Strike(combatant="ana", target="wolf"), 6)
    assert not begun.waiting
    assert begun.life("wolf") == 1


def test_a_low_die_misses(begun: Bout) -> None:
    assert Missed(combatant="ana", target="wolf") in begun.order(Strike(combatant="ana", target="wolf"), 2)


def test_nobody_acts_out_of_turn(begun: Bout) -> None:
    assert begun.refused(Wait(combatant="wolf")).rule == "MG-TURN"


def test_the_game_keeps_the_laws(law: Finding) -> None:
    """Once for each of them; `law` fails with what is wrong, and what to do."""
    assert law.tried
