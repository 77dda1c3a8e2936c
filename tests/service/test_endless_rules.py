"""Rules that come to no end are refused in words; nothing has happened, and the fight goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from api.words.bodies import body_of
from engine.kernel.authoring.system import Table
from engine.kernel.playing import decide
from engine.kernel.state import events as e
from engine.kernel.structs.errors import TooCostly
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights import new_fight

BEGIN = {"fantasia": {"begin": {}}}
WAIT = {"fantasia": {"endTurn": {"combatant": "cloud"}}}


async def test_an_order_over_its_budget_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as much work as it takes it is done."""
    service = Encounters(MemoryStore(), Registry.installed())
    fight = (await service.create(new_fight())).id
    before = (await service.view(fight, "gm")).version
    monkeypatch.setattr(decide, "STEP", 100)
    with pytest.raises(TooCostly):
        await service.submit(fight, "gm", BEGIN)
    assert (await service.view(fight, "gm")).version == before
    monkeypatch.undo()
    assert (await service.submit(fight, "gm", BEGIN)).first == before + 1


def _events(table: Table[Any]) -> None:
    table.emit(e.RoundBegan(round=table.state.fight.round + 1), rule="")


def _rolls(table: Table[Any]) -> None:
    table.roll("1d6", by="gm", why="endless", rule="")


def _draws(table: Table[Any]) -> None:
    table.draw(("a", "b"), by="gm", why="endless", rule="")


def _views(table: Table[Any]) -> None:
    table.seen("ana")


def _nothing(table: Table[Any]) -> None:
    table.change("cloud", "hp", 0, rule="")


def _deeper(table: Table[Any]) -> None:
    _deeper(table)


@pytest.mark.parametrize("endless", [_events, _rolls, _draws, _views, _nothing, _deeper])
async def test_rules_without_an_end_are_refused(
    monkeypatch: pytest.MonkeyPatch, endless: Callable[[Table[Any]], None]
) -> None:
    """Whatever they do, with or without events; also where a rule takes every error for a no."""
    registry = Registry.installed()
    service = Encounters(MemoryStore(), registry)
    fight = (await service.create(new_fight())).id
    before = (await service.view(fight, "gm")).version

    def play(order: object, table: Table[Any]) -> None:
        while True:
            endless(table)

    monkeypatch.setattr(registry.books["fantasia"].system, "play", play)
    begun = time.thread_time()
    with pytest.raises(TooCostly, match="comes to no end"):
        await service.submit(fight, "gm", BEGIN)
    with pytest.raises(TooCostly):  # the dry run on what a player sees
        await service.submit(fight, "ana", WAIT)
    if endless not in (_rolls, _draws):  # a preview ends at the first of them
        with pytest.raises(TooCostly):
            await service.preview(fight, "ana", WAIT, locale="en", reads=body_of)
    assert time.thread_time() - begun < 15  # of processor time, on any machine: here it takes some tenths each
    monkeypatch.undo()
    assert (await service.view(fight, "gm")).version == before
    assert (await service.submit(fight, "gm", BEGIN)).first == before + 1
