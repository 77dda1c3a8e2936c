"""What a ruling does to questions that are open: what is offered is of the fight as it is now."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.commands import Move
from engine.systems.dozen_die.events import ShotRolled
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.grounds import path
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
