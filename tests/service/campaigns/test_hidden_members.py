"""A member of whom not everybody knows: players read the same bytes, whoever it is and whatever a fight does to it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.export import export_line
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.memory import MemoryStore
from tests.service.campaigns.test_campaigns import OGRE, end
from tests.support.fights.fights import SEATS

WORLDS: list[dict[str, Any]] = [
    {"id": "spy", "name": "Spy", "ref": "soldier", "hp": 9},
    {"id": "xx9", "name": "Mole", "ref": "black_mage", "hp": 3},
]


async def played(world: dict[str, Any]) -> tuple[Encounters, str, str]:
    """A campaign and a fight of it, in which somebody hidden was hurt."""
    service = Encounters(MemoryStore(), Registry.installed())
    hidden = {
        "id": world["id"],
        "name": world["name"],
        "side": "heroes",
        "seenBy": ["gm"],
        "sheet": {"ref": world["ref"]},
    }
    cloud = {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": {"ref": "soldier"}}
    new = NewEncounter(system="fantasia", name="The company", seats=SEATS, combatants=(cloud, hidden))
    made = await service.create(as_campaign(new))
    fight = NewEncounter(system="", name="At the bridge", seats=(), combatants=(OGRE,))
    members = (ComingAlong(member="cloud"), ComingAlong(member=world["id"]))
    begun = await service.campaigns.begin(made.id, "gm", NewFight(members=members, new=fight))
    correct = {"path": f"combatants.{world['id']}.vitals.hp.now", "value": world["hp"], "reason": ""}
    await service.submit(begun.fight, "gm", {"gm": {"correct": correct}})
    await end(service, begun.fight)
    digest = (await service.campaigns.proposal(made.id, begun.fight)).digest
    await service.campaigns.settle(made.id, "gm", begun.fight, digest)
    return service, made.id, begun.fight


async def told(service: Encounters, encounter: str, seat: str, names: dict[str, str]) -> list[Any]:
    """What a seat reads of a stream, without hashes and times, with ids of this run by name."""
    book, entries = await service.entries(encounter)
    found = []
    for entry in entries:
        text = export_line(entry, seat).decode()
        for name, stands in names.items():
            text = text.replace(name, stands)
        line = msgspec.json.decode(text)
        public = line.get("public", {})
        public.pop("time", None)
        data = public.get("data", {})
        for secret in ("commitment", "hiddenCommitment", "head", "proposal", "diceSecret"):
            data.pop(secret, None)
        if isinstance(data.get("campaign"), dict):
            data["campaign"].pop("head")
        for one in data.get("enteredMembers") or ():
            one.pop("state")
        found.append((public, "secret" in line, "digest" in line))
    assert book is not None
    return found


@pytest.mark.parametrize("seat", ["ana", "ben", "eve"])
async def test_players_read_the_same_of_both_worlds(seat: str) -> None:
    """Of the campaign, and of the fight; and nobody names whom they do not know."""
    seen = []
    for world in WORLDS:
        service, campaign, fight = await played(world)
        names = {campaign: "CAMPAIGN", fight: "FIGHT"}
        streams = [await told(service, one, seat, names) for one in (campaign, fight)]
        assert world["id"] not in str(streams)
        assert world["name"] not in str(streams)
        view = await service.view(campaign, seat)
        assert world["id"] not in str(view.seen)
        seen.append(streams)
    assert seen[0] == seen[1]
