"""A pool process: reads jobs from standard input, one by one, and answers each on standard output.

Both use frames: an eight-byte length, then that many bytes. The process ends when its input does.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO

from engine.service.pool.outcome import outcome_of
from engine.service.pool.rules import book_of, installed

LENGTH = 8
"""Bytes of a frame's length."""
READY = b"ready"
"""The first frame it sends."""
NICENESS = 5
"""Added to the niceness of a pool process: on a busy machine requests come before long work."""
WATCH = 0.5
"""Seconds between checks that the parent process still lives."""


def framed(body: bytes) -> tuple[bytes, bytes]:
    """A frame: its length, and the body."""
    return len(body).to_bytes(LENGTH, "big"), body


def main() -> None:
    """Serve until the input ends."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a system prints is not an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the server, which ends this process
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    with suppress(OSError):
        os.nice(NICENESS)
    gc.disable()  # what is made while games are loaded stays: to look through it takes longer than it frees
    installed()
    gc.freeze()
    gc.enable()
    with suppress(BrokenPipeError):
        _send(answers, READY)
        while (job := _read(jobs)) is not None:
            _send(answers, outcome_of(lambda job=job: _done(job)))  # type: ignore[misc]  # bound at once


def _done(packed: bytes) -> object:
    job, rules, arguments = pickle.loads(packed)  # only from the parent process
    return job(book_of(rules), *arguments)


def _read(file: BinaryIO) -> bytes | None:
    length = file.read(LENGTH)
    return file.read(int.from_bytes(length, "big")) if len(length) == LENGTH else None


def _send(file: BinaryIO, body: bytes) -> None:
    file.writelines(framed(body))
    file.flush()


def _end_with(parent: int) -> None:
    """End this process, even during a job, when its parent is gone."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


if __name__ == "__main__":
    main()
