"""Seats add chance of their own to the dice before the first of them falls: never later, and every audit counts it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import derive, entropy_digest
from engine.kernel.seating.entropy import may_add_entropy
from engine.kernel.state import events as e
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.audit import AuditReport, audit
from engine.service.proof.export import seen_event
from engine.service.reading.views import FightView, decode_whole
from engine.store.chain import seal
from engine.store.memory import MemoryStore
from engine.store.port import Entry, Store
from engine.store.redis import RedisStore
from tests.support.fights.fights import new_fight
from tests.support.fights.played import BOOK, REGISTRY, forged, versions_of

BEGIN = {"fantasia": {"begin": {}}}
END = {"gm": {"end": {}}}
GROUPS = {"groupRolls": [{"group": "goblin", "each": True}]}
"""So that beginning asks nothing and rolls at once."""
CLOSED = "before the first roll"


@pytest.fixture(params=["redis", "memory"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    made: Store = RedisStore(request.getfixturevalue("redis_url")) if request.param == "redis" else MemoryStore()
    yield made
    await made.close()


@pytest.fixture
def service(store: Store) -> Encounters:
    return Encounters(store, REGISTRY)


async def new(service: Encounters, dice: Any = "SEEDED", **more: Any) -> str:
    return (await service.create(new_fight(dice=dice, **{"setup": GROUPS, **more}))).id


async def may(service: Encounters, fight: str) -> list[str]:
    """The seats that may still add, as the fight in memory and one loaded from the store have it."""
    here = (await service.view(fight, "gm")).seen.fight
    fresh = (await Encounters(service._store, REGISTRY).view(fight, "gm")).seen.fight
    seats = [seat for seat in here.seats if may_add_entropy(here, seat)]
    assert seats == [seat for seat in fresh.seats if may_add_entropy(fresh, seat)]
    return seats


def states(report: AuditReport) -> list[str]:
    return [verdict.state for verdict in report.verdicts]


async def stirred_fight(service: Encounters) -> list[Entry]:
    """Ended; Ben and the GM have added, in this order, before initiative was rolled."""
    fight = await new(service)
    await service.add_entropy(fight, "ben", "my lucky number is 7")
    await service.add_entropy(fight, "gm", "äöü €")
    await service.submit(fight, "gm", BEGIN)
    await service.submit(fight, "gm", END)
    return (await service.entries(fight))[1]


async def test_what_seats_add_decides_the_dice_in_the_order_of_the_stream(service: Encounters, store: Store) -> None:
    """Each face is the one of secret and contributions; without them, or the other way round, others would fall."""
    entries = await stirred_fight(service)
    first = decode_whole(BOOK, entries[0]).event
    assert isinstance(first, e.EncounterCreated)
    kept = await store.secrets(first.encounter)
    assert kept is not None
    rolls = [r for r in (decode_whole(BOOK, entry) for entry in entries) if isinstance(r.event, e.DiceRolled)]
    assert len(rolls) >= 6

    def fallen(*added: str) -> list[tuple[int, ...]]:
        return [
            tuple(derive(kept.dice, first.encounter, r.version, die, 6, entropy_digest(added)) for die in range(2))
            for r in rolls
        ]

    faces = [r.event.faces for r in rolls if isinstance(r.event, e.DiceRolled)]
    assert faces == fallen("my lucky number is 7", "äöü €")
    assert faces not in (fallen(), fallen("äöü €", "my lucky number is 7"), fallen("my lucky number is 7äöü €"))


async def test_every_audit_counts_what_was_added(service: Encounters) -> None:
    """The whole file and each seat's; who exchanges, alters, takes or slips in a contribution is found out."""
    entries = await stirred_fight(service)
    assert audit(BOOK, entries).proven
    for seat in ("gm", "ana", "eve"):
        assert audit(BOOK, [seen_event(entry, seat) for entry in entries]).dice.state == "PROVEN"
    first, second = versions_of(entries, "EntropyAdded")
    roll = versions_of(entries, "DiceRolled")[0]
    for version in (first, second):
        found = set()
        for text in "0123456789abcdef":  # one alone may bring the face that fell
            altered = forged(entries, version, lambda event, text=text: event["data"].update(entropy=text))
            report = audit(BOOK, [seen_event(entry, "ana") for entry in altered])
            found.add((report.dice.state, report.dice.version))
        assert ("BROKEN", roll) in found


