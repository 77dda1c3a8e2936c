"""Whose turn it is, by the order in which turns come."""

from __future__ import annotations

import asyncio

import pytest

from engine.service.pool.fair_queue import FairQueue, QueueFull
from engine.service.pool.owner import Owner, sender_of


def owned(name: str) -> Owner:
    """`host/encounter/seat`, or the name of an encounter of the operator's; `?address` sends a file without a token."""
    if name.startswith("?"):
        return sender_of(name)
    host, encounter, seat = name.split("/") if "/" in name else ("", name, "")
    return Owner(encounter, seat, host)


class Desk:
    """Takes turns at a queue. began: owners in the order in which their turns came. clock: of the queue."""

    def __init__(self, places: int, *, waiting: int = 100) -> None:
        self.clock = 0.0
        self.queue, self.began = FairQueue(places, waiting=waiting, now=lambda: self.clock), list[str]()
        self.tasks: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.Event] = []

    async def ask(self, owner: str) -> asyncio.Task[None]:
        """Want a turn, which lasts until `end`."""

        async def turn() -> None:
            async with self.queue.turn(owned(owner)):
                self.began.append(owner)
                over = asyncio.Event()
                self._ends.append(over)
                await over.wait()

        task = asyncio.create_task(turn())
        self.tasks.append(task)
        await settled()
        return task

    async def end(self, number: int, after: float = 0.0) -> None:
        """The turn that began as the `number`-th is over, after so many seconds."""
        self.clock += after
        self._ends[number].set()
        await settled()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def settled() -> None:
    """All that can happen now has happened."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_owners_take_turns_whatever_the_length_of_their_queues() -> None:
    desk = Desk(1)
    for owner in ["ana"] * 4 + ["ben"] * 2 + ["eve"]:
        await desk.ask(owner)
    for number in range(7):
        await desk.end(number)
    assert desk.began == ["ana", "ben", "eve", "ana", "ben", "ana", "ana"]
    assert len(desk.queue) == 0


@pytest.mark.parametrize("same", ["h/one/", "h/"])
async def test_of_three_places_no_fight_and_no_host_holds_all(same: str) -> None:
    desk = Desk(3)
    for number in range(4):
        await desk.ask(f"{same}s{number}" if same == "h/one/" else f"{same}e{number}/x")
    assert len(desk.began) == 2
    await desk.ask("other/two/ben")
    assert desk.began[-1] == "other/two/ben", "whoever else comes does not wait at all"
    await desk.close()


async def test_an_owner_never_holds_all_places() -> None:
    desk = Desk(2)
    for _ in range(3):
        await desk.ask("ana")
    assert desk.began == ["ana"]
    await desk.ask("ben")
    assert desk.began == ["ana", "ben"], "whoever else comes does not wait at all"
    await desk.ask("ben")
    await desk.end(1)
    assert desk.began == ["ana", "ben", "ben"], "the place goes to who may have it, not to who was first"
    await desk.close()


async def test_one_too_many_is_refused_at_once_and_the_others_stay() -> None:
    desk = Desk(1, waiting=2)
    for _ in range(3):
        await desk.ask("ana")
    with pytest.raises(QueueFull, match="2 long tasks of yours"):
        async with desk.queue.turn(owned("ana")):
            pass
    await desk.ask("ben")
    assert len(desk.queue) == 3
    await desk.close()


async def test_who_leaves_the_queue_gives_up_his_place() -> None:
    desk = Desk(1)
    await desk.ask("ana")
    gone = await desk.ask("ben")
    await desk.ask("eve")
    gone.cancel()
    await settled()
    assert len(desk.queue) == 1
    await desk.end(0)
    assert desk.began == ["ana", "eve"]
    await desk.close()


async def test_who_leaves_in_the_moment_of_his_turn_passes_it_on() -> None:
    desk = Desk(1)
    first = await desk.ask("ana")
    second = await desk.ask("ben")
    await desk.ask("eve")
    first.cancel()
    await asyncio.sleep(0)  # the first leaves, and the place is ben's, who does not know it yet
    second.cancel()
    await settled()
    assert desk.began == ["ana", "eve"]
    await desk.close()


async def test_a_turn_that_fails_is_over() -> None:
    queue = FairQueue(1, waiting=1)
    with pytest.raises(ValueError, match="no"):
        async with queue.turn(owned("ana")):
            raise ValueError("no")
    async with queue.turn(owned("ana")):
        assert len(queue) == 0


@pytest.mark.parametrize("also", [0, 1, 3])
async def test_who_leaves_with_those_who_wait_keeps_no_place(also: int) -> None:
    """Where many are ended at the same moment, as by a limit of time, the place goes to the next who still waits."""
    desk = Desk(1)
    tasks = [await desk.ask("ana") for _ in range(1 + also)]
    last = await desk.ask("ben")
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in ended] == [asyncio.CancelledError] * (1 + also)
    await settled()
    assert desk.began == ["ana", "ben"]
    await desk.end(1)
    await last
    await desk.ask("ana")
    assert desk.began == ["ana", "ben", "ana"]
    assert len(desk.queue) == 0
    await desk.close()


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
async def test_when_all_leave_at_once_all_places_are_free(order: list[int]) -> None:
    """In any order, and whichever of them was at work."""
    desk = Desk(2)
    tasks = [await desk.ask("ana"), await desk.ask("ana"), await desk.ask("ana")]
    for number in order:
        tasks[number].cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in ended] == [asyncio.CancelledError] * 3
    await desk.ask("ana")
    await desk.ask("ben")
    assert desk.began == ["ana", "ana", "ben"]
    await desk.close()


async def test_the_seats_of_one_fight_have_one_turn_between_them() -> None:
    """Ninety of them wait, and yet the next place is another fight's."""
    desk = Desk(1)
    for seat in range(90):
        await desk.ask(f"h/crowd/s{seat}")
    await desk.ask("h/duel/ana")
    await desk.ask("other/third/ben")
    for number in range(3):
        await desk.end(number, after=0.1)
    assert desk.began[:4] == ["h/crowd/s0", "other/third/ben", "h/duel/ana", "h/crowd/s1"]
    await desk.close()


