"""The README of a game begins with what players need, and the fight that it sets up can be played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engine.systems as games
from api.cli.creations import creation_of
from api.operations.orders import new_encounter
from engine.service.bots.simulation import simulate_fight
from engine.service.registry import Registry
from schemas.requests import CreateEncounterRequest

SYSTEMS = sorted(Registry.installed().books)
WHOLE = ("fantasia", "minis", "mongolian_mercenaries", "saari")
"""Those whose READMEs have a whole fight in one piece; Dozen Die's has its parts, which its own test puts together."""


def readme(system: str) -> str:
    """The text."""
    return (Path(games.__path__[0]) / system / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_begins_with_the_setup_and_ends_with_the_modules(system: str) -> None:
    """Whoever plays reads from the top; whoever programs, from the end."""
    headings = re.findall(r"^## (.*)$", readme(system), re.M)
    assert (headings[0], headings[-1]) == ("Setting up a fight", "Where things are")


@pytest.mark.parametrize("system", WHOLE)
def test_the_fight_that_it_sets_up_is_created_and_begins(system: str) -> None:
    """As it is sent, with seats and a name beside it; and bots play a round of it."""
    text = re.findall(r"^```json\n(.*?)^```$", readme(system), re.M | re.S)[0]
    raw: dict[str, Any] = {"system": system, "name": "As in the README", "seats": [], **json.loads(text)}
    book = Registry.installed().book(system)
    creation = creation_of(new_encounter(book, msgspec.convert(raw, CreateEncounterRequest)))
    assert simulate_fight(book, creation, {"": "RANDOM"}, "readme", rounds=1).rounds >= 1
