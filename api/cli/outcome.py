"""How a command ends: its exit code, and what it says."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from api.config import Settings
from engine.kernel.errors import SkaldError

OK, BROKEN, UNREADABLE, UNPROVEN, INTERRUPTED = 0, 1, 2, 3, 130

Command = Callable[[argparse.Namespace, Settings], int]


class Wrong(SkaldError):
    """The command cannot do what it was asked; the message says what would help."""


class Misread(Wrong):
    """What it was given cannot be read: exit code 2."""


def fail(message: str, code: int) -> int:
    """Say what is wrong; the exit code."""
    print(f"skald: {message}", file=sys.stderr)
    return code


@contextmanager
def progress(total: int, what: str, *, unit: str = "events") -> Iterator[Callable[[int], object]]:
    """A bar on the terminal; nothing where nobody looks."""
    with tqdm(total=total, desc=what, unit=f" {unit}", leave=False, disable=None, file=sys.stderr) as bar:
        yield bar.update
