"""What figures carry."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.events import LoadDropped
from engine.systems.dozen_die.rules.basics import loads
from tests.systems.dozen_die.bout import HEROES, Bout, ana, ben


@pytest.mark.rule("DD-MARCH-05")
@pytest.mark.parametrize(("items", "capacity", "too_much"), [(3, None, False), (4, None, True), (4, 4, False)])
def test_more_items_than_one_can_bear_are_too_much(items: int, capacity: int | None, too_much: bool) -> None:
    """As many as one's strength, unless the sheet says otherwise; exactly so many are not too much."""
    bout = Bout("a...x", ana("a", st=3, items=items, capacity=capacity), ben("x"))
    assert loads.overloaded(bout.state, "a") is too_much


@pytest.mark.rule("DD-MARCH-06")
def test_who_shares_a_load_carries_it_jointly() -> None:
    """Two who name the same object."""
    bout = Bout("ab.c.x", ana("a", load="crate"), ana("b", load="crate"), ana("c"), ben("x"))
    assert [loads.carrying_jointly(bout.state, who) for who in "abc"] == [True, True, False]


def test_who_is_left_alone_with_a_load_lets_it_fall() -> None:
    """So does who begins alone with one."""
    bout = Bout("ab.c.x", ana("a", load="crate"), ana("b", load="crate"), ana("c", load="chest"), ben("x"))
    bout.draw(HEROES)
    assert bout.the(LoadDropped) == LoadDropped(combatant="c", load="chest")
    assert bout.figure("c").load is None
    assert bout.figure("a").load == "crate"
    bout.correct("combatants.b.out", "casualty")
    assert bout.the(LoadDropped) == LoadDropped(combatant="a", load="crate")
