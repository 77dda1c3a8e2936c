"""Reports code that blocks the event loop, because every connected client waits for it.

A thread pings the loop every `PERIOD`. If no answer comes within `SLOW`, it samples the stack of the loop's thread, and
when the answer comes it logs one line: how long, in which function, for which request. The request's content is not
logged.

Beside that it measures what a client felt: how long somebody waited who came then, until the loop had made the few
turns that a request takes. It is told with each line, and by a line of its own where it was more than `FELT`, whatever
the reason: many short pieces in a row, another thread that kept the interpreter's lock, or busy processors.

For a hold only the loop thread's own time counts: computing, and waiting inside a callback (a file, a lock, a sleep).
Waiting for a processor does not count, nor for the interpreter's lock while another thread computes or waits for a
processor. Linux reports both per thread (`/proc/self/task/<id>/schedstat`); elsewhere all elapsed time counts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from msgspec import Struct

from api.logs import request_of

log = logging.getLogger(__name__)

PERIOD = 0.05
"""Seconds between an answer and the next ping."""
SLOW = 0.1
"""Seconds above which a blocked loop is logged."""
FELT = 1.0
"""Seconds that a client may wait for the loop's turns; more is logged though nothing held the loop."""
TURNS = 4
"""Turns of the loop that a short request takes: it is read, worked on, looked up in the store, and answered."""
SAMPLE_PERIOD = 0.02
"""Seconds between two stack samples of a thread that does not answer."""

MOST_CROWDED = 4
"""How many times longer than it computes a thread is taken to need on busy processors, where that is estimated."""

_TASKS = "/proc/self/task"
_PROJECT = Path(__file__).resolve().parent.parent.parent
_WAITING = ("select.py", "selectors.py", "asyncio/base_events.py", "asyncio/runners.py")
"""Files in which an idle loop waits."""


class Held(Struct, frozen=True):
    """The loop was blocked. seconds: how long; where: file:line function, and the callee; request: its id.

    felt: how long somebody who came then waited for TURNS turns of the loop; at least as long.
    """

    seconds: float
    where: str = ""
    request: str = ""
    felt: float = 0.0


class Spent(Struct, frozen=True):
    """Times of one thread, in seconds since its start: computing, and ready but waiting for a processor."""

    computing: float
    ready: float


PROCESS = 0
"""The key of the process as a whole among its threads: it computes for those that have ended, too."""


def spent() -> dict[int, Spent]:
    """The times of all threads of this process, by native id, and of the whole (`PROCESS`).

    Only the latter if the system does not report threads.
    """
    found = {PROCESS: Spent(time.process_time(), 0)}
    with suppress(OSError):
        for name in os.listdir(_TASKS):
            with suppress(OSError, ValueError):
                computing, ready = _read(f"{_TASKS}/{name}/schedstat").split()[:2]
                found[int(name)] = Spent(int(computing) / 1e9, int(ready) / 1e9)
    return found


def _read(name: str) -> bytes:
    """A short file. Three system calls, where a file object makes twice as many: this runs twenty times a second."""
    file = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 256)
    finally:
        os.close(file)


def held(wall: float, thread: int, before: dict[int, Spent], after: dict[int, Spent]) -> float:
    """How many of `wall` seconds a thread blocked its loop. before, after: `spent` at both ends."""
    if thread not in before or thread not in after:
        return wall
    own = _between(before[thread], after[thread])
    blocked = max(0.0, wall - own.computing - own.ready)
    # Meanwhile another thread may have held the interpreter's lock, computing or waiting for a processor.
    others = [
        _between(before.get(number, Spent(0, 0)), now)
        for number, now in after.items()
        if number not in (thread, PROCESS)
    ]
    whole = _between(before.get(PROCESS, Spent(0, 0)), after.get(PROCESS, Spent(0, 0)))
    # A thread that has ended computed the rest of what the process did; it waited for processors as long as this one.
    ended = max(0.0, whole.computing - own.computing - sum(other.computing for other in others))
    crowding = min(MOST_CROWDED, 1 + own.ready / own.computing) if own.computing else 1
    locked_out = sum(other.computing + other.ready for other in others) + ended * crowding
    return min(wall, own.computing + max(0.0, blocked - locked_out))


def _between(before: Spent, after: Spent) -> Spent:
    return Spent(max(0.0, after.computing - before.computing), max(0.0, after.ready - before.ready))


