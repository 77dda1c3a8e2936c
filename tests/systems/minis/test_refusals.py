"""Every refusal that the ledger lists has its name, and its words."""

from __future__ import annotations

import inspect

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.content.catalogue import RULES
from engine.systems.minis.rules.basics import refusals

LISTED = [
    "already_acted", "initiative_too_low", "not_declared", "not_your_turn_in_round", "no_movement_left",
    "no_attacks_left", "no_spell_attacks_left", "out_of_range", "no_line_of_sight", "running_cannot_cast",
    "running_cannot_fight", "cannot_run_after_fighting", "stopped_by_water", "water_barred", "in_water_moved",
    "in_water_attacked", "road_end_required", "statue", "feared", "not_controlled",
    "golem_inactive_or_out_of_range", "facing_fixed", "spell_not_known", "not_engaged", "not_in_front",
    "too_close_to_shoot", "not_an_enemy", "path_blocked", "spot_taken", "off_table", "pivot_repeated",
    "familiar_in_play",
    # Instead of the ledger's `nothing_to_do` the true reasons.
    "inactive", "running_already", "stands_there", "obeys_itself", "wait_is_meant",
]  # fmt: skip
"""All but `choice_already_committed`, which is the kernel's: see `test_secrets`."""


def made(name: str) -> RuleRefusal:
    """A refusal of that name about Ada."""
    function = getattr(refusals, name)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    refusal = function(*("ada" for _ in needed))
    assert isinstance(refusal, RuleRefusal)
    return refusal


def test_there_is_one_for_each_name() -> None:
    """And no other; no two say the same."""
    assert sorted(refusals.__all__) == sorted(LISTED)
    reasons = [made(name).reason for name in LISTED]
    assert len(set(reasons)) == len(reasons)


@pytest.mark.parametrize("name", LISTED)
def test_each_names_its_rule_and_its_field(name: str) -> None:
    """A rule of the catalogue, a field of the order; and what is in the way, in words."""
    refusal = made(name)
    assert refusal.rule in RULES
    assert refusal.field
    assert refusal.reason[0].islower()
    assert not refusal.reason.endswith(".")
