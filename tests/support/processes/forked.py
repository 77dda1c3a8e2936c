"""`skald` in a process forked from one that has already imported everything.

Folder, environment, streams, signals and exit code are its own. It starts in a twentieth of the time that a new
interpreter takes for the imports; tests with `anew` prove that a new interpreter works too.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.support.processes.loaded"])


class Forked:
    """A running `skald`. Its output is appended to files; without a stdin it reads nothing."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        stdout: Path,
        stderr: Path,
        stdin: Path = Path(os.devnull),
    ) -> None:
        streams = [str(stream.resolve()) for stream in (stdin, stdout, stderr)]
        # A daemon ends with the tests even if its parent dies; but it may not have a pool of its own.
        self._process = _CONTEXT.Process(
            target=_main, args=(list(words), str(folder), dict(environment), streams), daemon="serve" in words
        )
        self._process.start()

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative for a signal; None while it runs."""
        return self._process.exitcode

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid
        return self._process.pid

    def poll(self) -> int | None:
        """`returncode`."""
        return self.returncode

    def send_signal(self, sign: int) -> None:
        """Send it a signal; no effect after it has ended."""
        if self.returncode is None:
            os.kill(self.pid, sign)

    def wait(self, seconds: float) -> int:
        """Its exit code. subprocess.TimeoutExpired if it keeps running."""
        self._process.join(seconds)
        code = self.returncode
        if code is None:
            raise subprocess.TimeoutExpired("skald", seconds)
        return code


def _main(words: list[str], folder: str, environment: dict[str, str], streams: list[str]) -> NoReturn:
    """Entry point of the new process."""
    for number, stream in enumerate(streams):
        opened = os.open(stream, os.O_WRONLY | os.O_APPEND | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115 - the same
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115 - the same
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    from api.cli import main

    sys.exit(main(words))
