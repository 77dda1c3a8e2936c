"""An ended fight that was played without a campaign is taken in afterwards: by hand, once, proven whole."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.campaign_file import judge_campaign, read_exports
from engine.service.proof.export import export_lines
from engine.service.registry import Registry
from engine.store.port import Store
from tests.service.campaigns.test_campaigns import OGRE, begun, company, end, hp_of, hurt
from tests.support.fights.fights import SEATS


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


def person(id: str, name: str, ref: str) -> dict[str, Any]:
    return {"id": id, "name": name, "side": "heroes", "seat": "ana", "sheet": {"ref": ref}}


async def played(service: Encounters, *people: dict[str, Any]) -> str:
    """A fight without a campaign, in which the first of them is hurt, ended."""
    new = NewEncounter(system="fantasia", name="At the ford", seats=SEATS, combatants=(*people, OGRE))
    fight = (await service.create(new)).id
    await hurt(service, fight, people[0]["id"], await hp_of(service, fight, people[0]["id"]) - 5)
    await end(service, fight)
    return fight


async def test_members_are_recognised_by_id_name_and_sheet(service: Encounters) -> None:
    """Each one once; nobody who is in a fight."""
    made = await service.create(company())
    people = (person("a", "CLOUD", "white_mage"), person("rosa", "Rosa", "white_mage"), person("v", "X", "black_mage"))
    fight = await played(service, *people)
    _, found = await service.campaigns.recognised(made.id, fight)
    assert found == {"vivi": "v", "cloud": "a"}
    await begun(service, made.id, "cloud")
    assert (await service.campaigns.recognised(made.id, fight))[1] == {"vivi": "v"}


async def test_what_it_left_is_taken_over_once(service: Encounters, registry: Registry) -> None:
    """As a change to what the member has by now; and the whole file is proven."""
    made = await service.create(company())
    fight = await played(service, person("hero", "Cloud", "soldier"))
    await service.submit(made.id, "gm", {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 30}}})
    with pytest.raises(RuleRefusal, match="only the GM"):
        await service.campaigns.take_in(made.id, "ana", fight, {"cloud": "hero"})
    with pytest.raises(RuleRefusal, match="no combatant"):
        await service.campaigns.take_in(made.id, "gm", fight, {"cloud": "nobody"})
    first = await service.campaigns.take_in(made.id, "gm", fight, {"cloud": "hero"}, key="once")
    assert (await service.campaigns.take_in(made.id, "gm", fight, {"cloud": "hero"}, key="once")).again
    assert first.view.position.state.own.fights[fight].taken_in
    with pytest.raises(RuleRefusal, match="already"):
        await service.campaigns.take_in(made.id, "gm", fight, {"vivi": "hero"})
    with pytest.raises(RuleRefusal) as bound:
        await begun(service, made.id, "cloud")
    assert bound.value.code == "IN_A_FIGHT"
    proposal = await service.campaigns.proposal(made.id, fight)
    assert [line.id for line in proposal.lines] == ["cloud/vital/hp"]
    await service.campaigns.settle(made.id, "gm", fight, proposal.digest)
    assert await hp_of(service, made.id, "cloud") == 25
    with pytest.raises(RuleRefusal, match="already"):
        await service.campaigns.take_in(made.id, "gm", fight, {"cloud": "hero"})
    assert (await service.audit(made.id)).replay.state == "PROVEN"

    other = await played(service, person("hero", "Cloud", "soldier"))
    written = []
    for name in (made.id, fight, other):
        book, entries = await service.entries(name)
        written.append(b"".join(export_lines(entries, book, None)))
    assert judge_campaign(registry, read_exports(BytesIO(written[0] + written[1]))).state == "PROVEN"
    campaign, taken = read_exports(BytesIO(written[0] + written[2]))
    exchanged = structs.replace(taken, header=structs.replace(taken.header, encounter=fight))
    assert judge_campaign(registry, [campaign, exchanged]).state == "BROKEN"
    assert judge_campaign(registry, [campaign]).state == "BROKEN"


async def test_what_is_released_is_taken_in_again_with_others(service: Encounters) -> None:
    """Where the wrong member was named."""
    made = await service.create(company())
    fight = await played(service, person("hero", "Cloud", "soldier"))
    await service.campaigns.take_in(made.id, "gm", fight, {"vivi": "hero"})
    await service.campaigns.release(made.id, "gm", fight)
    await service.campaigns.take_in(made.id, "gm", fight, {"cloud": "hero"})
    proposal = await service.campaigns.proposal(made.id, fight)
    assert {line.member for line in proposal.lines} == {"cloud"}
    assert (await service.audit(made.id)).replay.state == "PROVEN"


async def test_other_fights_are_not_taken_in(service: Encounters) -> None:
    """One that goes on, one of a campaign, one of another game, a campaign."""
    made = await service.create(company())
    own = (await begun(service, made.id, "cloud")).fight
    goes_on = (await service.create(NewEncounter(system="fantasia", name="x", seats=SEATS, combatants=(OGRE,)))).id
    other = (await service.create(NewEncounter(system="minis", name="x", seats=SEATS, combatants=()))).id
    for fight, why in ((own, "of a campaign"), (goes_on, "goes on"), (other, "game"), (made.id, "game")):
        with pytest.raises(RuleRefusal, match=why):
            await service.campaigns.take_in(made.id, "gm", fight, {"vivi": "ogre"})
