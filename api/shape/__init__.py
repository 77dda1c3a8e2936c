"""The laws of the schema's shape: what every rule system keeps, so that clients can rely on it in any game.

`findings(books)` builds the schema of these systems and says what breaks a law: whoever ships a system runs it in a
test of his own, or as `skald schema --check`. What would damage others is refused earlier, as the service starts: by
`Rulebook`, and by the schema's builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from api.graphql.schema import build_schema
from api.shape import contents, documents, names, words
from api.shape.served import Finding, Served
from engine.kernel.rulebook import Rulebook

Law = Callable[[Served], Iterator[Finding]]

LAWS: tuple[Law, ...] = (*names.LAWS, *contents.LAWS, *words.LAWS, *documents.LAWS)


def findings(books: Iterable[Rulebook[Any]], laws: Sequence[Law] = LAWS) -> list[Finding]:
    """What breaks the laws, in the schema of these systems. RegistrationError where there can be none."""
    books = list(books)
    return judge(Served(build_schema(books)._schema, books), laws)


def judge(served: Served, laws: Sequence[Law] = LAWS) -> list[Finding]:
    """What breaks the laws, in a schema that is built."""
    return [finding for law in laws for finding in law(served)]


__all__ = ["LAWS", "Finding", "Law", "Served", "findings", "judge"]
