"""`skald` on a terminal: each a process in its own folder, with nothing of our environment."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.amounts import PATIENCE
from tests.support.processes.forked import Forked
from tests.support.processes.holding import written_to

ROOT = Path(__file__).parents[3]
Ran = subprocess.CompletedProcess[str]


def environment(**settings: str) -> dict[str, str]:
    """Our environment without Skald's settings, plus these."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SKALD_")}
    return {**clean, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **settings}


def skald(*words: str | Path, folder: Path, stdin: bytes | None = None, anew: bool = False, **settings: str) -> Ran:
    """Run a command in a folder to its end. anew: by a new interpreter, as users run it; else by a fork."""
    given = [str(word) for word in words]
    if not anew:
        return _forked(given, folder, stdin, environment(**settings))
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", *given],
        cwd=folder,
        env=environment(**settings),
        input=stdin,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def _forked(words: list[str], folder: Path, stdin: bytes | None, around: dict[str, str]) -> Ran:
    with tempfile.TemporaryDirectory() as kept:
        given, out, err = (Path(kept, name) for name in ("in", "out", "err"))
        given.write_bytes(stdin or b"")
        process = Forked(words, folder=folder, environment=around, stdin=given, stdout=out, stderr=err)
        try:
            code = process.wait(PATIENCE)
        finally:
            process.send_signal(signal.SIGKILL)
        return subprocess.CompletedProcess(words, code, *(path.read_bytes().decode() for path in (out, err)))


class Serving:
    """`skald serve` in a folder, on a free port. said: its output. anew: see `skald`. program: another `skald`."""

    def __init__(
        self, folder: Path, *words: str, anew: bool = False, program: Path | None = None, **settings: str
    ) -> None:
        self._log = written_to(folder / "serve.log")
        self._log.write_bytes(b"")
        given, around = ["serve", "--port", "0", *words], environment(**settings)
        self.process: subprocess.Popen[bytes] | Forked
        if anew or program:
            with self._log.open("ab") as log:
                command = [*([program] if program else [sys.executable, "-m", "api.cli"]), *given]
                self.process = subprocess.Popen(command, cwd=folder, env=around, stdout=log, stderr=log)
        else:
            self.process = Forked(given, folder=folder, environment=around, stdout=self._log, stderr=self._log)
        end = time.monotonic() + PATIENCE
        while "Ctrl-C ends it." not in self.said:
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.05)

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def found(self, pattern: str) -> str:
        """What a pattern's group matches in the startup output."""
        match = re.search(pattern, self.said)
        assert match, self.said
        return match[1]

    @property
    def address(self) -> str:
        return self.found(r"Skald listens on (\S+)")

    @property
    def demo(self) -> str:
        return self.found(r"A fight to try: \S+/v1/encounters/(\w+)")

    @property
    def gm(self) -> str:
        return self.token(r"its GM \(gm\)")

    @property
    def player(self) -> str:
        return self.token(r"a player \(ana\)")

    def token(self, whose: str) -> str:
        """A token of the demo fight, read from the file that the startup output names."""
        file = self._log.parent / self.found(r"links to play it are in (\S+)")
        match = re.search(rf"as {whose}: \S+/play#token=(\S+)", file.read_text(encoding="utf-8"))
        assert match, whose
        return match[1]

    def end(self, sign: int = signal.SIGTERM) -> int:
        """Stop it; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *words: str, anew: bool = False, **settings: str) -> Iterator[Serving]:
    """`skald serve`, stopped after the block."""
    running = Serving(folder, *words, anew=anew, **settings)
    try:
        yield running
    finally:
        running.end()
