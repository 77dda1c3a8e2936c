"""A worker process, from the pool's side: start it, give it jobs, end it."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Self

from engine.service.pool.worker import LENGTH, READY, framed

STARTING = 60.0
"""Seconds for a process to start."""
LINUX = sys.platform.startswith("linux")


def _processor_clock(pid: int) -> int:
    """The clock of the processor time of another process: Linux numbers it after the process."""
    return (~pid << 3) | 2


class ProcessLost(Exception):
    """The process has ended, or could not be started."""


class WorkerProcess:
    """pid: of the process."""

    def __init__(self, process: Process) -> None:
        """Use `start`."""
        self._process, self.pid = process, process.pid

    @classmethod
    async def start(cls) -> Self:
        """A process that is ready for jobs. Raises ProcessLost."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "engine.service.pool.worker"),
                stdin=PIPE,
                stdout=PIPE,
                # It must find the same modules as this process, including third parties'.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            )
        except OSError as error:
            raise ProcessLost(f"no process is to be had: {error}") from error
        started = cls(process)
        try:
            async with asyncio.timeout(STARTING):
                if await started._read() != READY:
                    raise ProcessLost("it did not get ready")
        except TimeoutError:
            await started.end()
            raise ProcessLost(f"it was not ready within {STARTING:g} s") from None
        except BaseException:
            await started.end()
            raise
        return started

    @property
    def alive(self) -> bool:
        """Whether it is known to run."""
        return self._process.returncode is None

    def worked(self) -> float:
        """Seconds of a processor that it has had so far; elsewhere than on Linux seconds of the clock."""
        if not LINUX:
            return time.monotonic()
        try:
            return time.clock_gettime(_processor_clock(self.pid))
        except OSError:
            return 0.0  # it has just ended

    async def done(self, job: bytes) -> bytes:
        """The answer to a job. Raises ProcessLost. A caller that is cancelled meanwhile must end the process."""
        writer = self._process.stdin
        assert writer is not None
        try:
            writer.writelines(framed(job))
            await writer.drain()
        except OSError as error:
            raise ProcessLost("it takes no job") from error
        return await self._read()

    async def _read(self) -> bytes:
        reader = self._process.stdout
        assert reader is not None
        try:
            return await reader.readexactly(int.from_bytes(await reader.readexactly(LENGTH), "big"))
        except (asyncio.IncompleteReadError, OSError) as error:
            raise ProcessLost("it ended without an answer") from error

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await asyncio.shield(self._process.wait())
