"""What people call somebody or something is told as they wrote it, in every game and language."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.words.renderer import Renderer
from engine.kernel.state.combatant import Place
from engine.kernel.state.events import ConditionGained, OutcomeReached
from engine.service.registry import Registry
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from engine.systems.mongolian_mercenaries.events import BattlefieldLaid
from engine.systems.mongolian_mercenaries.orders import Attack as Strike
from engine.systems.saari.content.kinds import Weapon
from engine.systems.saari.events import FacesDrawn, Throw
from engine.systems.saari.orders import Attack, Move
from tests.systems.saari.bout import Bout, npc, pc

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
def test_a_name_that_begins_like_one_of_the_catalogue_is_told_whole(language: str) -> None:
    """The second sabre of somebody is a common noun with its number; Temur's own is not."""
    for system, order, own in (
        ("saari", Attack(combatant="ada", target="bob", means="sword"), "Sword of Temur"),
        ("mongolian_mercenaries", Strike(combatant="ada", target="bob", means="sabre"), "Sabre of Temur"),
    ):
        assert own in told(system, order, language, ada="Ada", bob="Bob", **{own.split()[0].lower(): own})
    second = Strike(combatant="ada", target="bob", means="sabre-2")
    common = told("mongolian_mercenaries", second, language, ada="Ada", bob="Bob", **{"sabre-2": "Sabre 2"})
    assert ("szabla 2" if language == "pl" else "sabre 2") in common


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battlefield_keeps_the_capitals_that_the_table_gave_it(language: str) -> None:
    """One of the catalogue is a common noun."""
    steppe = BATTLEFIELDS["steppe"]
    for field, name in (
        (msgspec.structs.replace(steppe, id="own", name="Pole Temura"), "Pole Temura"),
        (steppe, "step"),
    ):
        event = BattlefieldLaid(battlefield=field, start=Distance.FAR)
        assert name in told("mongolian_mercenaries", event, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", sorted(BOOKS))
def test_a_condition_of_the_tables_own_is_told_as_it_was_written(system: str, language: str) -> None:
    """In a game's sentences and in the kernel's; one that is written like a key is made plain words."""
    gained = ConditionGained(
        combatant="ada", condition="own", kind="Szał Temura", source=None, amount=None, left=None, until=""
    )
    assert "Szał Temura" in Renderer(BOOKS[system], language).event(gained)
    assert "temur band" in Renderer(BOOKS[system], language).event(msgspec.structs.replace(gained, kind="temur-band"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pick_among_things_is_called_as_its_owner_wrote_it(language: str) -> None:
    """Also at the beginning, where one of the catalogue has a capital."""
    weapon = Weapon(id="own", name="el sable de Temur", melee=True)
    bout = Bout(pc("ada", weapons=("sword",), own_weapons=(weapon,)), npc("gob"))
    renderer = Renderer(BOOKS["saari"], language, bout.state)
    assert renderer.option("means", "own") == "el sable de Temur"
    assert renderer.option("means", "sword") == ("Miekka" if language == "fi" else "Sword")


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
