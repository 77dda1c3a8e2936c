"""What a start takes, in processor time of the started process: of the server until it answers, of the command's help.

By processor time, which a busy machine changes less than the clock. Compiled files are there after the first round.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import AsyncGenerator

from tests.bench import servers
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, interleaved

SERVER, HELP = 1.0, 0.15
"""Seconds that they may take."""
TICKS = os.sysconf("SC_CLK_TCK")


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Both, and the bare interpreter as their limit."""

    async def bare() -> Sample:
        return Sample(await _taken("-c", "pass"))

    async def told() -> Sample:
        return Sample(await _taken("-m", "api.cli", "--help"))

    async def served() -> Sample:
        async with servers.skald(plan) as service:
            return Sample(used(service.pid))

    found = await interleaved(plan.rounds, {"server": served, "help": told, "bare": bare})
    for name, work, most in (
        ("server", "start of `skald serve` until it answers", SERVER),
        ("help", "the command's help", HELP),
    ):
        goal = Goal("seconds", found[name].median, "<=", most)
        yield Row(
            group="start",
            work=work,
            unit="s",
            ours=found[name],
            limit=found["bare"],
            against="the interpreter that does nothing",
            goals=[goal],
            note="processor time",
        )


def used(pid: int) -> float:
    """Seconds of processor time that a process has used so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        figures = file.read().rpartition(")")[2].split()
    return (int(figures[11]) + int(figures[12])) / TICKS


async def _taken(*arguments: str) -> float:
    """Seconds of processor time of an interpreter, from its beginning to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.DEVNULL)
    assert await process.wait() == 0, arguments
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
