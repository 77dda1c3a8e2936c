"""How a command ends: its exit code, and what it says."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from api.config import Settings
from engine.kernel.errors import SkaldError

OK, BROKEN, UNREADABLE, UNPROVEN, INTERRUPTED = 0, 1, 2, 3, 130

LONGEST = 2000
"""Characters of what is said when a command fails."""

Command = Callable[[argparse.Namespace, Settings], int]


class Wrong(SkaldError):
    """The command cannot do what it was asked; the message says what would help."""


class Misread(Wrong):
    """What it was given cannot be read: exit code 2."""


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """A text that may come from a file, for a terminal: what would command it, or begin a line, is written out."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def fail(message: str, code: int) -> int:
    """Say what is wrong, in a line; the exit code."""
    said = one_line(message)
    print(f"skald: {said if len(said) <= LONGEST else said[:LONGEST] + ' ...'}", file=sys.stderr)
    return code


@contextmanager
def progress(total: int, what: str, *, unit: str = "events") -> Iterator[Callable[[int], object]]:
    """A bar on the terminal; nothing where nobody looks."""
    with tqdm(total=total, desc=what, unit=f" {unit}", leave=False, disable=None, file=sys.stderr) as bar:
        yield bar.update
