"""The game master's tools for people on the table: reveal, hide, remove, conditions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.overruling.takeback import default_target
from engine.kernel.state import events as k
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import FOES, HEROES, combatant, new_fight

LURKER = combatant("zq7", "foes", None, "ogre", seenBy=[])
BEGIN: dict[str, Any] = {"fantasia": {"begin": {}}}


async def played() -> tuple[Encounters, str]:
    """A service with a fight in it, where only the GM knows of Zq7."""
    service = Encounters(MemoryStore(), Registry.installed())
    return service, (await service.create(new_fight(combatants=(*HEROES, *FOES, LURKER)))).id


async def use(service: Encounters, fight: str, seat: str = "gm", **tool: Any) -> Any:
    return await service.submit(fight, seat, {"gm": tool})


async def reads(service: Encounters, fight: str, seat: str, done: Any) -> list[str]:
    """The types of a step's events, as a seat reads them, without those that it may not."""
    told = await service.seen_events(fight, seat, done.first, done.last)
    names = [type(one.recorded.event).__name__ for one in told]
    return [name for name in names if name != "Hidden"]


async def knows(service: Encounters, fight: str) -> set[str]:
    """The seats that know of Zq7."""
    views = {seat: (await service.view(fight, seat)).seen.fight for seat in ("gm", "ana", "ben", "eve")}
    return {seat for seat, seen in views.items() if "zq7" in seen.combatants}


async def test_a_reveal_reaches_exactly_those_who_newly_know() -> None:
    """First Ana alone, then all the others; she is not told again."""
    service, fight = await played()
    done = await use(service, fight, reveal={"combatants": ["zq7"], "seats": ["ana"]})
    assert await knows(service, fight) == {"gm", "ana"}
    assert "CombatantAppeared" in await reads(service, fight, "ana", done)
    assert await reads(service, fight, "ben", done) == []
    done = await use(service, fight, reveal={"combatants": ["zq7"]})
    assert await knows(service, fight) == {"gm", "ana", "ben", "eve"}
    assert "CombatantAppeared" not in await reads(service, fight, "ana", done)
    for seat in ("ben", "eve"):
        assert "CombatantAppeared" in await reads(service, fight, seat, done)


async def test_hidden_from_everybody_its_own_player_still_knows() -> None:
    """Named seats lose it even then; whoever loses it is told, and nobody else."""
    service, fight = await played()
    done = await use(service, fight, hide={"combatants": ["cloud"]})
    assert (await service.view(fight, "gm")).seen.fight.combatants["cloud"].seen_by == ("ana",)
    assert "CombatantVanished" in await reads(service, fight, "ben", done)
    assert "CombatantVanished" not in await reads(service, fight, "ana", done)
    await use(service, fight, hide={"combatants": ["cloud"], "seats": ["ana"]})
    assert "cloud" not in (await service.view(fight, "ana")).seen.fight.combatants


async def test_several_at_once_and_all_faults_at_once() -> None:
    """Whole or not at all: each name that is not there is a fault of its own, and nothing has happened."""
    service, fight = await played()
    before = (await service.view(fight, "gm")).version
    with pytest.raises(RuleRefusal) as refused:
        await use(service, fight, reveal={"combatants": ["zq7", "nobody", "nil"], "seats": ["zoe"]})
    assert [(one.code, one.field) for one in refused.value.all] == [
        ("UNKNOWN", "command.gm.reveal.combatants.1"),
        ("UNKNOWN", "command.gm.reveal.combatants.2"),
        ("UNKNOWN", "command.gm.reveal.seats.0"),
    ]
    assert (await service.view(fight, "gm")).version == before
    await use(service, fight, hide={"combatants": ["goblin", "gobbo"]})
    assert not {"goblin", "gobbo"} & set((await service.view(fight, "ana")).seen.fight.combatants)


async def test_what_is_so_already_is_refused() -> None:
    """A reveal of somebody whom all know, and a second removal."""
    service, fight = await played()
    with pytest.raises(RuleRefusal, match="that is so already"):
        await use(service, fight, reveal={"combatants": ["cloud"]})
    with pytest.raises(RuleRefusal, match="that is so already"):
        await use(service, fight, hide={"combatants": ["zq7"]})
    await use(service, fight, remove={"combatants": ["goblin"]})
    with pytest.raises(RuleRefusal, match="off the table already"):
        await use(service, fight, remove={"combatants": ["goblin"]})


async def test_only_the_gm_has_these_tools_and_others_learn_nothing() -> None:
    """The same words whether somebody is there or not."""
    service, fight = await played()
    for who in ("zq7", "nobody"):
        for tool in ("reveal", "hide", "remove"):
            with pytest.raises(RuleRefusal, match="only the GM may do this"):
                await use(service, fight, "ana", **{tool: {"combatants": [who]}})


