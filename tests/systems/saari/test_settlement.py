"""What follows from corrections, and from coming late: no dice, no questions."""

from __future__ import annotations

import pytest

from engine.systems.saari.events import EngagementLeft, PlaceInOrderSet
from engine.systems.saari.orders import Attack, Hold, Readied, Ready
from tests.systems.saari.bout import Bout, npc, pc


@pytest.mark.rule("SA-INIT-01", "SA-INIT-08")
def test_a_latecomer_acts_from_the_next_round_on() -> None:
    """It has its place in the order of its group at once."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(pc("zoe", at=None, might=5, toughness=3, learning=3, agility=3, discipline=3, personality=3), seat="gm")
    assert bout.the(PlaceInOrderSet).before == "ada"
    assert bout.own.pc_order == ("zoe", "ada")
    place = bout.who("zoe").place
    assert place is not None
    assert place.zone == "west"
    assert (bout.actions("zoe"), bout.acting) == (0, ("ada",))
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"), 4, 4, 4, 4, 4)
    assert (bout.actions("zoe"), bout.acting) == (5, ("zoe",))


@pytest.mark.rule("SA-KP-02", "G-37")
def test_who_is_corrected_down_and_up_falls_and_wakes() -> None:
    """Whoever was to act is passed over."""
    bout = Bout(pc("ada"), pc("bea", seat="ben"), npc("gob"))
    bout.begin(4, 4, 4, 2)
    bout.correct("combatants.ada.vitals.kp.now", 0)
    assert (bout.who("ada").out, bout.acting) == ("unconscious", ("bea",))
    bout.correct("combatants.ada.vitals.kp.now", 2)
    assert bout.who("ada").out is None
    assert bout.actions("ada") == 3  # not above the present count  [G-37]


@pytest.mark.rule("SA-ENG-01", "G-46")
def test_who_is_put_elsewhere_is_engaged_no_more() -> None:
    """And nobody strikes after it.  [G-46]"""
    bout = Bout(pc("ada"), npc("gob", kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    bout.correct("combatants.gob.place", {"zone": "east"})
    assert [event.combatant for event in bout.of(EngagementLeft)] == ["gob", "ada"]
    assert bout.own.engagements == {}


@pytest.mark.rule("SA-READY-03", "G-42")
def test_who_is_taken_out_is_ready_no_more() -> None:
    """[G-42]"""
    bout = Bout(pc("ada"), pc("bea", seat="ben"), npc("gob", initiative=4))
    bout.begin(4, 4, 2, 2)
    bout.order(Ready(combatant="ada", action=Readied.ATTACK))
    bout.correct("combatants.ada.out", "fled")
    assert bout.fighter("ada").ready is None
