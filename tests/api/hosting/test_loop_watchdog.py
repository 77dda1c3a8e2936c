"""Whatever holds the event loop of a server is measured and named; to wait for a processor is not to hold it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TypeVar

import pytest
import uvloop
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.hosting import loop_watchdog
from api.hosting.loop_watchdog import PROCESS, Held, LoopWatchdog, Spent, held
from api.logs import JsonFormatter, RequestLog
from tests.api.table import serving
from tests.support.amounts import PATIENCE
from tests.support.processes.holding import MOST, Holds
from tests.support.processes.terminal import Serving

HOLD = 0.4


@pytest.fixture
def nothing_holds_the_loop() -> Iterator[None]:
    """Here something does."""
    return


def busy_for(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(100))


def sleeping_for(seconds: float) -> None:
    time.sleep(seconds)


def locked_for(seconds: float) -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire(timeout=seconds)


HOLDERS: list[Callable[[float], None]] = [busy_for, sleeping_for, locked_for]


def watched(
    hold: Callable[[float], None], seconds: float, loop: asyncio.AbstractEventLoop, wait: float | None = None
) -> list[Held]:
    """What is told of a loop in which something works or waits so long. wait: for so long, even if nothing is told."""
    told: list[Held] = []
    heard = asyncio.Event()

    def hear(one: Held) -> None:
        told.append(one)
        with suppress(RuntimeError):  # so late that the loop is closed
            loop.call_soon_threadsafe(heard.set)

    async def run() -> None:
        watchdog = LoopWatchdog(loop, hear)
        watchdog.start()
        await asyncio.sleep(0.2)  # till it has asked once: what holds the loop comes in the middle of its life
        hold(seconds)
        with suppress(TimeoutError) if wait is not None else nullcontext():
            async with asyncio.timeout(wait or PATIENCE):
                await heard.wait()
        watchdog.stop()

    try:
        loop.run_until_complete(run())
    finally:
        loop.close()
    return told


Found = TypeVar("Found")


def tried_until(find: Callable[[], Found], right: Callable[[Found], bool]) -> Found:
    """What is found once it is right: on a busy machine something else may hold, or hide, what was measured.

    AssertionError with what was found last, after PATIENCE: where the watchdog counts wrongly no try is right.
    """
    end = time.monotonic() + PATIENCE
    while not right(found := find()):
        assert time.monotonic() < end, found
    return found


@pytest.mark.parametrize("make", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize("hold", HOLDERS)
def test_what_holds_the_loop_is_measured_and_named(
    hold: Callable[[float], None], make: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """Computing, sleeping, waiting for a lock: for how long, and in which function of which file.

    What a thread waits for a processor meanwhile is not counted: on a busy machine perhaps nothing is told of it.
    """

    def told() -> Held:
        return max(watched(hold, HOLD, make(), wait=10 * HOLD), key=lambda one: one.seconds, default=Held(0.0))

    longest = tried_until(told, lambda one: one.seconds >= HOLD - loop_watchdog.PERIOD - 0.05)
    assert longest.where.startswith("tests/api/hosting/test_loop_watchdog.py:")
    assert f" {hold.__name__}" in longest.where


def test_a_watchdog_that_has_to_wait_itself_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes to read the times of threads: the loop is asked afterwards."""

    real = loop_watchdog.spent

    def slowly() -> dict[int, Spent]:
        time.sleep(HOLD)
        return real()

    monkeypatch.setattr(loop_watchdog, "spent", slowly)

    def told() -> list[Held]:
        return watched(lambda _: None, 0, uvloop.new_event_loop(), wait=2 * HOLD)

    tried_until(told, lambda told: not [one for one in told if one.seconds > loop_watchdog.SLOW])


def test_what_clients_felt_is_told_with_what_held_the_loop() -> None:
    """It is no less: whoever comes in the middle of a hold waits for its end, and for what follows."""
    told = tried_until(lambda: watched(sleeping_for, HOLD, uvloop.new_event_loop(), wait=10 * HOLD), bool)
    assert all(one.felt >= one.seconds for one in told)


