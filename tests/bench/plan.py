"""The amount of work of a run: minimal for the test, the default, or full."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct

from engine.service.registry import Registry
from tests.bench.rounds import Row

T = TypeVar("T")

Size = Literal["least", "quick", "usual", "full"]


class Plan(Struct, frozen=True):
    """One run. url: of an empty server that all sides of a row share. folder: for files, empty.

    node: whether Node programs may be fetched and run. say: reports progress.
    """

    size: Size
    url: str
    folder: Path
    registry: Registry
    node: bool
    say: Callable[[str], object]

    @property
    def rounds(self) -> int:
        """The number of measurements per side."""
        return self.pick(1, 3, 5, 5)

    def pick(self, least: T, quick: T, usual: T, full: T | None = None) -> T:
        """The value for the size of this run; full: as usual if not given."""
        return {"least": least, "quick": quick, "usual": usual, "full": usual if full is None else full}[self.size]


Rows = Callable[[Plan], AsyncGenerator[Row, None]]
"""The signature of `rows` in a module of rows."""
