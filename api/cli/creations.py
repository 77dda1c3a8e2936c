"""What a fight begins with that is made for a command alone, and never stored."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import Creation
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from engine.service.odds.planned import seated
from engine.service.pool.rules import installed


def creation_of(setup: NewEncounter, book: Rulebook[Any] | None = None) -> Creation:
    """The `Creation` that the fight begins with; missing seats are added. RuleRefusal names the field at fault.

    book: of the game where it is not an installed one.
    """
    book = book or installed().book(setup.system)
    entries = []
    for number, raw in enumerate(setup.combatants):
        try:
            entries.append(msgspec.convert(raw, book.enter))
        except msgspec.ValidationError as error:
            raise RuleRefusal(f"combatants.{number}: {error}") from error
    return Creation(
        encounter="simulation",
        name=setup.name,
        dice="OPEN",
        seats=seated(setup).seats,
        combatants=tuple(entries),
        setup=setup.setup,
        chain="none",
        figures_open=setup.figures_open,
        ground=setup.ground,
        single_answers=setup.single_answers,
        house_rules=setup.house_rules,
    )
