"""A company goes from fight to fight: begun, settled, released, once each, and found whole afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.campaign.course import Edits
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.service.writing.campaigns import BegunFight, ComingAlong, NewFight, as_campaign
from engine.service.writing.seating import Asking
from engine.store.port import Store
from tests.support.fights.fights import SEATS


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


def company(**more: Any) -> NewEncounter:
    """Cloud and Vivi, who are Ana's, and Rosa, who is Eve's."""
    people = [("cloud", "Cloud", "ana", "soldier"), ("vivi", "Vivi", "ana", "black_mage")]
    combatants = tuple(
        {"id": id, "name": name, "side": "heroes", "seat": seat, "sheet": {"ref": ref}}
        for id, name, seat, ref in people
    )
    made = NewEncounter(system="fantasia", name="The company", seats=SEATS, combatants=combatants, **more)
    return as_campaign(made)


OGRE = {"id": "ogre", "name": "Ogre", "side": "foes", "sheet": {"ref": "ogre"}}


def night(*members: str) -> NewFight:
    """A fight of these against an ogre."""
    new = NewEncounter(system="", name="At the bridge", seats=(), combatants=(OGRE,))
    return NewFight(members=tuple(ComingAlong(member=one) for one in members), new=new)


async def hurt(service: Encounters, fight: str, who: str, hp: int) -> None:
    """The game master sets how somebody is, and ends the fight."""
    correct = {"path": f"combatants.{who}.vitals.hp.now", "value": hp, "reason": "a blow"}
    await service.submit(fight, "gm", {"gm": {"correct": correct}})


async def end(service: Encounters, fight: str) -> None:
    await service.submit(fight, "gm", {"gm": {"end": {"reason": "they talk", "outcome": "heroes"}}})


async def begun(service: Encounters, campaign: str, *members: str, **more: Any) -> BegunFight:
    return await service.campaigns.begin(campaign, "gm", night(*members), **more)


async def hp_of(service: Encounters, encounter: str, who: str) -> int:
    return (await service.view(encounter, "gm")).position.state.fight.combatants[who].vitals["hp"].now


async def test_what_a_fight_leaves_is_there_in_the_next(service: Encounters) -> None:
    """Cloud is hurt in the first fight, is so in the campaign once it is settled, and enters the second one so."""
    made = await service.create(company())
    first = await begun(service, made.id, "cloud", "vivi")
    whole = await hp_of(service, first.fight, "cloud")
    await hurt(service, first.fight, "cloud", 7)
    with pytest.raises(RuleRefusal) as goes_on:
        await service.campaigns.proposal(made.id, first.fight)
    assert goes_on.value.code == "NOT_ENDED"
    await end(service, first.fight)

    proposal = await service.campaigns.proposal(made.id, first.fight)
    (line,) = proposal.lines
    assert (line.id, line.was, line.left) == ("cloud/vital/hp", whole, 7)
    cause = (await service.seen_events(first.fight, "gm", line.cause, line.cause))[0].recorded.event
    assert type(cause).__name__ == "Corrected"
    assert await hp_of(service, made.id, "cloud") == whole

    await service.campaigns.settle(made.id, "gm", first.fight, proposal.digest)
    assert await hp_of(service, made.id, "cloud") == 7
    second = await begun(service, made.id, "cloud")
    assert await hp_of(service, second.fight, "cloud") == 7
    assert (await service.audit(made.id)).replay.state == "PROVEN"
    assert (await service.audit(second.fight)).replay.state == "PROVEN"


async def test_a_fight_is_settled_once(service: Encounters) -> None:
    """The same key answers as it did; another one is refused with the version."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud")).fight
    await hurt(service, fight, "cloud", 7)
    await end(service, fight)
    digest = (await service.campaigns.proposal(made.id, fight)).digest
    done = await service.campaigns.settle(made.id, "gm", fight, digest, key="s")
    again = await service.campaigns.settle(made.id, "gm", fight, digest, key="s")
    assert (again.again, again.first, again.last) == (True, done.first, done.last)
    with pytest.raises(RuleRefusal, match=f"settled at version {done.first}") as refused:
        await service.campaigns.settle(made.id, "gm", fight, digest, key="t")
    assert refused.value.code == "ALREADY_SETTLED"


