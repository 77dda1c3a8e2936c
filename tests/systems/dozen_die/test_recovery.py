"""After the adventure: what becomes of casualties."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.content.kinds import Fate
from engine.systems.dozen_die.events import RecoveryRolled
from engine.systems.dozen_die.orders import CallOff, Recover
from engine.systems.dozen_die.sheet import Setup
from tests.systems.dozen_die.bout import HEROES, Bout, ana, ben, creature


def decided(**setup: int) -> Bout:
    """The game master has called it off; `a` with CO 4 and a creature lie there."""
    bout = Bout("a.b..x..c", ana("a", co=4), ana("b"), ben("x"), creature("c"), setup=Setup(**setup))
    bout.draw(HEROES)
    for who in ("a", "c"):
        bout.correct(f"combatants.{who}.out", "casualty")
    bout.order(CallOff(), seat="gm")
    return bout


@pytest.mark.rule("DD-HP-06")
@pytest.mark.parametrize(("face", "fate"), [(7, Fate.RECOVERED), (8, Fate.ABSENT), (11, Fate.ABSENT), (12, Fate.DEAD)])
def test_dd_hp_06_a_die_against_constitution_and_three(face: int, fate: Fate) -> None:
    """CO 4: 7 recovers, 8 stays away, 12 is death; nobody rolls for creatures, or twice."""
    bout = decided()
    assert "recover" in bout.keys(None)
    bout.order(Recover(), face, seat="gm")
    assert bout.the(RecoveryRolled) == RecoveryRolled(combatant="a", needed=7, fate=fate)
    assert [(t.source, t.amount) for t in bout.because_of(RecoveryRolled).terms] == [("co", 4), ("recovery", 3)]
    assert bout.own.fates == {"a": fate}
    assert "recover" not in bout.keys(None)
    assert bout.refuse(Recover(), seat="gm").rule == "DD-HP-06"


@pytest.mark.rule("DD-HP-06")
def test_dd_hp_06_the_setup_says_how_easily_one_recovers() -> None:
    """Without the bonus 4 is the most that does; and while the fight goes on nobody rolls."""
    bout = decided(recovery_bonus=0)
    bout.order(Recover(), 5, seat="gm")
    assert bout.the(RecoveryRolled).fate is Fate.ABSENT
    going = Bout("a...x", ana("a"), ben("x"))
    going.draw(HEROES)
    assert going.refuse(Recover(), seat="gm").rule == "DD-HP-06"
