"""Operations on the caller's shelves, shared by GraphQL and REST. A host has his, and so has the operator."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from api.access.request_limits import read_json
from api.errors.decoding import faults_in, whole_numbers
from api.errors.request_errors import BadRequest
from api.operations.session import Session
from api.operations.shelf_contents import content_faults
from api.reading.pagination import USUAL, Page, page_of, page_size
from engine.kernel.state.ground.ground_faults import refuse
from engine.kernel.structs.decode_errors import quoted
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import is_id
from engine.service.writing.shelves import UnknownItem, now
from engine.store.shelf import ItemToShelve, ShelfLimits, ShelvedItem
from schemas import shelf
from schemas.types import Instant

KINDS: tuple[str, ...] = get_args(shelf.ShelfKind)
LARGEST_FILE = 10 * 1024 * 1024
"""Bytes of a file that is imported by REST."""
LARGEST_ANSWER = 1024 * 1024
"""Bytes of contents that one answer of GraphQL holds."""
JUDGED = 1000
"""The cost of judging an item of a file, in units of `api.graphql.cost`: as much as creating a fight."""
PER_COST = 100
"""Bytes of a content that cost as much as a field of an answer."""
LONGEST_TEXT = 200

_KINDS = "|".join(KINDS)
_CURSOR = re.compile(rf"({_KINDS})/([A-Za-z0-9_-]{{1,64}})\Z")
_ITEM = rf"(?:{_KINDS})/[A-Za-z0-9_-]{{1,64}}"
CURSOR = rf"^(?:{_KINDS})/[A-Za-z0-9][A-Za-z0-9_-]{{0,63}}$(?!\n)"
"""The form of a cursor of items, as JSON Schema says it."""
NAMES = rf"^{_ITEM}(?:,{_ITEM})*$(?!\n)"
"""The form of several items that an address names."""


# -- reading
async def page(
    session: Session,
    *,
    first: int | None = None,
    after: str | None = None,
    kind: str | None = None,
    system: str | None = None,
    text: str | None = None,
) -> Page[shelf.ShelfSummary]:
    """Items of the caller's shelves by kind and key, without contents. text: of the name or the key."""
    owner = await session.host()
    size = page_size("first", first)
    size = USUAL if size is None else size
    behind = _cursor(after)
    if text is not None and len(text) > LONGEST_TEXT:
        raise BadRequest(f"a text to look for has at most {LONGEST_TEXT} characters", "text")
    wanted = (text or "").casefold()
    found = [
        item
        for item in await session.service.shelves.items(owner)
        if (behind is None or (item.kind, item.key) > behind)
        and (kind is None or item.kind == kind)
        and (system is None or item.system == system)
        and (wanted in item.name.casefold() or wanted in item.key.casefold())
    ]
    pairs = [(f"{item.kind}/{item.key}", summary(item)) for item in found[:size]]
    return page_of(pairs, more=len(found) > size, before=after is not None)


