"""The installed rule systems, found by entry point. No code outside a system's folder names a system."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import rulebook_of
from engine.kernel.campaign.campaign import campaign_book, campaign_id
from engine.kernel.structs.errors import RuleRefusal
from engine.store.port import Entry
from engine.store.upcast import UPCASTS

GROUP = "skald.systems"
"""The group of entry points; each names a system: `fantasia = "engine.systems.fantasia:system"`."""


_NAMING_RULES = b'"type":"EncounterForked"'
"""Stands in the stored form of each event, behind the first, that may name a version of the rules."""


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
        return cls(_book_of(point) for point in _entry_points(tuple(sys.path)))

    def book(self, system: str) -> Rulebook[Any]:
        """The rulebook of a system, or of the campaigns of one. RuleRefusal (UNKNOWN) lists the installed systems."""
        book = self.known(system)
        if book is None:
            there = ", ".join(self.books) or "none"
            raise RuleRefusal(f"there is no rule system {system!r}; installed: {there}", code="UNKNOWN", field="system")
        return book

    def known(self, system: str) -> Rulebook[Any] | None:
        """The rulebook of a system, or of the campaigns of one; None where it is not installed."""
        return self.books.get(system) or self.campaigns.get(system)

    @cached_property
    def campaigns(self) -> dict[str, Rulebook[Any]]:
        """Rulebooks of the campaigns of each system, by an id of their own."""
        made = (campaign_book(book) for book in self.books.values())
        return {book.system.id: book for book in made}

    @property
    def all(self) -> list[Rulebook[Any]]:
        """The rulebooks of all systems, each with that of its campaigns behind it."""
        return [
            rulebook for book in self.books.values() for rulebook in (book, self.campaigns[campaign_id(book.system.id)])
        ]

    def playing(self, system: str, stream: Iterable[bytes]) -> Rulebook[Any]:
        """The rulebook by which a fight is played, or only read (`unplayed`): by its own version of the rules.

        stream: the public parts of its events, from the first on.
        """
        rules = rules_named_in(stream)
        book = self.book(system)
        return book if rules is None else rulebook_of(book, rules)


def naming_rules(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Of some events those that may name a version of the rules."""
    return (entry for entry in entries if entry.version == 1 or _NAMING_RULES in entry.public)


def rules_named_in(stream: Iterable[bytes]) -> int | None:
    """The version of the rules that a stream plays at its end: of its creation, or of its last fork that names one.

    stream: public parts of events, the first of them that of its creation. None where it names none that can be read.
    """
    rules: int | None = None
    for number, public in enumerate(stream):
        if number and _NAMING_RULES not in public:
            continue
        with suppress(msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
            named = msgspec.json.decode(public)["data"]["newRules" if number else "rules"]
            rules = named if type(named) is int else rules
    return rules


@cache
def _entry_points(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Looked for once on a path of modules: the files of every installed distribution are read for it."""
    return tuple(entry_points(group=GROUP))


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