async def test_what_the_game_master_changes_is_on_the_record(service: Encounters) -> None:
    """A line is set otherwise, another one left out; a list that was not read is refused."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud", "vivi")).fight
    await hurt(service, fight, "cloud", 7)
    await hurt(service, fight, "vivi", 3)
    await end(service, fight)
    before = await hp_of(service, made.id, "vivi")
    edits = Edits(dropped=("vivi/vital/hp",), set={"cloud/vital/hp": 9})
    with pytest.raises(RuleRefusal) as differs:
        await service.campaigns.settle(made.id, "gm", fight, "0" * 64, edits)
    assert differs.value.code == "DIFFERS"
    digest = (await service.campaigns.proposal(made.id, fight)).digest
    done = await service.campaigns.settle(made.id, "gm", fight, digest, edits)
    assert (await hp_of(service, made.id, "cloud"), await hp_of(service, made.id, "vivi")) == (9, before)
    settled: Any = done.seen_events[0].recorded.event
    assert settled.edits == {"dropped": ["vivi/vital/hp"], "set": {"cloud/vital/hp": 9}}


async def test_a_member_is_in_one_fight_at_a_time(service: Encounters) -> None:
    """Until that fight is settled or released."""
    made = await service.create(company())
    first = await begun(service, made.id, "cloud")
    with pytest.raises(RuleRefusal) as refused:
        await begun(service, made.id, "cloud", "vivi")
    assert (refused.value.code, refused.value.rule) == ("IN_A_FIGHT", "CA-07")
    await begun(service, made.id, "vivi")
    await service.campaigns.release(made.id, "gm", first.fight, "a trial")
    await begun(service, made.id, "cloud")


async def test_a_repeated_key_finds_the_fight_that_it_has_begun(service: Encounters) -> None:
    """And nothing else is begun."""
    made = await service.create(company())
    first = await begun(service, made.id, "cloud", key="b")
    again = await begun(service, made.id, "cloud", key="b")
    assert again.fight == first.fight
    own: Any = (await service.view(made.id, "gm")).position.state.own
    assert list(own.fights) == [first.fight]


async def test_who_dies_in_a_fight_stays_dead(service: Encounters) -> None:
    """Its line names the event; the dead do not come along."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud", "vivi")).fight
    correct = {"path": "combatants.vivi.out", "value": "dead", "reason": "the ogre"}
    await service.submit(fight, "gm", {"gm": {"correct": correct}})
    await end(service, fight)
    proposal = await service.campaigns.proposal(made.id, fight)
    assert "vivi/death" in {line.id for line in proposal.lines}
    await service.campaigns.settle(made.id, "gm", fight, proposal.digest)
    state: Any = (await service.view(made.id, "gm")).position.state
    assert (state.fight.combatants["vivi"].out, state.own.members["vivi"].fell_in) == ("dead", fight)
    with pytest.raises(RuleRefusal, match="not in the company"):
        await begun(service, made.id, "vivi")


async def test_going_back_ends_where_a_fight_began(service: Encounters) -> None:
    """A settlement is taken back, and can be made anew; what lies behind the fight is not."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud")).fight
    await hurt(service, fight, "cloud", 7)
    await end(service, fight)
    digest = (await service.campaigns.proposal(made.id, fight)).digest
    done = await service.campaigns.settle(made.id, "gm", fight, digest)
    back = {"gm": {"revert": {"to": done.first - 1, "reason": "not so"}}}
    await service.submit(made.id, "gm", back)
    assert await hp_of(service, made.id, "cloud") == 40
    with pytest.raises(RuleRefusal, match="a fight began at version"):
        await service.submit(made.id, "gm", {"gm": {"revert": {"to": 3}}})
    await service.campaigns.settle(made.id, "gm", fight, digest)
    assert await hp_of(service, made.id, "cloud") == 7
    assert (await service.audit(made.id)).replay.state == "PROVEN"


async def test_a_plan_without_its_fight_is_carried_out_by_whoever_comes_next(
    store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that ends between plan and creation, or before it says so, leaves nothing half done."""
    first, second = Encounters(store, registry), Encounters(store, registry)
    made = await first.create(company())

    async def dies(*_: Any) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(first.campaigns, "go_on", dies)
    with pytest.raises(RuntimeError, match="killed"):
        await begun(first, made.id, "cloud", key="b")
    again = await begun(second, made.id, "cloud", key="b")
    own: Any = (await second.view(made.id, "gm")).position.state.own
    assert {name: fight.stage for name, fight in own.fights.items()} == {again.fight: "RUNNING"}
    await second.campaigns.go_on(made.id, again.fight)
    assert len((await second.view(made.id, "gm")).position.state.own.fights) == 1


