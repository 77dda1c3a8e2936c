"""Taking back over a real store: it waits through restarts, runs out, is raced for, exported, proven, met by bots."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import parse_dice
from engine.kernel.playing.position import with_dice_seen
from engine.kernel.state.events import Reverted, TakeBackAsked, TakeBackClosed
from engine.kernel.state.fight import Asked, Fight
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.proof.export import export_lines, read_export
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.port import Store
from tests.service.bots.test_runner import RULING, running, until
from tests.support.fights.fights import combatant, new_fight

ASK = {"table": {"takeBack": {}}}
MOVE = {"fantasia": {"move": {"combatant": "cloud", "metres": 3}}}
ATTACK = {"fantasia": {"attack": {"attacker": "cloud", "target": "ogre", "weapon": "sword_2"}}}
CLOUD = combatant("cloud", "heroes", "ana", "soldier")
CLOUD["sheet"] = {"ref": "soldier", "initiativeBonus": 20}
OGRE = combatant("ogre", "foes", None, "ogre")


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry, bot_pause=0)


async def begun(service: Encounters, **more: Any) -> str:
    """Cloud of Ana, whose turn it is, before an ogre of the GM."""
    made = await service.create(new_fight(combatants=(CLOUD, OGRE), **more))
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": RULING, "asked": False}}})
    await service.submit(made.id, "gm", {"fantasia": {"begin": {}}})
    while window := (await fight_of(service, made.id)).window:  # dice of a real table
        asked = next(one for one in window.asked if not one.answered)
        faces = [6] * parse_dice(asked.question["dice"]).count
        await service.answer(made.id, asked.seats[0], asked.decision, None, faces=faces)
    assert (await fight_of(service, made.id)).acting == ("cloud",)
    return made.id


async def fight_of(service: Encounters, id: str) -> Fight:
    fight: Fight = (await service.view(id, "gm")).position.state.fight
    return fight


async def attacked(service: Encounters, id: str) -> int:
    """Cloud has struck, and all questions on the way are answered; the version before that."""
    before = (await service.view(id, "gm")).version
    await service.submit(id, "ana", ATTACK)
    while window := (await fight_of(service, id)).window:
        asked = next(a for a in window.asked if not a.answered)
        await service.answer(id, "gm", asked.decision, Choice(asked.default))
    return before


async def waiting(service: Encounters, id: str) -> list[Asked]:
    talk = (await fight_of(service, id)).taking_back
    return [a for a in talk.asked if not a.answered] if talk else []


async def events(service: Encounters, id: str) -> list[Recorded]:
    return [told.recorded for told in await service.seen_events(id, "gm", 1, 10_000)]


async def test_a_move_is_taken_back_at_once_and_an_attack_by_consent(service: Encounters) -> None:
    """Ana's move concerns nobody; her blow fell by dice and at somebody."""
    id = await begun(service)
    before = (await service.view(id, "gm")).version
    await service.submit(id, "ana", MOVE)
    done = await service.submit(id, "ana", ASK)
    assert [type(t.recorded.event) for t in done.seen_events] == [TakeBackAsked, Reverted]
    assert done.view.position.state == with_dice_seen((await service.view(id, "gm", before)).position.state)
    before = await attacked(service, id)
    await service.submit(id, "ana", ASK)
    (asked,) = await waiting(service, id)
    assert asked.seats == ("gm",)
    assert "ROLLED" in {d["what"] for d in asked.question["known"]}
    done = await service.answer(id, "gm", asked.decision, Choice("yes"))
    assert isinstance(done.seen_events[-1].recorded.event, Reverted)
    assert done.view.position.state == with_dice_seen((await service.view(id, "gm", before)).position.state)


async def test_a_request_waits_through_a_restart(service: Encounters, store: Store, registry: Registry) -> None:
    """Another process knows it from the stream alone, answers it, and goes on."""
    id = await begun(service)
    await attacked(service, id)
    await service.submit(id, "ana", {"table": {"takeBack": {"reason": "the wrong one"}}})
    other = Encounters(store, registry)
    (asked,) = await waiting(other, id)
    done = await other.answer(id, "gm", asked.decision, Choice("no"))
    assert isinstance(done.seen_events[-1].recorded.event, TakeBackClosed)
    assert await waiting(service, id) == []


async def test_an_answer_that_is_repeated_counts_once(service: Encounters) -> None:
    """By its key it gets the first answer again; without one the decision is closed."""
    id = await begun(service)
    await attacked(service, id)
    await service.submit(id, "ana", ASK, key="ask")
    assert (await service.submit(id, "ana", ASK, key="ask")).again
    (asked,) = await waiting(service, id)
    first = await service.answer(id, "gm", asked.decision, Choice("yes"), key="yes")
    again = await service.answer(id, "gm", asked.decision, Choice("yes"), key="yes")
    assert (again.again, again.last) == (True, first.last)
    with pytest.raises(RuleRefusal) as refused:
        await service.answer(id, "gm", asked.decision, Choice("yes"))
    assert refused.value.code == "DECISION_CLOSED"


