"""What a way would cost, in inches as people say it."""

from __future__ import annotations

import pytest

from engine.kernel.playing.preview import preview_order
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.orders import Move
from engine.systems.minis.rules.movement.orders import Stop
from tests.systems.minis.bout import Bout, ana, ben, point


def test_a_way_is_told_in_inches() -> None:
    """Not in the hundredths in which it is counted."""
    bout = Bout(ana(at=(0, 0)), ben(at=(900, 0)))
    bout.begin()
    bout.declare("ada")
    order = Move(combatant="ada", path=(Stop(point=point(150, 0)),))
    told = preview_order(bout.arena.book, bout.arena.position, "ana", order, "en")
    (way,) = told.ways
    assert (way.cost, way.left) == (150, 250)
    assert (way.cost_label, way.left_label) == ("1.5 in", "2.5 in")
    assert told.text.startswith("Ada goes 1.5 in, 2.5 in left.")


def test_a_way_that_is_too_long_is_told_as_far_as_it_can_be_gone() -> None:
    """Beside the reason, also where it is a single step: to within a sixty-fourth of it."""
    bout = Bout(ana(at=(0, 0)), ben(at=(900, 900)))
    bout.begin()
    bout.declare("ada")
    order = Move(combatant="ada", path=(Stop(point=point(100, 0)), Stop(point=point(740, 0))))
    with pytest.raises(RuleRefusal) as refused:
        preview_order(bout.arena.book, bout.arena.position, "ana", order, "en")
    (way,) = refused.value.ways
    assert [step.point for step in way.steps] == [point(100, 0), point(400, 0)]
    assert way.cost == 400
