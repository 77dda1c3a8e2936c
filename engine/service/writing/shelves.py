"""Shelves: what hosts keep beside their encounters, to bring it into new ones."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.store.port import Store
from engine.store.shelf import ItemToShelve, ShelfConflict, ShelfFull, ShelfLimits, ShelvedItem

OnExisting = Literal["KEEP", "REPLACE", "BOTH"]
Outcome = Literal["ADDED", "REPLACED", "KEPT", "SAME"]

READ_AT_ONCE = 1_000_000
"""Bytes of contents that are read in one call, beside the last item of it."""
ATTEMPTS = 10
"""How often an import is tried while others change the same items."""
BEGINNING = 58
"""Characters of a key that are kept where a number is put behind it: a key has at most 64."""


class Imported(Struct, frozen=True):
    """What became of an item of a file: the key it has on the shelf, and how it came there."""

    key: str
    outcome: Outcome


class Shelves:
    """The shelves of all owners of one store. An owner is a host's id, or `hosts.OPERATOR`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def items(self, owner: str) -> list[ShelvedItem]:
        """All items, without their contents, by kind and key."""
        return await self._store.shelf(owner)

    async def read(self, owner: str, kind: str, key: str) -> tuple[ShelvedItem, bytes]:
        """An item and its content. RuleRefusal (UNKNOWN) if there is none."""
        [found] = await self._store.read_shelved(owner, [(kind, key)])
        if found is None:
            raise UnknownItem(kind, key)
        return found

    async def contents(
        self, owner: str, items: Sequence[ShelvedItem]
    ) -> AsyncGenerator[list[tuple[ShelvedItem, bytes]], None]:
        """Items with their contents, a few at a time; those that were removed meanwhile are left out."""
        some, size = list[ShelvedItem](), 0
        for number, item in enumerate(items, 1):
            some.append(item)
            size += item.size
            if size >= READ_AT_ONCE or number == len(items):
                found = await self._store.read_shelved(owner, [(shelved.kind, shelved.key) for shelved in some])
                yield [pair for pair in found if pair is not None]
                some, size = [], 0

    async def put(self, owner: str, item: ItemToShelve, limits: ShelfLimits) -> ShelvedItem:
        """Put one item on a shelf. ShelfConflict if its version is not the expected one; RuleRefusal above a limit."""
        [version] = await self._shelve(owner, [item], limits)
        return ShelvedItem(
            item.kind, item.key, item.name, item.system, item.updated, version, len(item.content), item.digest
        )

    async def remove(self, owner: str, kind: str, key: str, expected: int | None = None) -> None:
        """Remove an item. RuleRefusal (UNKNOWN) if there is none; ShelfConflict if it has changed."""
        await self.read(owner, kind, key)
        await self._store.unshelve(owner, kind, key, expected)

    async def take_in(
        self, owner: str, items: Sequence[ItemToShelve], existing: OnExisting, limits: ShelfLimits
    ) -> list[Imported]:
        """Put the items of a file on the shelves, all or none. existing: what happens to those that are there.

        BOTH: an item of the file gets another key, unless the very same is there already, under any key: so an import
        may be repeated. RuleRefusal above a limit.
        """
        for attempt in range(ATTEMPTS):
            there = {(shelved.kind, shelved.key): shelved for shelved in await self._store.shelf(owner)}
            planned = _plan(items, existing, there)
            wanted = [item for item, outcome in planned if outcome in ("ADDED", "REPLACED")]
            try:
                await self._shelve(owner, wanted, limits)
            except ShelfConflict:
                if attempt + 1 == ATTEMPTS:
                    raise
                continue
            break
        return [Imported(item.key, outcome) for item, outcome in planned]

    async def _shelve(self, owner: str, items: Sequence[ItemToShelve], limits: ShelfLimits) -> list[int]:
        try:
            return await self._store.shelve(owner, items, limits)
        except ShelfFull as error:
            what = f"{error.most} bytes" if error.of_bytes else f"{error.most} items"
            raise RuleRefusal(f"your shelves hold {what} at most: remove something first") from None


class UnknownItem(RuleRefusal):
    """There is no such item on the caller's shelves."""

    def __init__(self, kind: str, key: str, field: str = "key") -> None:
        super().__init__(f"there is no {kind} {key!r} on your shelves", code="UNKNOWN", field=field)


def now() -> str:
    """When an item is put on a shelf."""
    return clock.format_ms(clock.now_ms())


def _plan(
    items: Sequence[ItemToShelve], existing: OnExisting, there: Mapping[tuple[str, str], ShelvedItem]
) -> list[tuple[ItemToShelve, Outcome]]:
    """What to do with each item of a file. there: the shelves as they are."""
    free = _FreeKeys({*there, *((item.kind, item.key) for item in items)})
    same = {(shelved.kind, shelved.digest): shelved.key for shelved in there.values()}
    planned: list[tuple[ItemToShelve, Outcome]] = []
    for item in items:
        known = there.get((item.kind, item.key))
        if known is None:
            planned.append((structs.replace(item, expected=0), "ADDED"))
        elif known.digest == item.digest:
            planned.append((item, "SAME"))
        elif existing == "KEEP":
            planned.append((item, "KEPT"))
        elif existing == "REPLACE":
            planned.append((structs.replace(item, expected=known.version), "REPLACED"))
        elif (copy := same.get((item.kind, item.digest))) is not None:
            planned.append((structs.replace(item, key=copy), "SAME"))
        else:
            planned.append((structs.replace(item, key=free.beside(item.kind, item.key), expected=0), "ADDED"))
    return planned


class _FreeKeys:
    """Keys that nobody has yet: `wolf-2` beside `wolf`. taken: (kind, key)."""

    def __init__(self, taken: Collection[tuple[str, str]]) -> None:
        self._taken = taken
        self._last: dict[tuple[str, str], int] = {}

    def beside(self, kind: str, key: str) -> str:
        """The next free key. Numbers only grow for a beginning, so that many keys take no longer each than few."""
        beginning = key[:BEGINNING]
        number = self._last.get((kind, beginning), 1) + 1
        while (kind, f"{beginning}-{number}") in self._taken:
            number += 1
        self._last[kind, beginning] = number
        return f"{beginning}-{number}"
