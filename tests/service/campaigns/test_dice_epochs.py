"""The dice of a campaign are proven while it goes on: at each fight, and when the game master wants it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.playing.dice import EPOCHS, commitment, epochs_after, first_of_epochs, in_epoch
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.registry import Registry
from engine.store.port import Store
from tests.service.campaigns.test_between_fights import campaign, fought
from tests.service.campaigns.test_campaigns import begun, company, end, hurt
from tests.support.fights.fights import new_fight
from tests.support.fights.played import forged

WHOLE = [{"least": 1, "most": 12, "outcomes": [{"injury": "HP_MAX", "amount": -1}]}]


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


def test_each_secret_is_the_commitment_to_the_next() -> None:
    """The first commitment binds all of them: the last one is the root."""
    root = "07" * 32
    first = first_of_epochs(root)
    assert epochs_after(root, commitment(first)) == EPOCHS - 1
    assert in_epoch(root, EPOCHS - 1) == first
    assert commitment(in_epoch(root, EPOCHS - 2)) == first
    assert epochs_after(root, commitment(root)) == 0
    assert epochs_after(root, "00" * 32) is None


async def rolled(service: Encounters) -> str:
    """A campaign of Dozen Die in which a die has fallen between fights."""
    content = service.registry.book("dozen_die").system.content
    setup = {"recoveryTable": WHOLE, "hpBetweenAdventures": "FULL"}
    made = await service.create(campaign("dozen_die", next(iter(content["characters"])), **setup))
    await casualty(service, made.id)
    return made.id


async def casualty(service: Encounters, id: str) -> None:
    """Ada falls in a fight, and her die falls behind it."""
    foe = next(iter(service.registry.book("dozen_die").system.content["creatures"]))
    await fought(service, id, foe, "combatants.ada.out", "casualty")
    await service.submit(id, "gm", {"dozenDieCampaign": {"endAdventure": {}}})


async def committed(service: Encounters, id: str) -> str:
    return (await service.view(id, "gm")).commitment


async def closings(service: Encounters, id: str) -> list[dict[str, Any]]:
    _, entries = await service.entries(id)
    events = [msgspec.json.decode(entry.secret or entry.public) for entry in entries]
    return [event["data"] for event in events if event["type"] == "DiceEpochClosed"]


async def test_what_has_fallen_is_proven_at_the_next_fight_and_on_demand(service: Encounters) -> None:
    """Not before: nobody knows the secret in force. Each published one opens the commitment before it."""
    id = await rolled(service)
    dice = (await service.audit(id)).dice
    assert dice.state == "NOT_YET_REVEALED"
    assert dice.detail is not None
    assert dice.detail.startswith("0 open rolls recomputed")
    before = await committed(service, id)
    with pytest.raises(RuleRefusal, match="only the GM"):
        await service.submit(id, "ana", {"gm": {"closeDiceEpoch": {}}})
    await service.submit(id, "gm", {"gm": {"closeDiceEpoch": {}}})
    assert commitment(await committed(service, id)) == before
    dice = (await service.audit(id)).dice
    assert (dice.state, dice.detail) == ("PROVEN", "1 open rolls recomputed")
    await casualty(service, id)
    assert (await service.audit(id)).dice.state == "NOT_YET_REVEALED"
    await casualty(service, id)
    found = await closings(service, id)
    assert [commitment(later["diceSecret"]) for later in found[1:]] == [one["diceSecret"] for one in found[:-1]]
    assert [commitment(later["hiddenSecret"]) for later in found[1:]] == [one["hiddenSecret"] for one in found[:-1]]
    await service.submit(id, "gm", {"gm": {"end": {"reason": "they part"}}})
    report = await service.audit(id)
    assert (report.dice.detail, report.proven) == ("3 open rolls recomputed", True)


async def test_another_secret_and_other_faces_are_found(service: Encounters) -> None:
    """A secret that was not committed to, and a die that did not fall so, in an epoch that is closed."""
    id = await rolled(service)
    await service.submit(id, "gm", {"gm": {"closeDiceEpoch": {}}})
    book, entries = await service.entries(id)
    closed = entries[-1].version
    other = forged(entries, closed, lambda event: event["data"].update(diceSecret="00" * 32))
    report = audit(book, other)
    assert (report.dice.state, report.dice.version) == ("BROKEN", closed)
    assert report.replay.state == "BROKEN"
    roll = next(entry.version for entry in entries if b'"DiceRolled"' in entry.public)
    other = forged(
        entries, roll, lambda event: event["data"]["faces"].__setitem__(0, event["data"]["faces"][0] % 12 + 1)
    )
    assert audit(book, other).dice.version == roll


async def test_a_way_back_does_not_bring_a_published_secret_into_force(service: Encounters) -> None:
    """What is published stays so: later dice follow from the next secret."""
    id = await rolled(service)
    version = (await service.view(id, "gm")).head.version
    await service.submit(id, "gm", {"gm": {"closeDiceEpoch": {}}})
    in_force = await committed(service, id)
    await service.submit(id, "gm", {"gm": {"revert": {"to": version}}})
    assert await committed(service, id) == in_force
    assert (await service.audit(id)).dice.state == "PROVEN"


async def test_a_fork_has_secrets_of_its_own(service: Encounters) -> None:
    """What its parent has published is proven in it; what it rolls follows from its own, epoch by epoch."""
    id = await rolled(service)
    await service.submit(id, "gm", {"gm": {"closeDiceEpoch": {}}})
    version = (await service.view(id, "gm")).head.version
    fork = await service.fork(id, "gm", version)
    assert await committed(service, fork.id) != await committed(service, id)
    await casualty(service, fork.id)
    await service.submit(fork.id, "gm", {"gm": {"closeDiceEpoch": {}}})
    report = await service.audit(fork.id)
    assert (report.dice.state, report.dice.detail, report.replay.state) == (
        "PROVEN",
        "2 open rolls recomputed",
        "PROVEN",
    )


async def test_a_fight_keeps_its_one_secret_until_its_end(service: Encounters) -> None:
    """Also a fight of a campaign; and where no dice are the server's nothing is published."""
    fight = await service.create(new_fight())
    with pytest.raises(RuleRefusal, match="no next secret"):
        await service.submit(fight.id, "gm", {"gm": {"closeDiceEpoch": {}}})
    made = await service.create(company(dice="PHYSICAL"))
    first = (await begun(service, made.id, "cloud")).fight
    await hurt(service, first, "cloud", 7)
    await end(service, first)
    assert await closings(service, made.id) == []
    with pytest.raises(RuleRefusal, match="no next secret"):
        await service.submit(made.id, "gm", {"gm": {"closeDiceEpoch": {}}})
