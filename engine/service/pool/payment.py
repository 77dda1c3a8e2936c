"""Who pays for the time of a job: a job that takes long is paid as it goes on, whatever was thought of it before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

FREE = 1.0
"""Seconds of a job that cost nothing here; each one that begins after them is paid."""

Pay = Callable[[], Awaitable[None]]
"""Pays for one more second; raises if that is too much."""

_payer: ContextVar[Pay | None] = ContextVar("payer", default=None)


def begin_paying(pay: Pay | None) -> None:
    """From here on the jobs of this task, and of the tasks that it starts, are paid so. None: by nobody."""
    _payer.set(pay)


async def while_paid(work: Coroutine[Any, Any, T], worked: Callable[[], float]) -> T:
    """What some work returns or raises. It is cancelled, and what `pay` raised is raised, when it cannot be paid.

    worked: seconds that whoever does it has worked so far, for this and before. Nobody pays for a machine that is busy
    with something else.
    """
    pay = _payer.get()
    if pay is None:
        return await work
    task, due = asyncio.ensure_future(work), worked() + FREE
    try:
        while not (await asyncio.wait({task}, timeout=FREE))[0]:
            if worked() >= due:
                due += FREE
                await pay()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return task.result()


async def pay_for(seconds: float) -> None:
    """Pay for so many seconds of work in short jobs, none of which costs anything by itself; raises as `Pay`."""
    pay, due = _payer.get(), _owed.get() + seconds
    while due >= FREE:
        due -= FREE
        if pay is not None:
            await pay()
    _owed.set(due)


_owed: ContextVar[float] = ContextVar("owed", default=0.0)
"""Seconds of short jobs of this task that are not paid yet."""