async def item(session: Session, kind: str, key: str) -> shelf.ShelfItem:
    """An item with its content. RuleRefusal (UNKNOWN) if there is none."""
    owner = await session.host()
    found, content = await session.service.shelves.read(owner, kind, key)
    await session.count_cost(found.size // PER_COST)
    return shelf.ShelfItem(**_figures(found), content=msgspec.json.decode(content))


async def chosen(session: Session, names: Sequence[tuple[str, str]] | None) -> tuple[str, list[ShelvedItem]]:
    """The caller, and the items to be exported: those that are named, else all. RuleRefusal for a missing one."""
    owner = await session.host()
    there = await session.service.shelves.items(owner)
    if names is None:
        return owner, there
    known = {(item.kind, item.key): item for item in there}
    refuse(
        [
            UnknownItem(kind, key, f"items.{number}")
            for number, (kind, key) in enumerate(names)
            if (kind, key) not in known
        ]
    )
    return owner, [known[name] for name in dict.fromkeys(names)]


async def file(session: Session, names: Sequence[tuple[str, str]] | None) -> shelf.ShelfFile:
    """Items as a file, in one answer. BadRequest for more than an answer holds."""
    owner, items = await chosen(session, names)
    size = sum(item.size for item in items)
    if size > LARGEST_ANSWER:
        raise BadRequest(
            f"these are {size} bytes, and {LARGEST_ANSWER} are the most: name fewer items, or GET /v1/shelf/file",
            "items",
        )
    await session.count_cost(size // PER_COST)
    entries = [
        _entry(item, msgspec.json.decode(content))
        async for some in session.service.shelves.contents(owner, items)
        for item, content in some
    ]
    return shelf.ShelfFile(format=shelf.FORMAT, version=shelf.FORMAT_VERSION, items=tuple(entries))


async def written(session: Session, owner: str, items: Sequence[ShelvedItem]) -> AsyncGenerator[bytes, None]:
    """Items as a file, a part at a time. Contents are passed on as they are stored."""
    yield b'{"format":"%s","version":%d,"items":[' % (shelf.FORMAT.encode(), shelf.FORMAT_VERSION)
    between = b"\n"
    async for some in session.service.shelves.contents(owner, items):
        for item, content in some:
            yield between + msgspec.json.encode(_entry(item, msgspec.Raw(content)))
            between = b",\n"
    yield b"\n]}\n"


def size_of(items: Sequence[ShelvedItem]) -> int:
    """The cost of a file, in units of `api.graphql.cost`."""
    return sum(item.size for item in items) // PER_COST


# -- writing
async def put(session: Session, request: shelf.PutShelfItemRequest) -> shelf.ShelfItemSaved:
    """Put an item on one of your shelves, in place of what was there. Hosts and the operator."""
    owner = await session.host()
    content = whole_numbers(request.content)
    refuse(await content_faults(session, request.kind, request.system, content, owner))
    made = _to_shelve(
        session, request.kind, request.key, request.name, request.system, content, request.expected_version
    )
    kept = await session.service.shelves.put(owner, made, limits(session))
    return shelf.ShelfItemSaved(item=summary(kept))


async def remove(session: Session, request: shelf.RemoveShelfItemRequest) -> shelf.ShelfItemRemoved:
    """Remove an item from one of your shelves. Hosts and the operator."""
    owner = await session.host()
    await session.service.shelves.remove(owner, request.kind, request.key, request.expected_version)
    return shelf.ShelfItemRemoved(kind=request.kind, key=request.key)


async def take_in(session: Session, request: shelf.ImportShelfRequest) -> shelf.ShelfImported:
    """Put the items of a file on your shelves, all or none. Hosts and the operator."""
    raw = request.file
    if not isinstance(raw, dict):
        raise RuleRefusal("this is no file of shelves", field="file")
    await session.host()
    return await _imported(
        session, raw.get("format"), raw.get("version"), raw.get("items"), request.existing, lambda item: item
    )


async def take_in_file(session: Session, body: bytes, existing: shelf.OnExisting) -> shelf.ShelfImported:
    """As `take_in`, of a file that is larger than a request may be: its items are read one by one."""
    await session.host()
    settings = session.services.settings
    try:
        head = msgspec.json.decode(body, type=_FileParts)
        items = items_of(head.items, settings.shelf_items) if head.items else None
    except RecursionError:
        raise BadRequest("the file is nested too deeply") from None
    except msgspec.ValidationError:
        raise RuleRefusal("this is no file of shelves", field="file") from None
    longest = max(settings.max_body, settings.shelf_item_bytes)

    def read_item(item: bytes) -> Any:
        if len(item) > longest:
            raise RuleRefusal(f"an item of a shelf has {longest} bytes at most, and this has {len(item)}")
        return read_json(item)

    return await _imported(session, _short(head.format), _short(head.version), items, existing, read_item)


class _FileParts(Struct):
    """The parts of a file as they are sent. Whatever else the file has is passed over, and takes no memory."""

    format: msgspec.Raw = msgspec.Raw(b"")
    version: msgspec.Raw = msgspec.Raw(b"")
    items: msgspec.Raw = msgspec.Raw(b"")


def _short(part: msgspec.Raw) -> Any:
    """A part that is a word or a number, else None."""
    data = bytes(part)
    return read_json(data) if 0 < len(data) <= LONGEST_TEXT else None


def items_of(array: msgspec.Raw, most: int) -> list[bytes]:
    """The items of a JSON array, unread, `most` and one more: those behind are passed over, and take no memory.

    msgspec.ValidationError for what is no array.
    """
    # A list would hold all of them before it could be measured; a struct has as many fields as it has.
    found = msgspec.json.decode(array, type=_items_struct(most))
    return [bytes(item) for item in structs.astuple(found) if item is not UNSET]


@cache
def _items_struct(most: int) -> type[Struct]:
    fields = [(f"item_{number}", msgspec.Raw | UnsetType, UNSET) for number in range(most + 1)]
    return msgspec.defstruct("Items", fields, array_like=True)


async def _imported(
    session: Session, format: Any, version: Any, items: Any, existing: shelf.OnExisting, read: Any
) -> shelf.ShelfImported:
    owner = await session.host()
    if format != shelf.FORMAT or not isinstance(items, list):
        raise RuleRefusal("this is no file of shelves", field="file")
    if version != shelf.FORMAT_VERSION:
        raise RuleRefusal("this file was made by another version of Skald, which this one cannot read", field="file")
    most = limits(session)
    if len(items) > most.items:
        raise RuleRefusal(f"your shelves hold {most.items} items at most: remove something first", field="file.items")
    await session.count_cost(len(items) * JUDGED)
    found, made, seen = list[RuleRefusal](), list[ItemToShelve](), set[tuple[str, str]]()
    for number, raw in enumerate(items):
        await asyncio.sleep(0)  # each item takes as long as a request of its own
        at = f"file.items.{number}"
        try:
            item, faults = await _read_entry(session, read(raw), owner)
        except RuleRefusal as refusal:
            item, faults = None, [refusal]
        if item is not None and (item.kind, item.key) in seen:
            faults = [RuleRefusal("this kind and key stand in the file already", field="key")]
        for fault in faults:
            fault.field = f"{at}.{fault.field}".rstrip(".")
        found += faults
        if len(found) >= MOST_FAULTS:
            break
        if item is not None:
            seen.add((item.kind, item.key))
            made.append(item)
    refuse(found[:MOST_FAULTS])
    done = await session.service.shelves.take_in(owner, made, existing, most)
    return shelf.ShelfImported(
        items=tuple(
            shelf.ShelfImportedItem(kind=_kind(item.kind), key=at.key, file_key=item.key, outcome=at.outcome)
            for item, at in zip(made, done, strict=True)
        )
    )


MOST_FAULTS = 100
"""How many faults are told at once."""


async def _read_entry(session: Session, raw: Any, owner: str) -> tuple[ItemToShelve | None, list[RuleRefusal]]:
    """(an item of a file, what is wrong with it)."""
    raw = whole_numbers(raw)
    faults = faults_in(raw, shelf.ShelfFileEntry)
    if faults:
        return None, faults
    file_entry = msgspec.convert(raw, shelf.ShelfFileEntry)
    faults = await content_faults(session, file_entry.kind, file_entry.system, file_entry.content, owner)
    if faults:
        return None, faults
    try:
        return _to_shelve(
            session, file_entry.kind, file_entry.key, file_entry.name, file_entry.system, file_entry.content, None
        ), []
    except RuleRefusal as refusal:
        return None, [refusal]


def _to_shelve(
    session: Session,
    kind: str,
    key: str,
    name: str,
    system: str | None,
    content: dict[str, Any],
    expected: int | None,
) -> ItemToShelve:
    """An item that was judged. RuleRefusal for one that is too large."""
    encoded = msgspec.json.encode(content)
    most = session.services.settings.shelf_item_bytes
    if len(encoded) > most:
        raise RuleRefusal(f"an item of a shelf has {most} bytes at most, and this has {len(encoded)}", field="content")
    return ItemToShelve(kind, key, name, system or "", now(), encoded, expected)


def limits(session: Session) -> ShelfLimits:
    """What the shelves of one host may hold."""
    settings = session.services.settings
    return ShelfLimits(settings.shelf_items, settings.shelf_bytes)


# -- names
def summary(shelved_item: ShelvedItem) -> shelf.ShelfSummary:
    """An item as a listing shows it."""
    return shelf.ShelfSummary(**_figures(shelved_item))


def _figures(shelved_item: ShelvedItem) -> dict[str, Any]:
    return {
        "kind": shelved_item.kind,
        "key": shelved_item.key,
        "name": shelved_item.name,
        "system": shelved_item.system or None,
        "version": shelved_item.version,
        "size": shelved_item.size,
        "updated_at": Instant(shelved_item.updated),
    }


def _entry(shelved_item: ShelvedItem, content: Any) -> shelf.ShelfFileItem:
    return shelf.ShelfFileItem(
        kind=_kind(shelved_item.kind),
        key=shelved_item.key,
        name=shelved_item.name,
        system=shelved_item.system or None,
        content=content,
    )


def _kind(word: str) -> shelf.ShelfKind:
    kind: Any = word
    made: shelf.ShelfKind = kind
    return made


def parse_kind(word: str | None) -> str | None:
    """A kind of item in an address. BadRequest for anything else."""
    if word is not None and word not in KINDS:
        raise BadRequest(f"a kind of item is one of {', '.join(KINDS)}", "kind")
    return word


def parse_names(text: str | None) -> list[tuple[str, str]] | None:
    """Items that are named in an address: `SHEET/wolf,MAP/ford`. None where none is named."""
    if text is None:
        return None
    found = []
    for name in text.split(","):
        match = _CURSOR.match(name)
        if match is None:
            raise BadRequest(f"{quoted(name)} is no item: name each as KIND/key", "items")
        found.append((match[1], match[2]))
    return found


def _cursor(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    match = _CURSOR.match(text)
    if match is None or not is_id(match[2]):
        raise BadRequest("this is no cursor of items: send the one that the page before ends with", "after")
    return match[1], match[2]