def test_many_short_pieces_in_a_row_are_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them holds the loop for long, but a request takes several turns, and waits for a piece in each."""
    monkeypatch.setattr(loop_watchdog, "FELT", 0.15)
    told: list[Held] = []

    async def run() -> None:
        loop, heard = asyncio.get_running_loop(), asyncio.Event()

        def hear(one: Held) -> None:
            told.append(one)
            loop.call_soon_threadsafe(heard.set)

        def piece() -> None:
            busy_for(0.06)
            if not heard.is_set():
                loop.call_soon(piece)

        watchdog = LoopWatchdog(loop, hear, slow=60.0)
        watchdog.start()
        loop.call_soon(piece)
        async with asyncio.timeout(60):
            await heard.wait()
        watchdog.stop()

    asyncio.run(run())
    assert told[0].seconds == 0.0
    assert told[0].felt > 0.15


def test_to_wait_for_a_processor_is_not_to_hold_the_loop() -> None:
    """Of a second, nine tenths without a processor; or blocked while another thread computed, or waited for one."""
    begin = {1: Spent(5.0, 2.0), 2: Spent(7.0, 1.0)}
    assert held(1.0, 1, begin, {1: Spent(5.1, 2.9), 2: begin[2]}) == pytest.approx(0.1)
    assert held(1.0, 1, begin, {1: Spent(5.1, 2.0), 2: Spent(7.5, 1.4)}) == pytest.approx(0.1)
    assert held(1.0, 1, begin, {1: Spent(5.1, 2.0), 2: Spent(7.5, 1.0), 3: Spent(0.0, 0.4)}) == pytest.approx(0.1)


def test_computing_and_blocking_are() -> None:
    """All of it where nobody else computed; and where the system does not tell, the time that passed."""
    begin = {1: Spent(5.0, 2.0), 2: Spent(7.0, 1.0)}
    assert held(1.0, 1, begin, {1: Spent(6.0, 2.0), 2: begin[2]}) == pytest.approx(1.0)
    assert held(1.0, 1, begin, {1: Spent(5.0, 2.0), 2: begin[2]}) == pytest.approx(1.0)
    assert held(1.0, 1, begin, {1: Spent(5.0, 2.2), 2: Spent(7.3, 1.0)}) == pytest.approx(0.5)
    assert held(1.0, 1, {}, {}) == 1.0


@pytest.mark.skipif(not loop_watchdog.spent(), reason="this system does not tell how long a thread waits")
def test_a_thread_that_held_the_interpreter_and_has_ended_is_not_counted() -> None:
    """Not even if it ended within the hold, so that its own times are gone."""
    before = {1: Spent(0, 0), PROCESS: Spent(0, 0)}
    after = {1: Spent(0.05, 0), PROCESS: Spent(0.45, 0)}
    assert held(0.5, 1, before, after) == pytest.approx(0.1)
    crowded = {1: Spent(0.05, 0.05), PROCESS: Spent(0.25, 0)}
    assert held(0.5, 1, before, crowded) == pytest.approx(0.05)  # 0.4 s of waiting, twice the 0.2 s that it computed

    def hog(seconds: float) -> None:
        threading.Thread(target=sum, args=(range(int(seconds * 1e8)),)).start()  # one call, which keeps the lock

    def told() -> list[Held]:
        return [one for one in watched(hog, HOLD, uvloop.new_event_loop(), wait=1.0) if one.seconds > MOST]

    tried_until(told, lambda told: not told)


def test_on_one_crowded_processor_the_wait_is_not_counted() -> None:
    """Six processes that compute share a processor with the loop, which computes for a moment: a sixth of the time."""
    cores = os.sched_getaffinity(0)
    one = {min(cores)}
    group = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6)]
    try:
        for each in group:
            os.sched_setaffinity(each.pid, one)
        os.sched_setaffinity(0, one)
        tried_until(measured_in_a_crowd, lambda most: 0 < most < HOLD + 0.2)
    finally:
        os.sched_setaffinity(0, cores)
        for each in group:
            each.kill()
            each.wait()


def measured_in_a_crowd() -> float:
    """The most that is told of a loop that computes for HOLD, and takes twice as long for it; 0: nothing is told."""
    begin = time.monotonic()
    told = watched(busy_for, HOLD, asyncio.new_event_loop(), wait=10 * HOLD)
    assert time.monotonic() - begin > 2 * HOLD, "the loop had a processor to itself"
    return max((one.seconds for one in told), default=0.0)


def holding(app: ASGIApp) -> ASGIApp:
    """The application, with an address that holds its loop."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/hold":
            sleeping_for(HOLD)
            await PlainTextResponse(str(Request(scope).url))(scope, receive, send)
            return
        await app(scope, receive, send)

    return RequestLog(answer)


def test_a_server_tells_of_what_holds_it(redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One line of the log with milliseconds, function and request, and nothing of what was sent."""
    holds, sent = Holds(), 0
    headers = {"x-request-id": "the-one-that-holds", "authorization": "Bearer a-token-of-somebody"}
    told = caplog.at_level(logging.WARNING, loop_watchdog.__name__)
    with told, holds.listening(), serving(redis_url, tmp_path, around=holding) as table:

        def found() -> list[str]:
            nonlocal sent
            table.http.get("/hold?token=a-word-of-somebody", headers=headers)
            sent += 1
            return [one for one in holds.too_long() if "sleeping_for" in one]

        tried_until(found, bool)  # a test fails above MOST seconds
    lines = [
        json.loads(JsonFormatter().format(record))
        for record in caplog.records
        if "sleeping_for" in getattr(record, "figures", {}).get("where", "")
    ]
    assert 1 <= len(lines) <= sent
    line = lines[-1]
    assert (line["level"], line["logger"], line["request"]) == (
        "warning",
        "api.hosting.loop_watchdog",
        "the-one-that-holds",
    )
    assert line["ms"] > 0
    assert "somebody" not in json.dumps(line)


def test_a_server_in_a_process_of_its_own_is_watched(tmp_path: Path) -> None:
    """Its log is read: a line that it has written there is found."""
    server = Serving(tmp_path, "--no-demo")
    holds = Holds()
    try:
        with holds.listening(), (tmp_path / "serve.log").open("a") as log:
            log.write(json.dumps({"logger": loop_watchdog.__name__, "ms": 300.0, "where": "planted"}) + "\n")
        assert holds.too_long() == ["0.300 s in planted"]
    finally:
        server.end()
