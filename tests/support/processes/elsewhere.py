"""Another process that plays a step of a fight from its stored bytes alone, with its own hash seed.

Requests and replies are lines of JSON on its standard input and output:
`python -m tests.support.processes.elsewhere SYSTEM`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import decide
from engine.kernel.playing.dice import PhysicalDice, SeededDice, TypedFaces
from engine.kernel.playing.step import Circumstances
from engine.kernel.structs.messages import Recorded
from engine.service.proof.folding import fold
from engine.service.registry import Registry
from tests.support.amounts import PATIENCE
from tests.support.fights.arena import Arena
from tests.support.fights.playing import Play

ROOT = Path(__file__).parents[3]


class Stored(Struct, frozen=True):
    """An event as a store keeps it, and who may read it."""

    data: str
    to: tuple[str, ...] | None
    whole: bool


class Task(Struct, frozen=True):
    """A fight and a step of it. dice: None where they are typed."""

    stream: tuple[Stored, ...]
    play: Play
    dice: SeededDice | None
    time: str


def stored(book: Rulebook[Any], recorded: Recorded) -> Stored:
    """The bytes of an event."""
    public, secret = book.codec.encode(recorded.version, recorded.time, recorded.draft)
    return Stored((secret or public).decode(), recorded.draft.to, recorded.draft.whole)


class Elsewhere:
    """The other process. Use it as a context manager; it ends with the context."""

    def __init__(self, system: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.processes.elsewhere", system],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "4711"},
        )

    def __enter__(self) -> Elsewhere:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def play(self, arena: Arena, play: Play) -> list[Stored]:
        """The events that it makes of a step."""
        dice = arena.dice if isinstance(arena.dice, SeededDice) else None
        task = Task(tuple(stored(arena.book, r) for r in arena.stream), play, dice, arena._clock())
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(task) + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the other process failed: see its words on the standard error"
        return msgspec.json.decode(line, type=list[Stored])


def _played(system: str, task: Task) -> list[Stored]:
    book = Registry.installed().book(system)
    events = [book.codec.decode(s.data.encode(), to=s.to, whole=s.whole) for s in task.stream]
    position = fold(book, events)
    play = task.play
    gm = position.state.fight.is_gm(play.seat)
    around = Circumstances(
        play.seat,
        task.dice or PhysicalDice(),
        TypedFaces(play.faces, None if gm else play.seat),
        {},
        lambda: task.time,
    )
    if play.order is not None:
        step = decide.submit(book, position, play.seat, book.decode_order(play.order), around)
    else:
        step = decide.answer(book, position, play.seat, play.decision, play.choice, around)
    return [stored(book, recorded) for recorded in step.new]


def main() -> None:
    """Play each requested step until the input ends."""
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=Task)
        sys.stdout.buffer.write(msgspec.json.encode(_played(sys.argv[1], task)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
