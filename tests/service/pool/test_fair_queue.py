"""Whose turn it is, by the order in which turns come."""

from __future__ import annotations

import asyncio

import pytest

from engine.service.pool.fair_queue import FairQueue, QueueFull


class Desk:
    """Takes turns at a queue. began: owners in the order in which their turns came."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue, self.began = queue, list[str]()
        self.tasks: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.Event] = []

    async def ask(self, owner: str) -> asyncio.Task[None]:
        """Want a turn, which lasts until `end`."""

        async def turn() -> None:
            async with self.queue.turn(owner):
                self.began.append(owner)
                over = asyncio.Event()
                self._ends.append(over)
                await over.wait()

        task = asyncio.create_task(turn())
        self.tasks.append(task)
        await settled()
        return task

    async def end(self, number: int) -> None:
        """The turn that began as the `number`-th is over."""
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
    desk = Desk(FairQueue(1, each=1, waiting=30))
    for owner in ["ana"] * 4 + ["ben"] * 2 + ["eve"]:
        await desk.ask(owner)
    for number in range(7):
        await desk.end(number)
    assert desk.began == ["ana", "ana", "ben", "eve", "ana", "ben", "ana"]
    assert len(desk.queue) == 0


async def test_an_owner_never_holds_all_places() -> None:
    desk = Desk(FairQueue(2, each=1, waiting=30))
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
    desk = Desk(FairQueue(1, each=1, waiting=2))
    for _ in range(3):
        await desk.ask("ana")
    with pytest.raises(QueueFull, match="2 long tasks of yours"):
        async with desk.queue.turn("ana"):
            pass
    await desk.ask("ben")
    assert len(desk.queue) == 3
    await desk.close()


async def test_who_leaves_the_queue_gives_up_his_place() -> None:
    desk = Desk(FairQueue(1, each=1, waiting=30))
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
    desk = Desk(FairQueue(1, each=1, waiting=30))
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
    queue = FairQueue(1, each=1, waiting=1)
    with pytest.raises(ValueError, match="no"):
        async with queue.turn("ana"):
            raise ValueError("no")
    async with queue.turn("ana"):
        assert len(queue) == 0


@pytest.mark.parametrize("also", [0, 1, 3])
async def test_who_leaves_with_those_who_wait_keeps_no_place(also: int) -> None:
    """Where many are ended at the same moment, as by a limit of time, the place goes to the next who still waits."""
    desk = Desk(FairQueue(1, each=1, waiting=30))
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
    desk = Desk(FairQueue(2, each=1, waiting=30))
    tasks = [await desk.ask("ana"), await desk.ask("ana"), await desk.ask("ana")]
    for number in order:
        tasks[number].cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in ended] == [asyncio.CancelledError] * 3
    await desk.ask("ana")
    await desk.ask("ben")
    assert desk.began == ["ana", "ana", "ben"]
    await desk.close()
