"""Jobs that do what a test needs, in a process of the pool."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.budget import STEP, bounded, spend
from engine.kernel.structs.errors import ReplayDiverged, RuleRefusal
from engine.service.reading.views import UnknownEncounter
from engine.store.port import ExpectedVersionConflict, Head

SECRET = "6b1f0d"


def echo(book: Rulebook[Any], value: Any) -> tuple[str, int, Any]:
    """The system of its book, its own process, and what it was given."""
    return book.system.id, os.getpid(), value


def niceness(book: Rulebook[Any]) -> int:
    """How far others go before it."""
    return os.nice(0)


def spin(book: Rulebook[Any], told: str) -> None:
    """Works until it is killed; its process stands in the file `told`."""
    Path(f"{told}.part").write_text(str(os.getpid()))
    Path(f"{told}.part").rename(told)
    while True:
        pass


def listen(book: Rulebook[Any], pipe: str) -> str:
    """Waits without work for what is said in a named pipe."""
    return Path(pipe).read_text()


def die(book: Rulebook[Any], times: int, marks: str) -> int:
    """Is killed so many times, each of which leaves a mark in a folder; then it returns the number of marks."""
    folder = Path(marks)
    done = len(list(folder.iterdir()))
    if done < times:
        (folder / str(done)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return done


ERRORS: dict[str, Exception] = {
    "refusal": RuleRefusal("not now", rule="FF-1", code="PAUSED", field="command.x"),
    "unknown": UnknownEncounter("enc_1"),
    "diverged": ReplayDiverged(7, "a", "b"),
    "conflict": ExpectedVersionConflict(Head(1, "aa"), Head(2, "bb")),
}


def fail(book: Rulebook[Any], name: str) -> None:
    """Raises an error that callers know."""
    raise ERRORS[name]


def stumble(book: Rulebook[Any]) -> None:
    """Fails by a mistake of ours, with a secret in its hands."""
    held = {SECRET: SECRET}
    _trip(held)


def _trip(held: dict[str, str]) -> None:
    raise KeyError(held[SECRET])


def refuse_locally(book: Rulebook[Any]) -> None:
    """Raises an error whose class nobody else can find."""

    class Hidden(RuleRefusal):
        pass

    raise Hidden(f"of {SECRET}")


def spending(book: Rulebook[Any], units: int) -> int:
    """Takes so many units of the budget of a step; its own process."""
    with bounded(STEP):
        for _ in range(0, units, 1_000):
            spend(1_000)
    return os.getpid()