async def test_what_a_campaign_says_of_its_fights_is_not_corrected(service: Encounters) -> None:
    """A member's figures and sheet are; who is in which fight is not."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud")).fight
    for path in (f"rules.fights.{fight}.stage", "rules.members.cloud.fight"):
        with pytest.raises(RuleRefusal, match="not corrected"):
            await service.submit(made.id, "gm", {"gm": {"correct": {"path": path, "value": "SETTLED"}}})
    await service.submit(
        made.id, "gm", {"gm": {"correct": {"path": "rules.chest.rope", "value": 2, "reason": "found"}}}
    )
    own: Any = (await service.view(made.id, "gm")).position.state.own
    assert own.chest == {"rope": 2}


async def test_a_fork_takes_the_place_of_a_fight_and_is_settled_anew(service: Encounters) -> None:
    """As what differs, on top of what is there now: the rest in between stays."""
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud", "vivi")).fight
    await hurt(service, fight, "cloud", 7)
    before = (await service.view(fight, "gm")).version
    await service.submit(
        fight, "gm", {"gm": {"correct": {"path": "combatants.vivi.out", "value": "dead", "reason": "the ogre"}}}
    )
    await end(service, fight)
    digest = (await service.campaigns.proposal(made.id, fight)).digest
    first = await service.campaigns.settle(made.id, "gm", fight, digest)
    rise = {"path": "combatants.cloud.vitals.hp.now", "value": 17, "reason": "a potion"}
    await service.submit(made.id, "gm", {"gm": {"correct": rise}})

    fork = await service.fork(fight, "gm", before)
    with pytest.raises(RuleRefusal, match="no fork of this fight"):
        await service.campaigns.replace(made.id, "gm", fight, made.id)
    await service.campaigns.replace(made.id, "gm", fight, fork.id)
    with pytest.raises(RuleRefusal) as goes_on:
        await service.campaigns.proposal(made.id, fight)
    assert goes_on.value.code == "NOT_ENDED"
    await hurt(service, fork.id, "cloud", 12)
    await end(service, fork.id)

    proposal = await service.campaigns.proposal(made.id, fight)
    told = {line.id: (line.was, line.left) for line in proposal.lines}
    assert told == {"cloud/vital/hp": (7, 12), "vivi/death": (True, False)}
    done = await service.campaigns.settle(made.id, "gm", fight, proposal.digest)
    settled: Any = done.seen_events[0].recorded.event
    assert settled.supersedes == first.first
    assert await hp_of(service, made.id, "cloud") == 22
    state: Any = (await service.view(made.id, "gm")).position.state
    assert (state.fight.combatants["vivi"].out, state.own.members["vivi"].fell_in) == (None, "")
    with pytest.raises(RuleRefusal) as again:
        await service.campaigns.settle(made.id, "gm", fight, proposal.digest)
    assert again.value.code == "ALREADY_SETTLED"
    assert (await service.audit(made.id)).replay.state == "PROVEN"


async def test_who_is_revoked_or_removed_in_the_campaign_loses_its_fights(service: Encounters) -> None:
    """Open streams end by the fight's own epoch; revoked in a fight, the campaign's tokens count no more, either."""
    made = await service.create(company())
    first = (await begun(service, made.id, "cloud")).fight
    second = (await begun(service, made.id, "vivi")).fight
    await service.revoke(made.id, "ana")
    assert [(await service.epochs(one)).get("ana", 0) for one in (made.id, first, second)] == [1, 1, 1]
    await service.revoke(first, "ana")
    assert [(await service.epochs(one)).get("ana", 0) for one in (made.id, first, second)] == [2, 2, 2]
    await service.seating.remove(Asking(made.id, "gm"), "ben")
    assert [(await service.epochs(one)).get("ben", 0) for one in (made.id, first, second)] == [1, 1, 1]
