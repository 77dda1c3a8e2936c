"""What every store owes the service: one suite, judged on memory and on each real server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from engine.store import port
from engine.store.chain import first_break
from engine.store.ids import new_id
from tests.support.amounts import PATIENCE
from tests.support.fights.streams import FIGURES, head_of, step

DAY_MS = 86_400_000


async def put(store: port.Store, encounter: str, entries: list[port.Entry], **given: Any) -> port.Appended:
    """Append a step behind the events that come before it, with a key of its own."""
    expected = given.pop("expected", None)
    if expected is None:
        expected = await store.head(encounter)
    given = {"seat": "gm", "key": f"k{entries[0].version}", "fingerprint": "f", "figures": FIGURES} | given
    return await store.append(encounter, expected, entries, **given)


# -- streams


async def test_versions_follow_without_a_gap(store: port.Store) -> None:
    """Steps of several events come back whole, in order, with all their parts, and their chain holds."""
    made = step(count=4)
    assert await put(store, "a", made) == port.Appended(1, 4)
    more = step(head_of(made), 5)
    assert await put(store, "a", more) == port.Appended(5, 9)
    entries = await store.read("a", 1, 100)
    assert entries == made + more
    assert first_break(entries) is None
    assert entries[2].to == ("gm", "ana")
    assert entries[3].to is None


async def test_ranges(store: port.Store) -> None:
    """Any part of a stream can be read, forwards and backwards; what does not exist is left out."""
    made = step(count=9)
    await put(store, "a", made)
    assert await store.read("a", 3, 5) == made[2:5]
    assert await store.read("a", 8, 20) == made[7:]
    assert await store.read("a", 0, 2) == made[:2]
    assert await store.read("a", 5, 4) == []
    assert await store.read("a", 10, 20) == []
    assert await store.read_back("a", 5, 3) == made[4:1:-1]
    assert await store.read_back("a", 99, 2) == made[:6:-1]
    assert await store.read_back("a", 2, 5) == made[1::-1]
    assert await store.read_back("a", 0, 5) == []
    assert await store.read_back("a", 5, 0) == []


async def test_a_stale_version_is_told_both_heads(store: port.Store) -> None:
    """Whoever expects another version than the stream's gets a conflict that names both, and nothing is stored."""
    made = step(count=2)
    await put(store, "a", made)
    with pytest.raises(port.ExpectedVersionConflict, match="the stream stands at 2") as caught:
        await put(store, "a", step(count=1), expected=port.NOTHING, key="late")
    assert (caught.value.expected, caught.value.actual) == (port.NOTHING, head_of(made))
    assert await store.head("a") == head_of(made)


async def test_a_lost_version_is_told_by_its_hash(store: port.Store) -> None:
    """A writer holding a version that was lost and came again with other events may not continue it."""
    lost = step(count=3, tag="lost")
    found = step(count=3, tag="found")
    await put(store, "a", found)
    with pytest.raises(port.ExpectedVersionConflict) as caught:
        await put(store, "a", step(head_of(lost)), expected=head_of(lost))
    assert caught.value.actual == head_of(found)
    assert first_break(await store.read("a", 1, 9)) is None


async def test_a_key_has_one_effect(store: port.Store) -> None:
    """The same key with the same order gives the first answer again, wherever the stream stands by now."""
    made = step(count=2)
    await put(store, "a", made, key="k", fingerprint="two words")
    await put(store, "a", step(head_of(made)), key="other")
    again = await put(store, "a", made, key="k", fingerprint="two words", expected=port.NOTHING)
    assert again == port.Appended(1, 2, again=True)
    assert (await store.head("a")).version == 3


async def test_a_key_stands_for_one_order(store: port.Store) -> None:
    """The same key with another order is refused, also when the version would fit."""
    made = step()
    await put(store, "a", made, key="k", fingerprint="f")
    with pytest.raises(port.KeyReused):
        await put(store, "a", step(head_of(made)), key="k", fingerprint="g")
    assert (await store.head("a")).version == 1


