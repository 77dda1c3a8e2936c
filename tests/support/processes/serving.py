"""The real service in its own process, to be killed and restarted."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support.amounts import PATIENCE
from tests.support.processes.forked import Forked
from tests.support.processes.holding import written_to

ADMIN = "an-admin-token-of-the-tests-0123456789"


def free_port() -> int:
    """A port that is currently free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """`skald serve` on a data folder. start and stop can be repeated: the port stays the same.

    within: a command line that wraps it.
    """

    def __init__(self, data: Path, *within: str, **environment: str) -> None:
        self.data, self.port, self._within = data, free_port(), within
        self.base = f"http://127.0.0.1:{self.port}"
        self._log = written_to(data.parent / "service.log")
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("SKALD_")},
            "SKALD_ADMIN_TOKEN": ADMIN,
            "SKALD_SECRET": "a-secret-of-the-tests-0123456789abcdef",
            "SKALD_DATA": str(data),
            "SKALD_PORT": str(self.port),
            "SKALD_HOST": "127.0.0.1",
            "SKALD_MAX_SECONDS": str(int(PATIENCE)),  # a process of the pool may take long to start beside others
            **environment,
        }
        self._process: Forked | subprocess.Popen[bytes] | None = None

    async def start(self, patience: float = PATIENCE) -> None:
        """Start it, and wait until it is ready. AssertionError with its log if it does not become ready."""
        self._process = self._run()
        end = time.monotonic() + patience
        async with httpx.AsyncClient(verify=False) as client:
            while time.monotonic() < end and self._process.poll() is None:
                try:
                    if (await client.get(f"{self.base}/readyz", timeout=2)).status_code == 200:
                        return
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)
        raise AssertionError(f"the service did not come up:\n{self.log()[-4000:]}")

    def _run(self) -> Forked | subprocess.Popen[bytes]:
        words = ["serve", "--no-demo"]
        if not self._within:
            return Forked(words, folder=Path.cwd(), environment=self._environment, stdout=self._log, stderr=self._log)
        with self._log.open("ab") as log:
            anew = [*self._within, sys.executable, "-m", "api.cli", *words]
            return subprocess.Popen(anew, env=self._environment, stdout=log, stderr=log)

    @property
    def pid(self) -> int:
        """Its process id; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    def log(self) -> str:
        """Its output so far, over all starts."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    async def kill(self) -> None:
        """SIGKILL, without any shutdown."""
        await self.end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM, as an operator would."""
        await self.end(signal.SIGTERM)

    async def end(self, how: signal.Signals) -> int | None:
        """Send a signal, and wait for the exit code; None if it does not run."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return None
        process.send_signal(how)
        return await asyncio.to_thread(process.wait, PATIENCE)


@asynccontextmanager
async def started(service: Service) -> AsyncIterator[Service]:
    """A service, from when it is ready to when it has stopped."""
    try:
        await service.start()
        yield service
    finally:
        await service.stop()


def server_pid(service: Service) -> int:
    """The pid of the service's private Redis server; 0 if its pid file is not there (it is written at start)."""
    try:
        return int((service.data / "store" / "server.pid").read_text())
    except (FileNotFoundError, ValueError):
        return 0


def append_only_file(service: Service) -> Path:
    """The last increment of its append-only file."""
    return max((service.data / "store" / "appendonlydir").glob("*.incr.aof"), key=lambda p: int(p.name.split(".")[-3]))


def is_gone(pid: int) -> bool:
    """Whether a process has ended or is a zombie."""
    try:
        return "(zombie)" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


async def gone(pid: int) -> None:
    """Wait until a killed process is gone."""
    end = time.monotonic() + PATIENCE
    while not is_gone(pid):
        assert time.monotonic() < end, f"process {pid} does not end"
        await asyncio.sleep(0.01)
