"""What a ruling does to questions that are open: what is offered is of the fight as it is now."""

from __future__ import annotations

import pytest

from engine.kernel.structs.messages import plain
from engine.systems.dozen_die.events import Pushed, ShotRolled
from engine.systems.dozen_die.orders import Move
from engine.systems.dozen_die.rules.conflict import melee
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.deed import instead, played
from tests.systems.dozen_die.grounds import path
from tests.systems.dozen_die.laid import Setup
from tests.systems.dozen_die.test_reactions_to_moves import ARCHER, SHOT, asked

EAST = path((1, 0), (2, 0), (3, 0))


@pytest.mark.rule("DD-REA-06")
def test_a_bow_that_was_unloaded_meanwhile_is_not_offered() -> None:
    """The question is withdrawn, and the mover goes on."""
    bout = Bout("a.....\n......\n......\n.x....", ana("a"), ben("x", **ARCHER))
    bout.start("a")
    bout.order(Move(combatant="a", path=EAST))
    assert bout.asked == ["ReactToMove"]
    assert SHOT in bout.choices
    put = len(asked(bout))
    bout.correct("rules.figures.x.loaded", [])
    assert bout.asked == []
    assert len(asked(bout)) == put
    assert bout.arena.events(ShotRolled) == []
    assert bout.place("a") == at(3)


@pytest.mark.rule("DD-MEL-08", "DD-PUSH-02")
def test_who_is_put_elsewhere_before_the_push_is_not_pushed() -> None:
    """The winner's player is asked to where; the loser no longer touches him, and stays where he was put."""
    bout = Bout("...... ...... .ax... ...... ......", ana("a", st=6), ben("x"), setup=Setup(restored=True))
    bout.start("a")
    played(bout, "a", lambda table: melee.fight(table, "a", "x"), 5, 12)
    assert bout.asked == ["PushWhere"]
    bout.arena.feed(1)  # the hit itself stays: protection is rolled
    with instead(lambda table: melee.fight(table, "a", "x")):
        bout.correct("combatants.x.place", plain(at(5, 4)))
    assert bout.asked == []
    assert bout.place("x") == at(5, 4)
    assert bout.arena.events(Pushed) == []
