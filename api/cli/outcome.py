"""Outcomes of commands: exit codes and messages."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.kernel.structs.errors import SkaldError

OK, BROKEN, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
UNSIGNED, CONSISTENT, KEPT = 3, 4, 5
"""For `verify`, if nothing is broken: not signed by the given key; neither key nor head given; contains the given head,
no key given. A certificate by the given key counts: of all of it as `OK`, of its beginning as `KEPT`."""

LONGEST = 2000
"""Most characters of a failure message."""

if TYPE_CHECKING:
    from api.config import Settings

    Command = Callable[[argparse.Namespace, Settings], int]


class CommandFailed(SkaldError):
    """The command cannot be carried out; the message says what would help."""


class Misread(CommandFailed):
    """An argument or file cannot be read: exit code 2."""


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Untrusted text made safe for a terminal: control characters and line breaks are escaped."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def fail(message: str, code: int) -> int:
    """Print an error in one line; returns the exit code."""
    said = one_line(message)
    print(f"skald: {said if len(said) <= LONGEST else said[:LONGEST] + ' ...'}", file=sys.stderr)
    return code


@contextmanager
def progress(total: int, what: str, *, unit: str = "events") -> Iterator[Callable[[int], object]]:
    """A progress bar on standard error; nothing if that is not a terminal."""
    from tqdm import tqdm  # most commands show none, and it takes a third of the time of `skald --help`

    with tqdm(total=total, desc=what, unit=f" {unit}", leave=False, disable=None, file=sys.stderr) as bar:
        yield bar.update
