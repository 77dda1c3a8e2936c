"""Rules that come to no end are refused in words; nothing has happened, and the fight goes on."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from api.words.bodies import body_of
from engine.kernel.authoring.system import Table
from engine.kernel.playing import decide, facts
from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as e
from engine.kernel.structs.budget import STEP, spend
from engine.kernel.structs.errors import TooCostly
from engine.service.bots.thinking import THINKING, thought_of
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.service.writing.seating import Asking
from engine.store.memory import MemoryStore
from tests.service.test_takeback import ASK, CLOUD, MOVE, OGRE
from tests.support.fights.fights import new_fight

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


Act = Callable[[Encounters, str, int], Awaitable[object]]


def _submitted(seat: str, command: dict[str, Any]) -> Act:
    return lambda service, fight, _: service.submit(fight, seat, command)


async def _agreed(service: Encounters, fight: str, _: int) -> object:
    talk = (await service.view(fight, "gm")).position.state.fight.taking_back
    assert talk is not None
    return await service.answer(fight, "gm", talk.asked[0].decision, Choice("yes"))


HARMED = {"path": "combatants.ogre.vitals.hp.now", "value": 1}
FOLLOWED: dict[str, Act] = {
    "a correction": _submitted("gm", {"gm": {"correct": HARMED}}),
    "a fork": lambda service, fight, began: service.fork(fight, "gm", began),
    "a revert": lambda service, fight, began: service.submit(
        fight, "gm", {"gm": {"revert": {"to": began, "corrections": [HARMED]}}}
    ),
    "a take-back": _submitted("ana", ASK),
    "the answer to a take-back": _agreed,
    "a handover": lambda service, fight, _: service.seating.hand_over(Asking(fight, "gm"), "ogre", "ben"),
    "a seat that goes": lambda service, fight, _: service.seating.remove(Asking(fight, "gm"), "ben"),
}


@pytest.mark.parametrize("what", FOLLOWED)
async def test_what_follows_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Where a ruling, a jump or a change of the table lets the fight go on by an order of the rules: with its bound."""
    registry = Registry.installed()
    service = Encounters(MemoryStore(), registry)
    fight = (await service.create(new_fight(combatants=(CLOUD, OGRE)))).id
    began = (await service.submit(fight, "gm", BEGIN)).last
    if what == "the answer to a take-back":
        await service.submit(fight, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS"}}})
    await service.submit(fight, "ana", MOVE)
    if what == "the answer to a take-back":
        await service.submit(fight, "ana", ASK)
    before = (await service.view(fight, "gm")).version

    def follow_up(state: object) -> None:
        while True:
            spend(STEP // 10)

    monkeypatch.setattr(registry.books["fantasia"].system, "follow_up", follow_up)
    with pytest.raises(TooCostly):
        await FOLLOWED[what](service, fight, began)
    monkeypatch.undo()
    assert (await service.view(fight, "gm")).version == before
    await FOLLOWED[what](service, fight, began)


async def test_a_bot_whose_moves_come_to_no_end_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither compared nor by chance; the runner gives it up."""
    registry = Registry.installed()
    service = Encounters(MemoryStore(), registry)
    fight = (await service.create(new_fight(combatants=(CLOUD, OGRE)))).id
    view = (await service.submit(fight, "gm", BEGIN)).view

    def offers(seen: object, who: str | None) -> Iterator[Any]:
        while True:
            spend(THINKING // 10)
        yield

    for name in ("offers", "offers_by_kind"):
        monkeypatch.setattr(registry.books["fantasia"].system, name, offers)
    with pytest.raises(TooCostly):
        thought_of(view.book, view.position, {"ana": "GREEDY"}, random.Random(1))


async def test_a_fight_that_is_too_much_is_not_created(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judged or made: it is refused in words."""
    service = Encounters(MemoryStore(), Registry.installed())
    monkeypatch.setattr(facts, "CREATION", 50)
    new = new_fight()
    with pytest.raises(TooCostly):
        await service.create(new)
    (fault,) = (await service.check(new, dict(enumerate(new.combatants)))).faults
    assert isinstance(fault, TooCostly)
    assert await service.page(before=None, limit=1) == []
