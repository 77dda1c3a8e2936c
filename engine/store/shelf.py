"""What a store keeps on the shelves of a host: things that are brought into new encounters."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from engine.kernel.structs.errors import SkaldError


class ShelvedItem(Struct, frozen=True):
    """An item as a listing shows it. kind and key name it on its shelf. system: "" for none.

    updated: ISO 8601, UTC. version: of the shelf when the item was last changed; no two changes share one.
    size: bytes of the content. digest: of name, system and content.
    """

    kind: str
    key: str
    name: str
    system: str
    updated: str
    version: int
    size: int
    digest: str


class ItemToShelve(Struct, frozen=True):
    """An item to be put on a shelf. content: JSON.

    expected: the version of the item that it replaces, 0: it replaces none; None: whatever is there.
    """

    kind: str
    key: str
    name: str
    system: str
    updated: str
    content: bytes
    expected: int | None = None

    @property
    def digest(self) -> str:
        """Hex SHA-256 of all but its time and its place."""
        made = hashlib.sha256()
        for part in (self.name.encode(), self.system.encode(), self.content):
            made.update(b"%d " % len(part))
            made.update(part)
        return made.hexdigest()


class ShelfLimits(Struct, frozen=True):
    """What one host's shelves may hold: so many items, and so many bytes of content in all."""

    items: int
    size: int


class ShelfConflict(SkaldError):
    """An item was changed, removed or put there by somebody else meanwhile. actual: its version; 0: there is none."""

    def __init__(self, kind: str, key: str, expected: int, actual: int) -> None:
        super().__init__(f"expected version {expected} of {kind} {key}, the shelf has {actual}")
        self.kind, self.key, self.expected, self.actual = kind, key, expected, actual


class ShelfFull(SkaldError):
    """The shelves of a host would hold more than they may. most: items, or (of_bytes) bytes."""

    def __init__(self, most: int, *, of_bytes: bool) -> None:
        super().__init__(f"the shelves hold {most} {'bytes' if of_bytes else 'items'} at most")
        self.most, self.of_bytes = most, of_bytes


def check_items(items: Sequence[ItemToShelve]) -> None:
    """Check the arguments, for every adapter. Raises ValueError: a mistake of the caller."""
    if len({(item.kind, item.key) for item in items}) != len(items):
        raise ValueError("an item is put on a shelf once in a call")
