"""A worker as its supervisor has it: started as a program of its own, listened to, ended."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from contextlib import suppress
from typing import Self

from msgspec import structs

from api.workers.door import Door
from api.workers.talk import Failed, Orders, Ready, Report, format_orders, parse_report
from engine.kernel.errors import SkaldError

LONGEST_LINE = 1 << 20
"""Bytes of a report."""


class NotStarted(SkaldError):
    """A worker does not serve; the message says why. told: by itself: then a second one would say the same."""

    def __init__(self, message: str, *, told: bool = False) -> None:
        super().__init__(message)
        self.told = told


class Child:
    """A process, and the line to it. pid: its own."""

    def __init__(self, process: Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Use `start`."""
        self._process, self._reader, self._writer = process, reader, writer
        self.pid = process.pid

    @classmethod
    async def start(cls, orders: Orders, door: Door) -> Self:
        """Start a worker with sockets of its own, and give it its orders. OSError where no process is to be had."""
        ours, its = socket.socketpair()
        sockets = door.sockets()
        descriptors = tuple(one.fileno() for one in sockets)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "api.workers.worker", str(its.fileno())),
                stdin=DEVNULL,
                pass_fds=(its.fileno(), *descriptors),
                # It finds the modules that this process found, wherever that one was started.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
                start_new_session=True,  # Ctrl-C in the terminal is for us, who end it in order
            )
        except BaseException:
            ours.close()
            raise
        finally:
            for one in (its, *sockets):
                one.close()
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        writer.write(format_orders(structs.replace(orders, sockets=descriptors)))
        return cls(process, reader, writer)

    async def reported(self, silence: float) -> Report | None:
        """The next thing that it says; None where it has ended. TimeoutError after so many seconds without a word."""
        async with asyncio.timeout(silence):
            try:
                line = await self._reader.readline()
            except OSError:
                line = b""
        return parse_report(line) if line.endswith(b"\n") else None

    async def started(self, patience: float) -> Ready:
        """Wait until it serves. Raises NotStarted, also after so many seconds."""
        try:
            while (report := await self.reported(patience)) is not None:
                match report:
                    case Ready():
                        return report
                    case Failed(reason):
                        raise NotStarted(reason, told=True)
        except TimeoutError:
            raise NotStarted(f"it did not serve within {patience:g} s") from None
        raise NotStarted(f"it was {ending(await self.ended())} before it served")

    async def ended(self) -> int:
        """Wait for its end; the exit code, below 0 for a signal."""
        code = await self._process.wait()
        self._writer.close()
        return code

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            self._process.send_signal(sign)


def ending(code: int) -> str:
    """An exit code in words."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