def slipped_in(entries: list[Entry], version: int, event: bytes) -> list[Entry]:
    """The same stream with something else at a version, every hash made anew."""
    made: list[Entry] = []
    for entry in entries:
        if entry.version == version:
            entry = seal("", version, event, secret=None, to=None, salt="")
        previous = made[-1].hash if made else ""
        made.append(seal(previous, entry.version, entry.public, secret=entry.secret, to=entry.to, salt=entry.salt))
    return made


async def test_a_contribution_behind_the_first_roll_breaks_every_seats_file(service: Encounters) -> None:
    """Whoever writes the stream himself cannot add once he has seen dice: also who reads the least finds it."""
    entries = await stirred_fight(service)
    late = versions_of(entries, "DiceRolled")[-1] + 1
    time = entries[late - 1].public.split(b'"time":"')[1].split(b'"')[0]
    told = {"command": None, "data": {"entropy": "x"}, "rule": "", "schema": 1, "seat": "gm", "time": time.decode()}
    event = canonical({**told, "type": "EntropyAdded", "version": late})
    altered = slipped_in(entries, late, event)
    for seat in ("ana", "eve"):
        report = audit(BOOK, [seen_event(entry, seat) for entry in altered])
        assert report.chain.state == "PROVEN"
        assert (report.dice.state, report.dice.version) == ("BROKEN", late), report
    assert audit(BOOK, altered).replay.version is not None


async def test_who_may_not_add_or_has_added_is_found_by_the_replay(service: Encounters) -> None:
    entries = await stirred_fight(service)
    first, second = versions_of(entries, "EntropyAdded")
    for seat in ("eve", "gm", "nobody"):  # a spectator; the GM, who then has added twice; somebody who is not there
        report = audit(BOOK, forged(entries, first, lambda event, seat=seat: event.update(seat=seat)))
        assert (report.replay.state, report.replay.version) == ("BROKEN", second if seat == "gm" else first)


async def test_each_seat_that_plays_adds_once(service: Encounters) -> None:
    fight = await new(service)
    assert await may(service, fight) == ["gm", "ana", "ben"]
    await service.add_entropy(fight, "ana", "a")
    assert await may(service, fight) == ["gm", "ben"]
    with pytest.raises(RuleRefusal, match="this seat has added"):
        await service.add_entropy(fight, "ana", "b")
    for seat, words in (("eve", "eve looks on"), ("nobody", "there is no seat")):
        with pytest.raises(RuleRefusal, match=words) as caught:
            await service.add_entropy(fight, seat, "a")
        assert caught.value.code == "NOT_YOURS"


@pytest.mark.parametrize("dice", ["PHYSICAL", "OPEN"])
async def test_nothing_is_added_to_dice_that_nobody_draws(service: Encounters, dice: str) -> None:
    fight = await new(service, dice)
    assert await may(service, fight) == []
    with pytest.raises(RuleRefusal, match=f"this fight has dice {dice}"):
        await service.add_entropy(fight, "gm", "a")


async def test_once_dice_have_fallen_nobody_adds_whatever_is_taken_back(service: Encounters) -> None:
    """Not after a revert to before them, nor one to before a contribution, nor in a fork; also where a roll was
    hidden, and a process comes fresh to it."""
    fight = await new(service)
    await service.add_entropy(fight, "ana", "a")
    await service.submit(fight, "gm", BEGIN)
    for back in (8, 7, 1):
        assert await may(service, fight) == []
        with pytest.raises(RuleRefusal, match=CLOSED):
            await service.add_entropy(fight, "ben", "b")
        done = await service.submit(fight, "gm", {"gm": {"revert": {"to": back}}})
        state = done.view.position.state.fight
        assert (state.entropy, state.entropy_by, state.rolled) == (("a",), ("ana",), True)
    with pytest.raises(RuleRefusal, match=CLOSED):
        await service.add_entropy(fight, "ben", "b")
    branch = (await service.fork(fight, "gm", done.last)).id
    assert await may(service, branch) == []
    await service.submit(branch, "gm", END)
    assert (await service.audit(branch)).chain.state == "PROVEN"


