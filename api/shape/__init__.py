"""The laws of the schema's shape, which every rule system keeps so that clients can rely on them in any game.

`findings(books)` builds the schema of these systems and lists what breaks a law. Authors of a system run it in their
own tests, or as `skald schema --check`. What would damage other systems is refused earlier, at the start of the
service, by `Rulebook` and by the schema's builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from api.graphql.schema import build_schema
from api.shape import contents, documents, names, words
from api.shape.served import Finding, Served
from engine.kernel.authoring.rulebook import Rulebook

Law = Callable[[Served], Iterator[Finding]]

LAWS: tuple[Law, ...] = (*names.LAWS, *contents.LAWS, *words.LAWS, *documents.LAWS)


def findings(books: Iterable[Rulebook[Any]], laws: Sequence[Law] = LAWS) -> list[Finding]:
    """Violations of the laws in the schema of these systems. RegistrationError if it cannot be built."""
    books = list(books)
    return judge(Served(build_schema(books)._schema, books), laws)


def judge(served: Served, laws: Sequence[Law] = LAWS) -> list[Finding]:
    """Violations of the laws in an existing schema."""
    return [finding for law in laws for finding in law(served)]


__all__ = ["LAWS", "Finding", "Law", "Served", "findings", "judge"]
