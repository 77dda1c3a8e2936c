"""The installed rule systems, found by entry point. No code outside a system's folder names a system."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.store.upcast import UPCASTS

GROUP = "skald.systems"
"""The group of entry points; each names a system: `fantasia = "engine.systems.fantasia:system"`."""


class Registry:
    """Rulebooks by the id of their system, in alphabetical order.

    Raises RegistrationError if two systems share an id or a prefix.
    """

    def __init__(self, books: Iterable[Rulebook[Any]]) -> None:
        self.books: dict[str, Rulebook[Any]] = {}
        prefixes: dict[str, str] = {}
        for book in sorted(books, key=lambda book: book.system.id):
            id = book.system.id
            if id in self.books:
                raise RegistrationError(f"two systems have the id {id!r}: uninstall one, or rename it")
            if book.prefix in prefixes:
                raise RegistrationError(f"{prefixes[book.prefix]!r} and {id!r} share the prefix {book.prefix}")
            self.books[id] = book
            prefixes[book.prefix] = id

    @classmethod
    def installed(cls) -> Registry:
        """All systems of this environment. RegistrationError names an unusable entry point."""
        return cls(_book_of(point) for point in entry_points(group=GROUP))

    def book(self, system: str) -> Rulebook[Any]:
        """The rulebook of a system. RuleRefusal (UNKNOWN) lists the installed systems."""
        book = self.books.get(system)
        if book is None:
            there = ", ".join(self.books) or "none"
            raise RuleRefusal(f"there is no rule system {system!r}; installed: {there}", code="UNKNOWN", field="system")
        return book


@cache
def _book_of(point: EntryPoint) -> Rulebook[Any]:
    """Made once in a process: what a game declares takes tens of milliseconds to check."""
    try:
        return Rulebook(point.load(), UPCASTS)
    except (ImportError, AttributeError) as error:
        raise RegistrationError(f"the rule system {point.name!r} ({point.value}) does not load: {error}") from error


def snapshot_code(book: Rulebook[Any]) -> str:
    """Identifies the code that builds a state; snapshots made by other code are ignored."""
    shape = msgspec.json.encode(msgspec.json.schema(book.state_type), order="sorted")
    return f"{book.system.id}-{book.system.version}-{hashlib.sha256(shape).hexdigest()[:16]}"
