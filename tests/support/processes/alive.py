"""Process liveness checks, and polling until a condition holds."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from tests.support.amounts import PATIENCE


def alive(pid: int) -> bool:
    """Whether a process runs. False for a zombie, whose exit code nobody has collected."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def gone(pid: int) -> bool:
    """Whether it has ended."""
    return not alive(pid)


async def waited_for(happened: Callable[[], bool]) -> None:
    """Poll until a condition holds. TimeoutError if it never does."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 (a process that ends tells nobody here)
            await asyncio.sleep(0.01)
