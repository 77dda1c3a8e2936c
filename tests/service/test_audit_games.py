"""Audits of games played at random, and of dice that not everybody saw."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.structs.messages import Order
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.export import seen_event
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from engine.systems.fantasia import Fantasia
from engine.systems.fantasia.orders import LieDown
from engine.systems.fantasia.state import FantasiaState
from tests.service.test_games import SLICES, Game
from tests.support.amounts import amount
from tests.support.fights.fights import FOES, HEROES, combatant, new_fight
from tests.support.fights.played import forged, versions_of

GAMES = amount("SKALD_GAMES", 5, 200)


@pytest.mark.parametrize("number", range(GAMES))
async def test_a_random_game_that_has_ended_is_proven(number: int) -> None:
    """Whatever was reverted, preferred, forked: of a fork all but its parent's dice."""
    registry = Registry([Rulebook(module.system) for module in SLICES.values()])
    service = Encounters(MemoryStore(), registry)
    game = Game(service, 1000 + number)
    await game.start(list(SLICES)[number % 4], "OPEN" if number % 3 == 0 else "SEEDED")
    for _ in range(30):
        await game.move()
    await service.submit(game.id, "gm", {"gm": {"end": {}}})
    _, entries = await service.entries(game.id)
    report = audit(registry, entries, explain=True)
    assert report.chain.state == report.replay.state == "PROVEN", report
    forked = any(b'"type":"EncounterForked"' in entry.public for entry in entries)
    assert report.dice.state in (("PROVEN", "NOT_PROVABLE") if forked else ("PROVEN",)), report.dice
    assert report.dice.state == "PROVEN" or "the parent fight's" in report.dice.detail


class Sly(Fantasia):
    """Whoever lies down is watched by the GM, who rolls for it behind his screen."""

    def play(self, order: Order, table: Table[FantasiaState]) -> None:
        super().play(order, table)
        if isinstance(order, LieDown):
            table.roll("4d6", by=order.combatant, why="the GM's own", rule="FF-DICE-01", to="gm")
            table.draw(range(90), by=order.combatant, why="the GM's own", rule="FF-DICE-01", to="gm")


BOOK: Rulebook[Any] = Rulebook(Sly())


async def sly_fight() -> list[Entry]:
    """Somebody hidden rolls with the open dice, and the GM with the hidden ones."""
    service = Encounters(MemoryStore(), Registry([BOOK]))
    spy = combatant("spy", "foes", None, "goblin", seenBy=["gm"])
    fight = (await service.create(new_fight(dice="SEEDED", combatants=(*HEROES, *FOES[2:], spy)))).id
    await service.submit(fight, "gm", {"fantasia": {"begin": {}}})
    who = (await service.view(fight, "gm")).position.state.fight.acting[0]
    await service.submit(fight, "gm", {"fantasia": {"lieDown": {"combatant": who}}})
    await service.submit(fight, "gm", {"gm": {"end": {}}})
    return (await service.entries(fight))[1]


async def test_hidden_dice_are_proven_by_their_own_secret() -> None:
    """To the whole of it and to the GM; and a forged one is found."""
    entries = await sly_fight()
    assert audit(BOOK, entries).proven
    hidden = [v for v in versions_of(entries, "DiceRolled") if entries[v - 1].secret is not None]
    assert len(hidden) == 2, "the spy's initiative, and the GM's roll"
    for version in (*hidden, *versions_of(entries, "Drawn")):

        def other(event: dict[str, Any]) -> None:
            data = event.get("data", {})
            if "faces" in data:
                data["faces"][0] = data["faces"][0] % 6 + 1
            if "index" in data:
                data["index"] = (data["index"] + 1) % 90

        report = audit(BOOK, forged(entries, version, other))
        assert (report.dice.state, report.dice.version) == ("BROKEN", version)
    assert audit(BOOK, [seen_event(entry, "gm") for entry in entries]).dice.state == "PROVEN"


async def test_players_learn_nothing_of_hidden_dice_from_their_audit() -> None:
    """Neither that there are any, nor how many."""
    entries = await sly_fight()
    report = audit(BOOK, [seen_event(entry, "ana") for entry in entries])
    opened = sum(entries[v - 1].secret is None for v in versions_of(entries, "DiceRolled"))
    assert report.dice.state == "PROVEN"
    assert report.dice.detail == f"{opened} open rolls recomputed"
    assert audit(BOOK, entries).dice.detail == report.dice.detail
