"""Executes an operation in pieces, so that a long answer keeps nobody waiting.

graphql-core completes all that is at hand in one go: every list, and every field that has become known in the same turn
of the event loop, such as thirty aliases of one fight. Here a long list, and any list or awaited field that comes when
the present piece is full, waits for the next one (`api.reading.pieces`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

from graphql import GraphQLList
from graphql.pyutils import Path

from api.graphql.sharing import SharingExecutor
from api.reading.pieces import Pieces, begin_pieces

PART = 20
"""Items of a list that are completed in one go, with the lists inside them."""


class PiecewiseExecutor(SharingExecutor):
    """An executor that rests between the parts of an answer."""

    _pieces: Pieces | None = None

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation, or one event of a subscription; the first piece begins."""
        self._pieces = begin_pieces()
        return super().execute_operation(serially)

    def complete_list_value(
        self, return_type: GraphQLList[Any], field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete a list: in parts, if it is long, or if the present piece is full."""
        pieces = self._pieces
        if (
            pieces is None
            or not isinstance(result, (list, tuple))
            or (len(result) <= PART and not pieces.full)
            or _inside_a_list(path)
            or not _in_a_loop()
        ):
            return self.complete_part(return_type, field_details_list, info, path, result, *rest)
        return self._in_parts(pieces, return_type, field_details_list, info, path, result, *rest)

    def complete_part(self, *given: Any) -> Any:
        """Complete a list, or a part of one, in one go. given: as to `complete_list_value`."""
        return super().complete_list_value(*given)

    async def _in_parts(
        self,
        pieces: Pieces,
        return_type: GraphQLList[Any],
        field_details_list: Any,
        info: Any,
        path: Path,
        items: Sequence[Any],
        *rest: Any,
    ) -> list[Any]:
        completed: list[Any] = []
        for first in range(0, len(items), PART):
            await pieces.rest()
            here, part = _PartPath.of(path, first), items[first : first + PART]
            made = self.complete_part(return_type, field_details_list, info, here, part, *rest)
            completed += await made if self.is_awaitable(made) else made
        return completed

    async def complete_awaitable_value(
        self, return_type: Any, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete a field whose value is awaited."""
        awaited = _rested(result, self._pieces)
        return await super().complete_awaitable_value(return_type, field_details_list, info, path, awaited, *rest)


class _PartPath(Path):
    """The path of a part of a list: its items have the indices that they have in the whole."""

    whole: Path
    first: int

    @classmethod
    def of(cls, whole: Path, first: int) -> Path:
        """The path of the part that begins with the item of this index."""
        made = cls(*whole)
        made.whole, made.first = whole, first
        return made

    def add_key(self, key: str | int, typename: str | None = None) -> Path:
        """The path of an item."""
        assert isinstance(key, int)
        return self.whole.add_key(self.first + key, typename)


async def _rested(awaitable: Awaitable[Any], pieces: Pieces | None) -> Any:
    value = await awaitable
    if pieces is not None:
        await pieces.rest()
    return value


def _inside_a_list(path: Path | None) -> bool:
    while path is not None:
        if isinstance(path.key, int):
            return True
        path = path.prev
    return False


def _in_a_loop() -> bool:
    """Whether a loop runs here: a thread has none (`api.graphql.introspection`)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