@pytest.mark.parametrize(
    ("one", "other"), [(("ana", "k"), ("bo", "k")), (("a|b", "c"), ("a", "b|c")), (("a%7Cb", "c"), ("a|b", "c"))]
)
async def test_keys_are_told_apart_by_seat(store: port.Store, one: tuple[str, str], other: tuple[str, str]) -> None:
    """Two seats may use one key, and no seat can name another's."""
    made = step()
    await put(store, "a", made, seat=one[0], key=one[1], fingerprint="f")
    appended = await put(store, "a", step(head_of(made)), seat=other[0], key=other[1], fingerprint="g")
    assert appended == port.Appended(2, 2)
    assert (await store.open("a", seat=one[0], key=one[1])).remembered == port.Remembered("f", 1, 1)
    assert (await store.open("a", seat=other[0], key=other[1])).remembered == port.Remembered("g", 2, 2)


async def test_of_racing_writers_one_wins(store: port.Store) -> None:
    """Of thirty writers at one version one appends; the others are told the winner's head."""
    attempts = [put(store, "a", step(count=2, tag=str(n)), expected=port.NOTHING, key=str(n)) for n in range(30)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    [won] = [outcome for outcome in outcomes if isinstance(outcome, port.Appended)]
    assert won == port.Appended(1, 2)
    head = await store.head("a")
    assert {o.actual for o in outcomes if isinstance(o, port.ExpectedVersionConflict)} == {head}
    assert len(await store.read("a", 1, 99)) == 2


async def test_a_revoked_token_appends_nothing_and_is_told_nothing(store: port.Store) -> None:
    """The epoch comes before all else: who was revoked hears neither of his key nor of the head."""
    made = step(count=2)
    with_token = {"seat": "ana", "conditions": port.AppendConditions(epoch=0)}
    assert await put(store, "a", made, key="k", **with_token) == port.Appended(1, 2)
    await store.raise_epoch("a", "ana")
    more = step(head_of(made))
    for other in (
        {"key": "k"},
        {"key": "k", "fingerprint": "g"},
        {"key": "new"},
        {"key": "late", "expected": port.NOTHING, "entries": made},
    ):
        entries = other.pop("entries", more)
        with pytest.raises(port.Revoked, match="ana"):
            await put(store, "a", entries, **with_token, **other)
    assert await store.head("a") == head_of(made)
    assert (await store.open("a", seat="ana", key="new")).remembered is None
    assert await put(
        store, "a", more, key="k3", seat="ana", conditions=port.AppendConditions(epoch=1)
    ) == port.Appended(3, 3)
    # Another seat's tokens serve, and what is done without a token.
    for version, seat, epoch in ((3, "bo", 0), (4, "ana", None), (5, "ana", 2)):
        head = await store.head("a")
        assert head.version == version
        await put(store, "a", step(head), seat=seat, conditions=port.AppendConditions(epoch=epoch))


async def test_other_preferences_than_those_decided_by_are_told(store: port.Store) -> None:
    """One more, one less, another value: nothing is stored; the same in any order are the same."""
    await store.prefer("a", "ana", "parry", "never")
    await store.prefer("a", "bö|1", "dodge", "always")
    stand = (await store.open("a")).preferences
    assert stand == {"ana parry": "never", "bö|1 dodge": "always"}
    turned = dict(reversed(stand.items()))
    made = step()
    for other in (
        {},
        {"ana parry": "never"},
        {**stand, "ana dodge": "never"},
        {**stand, "ana parry": "always"},
        {"ana parry": "never", "bo|1 dodge": "always"},
    ):
        with pytest.raises(port.PreferencesChanged):
            await put(store, "a", made, conditions=port.AppendConditions(preferences=other))
    assert await store.head("a") == port.NOTHING
    await put(store, "a", made, key="k", conditions=port.AppendConditions(preferences=turned))
    for kind in ("parry", "dodge"):
        for seat in ("ana", "bö|1"):
            await store.prefer("a", seat, kind, "")
    # A known key gives its answer, whatever stands by now, and a conflict is told before what stands.
    again = await put(
        store, "a", made, key="k", conditions=port.AppendConditions(preferences=stand), expected=port.NOTHING
    )
    assert again == port.Appended(1, 1, again=True)
    with pytest.raises(port.ExpectedVersionConflict):
        await put(store, "a", made, key="l", conditions=port.AppendConditions(preferences=stand), expected=port.NOTHING)
    with pytest.raises(port.PreferencesChanged):
        await put(store, "a", step(head_of(made)), key="m", conditions=port.AppendConditions(preferences=stand))
    await put(store, "a", step(head_of(made)), key="m", conditions=port.AppendConditions(preferences={}))


async def test_opening_brings_all_of_one_moment(store: port.Store) -> None:
    """Key, head, later events, epochs and preferences come in one answer; an unknown fight is empty."""
    assert await store.open("a") == port.OpenedStream(None, port.NOTHING, (), {}, {})
    made = step(count=5)
    await put(store, "a", made, seat="ana", key="k", fingerprint="f")
    await store.prefer("a", "ana", "parry", "never")
    await store.prefer("a", "bo", "parry", "always")
    await store.prefer("a", "bo", "parry", "")
    assert await store.raise_epoch("a", "ana") == 1
    assert await store.raise_epoch("a", "ana") == 2
    opened = await store.open("a", after=3, seat="ana", key="k")
    assert opened == port.OpenedStream(
        port.Remembered("f", 1, 5), head_of(made), tuple(made[3:]), {"ana": 2}, {"ana parry": "never"}
    )
    assert (await store.open("a", after=9)).entries == ()
    assert (await store.open("a", after=9)).head == head_of(made)
    few = await store.open("a", after=1, limit=2)
    assert (few.entries, few.head) == (tuple(made[1:3]), head_of(made))


async def test_looking_at_many_fights(store: port.Store) -> None:
    """Heads and epochs of many fights come in the order asked, also of those that do not exist."""
    made = step(count=3)
    await put(store, "a", made)
    await store.raise_epoch("b", "ana")
    many = [f"none{n}" for n in range(600)]
    standings = await store.heads([*many, "a", "b"])
    assert standings[-2:] == [port.HeadAndEpochs(head_of(made), {}), port.HeadAndEpochs(port.NOTHING, {"ana": 1})]
    assert standings[:600] == [port.HeadAndEpochs(port.NOTHING, {})] * 600
    assert await store.heads([]) == []


async def test_secrets_come_with_the_first_events(store: port.Store) -> None:
    """The call that appends the first events keeps the dice secrets; a losing creator's are not kept."""
    assert await store.secrets("a") is None
    made = step()
    await put(store, "a", made, secrets=port.Secrets("d1", "h1"))
    with pytest.raises(port.ExpectedVersionConflict):
        await put(store, "a", step(), expected=port.NOTHING, key="other", secrets=port.Secrets("d2", "h2"))
    await put(store, "a", step(head_of(made)))
    assert await store.secrets("a") == port.Secrets("d1", "h1")


async def test_mistakes_of_the_caller_reach_no_stream(store: port.Store) -> None:
    """No events, events that do not follow, and secrets behind the beginning are refused as mistakes."""
    made = step(count=2)
    with pytest.raises(ValueError, match="needs an event"):
        await store.append("a", port.NOTHING, [], seat="gm", key="k", fingerprint="f", figures=FIGURES)
    with pytest.raises(ValueError, match="without a gap"):
        await put(store, "a", made[1:])
    await put(store, "a", made)
    with pytest.raises(ValueError, match="first events"):
        await put(store, "a", step(head_of(made)), secrets=port.Secrets("d", "h"))
    assert await store.head("a") == head_of(made)


# -- snapshots


async def test_snapshots_are_named_by_code_version_and_hash(store: port.Store) -> None:
    """The newest at or before a version is found, only by the code that made it, and all can be dropped."""
    kept = [port.Snapshot(version, f"h{version}", bytes([0, 10, 255])) for version in (500, 1000, 1500)]
    for snapshot in kept:
        await store.keep_snapshot("a", "code1", snapshot)
    await store.keep_snapshot("a", "code2", port.Snapshot(1200, "x", b"\n"))
    assert await store.snapshot("a", "code1", 1499) == kept[1]
    assert await store.snapshot("a", "code1", 1500) == kept[2]
    assert await store.snapshot("a", "code1", 499) is None
    assert await store.snapshot("a", "code2", 2000) == port.Snapshot(1200, "x", b"\n")
    assert await store.snapshot("b", "code1", 2000) is None
    replaced = port.Snapshot(1000, "other", b"")
    await store.keep_snapshot("a", "code1", replaced)
    assert await store.snapshot("a", "code1", 1000) == replaced
    await store.drop_snapshots("a")
    assert await store.snapshot("a", "code1", 2000) is None
    assert await store.snapshot("a", "code2", 2000) is None
    await store.drop_snapshots("a")


async def test_of_passing_snapshots_there_is_one(store: port.Store) -> None:
    """The next snapshot takes the place of a passing one; those that last stay beside it."""
    first, kept, second = (port.Snapshot(version, f"h{version}", b"a b\nc") for version in (400, 500, 600))
    await store.keep_snapshot("a", "code1", first, passing=True)
    assert await store.snapshot("a", "code1", 400) == first
    assert await store.snapshot("a", "code1", 399) is None
    assert await store.snapshot("a", "code2", 400) is None
    await store.keep_snapshot("a", "code1", kept)
    assert await store.snapshot("a", "code1", 499) is None
    assert await store.snapshot("a", "code1", 999) == kept
    await store.keep_snapshot("a", "code1", second, passing=True)
    assert await store.snapshot("a", "code1", 999) == second
    assert await store.snapshot("a", "code1", 599) == kept
    await store.keep_snapshot("a", "code2", first, passing=True)
    assert await store.snapshot("a", "code2", 999) == first
    assert await store.snapshot("a", "code1", 999) == kept
    await store.drop_snapshots("a")
    assert await store.snapshot("a", "code1", 999) is None
    assert await store.snapshot("a", "code2", 999) is None


async def test_opening_brings_the_snapshot_that_was_kept_last(store: port.Store) -> None:
    """Where it is asked for, with the code that made it; whether it holds is for the caller to see."""
    await put(store, "a", step(count=2))
    assert (await store.open("a", newest=True)).newest is None
    passing, lasting = port.Snapshot(2, "h2", b"a b\nc"), port.Snapshot(1, "h1", bytes([0, 10, 32, 255]))
    await store.keep_snapshot("a", "code-1", passing, passing=True)
    assert (await store.open("a", newest=True)).newest == port.LatestSnapshot("code-1", passing)
    await store.keep_snapshot("a", "code-2", lasting)
    assert (await store.open("a", newest=True)).newest == port.LatestSnapshot("code-2", lasting)
    assert (await store.open("a")).newest is None
    await store.drop_snapshots("a")
    assert (await store.open("a", newest=True)).newest is None


# -- directory


def named(created_ms: int, number: int = 0) -> str:
    """An id for a fight created then."""
    return new_id(created_ms, number.to_bytes(6, "big"))


async def test_pages_of_the_directory(store: port.Store) -> None:
    """Fights are listed newest first, page by page, each once, with the figures of the last append."""
    ids = [named(1000 + n) for n in range(7)]
    for id in ids:
        await store.enter(id)
        await put(store, id, step(count=2))
    renamed = port.ListingFigures("zombie", "Mall", "paused", "c", "u")
    await put(store, ids[6], step(await store.head(ids[6])), figures=renamed)
    first = await store.page(before=None, limit=3)
    assert first[0] == port.ListedFight(ids[6], 3, renamed)
    assert [listed.id for listed in first] == ids[:3:-1]
    second = await store.page(before=first[-1].id, limit=3)
    third = await store.page(before=second[-1].id, limit=3)
    assert [listed.id for listed in second + third] == ids[3::-1]
    assert await store.page(before=third[-1].id, limit=3) == []


async def test_an_id_without_a_fight_is_left_out_and_dropped_after_a_minute(store: port.Store) -> None:
    """Entered before it is created, a fight shows once it exists; an id that never became one goes on sight."""
    now = int(time.time() * 1000)
    old, young = named(now - DAY_MS), named(now)
    await store.enter(old)
    await store.enter(young)
    assert await store.page(before=None, limit=1) == []
    await put(store, young, step())
    await put(store, old, step())
    # `old` was dropped when the page met it: whoever creates a fight so late has to enter it again.
    assert [listed.id for listed in await store.page(before=None, limit=9)] == [young]
    assert [listed.id for listed in await store.page(before=None, limit=9, listing=port.RUNNING)] == [young]
    await store.enter(old)
    assert [listed.id for listed in await store.page(before=None, limit=9)] == [young, old]


async def test_the_running_ones(store: port.Store) -> None:
    """The filter shows fights that have not ended, and full pages of them; all are in the directory for ever."""
    ids = [named(1000 + n) for n in range(6)]
    for id in ids:
        await store.enter(id)
        await put(store, id, step())
    for id, status in [(ids[5], "ended"), (ids[4], "ended"), (ids[3], "paused")]:
        figures = port.ListingFigures("s", "n", status, "c", "u")
        await put(store, id, step(await store.head(id)), figures=figures)
    assert [listed.id for listed in await store.page(before=None, limit=2, listing=port.RUNNING)] == [ids[3], ids[2]]
    assert len(await store.page(before=None, limit=9)) == 6


# -- deadlines


async def test_deadlines(store: port.Store) -> None:
    """What is due comes oldest first and stays until it is taken out; a decision has one deadline."""
    late, soon, far = port.Due("a", 7, 2_000), port.Due("b", 9, 1_000), port.Due("a", 8, 1_800_000_000_000)
    for due in (late, soon, far):
        await store.schedule(due)
    assert await store.due(999) == []
    assert await store.due(2_000) == [soon, late]
    assert await store.due(2_000, limit=1) == [soon]
    assert await store.scheduled() == [soon, late, far]
    await store.schedule(port.Due("b", 9, 3_000))
    await store.unschedule(late)
    await store.unschedule(late)
    assert await store.scheduled() == [port.Due("b", 9, 3_000), far]


async def test_the_time_of_a_process_is_kept(store: port.Store) -> None:
    """The last one that was noted, also of a machine without a name."""
    assert await store.tick() is None
    for tick in (port.Tick("a1b2-c3", 5, 1_767_225_600_000), port.Tick("", 7, 1_767_225_600_001)):
        await store.keep_tick(tick)
        assert await store.tick() == tick


# -- who watches
async def test_who_watches_is_kept_by_process_and_seat(store: port.Store) -> None:
    """All processes together; each replaces what it said itself, and 0 takes it away."""
    now = int(time.time() * 1000)
    until = now + 60_000
    assert await store.present("a", now) == {}
    await store.appear("a", "one", {"ana": 2, "the gm": 1}, until)
    await store.appear("a", "two", {"ana": 3}, until)
    await store.appear("b", "two", {"eve": 1}, until)
    assert await store.present("a", now) == {"ana": 5, "the gm": 1}
    await store.appear("a", "one", {"ana": 1, "the gm": 0}, until)
    assert await store.present("a", now) == {"ana": 4}
    await store.appear("a", "two", {"ana": 0, "nobody": 0}, until)
    assert await store.present("a", now) == {"ana": 1}
    assert await store.present("b", now) == {"eve": 1}


async def test_who_watches_counts_until_its_time(store: port.Store) -> None:
    """Not in the millisecond itself; what is said again lasts longer, and the others do not with it."""
    now = int(time.time() * 1000)
    await store.appear("a", "one", {"ana": 1}, now + 50_000)
    await store.appear("a", "two", {"eve": 1}, now + 60_000)
    assert await store.present("a", now + 49_999) == {"ana": 1, "eve": 1}
    assert await store.present("a", now + 50_000) == {"eve": 1}
    await store.appear("a", "one", {"ana": 1}, now + 90_000)
    assert await store.present("a", now + 89_999) == {"ana": 1}


async def heard(told: AsyncIterator[port.Notification], *fights: str) -> port.Notification:
    """The next notification that is of one of these fights, or of none.

    The nodes of a cluster pass them on in their own time, so one of the test before may still come.
    """
    while (one := await asyncio.wait_for(anext(told), PATIENCE)).encounter not in ("", *fights):
        pass
    return one


async def test_who_watches_is_announced_where_it_changes(store: port.Store) -> None:
    """And not where it is only said again."""
    seen, left = "seen-here", "left-here"
    async with aclosing(store.notifications()) as told:
        assert await heard(told) == port.Notification("", 0)
        until = int(time.time() * 1000) + 60_000
        await store.appear(seen, "one", {"ana": 1}, until)
        assert await heard(told, seen, left) == port.Notification(seen, 0, present=True)
        await store.appear(seen, "one", {"ana": 1}, until, changed=False)
        await store.appear(left, "one", {}, until)
        assert await heard(told, seen, left) == port.Notification(left, 0, present=True)


# -- notifications


async def test_hints(store: port.Store) -> None:
    """A listener hears first that it listens, then of appends and revocations of all fights."""
    one, other = "hinted", "another"
    async with aclosing(store.notifications()) as told:
        assert await heard(told) == port.Notification("", 0)
        await put(store, one, step(count=2))
        assert await heard(told, one, other) == port.Notification(one, 2)
        await store.raise_epoch(one, "the gm")
        assert await heard(told, one, other) == port.Notification(one, 0, seat="the gm", epoch=1)
        await put(store, other, step())
        assert await heard(told, one, other) == port.Notification(other, 1)


async def test_ping(store: port.Store) -> None:
    """A store that is there answers."""
    await store.ping()


async def test_a_creations_key_stands_for_one_encounter(store: port.Store) -> None:
    """Who claims first is remembered; another owner's key is another key."""
    assert await store.claim("", "k", "a") == "a"
    assert await store.claim("", "k", "b") == "a"
    assert await store.claim("x|y", "k", "c") == "c"
    assert await store.claim("x", "y|k", "d") == "d"


# -- hosts


async def test_hosts_are_kept_and_listed_by_id(store: port.Store) -> None:
    """A host keeps when he was first recorded, and his name until he gets another."""
    assert await store.hosts(after=None, limit=9) == []
    for id in ("b", "a", "c"):
        await store.keep_host(port.HostRecord(id, "", "2026-01-01"))
    await store.keep_host(port.HostRecord("b", "Bea", "2026-02-02"))
    await store.keep_host(port.HostRecord("b", "", "2026-03-03"))
    bea = port.HostRecord("b", "Bea", "2026-01-01")
    assert await store.hosts(after=None, limit=2) == [port.HostRecord("a", "", "2026-01-01"), bea]
    assert await store.hosts(after="b", limit=2) == [port.HostRecord("c", "", "2026-01-01")]
    assert await store.hosts(after="c", limit=2) == []


async def test_the_epoch_of_a_host_is_announced(store: port.Store) -> None:
    """It is his alone, and it makes no encounter."""
    here = port.host_stream("a")
    assert (await store.heads([here]))[0] == port.HeadAndEpochs(port.NOTHING, {})
    async with aclosing(store.notifications()) as told:
        assert await heard(told) == port.Notification("", 0)
        assert await store.raise_epoch(here, port.HOST_SEAT) == 1
        assert await heard(told, here) == port.Notification(here, 0, seat=port.HOST_SEAT, epoch=1)
    assert [one.epochs for one in await store.heads([here, port.host_stream("b"), "a"])] == [
        {port.HOST_SEAT: 1},
        {},
        {},
    ]
    assert await store.page(before=None, limit=9) == []


ONE = port.HostLimits(running=1, stored=2)


async def test_a_host_has_his_own_page(store: port.Store) -> None:
    """Newest first, with whose they are; what others have, the operator too, is not on it."""
    ids = [named(1000 + n) for n in range(6)]
    for number, id in enumerate(ids):
        if number % 3:
            assert await store.admit("ab"[number % 3 - 1], id, "", port.HostLimits(9, 9)) == id
        await store.enter(id)
        await put(store, id, step())
    mine = port.Listing(host="a")
    assert [one.id for one in await store.page(before=None, limit=9, listing=mine)] == [ids[4], ids[1]]
    assert [one.id for one in await store.page(before=ids[4], limit=1, listing=mine)] == [ids[1]]
    assert await store.page(before=ids[1], limit=9, listing=mine) == []
    assert await store.page(before=None, limit=9, listing=port.Listing(host="c")) == []
    hosts = [one.standing.host for one in await store.page(before=None, limit=9)]
    assert hosts == ["b", "a", "", "b", "a", ""]
    standings = await store.standings([ids[0], ids[1], "none"])
    assert standings == [port.Standing(), port.Standing(host="a"), port.Standing()]


async def test_archived_ones_leave_the_page_and_run_on(store: port.Store) -> None:
    """They are on a page of their own, still among the running ones, and come back."""
    ids = [named(1000 + n) for n in range(3)]
    for id in ids:
        await store.admit("a", id, "", port.HostLimits(9, 9))
        await store.enter(id)
        await put(store, id, step())
    await store.archive(ids[1], archived=True)
    await store.archive(ids[1], archived=True)
    for host in (None, "a"):
        listed = [
            [one.id for one in await store.page(before=None, limit=2, listing=port.Listing(running, host, archived))]
            for running in (False, True)
            for archived in (None, False, True)
        ]
        assert listed == [[ids[2], ids[1]], [ids[2], ids[0]], [ids[1]]] * 2
    await store.archive(ids[1], archived=False)
    assert len(await store.page(before=None, limit=9, listing=port.Listing(archived=False))) == 3
    assert await store.standings(ids) == [port.Standing(host="a")] * 3


async def test_a_published_encounter_names_its_seat(store: port.Store) -> None:
    """Until it is taken back; nothing else of its standing changes."""
    await store.admit("a", "x", "", ONE)
    await store.archive("x", archived=True)
    await store.publish("x", "eve")
    assert await store.standings(["x"]) == [port.Standing("a", archived=True, published="eve")]
    await store.publish("x", "")
    assert await store.standings(["x"]) == [port.Standing("a", archived=True)]


async def test_a_host_has_no_more_than_his_limits(store: port.Store) -> None:
    """What has ended counts as running till a page of the running ones has met it, and as stored for ever."""
    ids = [named(1000 + n) for n in range(3)]
    assert await store.admit("a", ids[0], "", ONE) == ids[0]
    await store.enter(ids[0])
    await put(store, ids[0], step())
    with pytest.raises(port.HostFull) as full:
        await store.admit("a", ids[1], "", ONE)
    assert (full.value.most, full.value.running) == (1, True)
    assert await store.admit("b", ids[1], "", ONE) == ids[1], "another host has his own places"
    ended = port.ListingFigures("s", "n", "ended", "c", "u")
    await put(store, ids[0], step(await store.head(ids[0])), figures=ended)
    with pytest.raises(port.HostFull):
        await store.admit("a", ids[2], "", ONE)
    assert await store.page(before=None, limit=9, listing=port.Listing(running=True, host="a")) == []
    assert await store.admit("a", ids[2], "", ONE) == ids[2]
    with pytest.raises(port.HostFull) as full:
        await store.admit("a", named(2000), "", ONE)
    assert (full.value.most, full.value.running) == (2, False)
    assert await store.standings([named(2000)]) == [port.Standing()]


async def test_a_hosts_key_finds_its_encounter_again(store: port.Store) -> None:
    """Also where he is full; another host's key of the same name is another one."""
    assert await store.admit("a", named(1), "k", ONE) == named(1)
    assert await store.admit("a", named(2), "k", ONE) == named(1)
    assert await store.admit("a", named(1), "", ONE) == named(1)
    assert await store.admit("b", named(3), "k", ONE) == named(3)
    assert (await store.standings([named(1), named(2)]))[1] == port.Standing()


async def test_what_was_never_created_gives_its_place_back(store: port.Store) -> None:
    """A page that meets it after a minute drops it; its key takes the place anew, for the same encounter."""
    old = named(int(time.time() * 1000) - DAY_MS)
    assert await store.admit("a", old, "k", ONE) == old
    with pytest.raises(port.HostFull):
        await store.admit("a", named(1), "", ONE)
    assert await store.page(before=None, limit=9, listing=port.Listing(running=True, host="a")) == []
    assert await store.page(before=None, limit=9, listing=port.Listing(host="a")) == []
    assert await store.admit("a", named(1), "", ONE) == named(1)
    with pytest.raises(port.HostFull):
        await store.admit("a", named(2), "k", ONE)


async def test_of_racing_creations_only_as_many_as_fit(store: port.Store) -> None:
    """Thirty at once, three places: three come in."""
    limits = port.HostLimits(running=3, stored=30)
    outcomes = await asyncio.gather(
        *(store.admit("a", named(n), "", limits) for n in range(30)), return_exceptions=True
    )
    assert len([one for one in outcomes if isinstance(one, str)]) == 3
    assert len([one for one in outcomes if isinstance(one, port.HostFull)]) == 27
