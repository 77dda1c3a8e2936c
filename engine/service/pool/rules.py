"""The rules that a job in another process needs: sent by name, loaded there, and verified to be the same."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import KEPT, rulebook_of
from engine.kernel.structs.errors import Fault
from engine.service.registry import Registry, snapshot_code


class Rules(Struct, frozen=True):
    """version: of the rules that the encounter plays. code: of the requesting process, so that two versions of a system
    are never mixed in one encounter."""

    system: str
    version: int
    code: str


def rules_of(book: Rulebook[Any]) -> Rules:
    """The reference to a book's rules, for a job."""
    return Rules(book.system.id, book.rules, _code(book))


@lru_cache(maxsize=KEPT)
def _code(book: Rulebook[Any]) -> str:
    return snapshot_code(book)


@cache
def installed() -> Registry:
    """All systems of this environment, including third parties'; searched once per process."""
    return Registry.installed()


def book_of(rules: Rules) -> Rulebook[Any]:
    """The book in this process. Fault if another version was installed since the server started."""
    today = installed().known(rules.system)
    book = rulebook_of(today, rules.version) if today is not None else None
    if book is None or rules_of(book) != rules:
        raise Fault(f"another version of the game {rules.system!r} was installed since the server started: restart it")
    return book
