"""A clock that no machine's time moves: within a process, over a restart, and among machines. Nothing here sleeps."""

from __future__ import annotations

import asyncio
import time

import pytest

from engine.service import clock, shared_clock
from engine.service.shared_clock import SharedClock
from engine.store.memory import MemoryStore
from engine.store.port import Due, StoreUnavailable, Tick

HOUR = 3_600_000
START = 1_767_225_600_000
DUE = Due("fight", 7, START + 60_000)


class Machine:
    """A machine whose time may be set. name: of this start of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.elapsed, self.wall = 1_000_000, START
        monkeypatch.setattr(clock, "elapsed_ms", lambda: self.elapsed)
        monkeypatch.setattr(clock, "wall_ms", lambda: self.wall)
        monkeypatch.setattr(clock, "_ahead", self.wall - self.elapsed)
        monkeypatch.setattr(shared_clock, "machine", lambda: name)

    def passes(self, ms: int) -> None:
        self.elapsed += ms
        self.wall += ms

    def is_set(self, ms: int) -> None:
        """Somebody sets the machine's time forwards, or back."""
        self.wall += ms

    def starts(self) -> None:
        """A process starts: its clock begins with the machine's time."""
        clock.set_to(self.wall)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch, "one")


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of a start, which are not slept."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


def test_the_clock_does_not_jump_with_the_machine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the system calls the time, a minute later it is a minute later."""
    before = clock.now_ms()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= clock.now_ms() - before < HOUR


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_restart_goes_on_from_where_the_clock_stood(machine: Machine, jump: int) -> None:
    """While somebody's time runs: the machine's time was set by an hour in between, and ten seconds have passed."""
    store = MemoryStore()
    await store.schedule(DUE)
    await SharedClock(store).start()
    machine.passes(5_000)
    await SharedClock(store).beat()
    machine.is_set(jump)
    machine.passes(10_000)
    machine.starts()
    await SharedClock(store).start()
    assert clock.now_ms() == START + 15_000


async def test_where_nobody_waits_a_start_takes_the_machine_s_time(machine: Machine) -> None:
    """A clock that was wrong is right again then; bots wait for nobody's time."""
    store = MemoryStore()
    await store.schedule(Due("fight", 0, START))
    await SharedClock(store).start()
    machine.passes(10_000)
    machine.is_set(HOUR)
    machine.starts()
    await SharedClock(store).start()
    assert clock.now_ms() == machine.wall


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_second_worker_has_the_time_of_the_first(machine: Machine, jump: int) -> None:
    """Though the machine's time was set meanwhile, and nothing waits."""
    store = MemoryStore()
    await SharedClock(store).start()
    machine.passes(500)
    machine.is_set(jump)
    machine.starts()
    await SharedClock(store).start()
    assert clock.now_ms() == START + 500


@pytest.mark.parametrize("wrong", [HOUR, -HOUR])
async def test_another_machine_takes_the_time_of_those_that_run(
    machine: Machine, wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its own time is."""
    store = MemoryStore()
    await store.keep_tick(Tick("another", 77, START))

    async def somebody_notes(seconds: float) -> None:
        machine.passes(2_500)
        await store.keep_tick(Tick("another", 2_577, START + 2_500))

    monkeypatch.setattr(asyncio, "sleep", somebody_notes)
    machine.is_set(wrong)
    machine.starts()
    await SharedClock(store).start()
    assert clock.now_ms() == START + 2_500


async def test_where_nobody_runs_another_machine_s_time_counts(machine: Machine, waited: list[float]) -> None:
    """It has waited whether somebody notes his time."""
    store = MemoryStore()
    await store.keep_tick(Tick("another", 77, START - HOUR))
    await SharedClock(store).start()
    assert clock.now_ms() == machine.wall
    assert waited == [shared_clock.WATCHED]


async def test_whose_clock_is_behind_another_machine_s_catches_up(machine: Machine) -> None:
    """And never goes back for one that is behind."""
    store = MemoryStore()
    own = SharedClock(store)
    await own.start()
    await store.keep_tick(Tick("another", 77, START + 300))
    await own.beat()
    assert clock.now_ms() == START + 300
    await store.keep_tick(Tick("another", 78, START))
    await own.beat()
    assert clock.now_ms() == START + 300


async def test_the_time_is_taken_over_once_the_store_is_back(machine: Machine) -> None:
    """And noted until the process ends."""

    class Away(MemoryStore):
        away = True

        async def tick(self) -> Tick | None:
            if self.away:
                raise StoreUnavailable
            return await super().tick()

    store = Away()
    await store.schedule(DUE)
    await store.keep_tick(Tick("one", machine.elapsed - 4_000, START + HOUR))
    own, stopping = SharedClock(store), asyncio.Event()
    await own.start()
    assert clock.now_ms() == START
    store.away = False
    asyncio.get_running_loop().call_soon(stopping.set)
    await own.run(stopping)
    assert clock.now_ms() == START + HOUR + 4_000
    assert (await store.tick()) == Tick("one", machine.elapsed, START + HOUR + 4_000)
