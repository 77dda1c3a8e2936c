"""Schemas and contracts, made once in a process for the same systems: the tests start hundreds of applications.

A system is the same object in every registry, and what is made here keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from api.graphql.document_bounds import Limits
from api.graphql.schema import Schema, build_schema
from api.shape.published import contract
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.registry import Registry

Systems = tuple[int, ...]
_SCHEMAS: dict[tuple[Systems, Limits | None, bool], Schema] = {}
_CONTRACTS: dict[Systems, Mapping[str, str | dict[str, Any]]] = {}


def shared_schema(books: Sequence[Rulebook[Any]], limits: Limits | None = None, *, compiled: bool = True) -> Schema:
    """As `build_schema`."""
    key = (tuple(id(book.system) for book in books), limits, compiled)
    if key not in _SCHEMAS:
        _SCHEMAS[key] = build_schema(books, limits, compiled=compiled)
    return _SCHEMAS[key]


def shared_contract(registry: Registry | None = None) -> Mapping[str, str | dict[str, Any]]:
    """As `contract`."""
    registry = registry or Registry.installed()
    key = tuple(id(book.system) for book in registry.books.values())
    if key not in _CONTRACTS:
        _CONTRACTS[key] = contract(registry)
    return _CONTRACTS[key]


@contextmanager
def shared() -> Iterator[None]:
    """Applications and commands of the block take what is made already."""
    with ExitStack() as patches:
        patches.enter_context(patch("api.hosting.app.build_schema", shared_schema))
        for user in ("api.hosting.app", "api.cli.contract"):
            patches.enter_context(patch(f"{user}.contract", shared_contract))
        yield