async def test_a_hosts_fights_have_one_turn_between_them_and_then_their_seats() -> None:
    desk = Desk(1)
    for owner in ["a/one/x", "a/one/x", "a/one/y", "a/two/x", "a/three/x", "b/four/x", "b/four/y"]:
        await desk.ask(owner)
    for number in range(6):
        await desk.end(number, after=1.0)
    assert desk.began == ["a/one/x", "b/four/x", "a/two/x", "b/four/y", "a/three/x", "a/one/y", "a/one/x"]
    await desk.close()


async def test_who_had_long_turns_waits_until_others_had_as_much_time() -> None:
    """Turns go by the time that places were really held, not by their number."""
    desk = Desk(1)
    for owner in ["a/slow/x"] * 3 + ["b/quick/x"] * 5:
        await desk.ask(owner)
    await desk.end(0, after=4.0)
    for number in range(1, 5):
        await desk.end(number, after=1.0)
    assert desk.began == ["a/slow/x", *["b/quick/x"] * 4, "a/slow/x"]
    await desk.close()


async def test_a_turn_that_goes_on_counts_already() -> None:
    """Ana's first job is still at work when a place is free for which her other fight and Ben's wait."""
    desk = Desk(2)
    for owner in ["ana/one/x", "ben/two/x"]:
        await desk.ask(owner)
    await desk.end(1, after=1.0)
    for owner in ["eve/three/x", "ana/four/x", "ben/two/x"]:
        await desk.ask(owner)
    await desk.end(2, after=10.0)
    assert desk.began[3:] == ["ben/two/x"], "he has had one second, and she eleven so far"
    await desk.close()


async def test_who_was_away_has_saved_nothing_and_lost_no_debt() -> None:
    desk = Desk(1)
    await desk.ask("a/one/x")
    for _ in range(4):
        await desk.ask("b/two/x")
    await desk.end(0, after=5.0)
    await desk.end(1, after=1.0)
    await desk.ask("a/one/x")
    await desk.end(2, after=1.0)
    assert desk.began[-1] == "b/two/x", "a has had five seconds, b two"
    await desk.ask("c/three/x")
    await desk.end(3, after=1.0)
    await desk.end(4, after=1.0)
    assert desk.began[4:] == ["c/three/x", "b/two/x"], "c comes with what b had when c came: one turn, and no more"
    await desk.close()


async def test_a_stranger_has_one_job_at_a_time_and_comes_after_all_others() -> None:
    desk = Desk(3)
    for owner in ["?mallory"] * 8:
        await desk.ask(owner)
    assert desk.began == ["?mallory"]
    await desk.ask("?trent")
    assert desk.began == ["?mallory", "?trent"], "another address has a place of its own"
    await desk.ask("?peggy")
    assert len(desk.began) == 2, "and yet strangers never hold all"
    for owner in ["a/one/x", "b/two/x", "b/two/x"]:
        await desk.ask(owner)
    for number in range(4):
        await desk.end(number, after=9.0)
    assert desk.began[2:5] == ["a/one/x", "b/two/x", "b/two/x"]
    assert sorted(desk.began[5:]) == ["?mallory", "?peggy"]
    await desk.close()


async def test_who_reads_a_published_fight_is_counted_by_his_address() -> None:
    queue = FairQueue(3, waiting=5)
    async with queue.turn(Owner("e", "ana", address="10.0.0.1")), queue.turn(Owner("e", "ana")):
        waits = asyncio.create_task(queue.turn(Owner("f", "ben", address="10.0.0.1")).__aenter__())
        await settled()
        assert len(queue) == 1, "his second job waits for his first, whatever fight it is of"
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)


async def test_nothing_is_kept_of_who_has_gone() -> None:
    queue = FairQueue(2, waiting=5)
    for number in range(50):
        async with queue.turn(Owner(f"e{number}", "x", f"h{number}")):
            pass
    assert not queue._all.members
