"""Golems under the spells of others: what goes before what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.minis.events import MiniDeclared, PlaceSkipped
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.magic import control
from tests.systems.minis.bout import Bout, ana, ben, place
from tests.systems.minis.casts import bid, cast, ready
from tests.systems.minis.steps import at

GOLEM = "ada-golem-1"


def against_a_stopped_golem(*, spell: str, first: str | None = None) -> Bout:
    """Ada's golem has gone out of her range; Eve of the blue side, six inches off, casts a spell at it."""
    figures: dict[str, Any] = {"at": (600, 300), "level": 9, "initiative": 8, "hp": 50}
    eve = ben("eve", spells=("fear", "command"), spell_attacks=2, **figures)
    bout = ready(eve, ana("zed", at=(-2000, 0), initiative=1))
    cast(bout, "golem", None, 1, at=(300, 300), bidding=bid("HOLD"))
    bout.correct("combatants.ada.place", place(-1500, 0))
    assert ability.inactive(bout.state, GOLEM)
    bout.end("ada")
    bout.declare("eve")
    cast(bout, spell, GOLEM, 1, by="eve")
    if first is not None:
        bout.answer(first, target="ada")
    bout.end("eve")
    return bout


@pytest.mark.rule("MN-GAP-50", "MN-GAP-25")
def test_an_inactive_golem_in_fear_is_not_declared() -> None:
    """It does not run, and no place of its is skipped in round after round: the next that is asked is Zed's."""
    bout = against_a_stopped_golem(spell="fear")
    assert bout.own.init_round == 1
    assert bout.waiting[0].question["combatants"] == ["zed"]
    assert not bout.of(MiniDeclared)
    assert not bout.of(PlaceSkipped)
    assert at(bout, GOLEM) == (300, 300)


@pytest.mark.rule("MN-GAP-50", "MN-CMD-01", "MN-GOL-07")
def test_an_inactive_golem_under_a_command_obeys_it() -> None:
    """It has a controller again, who declares it and for whom it fights; its summoner has not regained it."""
    bout = against_a_stopped_golem(spell="command", first="follow")
    assert not ability.inactive(bout.state, GOLEM)
    assert ability.may_fight(bout.state, GOLEM)
    assert lookup.side_of(bout.state, GOLEM) == "blue"
    assert control.bond_of(bout.state, GOLEM, "golem") is None
    assert bout.own.init_round == 4
    assert bout.waiting[0].seats == ("ben",)
    bout.declare(GOLEM)
    bout.answer("go")
    assert at(bout, GOLEM) == (-94, 233)