async def test_a_revert_keeps_what_was_added(service: Encounters) -> None:
    """The dice behind it rest on it as before, and are proven so."""
    fight = await new(service)
    await service.add_entropy(fight, "ana", "a")
    await service.add_entropy(fight, "ben", "b")
    await service.submit(fight, "gm", {"gm": {"revert": {"to": 8}}})
    await service.submit(fight, "gm", BEGIN)
    await service.submit(fight, "gm", END)
    entries = (await service.entries(fight))[1]
    assert audit(BOOK, entries, explain=True).proven
    assert audit(BOOK, [seen_event(entry, "ana") for entry in entries]).dice.state == "PROVEN"


async def test_a_fork_from_before_the_first_roll_has_its_own_say(service: Encounters) -> None:
    """What its parent's table added counts there; who has not may add."""
    fight = await new(service)
    await service.add_entropy(fight, "ana", "a")
    branch = (await service.fork(fight, "gm", 8)).id
    assert await may(service, branch) == ["gm", "ben"]
    await service.add_entropy(branch, "ben", "b")
    await service.submit(branch, "gm", BEGIN)
    await service.submit(branch, "gm", END)
    assert audit(BOOK, (await service.entries(branch))[1], explain=True).proven


async def test_entropy_may_come_while_a_question_waits(service: Encounters) -> None:
    """The order that was open goes on with it: nothing has fallen yet."""
    fight = await new(service, setup={})
    opened = await service.submit(fight, "gm", BEGIN)
    window = opened.view.position.state.fight.window
    assert window is not None, "beginning asks before it rolls"
    await service.add_entropy(fight, "ana", "meanwhile")
    view: FightView = await service.view(fight, "gm")
    while window := view.position.state.fight.window:
        asked = next(a for a in window.asked if not a.answered)
        view = (await service.answer(fight, "gm", asked.decision, Choice(asked.default))).view
    assert view.position.state.fight.rolled
    await service.submit(fight, "gm", END)
    assert audit(BOOK, (await service.entries(fight))[1], explain=True).proven


async def test_a_repeated_key_adds_once_and_an_expected_version_is_heeded(service: Encounters) -> None:
    fight = await new(service)
    first = await service.add_entropy(fight, "ana", "a", expected=7, key="k")
    again = await service.add_entropy(fight, "ana", "a", expected=7, key="k")
    assert (again.last, again.again) == (first.last, True)
    assert (await service.view(fight, "gm")).position.state.fight.entropy == ("a",)


async def test_of_an_order_and_a_contribution_at_once_both_or_the_first_count(store: Store) -> None:
    """Whoever wins, the dice are those of what stood before them."""
    for number in range(4):
        one, two = Encounters(store, REGISTRY), Encounters(store, REGISTRY)
        fight = await new(one)
        results = await asyncio.gather(
            one.submit(fight, "gm", BEGIN), two.add_entropy(fight, "ana", str(number)), return_exceptions=True
        )
        assert all(not isinstance(r, BaseException) or isinstance(r, RuleRefusal) for r in results), results
        await one.submit(fight, "gm", END)
        assert audit(BOOK, (await one.entries(fight))[1]).proven


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["gm", "ana", "ben", "begin", "back", "fork", "loaded"]), max_size=8))
def test_whatever_the_table_does_the_dice_are_proven(moves: list[str]) -> None:
    """Contributions, beginnings, reverts and forks in any order, by processes that come and go."""

    async def play() -> None:
        store = MemoryStore()
        service = Encounters(store, REGISTRY)
        fight = await new(service)
        seen_dice = False
        for number, move in enumerate(moves):
            if move in ("gm", "ana", "ben"):
                offered = move in await may(service, fight)
                try:
                    await service.add_entropy(fight, move, f"{move} {number}")
                    added = True
                except RuleRefusal:
                    added = False
                assert added == offered
                assert not (added and seen_dice)
            elif move == "begin":
                with suppress(RuleRefusal):  # it has begun
                    await service.submit(fight, "gm", BEGIN)
                    seen_dice = True
            elif move == "back":
                await service.submit(fight, "gm", {"gm": {"revert": {"to": 7}}})
            elif move == "fork":
                fight = (await service.fork(fight, "gm", (await service.view(fight, "gm")).version)).id
            else:
                service = Encounters(store, REGISTRY)
        await service.submit(fight, "gm", END)
        report = audit(BOOK, (await service.entries(fight))[1], explain=True)
        assert report.chain.state == report.replay.state == "PROVEN", report
        assert report.dice.state in ("PROVEN", "NOT_PROVABLE"), report
        assert report.dice.state == "PROVEN" or "the parent fight's" in report.dice.detail

    asyncio.run(play())