async def test_two_seats_ask_at_once_and_one_of_them_is_told_so(service: Encounters) -> None:
    """Whoever comes second is refused, whichever process he came to."""
    id = await begun(service)
    await attacked(service, id)
    wishes = (service.submit(id, "ana", ASK), service.submit(id, "gm", {"table": {"takeBack": {"to": 3}}}))
    done = await asyncio.gather(*wishes, return_exceptions=True)
    (refused,) = [one for one in done if isinstance(one, RuleRefusal)]
    assert "asks to take back already" in refused.reason
    assert len(await waiting(service, id)) == 1


async def test_the_deadline_of_a_take_back_is_kept_by_any_process(service: Encounters) -> None:
    """A deadline of the table is kept by whichever process is there."""
    id = await begun(service)
    await attacked(service, id)
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "AFFECTED", "deadline": 1}}})
    await service.submit(id, "ana", ASK)

    async def closed() -> bool:
        return not await waiting(service, id)

    async with running(service):
        await until(closed)
    last = (await events(service, id))[-1].event
    assert isinstance(last, TakeBackClosed)
    assert last.closed == "EXPIRED"


async def test_a_deadline_that_has_not_come_is_looked_at_again(service: Encounters) -> None:
    """At the time it names."""
    id = await begun(service)
    await attacked(service, id)
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "AFFECTED", "deadline": 600}}})
    await service.submit(id, "ana", ASK)
    (asked,) = await waiting(service, id)
    at = await service._timers._expire(id, asked.decision)
    asked_at = clock.parse_ms((await service.view(id, "gm")).time)
    assert at == asked_at + 600_000 > clock.now_ms()
    assert await waiting(service, id)


async def test_faces_and_foreign_keys_are_refused(service: Encounters) -> None:
    """A request rolls no dice, and neither does its answer."""
    id = await begun(service, dice="PHYSICAL")
    with pytest.raises(RuleRefusal):
        await service.submit(id, "ana", ASK, faces=[3])
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS"}}})
    await service.submit(id, "ana", MOVE)
    await service.submit(id, "ana", ASK)
    (asked,) = await waiting(service, id)
    with pytest.raises(RuleRefusal) as refused:
        await service.answer(id, "gm", asked.decision, Choice("yes"), faces=[3])
    assert refused.value.field == "faces"
    for wrong in ({"dance": {}}, {"takeBack": {}, "withdraw": {}}, {"takeBack": {"to": 0}}):
        with pytest.raises(RuleRefusal) as refused:
            await service.submit(id, "ana", {"table": wrong})
        assert refused.value.field.startswith("command")


async def test_a_fight_with_requests_is_proven_exported_and_imported(
    service: Encounters, store: Store, registry: Registry
) -> None:
    """Granted, refused and forced, in one stream; and a file of it goes on as a fork without the one that waits."""
    id = await begun(service, dice="SEEDED", seed="")
    await attacked(service, id)
    await service.submit(id, "ana", ASK)
    (asked,) = await waiting(service, id)
    await service.answer(id, "gm", asked.decision, Choice("yes"))
    before = await attacked(service, id)
    await service.submit(id, "ana", ASK)
    (asked,) = await waiting(service, id)
    await service.answer(id, "gm", asked.decision, Choice("no"))
    await service.submit(id, "ana", ASK)
    await service.submit(id, "gm", {"gm": {"revert": {"to": before}}})
    await attacked(service, id)
    await service.submit(id, "ana", ASK)
    assert (await service.audit(id)).replay.state == "PROVEN"
    book, entries = await service.entries(id)
    file = b"".join(export_lines(entries, book, None))
    imported = await import_export(store, registry, read_export(io.BytesIO(file)))
    assert imported.forked
    assert (await fight_of(service, imported.encounter)).taking_back is None
    await service.submit(id, "gm", {"gm": {"end": {}}})
    assert (await service.audit(id)).proven
    names = [type(r.event).__name__ for r in await events(service, id)]
    assert names[-2:] == ["TakeBackClosed", "EncounterEnded"]


# -- bots
async def with_bot(service: Encounters, id: str) -> None:
    await service.set_bot(id, "gm", "gm", "RANDOM")


async def test_a_bot_lets_go_back_where_nothing_has_come_out(service: Encounters) -> None:
    """The GM's monsters have no say against a mere move, though the table always asks."""
    id = await begun(service)
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS"}}})
    await service.submit(id, "ana", MOVE)
    await with_bot(service, id)
    await service.submit(id, "ana", ASK)

    async def closed() -> bool:
        return not await waiting(service, id)

    async with running(service):
        await until(closed)
    assert isinstance((await events(service, id))[-1].event, Reverted)


async def test_a_bot_refuses_what_dice_have_decided(service: Encounters) -> None:
    """And does nothing else till then: to go on would overtake the request."""
    id = await begun(service)
    await attacked(service, id)
    await with_bot(service, id)
    before = len(await events(service, id))
    await service.submit(id, "ana", ASK)

    async def closed() -> bool:
        return not await waiting(service, id)

    async with running(service):
        await until(closed)
    new = [type(r.event).__name__ for r in (await events(service, id))[before:]]
    assert new[:4] == ["TakeBackAsked", "DecisionOpened", "DecisionAnswered", "TakeBackClosed"]
