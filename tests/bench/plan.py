"""How much is done: a moment's worth for the test, the default, or the whole of it."""

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
    """One run. url: of an empty server, which all sides of a row share. folder: for files, empty.

    node: whether programs of Node may be fetched and run. say: tells whoever waits.
    """

    size: Size
    url: str
    folder: Path
    registry: Registry
    node: bool
    say: Callable[[str], object]

    @property
    def rounds(self) -> int:
        """How often each side is measured."""
        return self.pick(1, 3, 5, 5)

    def pick(self, least: T, quick: T, usual: T, full: T | None = None) -> T:
        """What belongs to the size of this run; full: as usual where it is not given."""
        return {"least": least, "quick": quick, "usual": usual, "full": usual if full is None else full}[self.size]


Rows = Callable[[Plan], AsyncGenerator[Row, None]]
"""What a module of rows offers as `rows`."""
