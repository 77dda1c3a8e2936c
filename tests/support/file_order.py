"""The order of the files of a run with several workers: who waits and who computes at the same time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

WAITING = ("tests/api/in_browser/", "tests/api/vtt/", "tests/conformance/", "tests/end_to_end/", "tests/workers/")
"""Where tests mostly wait for other processes: browsers, servers, clients."""
LAWS = ("tests/systems/test_", "tests/kernel/test_", "tests/service/", "tests/api/playing/", "tests/api/graphql/")
"""Where few tests compute for long: whole fights, all games."""
EARLY = 0.5
"""By which part of the run the last file of those is begun: one that is begun at the end keeps all waiting."""

Item = TypeVar("Item")


def spread(items: Sequence[Item], names: Sequence[str]) -> list[Item]:
    """The items, file by file: those that take long are spread over the first part of the run, short ones end it.

    names: of the items, as pytest gives them: `tests/test_house.py::test_one`. Within a file nothing changes.
    """
    files: dict[str, list[Item]] = defaultdict(list)
    for item, name in zip(items, names, strict=True):
        files[name.partition("::")[0]].append(item)
    waiting = [name for name in files if name.startswith(WAITING)]
    laws = [name for name in files if name.startswith(LAWS)]
    short = sorted((name for name in files if not name.startswith(WAITING + LAWS)), key=lambda name: -len(files[name]))
    place: dict[str, float] = {}
    for group, until in ((waiting, EARLY), (laws, EARLY), (short, 1.0)):
        place |= {name: until * n / len(group) for n, name in enumerate(group)}
    return [item for name in sorted(files, key=place.__getitem__) for item in files[name]]