class _Question:
    """One ping of the loop. answered: when it came to it; through: when it had made TURNS turns."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._turns = loop, TURNS
        self.asked = self.answered = self.through = time.monotonic()
        self.come, self.gone = threading.Event(), threading.Event()

    def answer(self) -> None:
        """Answer; runs in the loop, once in each turn."""
        now = time.monotonic()
        if not self.come.is_set():
            self.answered = now
            self.come.set()
        self._turns -= 1
        if self._turns:
            self._loop.call_soon(self.answer)
        else:
            self.through = now
            self.gone.set()


class LoopWatchdog:
    """The watchdog of one loop; create it in the loop's thread. report: called for every block above `slow` seconds."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, report: Callable[[Held], None] | None = None, *, slow: float = SLOW
    ) -> None:
        self._loop, self._report, self._slow = loop, report or log_held, slow
        self._ident, self._thread_id = threading.get_ident(), threading.get_native_id()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="loop watchdog", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching, without waiting: the thread ends by itself."""
        self._stopping.set()

    def _watch(self) -> None:
        while not self._stopping.wait(PERIOD):
            before = spent()
            question = _Question(self._loop)  # after it: reading the times may itself have to wait for a processor
            try:
                self._loop.call_soon_threadsafe(question.answer)
            except RuntimeError:
                return  # the loop is closed
            where, request, after = "", "", before
            if not question.come.wait(self._slow):
                where, request, after = self._sample(question)
            wall, seconds = question.answered - question.asked, 0.0
            if not question.come.is_set():
                continue
            if wall > self._slow:
                # A thread that has ended meanwhile keeps the times that were last seen of it.
                seconds = held(wall, self._thread_id, before, {**after, **spent()})
            while not question.gone.wait(SAMPLE_PERIOD) and not self._stopping.is_set():
                pass
            felt = max(wall, question.through - question.asked)
            if seconds > self._slow or felt > FELT:
                self._report(Held(seconds, where, request, felt))

    def _sample(self, question: _Question) -> tuple[str, str, dict[int, Spent]]:
        """Where the thread spends most of the time until it answers, for which request, and all threads' last times."""
        seen: dict[tuple[str, str], int] = {}
        times: dict[int, Spent] = {}
        while not question.come.is_set() and not self._stopping.is_set():
            times.update(spent())
            frame = sys._current_frames().get(self._ident)
            at = (_where(frame), request_of(self._loop))
            seen[at] = seen.get(at, 0) + 1
            del frame  # else it would keep its variables alive
            question.come.wait(SAMPLE_PERIOD)
        return *max(seen, key=lambda at: (bool(at[0]), seen[at]), default=("", "")), times


def _where(frame: FrameType | None) -> str:
    """Our innermost function, and the library function it called; "" if the loop waits for work."""
    innermost, inside = frame, ""
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(_PROJECT) and ".venv" not in file.parts and "site-packages" not in file.parts:
            break
        frame = frame.f_back
    if innermost is not None and innermost is not frame:
        if frame is None and innermost.f_code.co_filename.endswith(_WAITING):
            return ""
        inside = _named(innermost)
    if frame is None:
        return inside
    return f"{_named(frame)}, in {inside}" if inside else _named(frame)


def _named(frame: FrameType) -> str:
    """`api/access/session.py:12 count`: relative to the project, or to the folder of libraries."""
    code = frame.f_code
    file = Path(code.co_filename)
    for part in ("site-packages", f"python{sys.version_info[0]}.{sys.version_info[1]}"):
        if part in file.parts:
            file = Path(*file.parts[len(file.parts) - file.parts[::-1].index(part) :])
            break
    else:
        if file.is_relative_to(_PROJECT):
            file = file.relative_to(_PROJECT)
    return f"{file.as_posix()}:{frame.f_lineno} {code.co_qualname}"


def log_held(held: Held) -> None:
    """Log a blocked loop."""
    figures = {
        "ms": round(held.seconds * 1000, 1),
        "felt": round(held.felt * 1000, 1),
        "where": held.where,
        **({"request": held.request} if held.request else {}),
    }
    log.warning(
        "the event loop was held for %d ms, and clients waited for %d ms: %s",
        held.seconds * 1000,
        held.felt * 1000,
        held.where or "unknown",
        extra={"figures": figures},
    )
