"""Summaries have the figures of the content: a number that changes there has to change in its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.kernel.words.summaries import summary_of
from engine.service.registry import Registry


def fantasia_weapon(entry: Any) -> Iterator[str]:
    """Bonus, dice, reach, how far it is thrown, bullets."""
    if not entry.natural:
        yield from (f"+{entry.bonus}", f"{entry.dice}d6", f"{entry.range_metres} m")
        yield from (f"{n}" for n in (entry.throw_metres, entry.chamber) if n)


def inflicted(entry: Any) -> Iterator[str]:
    """How long what it causes lasts, and its own figures."""
    for one in entry.inflicts:
        yield from (f"{n}" for n in (one.turns, *(abs(mod.change) for mod in one.mods)) if n)
        if one.dice:
            yield f"{one.dice}d6"


def fantasia_spell(entry: Any) -> Iterator[str]:
    """Dice, reach, radius, and what it causes."""
    yield f"{entry.range_metres} m"
    yield from (f"{dice}d6" for dice in (entry.damage, entry.heal) if dice)
    if entry.radius_metres:
        yield f"{entry.radius_metres} m"
    yield from inflicted(entry)


def fantasia_mods(entry: Any) -> Iterator[str]:
    """What it adds to figures."""
    yield from (f"{abs(mod.change)}" for mod in entry.mods)


def fantasia_trait(entry: Any) -> Iterator[str]:
    """What it adds to figures, its skills, how many attacks it gives."""
    yield from fantasia_mods(entry)
    yield from (f"{n}" for n in (entry.stealth, entry.hide) if n)
    if entry.multi_attack > 1:
        yield f"{entry.multi_attack} times"


def minis_spell(entry: Any) -> Iterator[str]:
    """Damage and healing."""
    yield from (f"{n}" for n in (entry.damage, entry.healing) if n)


def dozen_skill(entry: Any) -> Iterator[str]:
    """Its range in squares."""
    if entry.range_squares:
        yield f"{entry.range_squares} squares"


FIGURES: dict[tuple[str, str], Callable[[Any], Iterator[str]]] = {
    ("fantasia", "weapons"): fantasia_weapon,
    ("fantasia", "spells"): fantasia_spell,
    ("fantasia", "armor"): fantasia_mods,
    ("fantasia", "conditions"): fantasia_mods,
    ("fantasia", "traits"): fantasia_trait,
    ("fantasia", "items"): lambda entry: iter([str(n) for n in (entry.heal_hp, entry.heal_mp, entry.revive_hp) if n]),
    ("fantasia", "techniques"): inflicted,
    ("minis", "weapons"): lambda entry: iter(
        [f"{entry.damage} point", *([f"{entry.max_range // 100} inches"] if entry.max_range else [])]
    ),
    ("minis", "armor"): lambda entry: iter([f"{entry.protection}"]),
    ("minis", "spells"): minis_spell,
    ("minis", "bands"): lambda entry: iter([f"{entry.base} percent", f"{entry.per_level} more"]),
    ("minis", "melee_chances"): lambda entry: iter([f"{entry.base} percent", f"{entry.per_level} more"]),
    ("dozen_die", "weapons"): lambda entry: iter(
        [
            *([f"+{entry.bonus}"] if entry.bonus else []),
            *([f"{entry.range_squares} squares"] if entry.range_squares else []),
        ]
    ),
    ("dozen_die", "armor"): lambda entry: iter([f"+{entry.bonus}"]),
    ("dozen_die", "skills"): dozen_skill,
    ("dozen_die", "terrain"): lambda entry: iter([f"+{entry.cover_class}"] if entry.cover_class else []),
}
"""Game and table -> the figures of an entry as its English sentence writes them."""


@pytest.mark.parametrize(("system", "table"), FIGURES)
def test_a_summary_has_the_figures_of_its_entry(system: str, table: str) -> None:
    """In English: the other languages have the same numbers."""
    game = Registry.installed().book(system).system
    for id, entry in game.content[table].items():
        text = summary_of(game, table, id, "en")
        for figure in FIGURES[system, table](entry):
            assert re.search(rf"(?<!\d){re.escape(figure)}(?!\d)", text), f"{table}.{id}: {figure} in {text!r}"
