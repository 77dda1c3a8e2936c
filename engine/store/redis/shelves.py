"""The shelves of hosts: for each host a hash of items and a hash of their contents, changed by scripts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from engine.store.redis import keys
from engine.store.redis.script import Script
from engine.store.redis.servers import Command
from engine.store.shelf import ItemToShelve, ShelfConflict, ShelfFull, ShelfLimits, ShelvedItem, check_items

Details = tuple[str, str, str]
"""Name, system, updated."""

_SHELVE = Script.of(files(__package__).joinpath("shelve.lua").read_text())
_UNSHELVE = Script.of(files(__package__).joinpath("unshelve.lua").read_text())
_details = msgspec.json.Decoder(Details)


async def shelf(command: Callable[..., Awaitable[Any]], owner: str) -> list[ShelvedItem]:
    """See the port."""
    rows = await command("HGETALL", keys.shelf_items(owner))
    return sorted((_parse(field, value) for field, value in rows.items()), key=lambda item: (item.kind, item.key))


async def read(
    glance: Callable[[Sequence[Command]], Awaitable[list[Any]]], owner: str, names: Sequence[tuple[str, str]]
) -> list[tuple[ShelvedItem, bytes] | None]:
    """See the port."""
    if not names:
        return []
    fields = [_field(kind, key) for kind, key in names]
    items, contents = await glance(
        [("HMGET", keys.shelf_items(owner), *fields), ("HMGET", keys.shelf_contents(owner), *fields)]
    )
    return [
        None if item is None or content is None else (_parse(field.encode(), item), bytes(content))
        for field, item, content in zip(fields, items, contents, strict=True)
    ]


async def put(
    execute: Callable[..., Awaitable[Any]], owner: str, items: Sequence[ItemToShelve], limits: ShelfLimits
) -> list[int]:
    """See the port. One call of shelve.lua."""
    check_items(items)
    if not items:
        return []
    arguments: list[str | int | bytes] = [limits.items, limits.size]
    for item in items:
        expected = "" if item.expected is None else item.expected
        details = msgspec.json.encode((item.name, item.system, item.updated))
        arguments += [_field(item.kind, item.key), expected, item.digest, len(item.content), details, item.content]
    match await _SHELVE.run(execute, _keys(owner), arguments):
        case [b"shelved", *versions]:
            return [int(version) for version in versions]
        case [b"full", bytes(of)]:
            raise ShelfFull(limits.size if of == b"bytes" else limits.items, of_bytes=of == b"bytes")
        case [b"conflict", int(number), int(version)]:
            shelved = items[number]
            raise ShelfConflict(shelved.kind, shelved.key, shelved.expected or 0, version)
        case said:
            raise AssertionError(f"shelve.lua said {said!r}")


async def remove(execute: Callable[..., Awaitable[Any]], owner: str, kind: str, key: str, expected: int | None) -> bool:
    """See the port. One call of unshelve.lua."""
    match await _UNSHELVE.run(execute, _keys(owner), [_field(kind, key), "" if expected is None else expected]):
        case [b"conflict", int(version)]:
            raise ShelfConflict(kind, key, expected or 0, version)
        case [bytes(said)]:
            return said == b"removed"
        case said:
            raise AssertionError(f"unshelve.lua said {said!r}")


def _keys(owner: str) -> list[str]:
    return [keys.shelf_items(owner), keys.shelf_contents(owner), keys.shelf_figures(owner)]


def _field(kind: str, key: str) -> str:
    return f"{kind}/{key}"


def _parse(field: bytes, value: bytes) -> ShelvedItem:
    kind, _, key = bytes(field).decode().partition("/")
    version, size, digest, details = bytes(value).split(b" ", 3)
    name, system, updated = _details.decode(details)
    return ShelvedItem(kind, key, name, system, updated, int(version), int(size), digest.decode())
