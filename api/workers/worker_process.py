"""The supervisor's handle of a worker process: starts it, reads its reports, ends it."""

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

from api.workers.channel import Failed, Ready, Report, StartOrders, format_orders, parse_report
from api.workers.listener import Listener
from engine.kernel.structs.errors import SkaldError

LONGEST_LINE = 1 << 20
"""Most bytes of a report."""


class NotStarted(SkaldError):
    """A worker does not serve; the message says why. reported: it said so itself, so another would fail likewise."""

    def __init__(self, message: str, *, reported: bool = False) -> None:
        super().__init__(message)
        self.reported = reported


class WorkerProcess:
    """A worker process and the channel to it. pid: of the process."""

    def __init__(self, process: Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Use `start`."""
        self._process, self._reader, self._writer = process, reader, writer
        self.pid = process.pid

    @classmethod
    async def start(cls, orders: StartOrders, listener: Listener) -> Self:
        """Start a worker with its own sockets and send its orders. OSError if no process can be created."""
        ours, its = socket.socketpair()
        sockets = listener.sockets()
        descriptors = tuple(endpoint.fileno() for endpoint in sockets)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "api.workers.worker", str(its.fileno())),
                stdin=DEVNULL,
                pass_fds=(its.fileno(), *descriptors),
                # It finds the same modules as this process, wherever that was started.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
                start_new_session=True,  # Ctrl-C reaches only the supervisor, which ends the worker in order
            )
        except BaseException:
            ours.close()
            raise
        finally:
            for endpoint in (its, *sockets):
                endpoint.close()
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        writer.write(format_orders(structs.replace(orders, sockets=descriptors)))
        return cls(process, reader, writer)

    async def reported(self, silence: float) -> Report | None:
        """The next report; None if the worker has ended. TimeoutError after `silence` seconds without one."""
        async with asyncio.timeout(silence):
            try:
                line = await self._reader.readline()
            except OSError:
                line = b""
        return parse_report(line) if line.endswith(b"\n") else None

    async def started(self, patience: float) -> Ready:
        """Wait until it serves. Raises NotStarted, also after `patience` seconds."""
        try:
            while (report := await self.reported(patience)) is not None:
                match report:
                    case Ready():
                        return report
                    case Failed(reason):
                        raise NotStarted(reason, reported=True)
        except TimeoutError:
            raise NotStarted(f"it did not serve within {patience:g} s") from None
        raise NotStarted(f"it was {ending(await self.ended())} before it served")

    async def ended(self) -> int:
        """Wait for its end; returns the exit code, negative for a signal."""
        code = await self._process.wait()
        self._writer.close()
        return code

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            self._process.send_signal(sign)


def ending(code: int) -> str:
    """An exit code as text."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
