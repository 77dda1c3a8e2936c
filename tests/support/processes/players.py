"""Third-party programs that play the seats of a fight, each in its own process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from tests.support.amounts import PATIENCE


async def played(
    program: Sequence[str | Path],
    base: str,
    tokens: Mapping[str, str],
    meanwhile: Callable[[], Awaitable[None]] | None = None,
) -> dict[str, list[int]]:
    """Run the program once for each seat, to the end; the versions that each reported, in order.

    meanwhile: called once the first of them has reported something. AssertionError with a program's output when it
    fails.
    """
    pipe = asyncio.subprocess.PIPE
    running = {
        seat: await asyncio.create_subprocess_exec(*program, base, token, stdout=pipe, stderr=pipe)
        for seat, token in tokens.items()
    }
    try:
        async with asyncio.timeout(PATIENCE):
            first, *_ = running.values()
            assert first.stdout
            begun = await first.stdout.readline()
            if meanwhile is not None:
                await meanwhile()
            said = await asyncio.gather(*(one.communicate() for one in running.values()))
    finally:
        for one in running.values():
            if one.returncode is None:
                one.kill()
    for one, (_, errors) in zip(running.values(), said, strict=True):
        assert one.returncode == 0, errors.decode()
    told = [out.decode() for out, _ in said]
    told[0] = begun.decode() + told[0]
    return {
        seat: [int(line.split(" ", 1)[0]) for line in text.splitlines()]
        for seat, text in zip(running, told, strict=True)
    }
