"""However much a table writes on its sheets, no step, list of offers, preview or scene takes more than its budget.

The clock is read in processor time, with a margin of ten: what is not counted would show here as well.
"""

from __future__ import annotations

import random

import pytest

from engine.kernel.playing.sizes import MOST_IN_SETUP, MOST_ON_SHEET, require_moderate
from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.crowded import crowded
from tests.support.fights.fights import FOES, SEATS, combatant, new_fight
from tests.support.fights.work import played

SYSTEMS = sorted(Registry.installed().books)
STEPS = 12


@pytest.mark.parametrize("system", SYSTEMS)
def test_full_sheets_stay_far_below(system: str) -> None:
    """Every second combatant has all that its sheet holds, in full."""
    rng = random.Random(f"crowded {system}")
    arena = crowded(system, rng)
    playing.examples_of(system).begin(arena)
    assert played(arena, rng, STEPS) == 0


def test_a_sheet_and_a_setup_hold_so_much() -> None:
    """The field at fault is named, however deep it lies."""
    require_moderate({"ownWeapons": [{"tags": ["x"] * MOST_ON_SHEET}]}, MOST_ON_SHEET, "sheet")
    with pytest.raises(RuleRefusal, match="tags: 61 entries, and at most 60") as refused:
        require_moderate({"ownWeapons": [{"tags": ["x"] * (MOST_ON_SHEET + 1)}]}, MOST_ON_SHEET, "sheet")
    assert refused.value.field == "sheet.ownWeapons.0.tags"
    with pytest.raises(RuleRefusal) as refused:
        require_moderate({"dice": [{}] * (MOST_IN_SETUP + 1)}, MOST_IN_SETUP)
    assert refused.value.field == "dice"


def test_a_game_takes_no_longer_list() -> None:
    """The refusal names the field of the sheet."""
    more = new_fight(combatants=(combatant("cloud", "heroes", "ana", "soldier"), _packed(), *FOES))
    book = Registry.installed().book("fantasia")
    with pytest.raises(RuleRefusal, match="61 entries, and at most 60") as refused:
        Arena(book, [book.decode_order({"fantasia": {"enter": one}}) for one in more.combatants], seats=SEATS)  # type: ignore[misc]
    assert refused.value.field == "combatants.1.sheet.weapons"


def _packed() -> dict[str, object]:
    return {"id": "mule", "name": "Mule", "side": "heroes", "sheet": {"ref": "soldier", "weapons": ["dagger"] * 61}}
