"""Hazards that the game master springs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.events import HazardSprung, RollOpened
from engine.systems.saari.orders import Hold, Spring
from tests.systems.saari.bout import FOES, Bout, npc, one, pc


def trapped(ref: str, *, found: bool = True, shield: bool = False, **more: Any) -> Bout:
    """Ada and Bea beside a hazard; a foe far off."""
    gear = {"weapons": (), "shields": ("shield",)} if shield else {}
    hazard = one("trap", FOES, None, ref=ref, seen_by=None if found else ())
    bout = Bout(pc("ada", **gear, **more), pc("bea", at="middle"), npc("gob", at="east"), hazard)
    bout.begin(4, 4, 4, 2)
    return bout


def spring(bout: Bout, *faces: int, **more: Any) -> None:
    bout.order(Spring(hazard="trap", **more), *faces, seat="gm")


@pytest.mark.rule("SA-DEF-01", "SA-DEF-04", "G-53")
def test_a_known_blade_is_parried_like_a_blow() -> None:
    """Basic defence; nobody's count is spent."""
    bout = trapped("swinging_blade")
    spring(bout, 2, 2)
    assert bout.the(RollOpened).purpose is Purpose.BASIC_DEFENSE
    assert bout.asked == ["AskParry"]
    bout.answer("let-pass")
    bout.answer("keep")
    assert (bout.kp("ada"), bout.kp("bea"), bout.acting) == (5, 7, ("ada",))


@pytest.mark.rule("SA-PARRY-09", "G-53")
def test_an_unfound_trap_is_a_surprise() -> None:
    """It stays hidden until the game master shows it."""
    bout = trapped("swinging_blade", found=False)
    spring(bout, 2, 2)
    assert bout.the(HazardSprung).surprise
    assert bout.asked == ["AskMindPoint"]


@pytest.mark.rule("SA-PARRY-07", "G-53")
@pytest.mark.parametrize(("shield", "asked"), [(True, ["AskParry"]), (False, ["AskMindPoint"])])
def test_a_dart_is_parried_with_a_shield(shield: bool, asked: list[str]) -> None:
    """Like a missile."""
    bout = trapped("dart_trap", shield=shield)
    spring(bout, *(2,) * (3 if shield else 2))
    assert bout.asked == asked


@pytest.mark.rule("SA-DEF-08", "G-35", "G-53")
def test_gas_is_endured_and_poisons() -> None:
    """Toughness; no parry."""
    bout = trapped("gas_vent", discipline=0)
    spring(bout, 2, 4, victims=("ada",))
    opened = bout.of(RollOpened)[0]
    assert (opened.purpose, opened.pool, opened.kn) == (Purpose.ENDURANCE_DEFENSE, 2, 2)
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    assert bout.who("ada").has("poison")


@pytest.mark.rule("SA-DEF-09")
@pytest.mark.parametrize(("ref", "kn"), [("dread_idol", 2), ("night_watch", 1)])
def test_dread_and_sleep_are_met_with_will(ref: str, kn: int) -> None:
    """Discipline."""
    bout = trapped(ref)
    spring(bout, 4, 4)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.kn) == (Purpose.WILL_DEFENSE, kn)
    assert bout.who("ada").conditions == ()


@pytest.mark.rule("SA-DEF-06")
def test_a_snare_pins() -> None:
    """Until the victim's next count."""
    bout = trapped("snare", discipline=0)
    bout.order(Hold(combatant="bea"))
    bout.order(Hold(combatant="ada"))
    spring(bout, 2, 2)
    bout.answer("keep")
    assert bout.who("ada").has("pin")


@pytest.mark.rule("SA-DEF-08")
def test_a_forced_march_tires() -> None:
    """One body point."""
    bout = trapped("forced_march", discipline=0)
    spring(bout, 2, 2)
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    assert bout.kp("ada") == 6


@pytest.mark.rule("G-53")
def test_a_rockfall_strikes_everybody_there() -> None:
    """Who is elsewhere cannot be named; a blade strikes one alone."""
    bout = trapped("rockfall")
    spring(bout, 4, 4)
    assert bout.the(HazardSprung).targets == ("ada",)
    assert bout.refuse(Spring(hazard="trap", victims=("bea",)), seat="gm").field == "victims"
    assert bout.refuse(Spring(hazard="gob"), seat="gm").field == "hazard"


def test_who_falls_to_a_hazard_at_its_own_count_acts_no_more() -> None:
    """The clock goes on to the next."""
    bout = trapped("swinging_blade", discipline=0, now={"kp": 1})
    spring(bout, 2, 2)
    bout.answer("let-pass")
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    assert bout.who("ada").out == "unconscious"
    assert bout.acting == ("bea",)
