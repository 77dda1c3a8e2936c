"""Several enter at once, in the middle of a fight: copies with numbers, hidden, on places; all of them or nobody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.playing import entering
from engine.kernel.state.ground.ground import Ground
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import combatant, new_fight

WOLF = {"id": "wolf", "name": "Wolf", "side": "foes", "sheet": {"ref": "goblin"}}


async def played() -> tuple[Encounters, str]:
    service = Encounters(MemoryStore(), Registry.installed())
    return service, (await service.create(new_fight())).id


async def spawn(service: Encounters, fight: str, *newcomers: dict[str, Any], seat: str = "gm") -> Any:
    return await service.submit(fight, seat, {"fantasia": {"spawn": {"combatants": list(newcomers)}}})


async def people(service: Encounters, fight: str, seat: str = "gm") -> dict[str, str]:
    """Names by id, of those who were not there from the start."""
    there = (await service.view(fight, seat)).seen.fight.combatants
    return {who.id: who.name for who in there.values() if who.id.startswith(("wolf", "bear"))}


async def test_copies_get_the_first_numbers_that_are_free() -> None:
    """Of ids and names alike; one alone is called as it is named, or numbered on request."""
    service, fight = await played()
    await spawn(service, fight, {**WOLF, "id": "wolf-2", "name": "Second wolf"})
    await spawn(service, fight, {**WOLF, "count": 3}, {**WOLF, "id": "bear", "name": "Bear"})
    await spawn(service, fight, {**WOLF, "numbered": True})
    assert await people(service, fight) == {
        "wolf-2": "Second wolf",
        "wolf-1": "Wolf 1",
        "wolf-3": "Wolf 3",
        "wolf-4": "Wolf 4",
        "bear": "Bear",
        "wolf-5": "Wolf 5",
    }


async def test_hidden_ones_are_known_to_those_seats_alone() -> None:
    """Nothing that others read names them, nor says how many they are."""
    service, fight = await played()
    done = await spawn(service, fight, {**WOLF, "count": 3, "seenBy": ["ben"]})
    assert len(await people(service, fight, "ben")) == 3
    assert await people(service, fight, "ana") == {}
    told = await service.seen_events(fight, "ana", done.first, done.last)
    assert "wolf" not in str([one.recorded.event for one in told]).lower()


async def test_all_faults_at_once_and_nobody_enters() -> None:
    """Each with the newcomer that it is about; those that are right do not enter either."""
    service, fight = await played()
    before = (await service.view(fight, "gm")).version
    with pytest.raises(RuleRefusal) as refused:
        await spawn(
            service,
            fight,
            {**WOLF, "count": 2},
            {**WOLF, "id": "cloud"},
            {**WOLF, "id": "bear", "seat": "zoe"},
            {**WOLF, "id": "bear2", "count": 2, "places": [{"cell": {"x": 1, "y": 1}}]},
            {**WOLF, "id": "w" * 63, "count": 2},
        )
    assert sorted(one.field for one in refused.value.all) == [
        "combatants.1.id",
        "combatants.2.seat",
        "combatants.3.places",
        "combatants.4.id",
        "combatants.4.id",
    ]
    assert (await service.view(fight, "gm")).version == before
    assert await people(service, fight) == {}


async def test_at_most_a_hundred_enter_at_once() -> None:
    """Exactly a hundred do, one more does not."""
    service, fight = await played()
    packs = [{**WOLF, "id": f"wolf{n}", "count": 50} for n in range(2)]
    with pytest.raises(RuleRefusal, match="at most 100"):
        await spawn(service, fight, *packs, {**WOLF, "id": "bear"})
    await spawn(service, fight, *packs)
    assert len(await people(service, fight)) == 100


async def test_a_fight_has_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as many enter as there is room for, by one order or by several; whoever is out counts on."""
    service, fight = await played()
    there = len((await service.view(fight, "gm")).seen.fight.combatants)
    monkeypatch.setattr(entering, "MOST_IN_A_FIGHT", there + 3)
    with pytest.raises(RuleRefusal, match=f"a fight has at most {there + 3} combatants"):
        await spawn(service, fight, {**WOLF, "count": 4})
    await spawn(service, fight, {**WOLF, "count": 2})
    await service.submit(fight, "gm", {"gm": {"remove": {"combatants": ["wolf-1"]}}})
    await service.submit(fight, "gm", {"fantasia": {"enter": {**WOLF, "id": "bear"}}})
    for order in ({"enter": {**WOLF, "id": "boar"}}, {"spawn": {"combatants": [{**WOLF, "id": "boar"}]}}):
        with pytest.raises(RuleRefusal, match="a fight has at most"):
            await service.submit(fight, "gm", {"fantasia": order})


async def test_only_the_gm_lets_anybody_in() -> None:
    service, fight = await played()
    with pytest.raises(RuleRefusal, match="only the GM may do this"):
        await spawn(service, fight, WOLF, seat="ana")


async def test_each_stands_where_it_is_put() -> None:
    """One place for each copy, in their order; two on one place are refused by the game."""
    service = Encounters(MemoryStore(), Registry.installed())
    there = {"cell": {"x": 0, "y": 0}}
    ground = msgspec.convert({"space": {"kind": "GRID", "width": 8, "height": 8}}, Ground)
    start = (combatant("cloud", "heroes", "ana", "soldier", place=there), combatant("ogre", "foes", None, "ogre"))
    fight = (await service.create(new_fight(combatants=start[:1], ground=ground))).id
    places = [{"cell": {"x": x, "y": 5}} for x in (1, 2)]
    await spawn(service, fight, {**WOLF, "count": 2, "places": places})
    seen = (await service.view(fight, "gm")).seen.fight.combatants
    cells = [seen[who].place.cell for who in ("wolf-1", "wolf-2")]  # type: ignore[union-attr]  # they stand somewhere
    assert [(cell.x, cell.y) for cell in cells if cell is not None] == [(1, 5), (2, 5)]
    with pytest.raises(RuleRefusal) as refused:
        await spawn(
            service, fight, {**WOLF, "id": "bear", "count": 2, "places": [places[0], {"cell": {"x": 3, "y": 5}}]}
        )
    assert [one.field.split(".")[:2] for one in refused.value.all] == [["combatants", "0"]]
