"""What a summary says in numbers is what the content has: a figure that changes there changes its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.words.summaries import summary_of
from engine.service.registry import Registry

FIGURES: dict[str, dict[str, tuple[str, ...]]] = {
    "saari": {
        "weapons": ("attack_dice", "damage", "range", "cost"),
        "shields": ("defense_dice",),
        "armor": ("armor_dice", "dodge_limit"),
        "trinkets": ("bonuses.0.dice",),
        "effects": ("amount", "rounds", "npc_rounds"),
        "spells": ("cost", "mind_cost", "damage", "range", "heal"),
        "allies": ("help_dice", "kp"),
        "mounts": ("kp",),
        "hazards": ("hazard.kn", "hazard.damage"),
    },
    "mongolian_mercenaries": {
        "weapons": ("damage", "accuracy", "ammo.use.highest_face"),
        "ammunition": ("damage",),
        "armour": ("value",),
        "items": ("bag.small", "bag.large", "bag.long", "bonus"),
        "spells": ("power",),
        "traps": ("security",),
    },
}
"""Fields of the content whose numbers stand in the summaries; 0 and none need not."""

UNTOLD = {
    ("saari", "effects", "push", "amount"),
    ("saari", "effects", "pin", "amount"),
    ("mongolian_mercenaries", "weapons", "bow", "ammo.use.highest_face"),
    ("mongolian_mercenaries", "weapons", "crossbow", "ammo.use.highest_face"),
    ("mongolian_mercenaries", "weapons", "throwing_knives", "ammo.use.highest_face"),
    ("mongolian_mercenaries", "weapons", "sling", "ammo.use.highest_face"),
    ("mongolian_mercenaries", "weapons", "grenade", "ammo.use.highest_face"),
}
"""Fields of a default that means nothing for this entry."""


def at(entry: Any, path: str) -> Any:
    """What a dotted field is; None where its way breaks off."""
    for step in path.split("."):
        entry = entry[int(step)] if step.isdigit() else getattr(entry, step, None)
        if entry is None:
            return None
    return entry


def told(system: str) -> Iterator[tuple[str, str, str, int]]:
    """(table, id, field, number) of whatever has to be told."""
    for table, fields in FIGURES[system].items():
        for id, entry in Registry.installed().book(system).system.content[table].items():
            for field in fields:
                number = at(entry, field)
                if isinstance(number, int) and number > 0 and (system, table, id, field) not in UNTOLD:
                    yield table, id, field, number


@pytest.mark.parametrize("system", sorted(FIGURES))
def test_summaries_have_the_numbers_of_their_content(system: str) -> None:
    """In English; other languages have the same numbers as that."""
    game = Registry.installed().book(system).system
    cases = list(told(system))
    assert len(cases) > 20
    for table, id, field, number in cases:
        sentence = summary_of(game, table, id, "en")
        assert str(number) in re.findall(r"\d+", sentence), f"{table}.{id}: {field} is {number}: {sentence}"
