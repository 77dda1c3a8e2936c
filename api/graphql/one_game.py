"""Introspection of one game alone: `/graphql?game=minis` describes the schema as a client of Minis needs it.

The whole schema by introspection is some megabytes, which breaks clients that read frames of one. What is valid for one
game is valid for all: only introspection is answered by the smaller schema, everything else by the whole one.
`?game=minis_campaign` describes a game with its campaigns.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from graphql import GraphQLError, OperationDefinitionNode, parse
from graphql.language import FieldNode

from api.errors.request_errors import BadRequest

_ASKED = re.compile(r"\b__(?:schema|type)\b")


class GameSchemas:
    """The schemas of single games, each made when it is first asked for.

    make: the schema of a game by its id, or None where it is not installed.
    """

    def __init__(self, games: tuple[str, ...], make: Callable[[str], Any]) -> None:
        self._games, self._make = games, make
        self._made: dict[str, asyncio.Future[Any]] = {}

    def check(self, game: str) -> None:
        """BadRequest where no such game is installed."""
        if game not in self._games:
            raise BadRequest(f"there is no rule system {game!r}; installed: {', '.join(self._games)}", "game")

    async def of(self, game: str) -> Any:
        """The schema of an installed game. Made in a thread: it takes some hundred milliseconds."""
        if game not in self._made:
            self._made[game] = asyncio.ensure_future(asyncio.to_thread(self._make, game))
        return await asyncio.shield(self._made[game])


def is_introspection(document: str, operation: str | None) -> bool:
    """Whether the operation that would be executed asks for the schema and for nothing else."""
    if not _ASKED.search(document):
        return False
    try:
        parsed = parse(document, no_location=True)
    except GraphQLError:
        return False
    found = [definition for definition in parsed.definitions if isinstance(definition, OperationDefinitionNode)]
    chosen = [
        candidate
        for candidate in found
        if operation is None or (candidate.name is not None and candidate.name.value == operation)
    ]
    return len(chosen) == 1 and all(
        isinstance(selection, FieldNode) and selection.name.value.startswith("__")
        for selection in chosen[0].selection_set.selections
    )
