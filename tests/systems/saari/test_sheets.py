"""From sheet to fighter: derived figures, gear within capacity, everything of the catalogue."""

from __future__ import annotations

import pytest

from engine.kernel.structs.errors import SheetRefused
from engine.systems.saari.content.catalogue import SHEETS
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.rules.basics.entering import combatant_of, fighter_of
from engine.systems.saari.sheet import Sheet
from tests.systems.saari.bout import Bout, npc, pc


@pytest.mark.parametrize("ref", sorted(SHEETS))
def test_everybody_of_the_catalogue_can_enter(ref: str) -> None:
    """With a place or without."""
    fighter, body = fighter_of(Sheet(ref=ref)), combatant_of(Sheet(ref=ref), None)
    assert body.kind == fighter.kind.value
    assert ("mp" in body.vitals) is (fighter.kind is Kind.PC)


@pytest.mark.rule("SA-KP-01", "SA-MP-01", "SA-ATTR-06", "SA-ATTR-08")
@pytest.mark.parametrize("score", range(7))
def test_points_follow_from_attributes(score: int) -> None:
    """Toughness + 5, Discipline + 2."""
    vitals = combatant_of(Sheet(toughness=score, discipline=score), None).vitals
    assert (vitals["kp"].max, vitals["mp"].max) == (score + 5, score + 2)


@pytest.mark.rule("SA-GEAR-01", "SA-GEAR-02", "SA-GEAR-03", "SA-GEAR-04", "SA-ATTR-03", "SA-ATTR-09")
@pytest.mark.parametrize(("personality", "fits"), [(0, False), (1, True), (2, True)])
def test_gear_has_to_fit(personality: int, fits: bool) -> None:
    """A heavy and a light item take three light slots: half of 1 is 1."""
    sheet = Sheet(personality=personality, weapons=("bow", "pistol"))
    if fits:
        assert fighter_of(sheet).held == ("bow",)
    else:
        with pytest.raises(SheetRefused) as refused:
            fighter_of(sheet)
        assert refused.value.rule == "G-23"


@pytest.mark.rule("SA-GEAR-05")
def test_armour_takes_no_slot() -> None:
    """Nor do trinkets."""
    assert fighter_of(Sheet(personality=0, armor="plate", weapons=("greataxe",))).held == ("greataxe",)


@pytest.mark.rule("G-22")
def test_two_hands_hold_no_more() -> None:
    """A sword beside a bow is not held.  [G-22]"""
    with pytest.raises(SheetRefused):
        fighter_of(Sheet(personality=6, weapons=("sword", "bow"), held=("sword", "bow")))


@pytest.mark.rule("SA-ZONE-01")
def test_who_has_no_place_begins_in_the_first_zone() -> None:
    """Where the setup says nothing."""
    bout = Bout(pc("ada", at=None), npc("gob", at="east"))
    bout.begin(4, 4)
    assert bout.who("ada").place.zone == "west"
