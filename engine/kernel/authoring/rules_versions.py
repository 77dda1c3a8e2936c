"""Which rules play a fight: those that it began with, as long as the installed game still plays them.

A game has a version of its rules, and a fight names the one that it plays. Games of one id have one contract, whatever
their version: only what their rules do differs. So a fight is read the same by all of them, and a version that is no
longer played is still read, by today's.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.structs.errors import RuleRefusal

if TYPE_CHECKING:
    from engine.kernel.authoring.rulebook import Rulebook

KEPT = 256
"""Rulebooks of other versions than today's, kept in a process. Files may name any version."""


class NotOfThisGame(Exception):
    """An older version has another contract than today's game; the message says in what."""


@lru_cache(maxsize=KEPT)
def rulebook_of(book: Rulebook[Any], version: int) -> Rulebook[Any]:
    """The rulebook of fights that play a version of the rules.

    Where the installed game does not play it, today's rules read these fights, and `unplayed` says why nothing more.
    """
    today = book.today
    if version == today.system.version:
        return today
    earlier = 1 <= version < today.system.version  # a file may name any version: no game is asked for those
    older = today.system.outdated(version) if earlier else RuleSystem.outdated(today.system, version)
    found = copy(today)
    found.rules = version
    if isinstance(older, RuleSystem):
        require_same_contract(today.system, version, older)
        kept = {*older.orders, today.orders["begin"], today.enter, today.spawn}
        found.system = older
        found.orders = {key: order for key, order in today.orders.items() if order in kept}
    else:
        found.unplayed = older
    return found


def require_played(book: Rulebook[Any]) -> None:
    """RuleRefusal (OUTDATED) where a fight plays rules that the installed game does not play."""
    if book.unplayed:
        raise RuleRefusal(book.unplayed, code="OUTDATED")


def require_same_contract(today: RuleSystem[Any], version: int, older: RuleSystem[Any]) -> None:
    """NotOfThisGame where a game cannot play on what began under its earlier version.

    Clients read both versions by one schema, and a fight that was begun by one is read by the other.
    """
    name = f"outdated({version}) of {today.id}"
    if (older.id, older.version) != (today.id, version):
        raise NotOfThisGame(f"{name} is version {older.version} of {older.id}: give version {version} of {today.id}")
    for part in ("own", "setup", "sheet"):
        if getattr(older, part) is not getattr(today, part):
            raise NotOfThisGame(f"{name} has another {part} than today's game: let both use one struct")
    for part in ("orders", "events", "questions"):
        more = [item.__name__ for item in getattr(older, part) if item not in getattr(today, part)]
        if more:
            raise NotOfThisGame(f"{name} has {part} that today's game lacks: keep {', '.join(more)} among its {part}")