async def test_removed_for_good() -> None:
    """Everybody reads of those whom he knows, and of nobody else."""
    service, fight = await played()
    done = await use(service, fight, remove={"combatants": ["goblin", "zq7"], "reason": "They flee"})
    seen = (await service.view(fight, "gm")).seen.fight
    assert seen.combatants["goblin"].out == "removed"
    assert seen.combatants["zq7"].out == "removed"
    told = await service.seen_events(fight, "ana", done.first, done.last)
    out = [one.recorded.event for one in told if isinstance(one.recorded.event, k.CombatantOut)]
    assert [(one.combatant, one.reason) for one in out] == [("goblin", "removed")]


async def test_conditions_are_set_changed_and_ended() -> None:
    """The rules follow through: unconscious means prone too; an unknown kind is refused with those that there are."""
    service, fight = await played()
    await service.submit(fight, "gm", BEGIN)

    async def conditions() -> dict[str, Any]:
        seen = (await service.view(fight, "ana")).seen.fight
        return {one.key: one.left for one in seen.combatants["cloud"].conditions}

    await use(service, fight, setCondition={"combatant": "cloud", "kind": "blind", "left": 3, "reason": "Sand"})
    assert await conditions() == {"blind": 3}
    await use(service, fight, setCondition={"combatant": "cloud", "kind": "blind", "left": 1})
    assert await conditions() == {"blind": 1}
    with pytest.raises(RuleRefusal, match="that is so already"):
        await use(service, fight, setCondition={"combatant": "cloud", "kind": "blind", "left": 1})
    await use(service, fight, setCondition={"combatant": "cloud", "kind": "unconscious"})
    assert set(await conditions()) == {"blind", "unconscious", "prone"}
    await use(service, fight, endCondition={"combatant": "cloud", "condition": "blind"})
    assert set(await conditions()) == {"unconscious", "prone"}
    with pytest.raises(RuleRefusal) as refused:
        await use(service, fight, setCondition={"combatant": "nobody", "kind": "merry", "source": "nil"})
    assert [one.field for one in refused.value.all] == [
        f"command.gm.setCondition.{field}" for field in ("combatant", "kind", "source")
    ]
    with pytest.raises(RuleRefusal, match="has no condition 'blind'"):
        await use(service, fight, endCondition={"combatant": "cloud", "condition": "blind"})


async def offered(service: Encounters, fight: str) -> int | None:
    """The version that the GM may ask to go back to."""
    seen = await service.view(fight, "gm")
    return default_target(seen.seen.fight, "gm", seen.version)


async def back(service: Encounters, fight: str) -> Any:
    return await service.submit(fight, "gm", {"gm": {"revert": {"to": await offered(service, fight)}}})


@pytest.mark.parametrize(
    "tool",
    [
        {"reveal": {"combatants": ["zq7"]}},
        {"hide": {"combatants": ["goblin", "gobbo"]}},
        {"remove": {"combatants": ["goblin", "ogre"]}},
        {"setCondition": {"combatant": "cloud", "kind": "blind"}},
        {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 0}},
        {"note": {"note": "The ogre limps", "to": ["ana"]}},
    ],
)
async def test_what_the_gm_has_ruled_he_takes_back_whole(tool: dict[str, Any]) -> None:
    """To just before it, also where one ruling is several events; an earlier one stands."""
    service, fight = await played()
    await use(service, fight, correct={"path": "combatants.rosa.vitals.hp.now", "value": 7})
    before = await service.view(fight, "gm")
    done = await use(service, fight, **tool)
    assert await offered(service, fight) == done.first - 1 == before.version
    await back(service, fight)
    after = (await service.view(fight, "gm")).seen
    assert after.fight.combatants == before.seen.fight.combatants
    assert after.own == before.seen.own
    assert after.fight.combatants["rosa"].vitals["hp"].now == 7


async def test_spawned_combatants_are_taken_back_together() -> None:
    """They entered by one order."""
    service, fight = await played()
    wolf = {"id": "wolf", "name": "Wolf", "side": "foes", "sheet": {"ref": "goblin"}, "count": 3}
    done = await service.submit(fight, "gm", {"fantasia": {"spawn": {"combatants": [wolf]}}})
    assert await offered(service, fight) == done.first - 1
    await back(service, fight)
    assert not any(who.startswith("wolf") for who in (await service.view(fight, "gm")).seen.fight.combatants)


async def test_what_the_gm_rules_is_no_act_of_others() -> None:
    """Nobody else learns of it by what he may take back."""
    service, fight = await played()
    await use(service, fight, correct={"path": "combatants.zq7.vitals.hp.now", "value": 7})
    for seat in ("ana", "ben", "eve"):
        seen = (await service.view(fight, seat)).seen.fight
        assert (seen.last_acts, seen.ruled_at) == ({}, {})
