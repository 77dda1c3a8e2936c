"""What a fight leaves goes on to orders between fights, in games that have some; and all of it is proven."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.port import Store
from tests.support.fights.fights import SEATS


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


def person(id: str, side: str, ref: str) -> dict[str, Any]:
    return {
        "id": id,
        "name": id.title(),
        "side": side,
        "seat": "ana" if side == "heroes" else None,
        "sheet": {"ref": ref},
    }


def campaign(system: str, ref: str, **setup: Any) -> NewEncounter:
    """One hero of Ana's."""
    people = (person("ada", "heroes", ref),)
    return as_campaign(NewEncounter(system=system, name="A company", seats=SEATS, combatants=people, setup=setup))


async def fought(service: Encounters, campaign: str, foe: str, path: str, value: Any) -> str:
    """A fight in which the game master sets something of Ada, ended and settled."""
    new = NewEncounter(system="", name="At the bridge", seats=(), combatants=(person("zed", "foes", foe),))
    fight = (
        await service.campaigns.begin(campaign, "gm", NewFight(members=(ComingAlong(member="ada"),), new=new))
    ).fight
    await service.submit(fight, "gm", {"gm": {"correct": {"path": path, "value": value, "reason": "a blow"}}})
    await service.submit(fight, "gm", {"gm": {"end": {"reason": "they talk", "outcome": "heroes"}}})
    proposal = await service.campaigns.proposal(campaign, fight)
    await service.campaigns.settle(campaign, "gm", fight, proposal.digest)
    return fight


async def state_of(service: Encounters, id: str) -> Any:
    return (await service.view(id, "gm")).position.state


@pytest.mark.rule("SA-OUT-01")
async def test_saari_returns_to_its_base(service: Encounters) -> None:
    """Hurt in a fight, whole at the base, with vouchers for what was found."""
    made = await service.create(campaign("saari", "tuisku"))
    await service.submit(made.id, "gm", {"saariCampaign": {"setOut": {}}})
    await fought(service, made.id, "goblin", "combatants.ada.vitals.kp.now", 2)
    assert (await state_of(service, made.id)).fight.combatants["ada"].vitals["kp"].now == 2
    await service.submit(made.id, "gm", {"saariCampaign": {"recordFind": {"name": "A cup", "value": 60}}})
    await service.submit(made.id, "gm", {"saariCampaign": {"returnToBase": {}}})
    state = await state_of(service, made.id)
    assert (state.fight.combatants["ada"].vitals["kp"].now, state.own.game.vouchers) == (8, 50)
    assert (await service.audit(made.id)).replay.state == "PROVEN"


@pytest.mark.rule("DD-OUT-10", "DD-OUT-02")
async def test_dozen_die_rolls_for_a_casualty(service: Encounters) -> None:
    """It stays out until the adventure is over, and then its die falls."""
    whole = [{"least": 1, "most": 12, "outcomes": [{"injury": "HP_MAX", "amount": -1}]}]
    ref = next(iter(service.registry.book("dozen_die").system.content["characters"]))
    foe = next(iter(service.registry.book("dozen_die").system.content["creatures"]))
    made = await service.create(campaign("dozen_die", ref, recoveryTable=whole, hpBetweenAdventures="FULL"))
    before = (await state_of(service, made.id)).fight.combatants["ada"].vitals["hp"].max
    await fought(service, made.id, foe, "combatants.ada.out", "casualty")
    with pytest.raises(RuleRefusal, match="has fallen"):
        await fought(service, made.id, foe, "combatants.ada.vitals.hp.now", 1)
    await service.submit(made.id, "gm", {"dozenDieCampaign": {"endAdventure": {}}})
    assert (await state_of(service, made.id)).fight.combatants["ada"].vitals["hp"].max == before - 1
    second = await fought(service, made.id, foe, "combatants.ada.vitals.hp.now", 1)
    assert (await state_of(service, second)).fight.combatants["ada"].vitals["hp"].max == before - 1
    assert (await service.audit(made.id)).replay.state == "PROVEN"


@pytest.mark.rule("MN-OUT-05", "MN-OUT-06")
async def test_minis_enter_with_all_life_where_the_table_wants_it(service: Encounters) -> None:
    """And with the spells that were bought between the battles."""
    mini = next(iter(service.registry.book("minis").system.content["minis"]))
    made = await service.create(campaign("minis", mini, lifeBetweenBattles="FULL"))
    whole = (await state_of(service, made.id)).fight.combatants["ada"].vitals["life"].max
    await fought(service, made.id, mini, "combatants.ada.vitals.life.now", 1)
    await service.submit(made.id, "ana", {"minisCampaign": {"equipMini": {"combatant": "ada", "spells": ["heal"]}}})
    second = await fought(service, made.id, mini, "combatants.ada.vitals.life.now", 2)
    state = await state_of(service, second)
    assert state.own.minis["ada"].spells == ("heal",)
    assert state.fight.combatants["ada"].vitals["life"].max == whole
    assert (await service.audit(made.id)).replay.state == "PROVEN"
