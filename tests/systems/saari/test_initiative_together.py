"""Initiative of those who type their dice: all are asked at once, and the bonus dice of each when his have fallen."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state import events as e
from engine.kernel.state.fight import ROLL, Asked, Fight
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.systems.saari.events import InitiativeSet
from tests.support.fights.fights import SEATS, combatant

PEOPLE = (
    combatant("karhu", "heroes", "ana", "karhu"),
    combatant("ilma", "heroes", "ben", "ilma"),
    combatant("goblin", "foes", None, "goblin"),
)


async def asked(service: Encounters, id: str) -> dict[str, Asked]:
    """The open rolls, by who rolls."""
    fight: Fight = (await service.view(id, "gm")).position.state.fight
    return {a.question["by"]: a for a in (fight.window.asked if fight.window else ()) if a.kind == ROLL}


def count(roll: Asked) -> int:
    """How many dice it has."""
    return int(roll.question["dice"].partition("d")[0])


async def told(service: Encounters, id: str, *kinds: type) -> list[Any]:
    view = await service.view(id, "gm")
    found = [one.recorded.event for one in await service.seen_events(id, "gm", 1, view.version)]
    return [one for one in found if isinstance(one, kinds)]


@pytest.mark.parametrize("order", [("karhu", "ilma"), ("ilma", "karhu")])
async def test_all_who_type_are_asked_at_once(order: tuple[str, str]) -> None:
    """In any order, over a server that dies in between; sixes earn bonus dice; what is recorded is proven."""
    store = MemoryStore()
    service = Encounters(store, Registry.installed())
    wish = NewEncounter(system="saari", name="Shore", seats=SEATS, combatants=PEOPLE, dice="PHYSICAL")
    id = (await service.create(wish)).id
    await service.submit(id, "gm", {"saari": {"begin": {}}})
    rolls = await asked(service, id)
    assert {who: one.seats for who, one in rolls.items()} == {"karhu": ("ana",), "ilma": ("ben",)}
    for number, who in enumerate(order):
        one = (await asked(service, id))[who]
        await service.answer(id, one.seats[0], one.decision, None, faces=(6,) * count(one))
        service = Encounters(store, Registry.installed())
        if not number:
            assert await told(service, id, e.DiceRolled) == [], "they fall when all are in"
    for who in ("ilma", "karhu"):
        (bonus,) = [one for one in (await asked(service, id)).values() if not one.answered]
        assert bonus.question["by"] == who
        await service.answer(id, bonus.seats[0], bonus.decision, None, faces=(1,) * count(bonus))
    assert [one.by for one in await told(service, id, e.DiceRolled)] == ["ilma", "ilma", "karhu", "karhu"]
    assert [one.combatant for one in await told(service, id, InitiativeSet)] == ["ilma", "karhu", "goblin"]
    await service.submit(id, "gm", {"gm": {"end": {}}})
    report = await service.audit(id, "gm")
    assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN")
