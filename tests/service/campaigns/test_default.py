"""A game that says nothing of campaigns has them all the same: figures and death go from fight to fight (CA-02)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.memory import MemoryStore
from tests.service.campaigns.test_campaigns import end
from tests.support.fights.fights import SEATS
from tests.support.toys.skirmish import plain

GAME: Any = plain("NOWHERE")


def somebody(name: str, side: str, seat: str | None) -> dict[str, Any]:
    return {"id": name, "name": name.capitalize(), "side": side, "seat": seat, "sheet": {"life": 5}}


async def begun(service: Encounters, campaign: str, *members: str) -> str:
    new = NewEncounter(system="", name="A fight", seats=(), combatants=(somebody("wolf", "foes", None),))
    wish = NewFight(members=tuple(ComingAlong(member=member) for member in members), new=new)
    return (await service.campaigns.begin(campaign, "gm", wish)).fight


async def test_figures_and_death_are_carried_over() -> None:
    """Asha enters the second fight as the first one left her; Bren has died and does not."""
    service = Encounters(MemoryStore(), Registry([Rulebook(GAME)]))
    people = (somebody("asha", "heroes", "ana"), somebody("bren", "heroes", "ben"))
    new = NewEncounter(system=GAME.id, name="The company", seats=SEATS, combatants=people)
    made = await service.create(as_campaign(new))
    fight = await begun(service, made.id, "asha", "bren")
    vital = next(iter((await service.view(fight, "gm")).position.state.fight.combatants["asha"].vitals))
    for path, value in ((f"combatants.asha.vitals.{vital}.now", 2), ("combatants.bren.out", "dead")):
        await service.submit(fight, "gm", {"gm": {"correct": {"path": path, "value": value}}})
    await end(service, fight)
    proposal = await service.campaigns.proposal(made.id, fight)
    assert {(line.id, line.rule) for line in proposal.lines} == {
        (f"asha/vital/{vital}", "CA-01"),
        ("bren/death", "CA-05"),
    }
    await service.campaigns.settle(made.id, "gm", fight, proposal.digest)
    second = await begun(service, made.id, "asha")
    assert (await service.view(second, "gm")).position.state.fight.combatants["asha"].vitals[vital].now == 2
    with pytest.raises(RuleRefusal, match="not in the company"):
        await begun(service, made.id, "bren")
    assert (await service.audit(made.id)).replay.state == "PROVEN"
