"""The secrets of Minis in a fight that is stored: files, forks, and dice that people type."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.systems.minis.bout import BOOK, SEATS

REGISTRY = Registry([BOOK])


def knight(name: str, side: str, seat: str, x: int) -> dict[str, Any]:
    """A knight of the catalogue, as a request has it."""
    return {
        "id": name,
        "name": name.title(),
        "side": side,
        "seat": seat,
        "place": {"point": {"x": x, "y": 2400}},
        "sheet": {"ref": "knight"},
    }


async def begun(dice: Any = "SEEDED") -> tuple[Encounters, str]:
    """Two knights face each other, and declare."""
    service = Encounters(MemoryStore(), REGISTRY)
    people = (knight("ada", "red", "ana", 2400), knight("bob", "blue", "ben", 2480))
    fight = await service.create(NewEncounter(system="minis", name="Duel", seats=SEATS, combatants=people, dice=dice))
    await service.submit(fight.id, "gm", {"minis": {"begin": {}}})
    return service, fight.id


async def open_decisions(service: Encounters, fight: str) -> dict[str, int]:
    """Seat -> the decision that it is asked for."""
    window = (await service.view(fight, "gm")).seen.fight.window
    assert window is not None
    return {asked.seats[0]: asked.decision for asked in window.asked if not asked.answered}


async def exported(service: Encounters, fight: str, seat: str | None) -> list[bytes]:
    """The lines of a seat's file."""
    return b"".join([line async for line in service.export(fight, seat)]).splitlines()


async def test_a_commit_is_in_nobodys_file_before_all_are_in() -> None:
    """Nor can the game master fork there, to answer the rest himself."""
    service, fight = await begun()
    asked = await open_decisions(service, fight)
    await service.answer(fight, "ana", asked["ana"], Choice("these", {"minis": ["ada"]}))
    sealed = (await service.view(fight, "gm")).version
    for seat in ("gm", "ben", "eye"):
        assert b'"minis":["ada"]' not in (await exported(service, fight, seat))[-1]
    with pytest.raises(RuleRefusal, match="sealed"):
        await service.fork(fight, "gm", sealed)
    await service.answer(fight, "ben", asked["ben"], Choice("nobody"))
    assert any(b'"minis":["ada"]' in line for line in await exported(service, fight, "eye"))


async def test_dice_of_the_order_and_of_an_exchange_are_typed() -> None:
    """Each by the seat of the mini; in between nothing tells of an option."""
    service, fight = await begun("PHYSICAL")
    asked = await open_decisions(service, fight)
    await service.answer(fight, "ana", asked["ana"], Choice("these"))
    await service.answer(fight, "ben", asked["ben"], Choice("these"))
    for seat, face in (("ana", 90), ("ben", 20)):
        rolls = await open_decisions(service, fight)
        assert seat in rolls
        await service.answer(fight, seat, rolls[seat], None, faces=(face,))
    seen = (await service.view(fight, "eye")).seen
    assert seen.fight.acting == ("ada",)
    await service.submit(fight, "ana", {"minis": {"attack": {"combatant": "ada", "target": "bob"}}})
    asked = await open_decisions(service, fight)
    await service.answer(fight, "ben", asked["ben"], Choice("die"))
    await service.answer(fight, "ana", asked["ana"], Choice("head"))
    rolls = await open_decisions(service, fight)
    await service.answer(fight, "ben", rolls["ben"], None, faces=(5,))
    bob = (await service.view(fight, "eye")).seen.fight.combatants["bob"]
    assert bob.vitals["life"].now == 20 - (6 - 3 - 2)


async def test_all_who_are_declared_roll_for_their_order_at_once() -> None:
    """Each his own d100, the last one first; of a tie both are asked again."""
    service, fight = await begun("PHYSICAL")
    for seat in ("ana", "ben"):
        decision = (await open_decisions(service, fight)).get(seat)
        who = {"ana": "ada", "ben": "bob"}[seat]
        assert decision is not None
        await service.answer(fight, seat, decision, Choice("these", {"minis": [who]}))
    for faces in ((50, 50), (20, 70)):
        asked = await open_decisions(service, fight)
        assert set(asked) == {"ana", "ben"}
        for seat, face in zip(("ben", "ana"), reversed(faces), strict=True):
            await service.answer(fight, seat, asked[seat], None, faces=[face])
    assert (await service.view(fight, "gm")).seen.fight.acting == ("bob",)
