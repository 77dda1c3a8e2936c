"""Actions that are carried over.  [SA-DELAY, W-31]"""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.systems.saari.events import ActionsCarried, ActionsPaid, Payment
from engine.systems.saari.orders import Hold
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc


def held(*faces: int, delay: bool = True) -> Bout:
    """Both hold; faces: of Ada's initiative."""
    bout = Bout(pc("ada"), npc("gob", initiative=1), setup=Setup(delay=delay))
    bout.begin(*faces)
    bout.order(Hold(combatant="ada"))
    return bout


@pytest.mark.rule("SA-DELAY-01", "SA-DELAY-02", "SA-DELAY-03", "SA-ACT-07", "G-41")
def test_at_the_end_of_the_round_one_or_two_are_carried_over() -> None:
    """They are paid, the rest lapses, and the next initiative is so much higher.  [G-41]"""
    bout = held(4, 4)
    assert not any(key.startswith("carry") for key in bout.keys("gob"))
    bout.order(Hold(combatant="gob"))
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.visibility) == ("AskCarryOver", ("ana",), Visibility.OPEN)
    assert (bout.choices, asked.default) == (["lapse", "carry"], "lapse")
    (field,) = asked.offers[1].fields
    assert (field.least, field.most) == (1, 2)
    bout.answer("carry")
    assert bout.the(ActionsPaid) == ActionsPaid(combatant="ada", cost=2, left=2, payment=Payment.DELAY)
    assert bout.the(ActionsCarried).carried == 2
    assert bout.waiting[0].seats == ("gm",)
    bout.answer("lapse", 4, 2)  # each is asked once
    assert bout.actions("ada") == 2 + 1 + 2
    assert bout.actions("gob") == 1


@pytest.mark.rule("SA-DELAY-01")
def test_no_more_are_carried_over_than_are_left() -> None:
    """One of one; whoever lets it lapse has nothing of it."""
    bout = Bout(pc("ada", personality=0), npc("gob", initiative=1), setup=Setup())
    bout.begin(1, 4)  # complicated: 2 - 1
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"))
    assert bout.waiting[0].offers[1].fields[0].most == 1
    bout.answer("lapse")
    bout.answer("carry", 4, 4)
    assert bout.actions("ada") == 3
    assert bout.actions("gob") == 2


@pytest.mark.rule("SA-DELAY-01", "G-41")
def test_where_it_is_not_agreed_nobody_is_asked() -> None:
    """It is a rule on trial.  [G-41]"""
    bout = held(4, 4, delay=False)
    bout.order(Hold(combatant="gob"), 4, 4)
    assert bout.actions("ada") == 4


@pytest.mark.rule("SA-DELAY-03")
def test_nobody_without_actions_is_asked() -> None:
    """There is nothing to carry over."""
    bout = Bout(pc("ada"), npc("gob", initiative=0), setup=Setup())
    bout.begin(4, 4)
    bout.order(Hold(combatant="ada"))
    assert [asked.seats for asked in bout.waiting] == [("ana",)]
    bout.answer("lapse", 4, 4)
