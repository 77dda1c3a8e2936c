"""What a ruling does to an order that has begun: who is gone goes on no more, and an end of turn is never lost."""

from __future__ import annotations

import pytest

from engine.kernel.overruling.gm_tools import Remove
from engine.kernel.state.events import DecisionWithdrawn
from engine.kit.testing import picks
from engine.systems.minis.events import PieceMoved
from tests.systems.minis.bout import ana, ben
from tests.systems.minis.steps import move
from tests.systems.minis.test_opportunity import ASKED, facing_each_other


@pytest.mark.rule("MN-AOO-01")
def test_a_mover_that_is_removed_while_a_strike_is_asked_leaves_the_turn_to_others() -> None:
    """It moves no farther, nobody strikes at it, and the fight goes on without it."""
    bout = facing_each_other(ana("eve", at=(-900, 0)), ben("dan", at=(900, 0)))
    bout.order(move("ada", (-200, 0)))
    assert bout.asked == ASKED
    moved = len(bout.arena.events(PieceMoved))
    bout.last = bout.arena.rule(Remove(combatants=("ada",)))
    assert bout.arena.events(DecisionWithdrawn)
    assert len(bout.arena.events(PieceMoved)) == moved
    fight = bout.state.fight
    assert "ada" not in fight.acting
    assert fight.outcome is None
    assert bout.waiting or [o for _, o in picks.offered(bout.arena.book, bout.state) if not type(o.body).concession]
