"""What people call somebody or something is told as they wrote it, in every game and language."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Place
from engine.kernel.state.events import OutcomeReached
from engine.service.registry import Registry
from engine.systems.mongolian_mercenaries.commands import Attack as Strike
from engine.systems.saari.commands import Attack, Move
from engine.systems.saari.events import FacesDrawn, Throw

BOOKS = Registry.installed().books
LANGUAGES = ("en", "es", "fi", "pl")


def told(system: str, thing: Any, language: str, **names: str) -> str:
    """A sentence. names: by id, `zone.b` written as zone_b."""
    given = {key.replace("side_", "side.").replace("zone_", "zone."): name for key, name in names.items()}
    return BOOKS[system].system.describe(thing, language, given)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", sorted(BOOKS))
def test_a_side_is_called_as_the_table_calls_it(system: str, language: str) -> None:
    """Inside a sentence too, where a usual side is a common noun; and a draw has words."""
    assert "Temur's Band" in told(system, OutcomeReached(result="red"), language, side_red="Temur's Band")
    assert "Band" not in told(system, OutcomeReached(result=""), language, side_red="Temur's Band")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_keeps_the_capitals_of_its_name(language: str) -> None:
    """One that the table has named; one of the catalogue is a common noun."""
    orders = {
        "saari": Attack(combatant="ada", target="bob", means="own"),
        "mongolian_mercenaries": Strike(combatant="ada", target="bob", means="own"),
    }
    for system, order in orders.items():
        who = {"ada": "Ada", "bob": "de Bob"}
        assert "Szabla Temudzyna" in told(system, order, language, **who, own="Szabla Temudzyna")
        assert "de Bob" in told(system, order, language, **who, own="Haltiajousi")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zone_is_called_by_its_label(language: str) -> None:
    """Not by its key."""
    order = Move(combatant="ada", to=Place(zone="b"))
    assert "The Old Mill" in told("saari", order, language, ada="Ada", zone_b="The Old Mill")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_face_is_told(language: str) -> None:
    """Equal ones too."""
    event = FacesDrawn(roll="1", combatant="ada", throw=Throw.BASE, faces=(4, 5, 4))
    text = told("saari", event, language, ada="Ada")
    assert [letter for letter in text if letter.isdigit()] == ["4", "5", "4"]
