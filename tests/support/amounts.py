"""How much a test tries: `make test` each kind of case, `make test-long`, which sets SKALD_LONG, every case."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import pytest

LONG = bool(os.environ.get("SKALD_LONG"))
"""Whether everything is tried."""

PATIENCE = 240.0
"""Seconds that a test waits for what surely comes: far more than any machine needs, however busy it is."""

long_form = pytest.mark.skipif(not LONG, reason="a long form: make test-long, or make conformance")
"""For tests that take minutes, and whose kind shorter tests show as well."""

Case = TypeVar("Case")


def amount(variable: str, usual: int, long: int) -> int:
    """How many cases are generated: what a variable of the environment says; else one of these."""
    return int(os.environ.get(variable) or (long if LONG else usual))


def groups(number: int) -> Callable[[dict[str, int]], int]:
    """A trait for `sampled` by which one case of each of so many groups stays, where cases differ in nothing else."""
    return lambda places: sum(places.values()) % number


def some(cases: Iterable[Case], *traits: Callable[[Case], Hashable]) -> list[Case]:
    """Of these cases as many as show every value of every trait, in their order; all of them if everything is tried.

    Always the same ones, but no neighbours: which case stands for a value is decided by the digest of all its traits.
    """
    every = list(cases)
    if LONG:
        return every
    shown: set[tuple[int, Hashable]] = set()
    chosen: set[int] = set()
    kinds = [[(number, trait(case)) for number, trait in enumerate(traits)] for case in every]
    for number in sorted(range(len(every)), key=lambda number: zlib.crc32(repr((kinds[number], number)).encode())):
        if not shown.issuperset(kinds[number]):
            shown.update(kinds[number])
            chosen.add(number)
    return [case for number, case in enumerate(every) if number in chosen]
