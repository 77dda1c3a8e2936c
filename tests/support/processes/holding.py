"""What blocked the loop of a server under test: read from the log, as an operator would."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.hosting import loop_watchdog

MOST = 0.25
"""Seconds for which nothing may block a server's loop."""

_LOGS: list[Path] = []


def written_to(log: Path) -> Path:
    """The log file of a server that runs in its own process."""
    _LOGS.append(log)
    return log


class Holds(logging.Handler):
    """Everything that blocked a loop while listening: of servers in this process and of those that write a log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._found: list[tuple[float, str]] = []
        self._read = {log: _size(log) for log in _LOGS}

    def emit(self, record: logging.LogRecord) -> None:
        """A log line of a server in this process."""
        self._add(getattr(record, "figures", {}))

    def _add(self, figures: dict[str, object]) -> None:
        self._found.append((float(str(figures["ms"])) / 1000, str(figures["where"])))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect until the block ends."""
        loop_watchdog.log.addHandler(self)
        try:
            yield
        finally:
            loop_watchdog.log.removeHandler(self)
            for log in _LOGS:
                self._read_log(log, self._read.get(log, 0))

    def _read_log(self, log: Path, begin: int) -> None:
        if not log.exists():
            return
        with log.open("rb") as file:
            file.seek(begin)
            for line in file:
                if loop_watchdog.__name__.encode() in line and line.startswith(b"{"):
                    self._add(json.loads(line))

    def too_long(self) -> list[str]:
        """What blocked a loop for more than `MOST`, as text."""
        return [f"{seconds:.3f} s in {where}" for seconds, where in self._found if seconds > MOST]


def _size(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0
