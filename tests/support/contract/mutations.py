"""Tampered exports with recomputed chains: only their content can reveal the change."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.store.chain import digest, link

FIGHTS = Path(__file__).parents[2] / "recordings" / "fights"
Line = dict[str, Any]
OTHER_RULES = 999
"""A rules version that does not exist: a fight played by it is not replayed."""

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**53 + 1, 2**63, 2**64 - 1, -(2**63), 2**70, 1.5, "", "}", "{a}:events", "a\nb", "a b",
    "a|b", "\0", "\x1b[2J", "\u202e", "x" * 3000, [], {}, [[]], {"a": 1}, ["gm"], "gm", "ana", "NaN", "../../passwd",
    "now", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z", "7zzzzzzzzzzzzzzzzzzz", "0d0", "1d0", "999999d6",
)  # fmt: skip
"""Values that replace correct ones."""


def recording(name: str) -> list[Line]:
    """The lines of a recording, to be changed: header and events."""
    return [json.loads(line) for line in (FIGHTS / f"{name}.ndjson").read_bytes().splitlines()]


def parts(line: Line) -> Iterator[Line]:
    """The public part of an event and, where there is one, the secret part."""
    yield from (line[name] for name in ("public", "secret") if name in line)


def other_rules(lines: Sequence[Line]) -> None:
    """Change the rules version from here on."""
    lines[0]["rules"] = lines[1]["public"]["data"]["rules"] = OTHER_RULES


def numbered(lines: Sequence[Line]) -> None:
    """Renumber versions without gaps after lines were added, removed or moved."""
    for version, line in enumerate(lines[1:], 1):
        line["version"] = version
        for part in parts(line):
            part["version"] = version


def written(value: object) -> bytes:
    """Canonical JSON, also of values that no event holds."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


HEADER = ("skald", "encounter", "system", "rules", "version", "hash", "seat", "signature")
LINE = ("version", "hash", "public", "secret", "salt", "to", "digest")


def line_of(value: Line) -> bytes:
    """A header or an event as a file holds it; members that are bytes stay as they are."""
    order = HEADER if "skald" in value else LINE
    names = sorted(value, key=lambda name: order.index(name) if name in order else len(order))
    members = {name: one if isinstance(one, bytes) else written(one) for name, one in value.items()}
    return b"{" + b",".join(b'"%s":%s' % (name.encode(), members[name]) for name in names) + b"}\n"


def sealed(lines: Sequence[Line]) -> bytes:
    """The file with recomputed hashes; parts that are bytes stay as they are. The header follows the events."""
    made, previous = [], ""
    for line in lines[1:]:
        line = {name: value if isinstance(value, bytes) else written(value) for name, value in line.items()}
        secret = line.get("secret")
        salt = msgspec.json.decode(line.get("salt", b'""'))
        previous = link(previous, line["public"], digest(salt, secret))
        line["hash"] = written(previous)
        made.append(line_of(line))
    head = {**lines[0], "version": lines[-1]["version"], "hash": previous}
    head.pop("signature", None)
    data = lines[1]["public"].get("data") if isinstance(lines[1]["public"], dict) else None
    if isinstance(data, dict) and lines[0]["encounter"] == recorded_as(lines):
        head |= {name: data.get(name, head[name]) for name in ("encounter", "system", "rules")}
    return b"".join([line_of(head), *made])


def recorded_as(lines: Sequence[Line]) -> str:
    """The encounter that the header should name: the first event's, except in a fork."""
    forked = any(
        part.get("type") == "EncounterForked" for one in lines[1:] for part in parts(one) if isinstance(part, dict)
    )
    return "" if forked else str(lines[0]["encounter"])


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container inside a value, and each key of it."""
    inside = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for key, item in inside:
        yield value, key
        yield from _places(item)


def bent(event: Line, chance: random.Random) -> None:
    """Change, remove, add or duplicate one thing in an event."""
    places = list(_places(event))
    if not places:
        return
    holder, key = chance.choice(places)
    odd = copy.deepcopy(chance.choice(ODD))
    match chance.random():
        case way if way < 0.12:
            del holder[key]
        case way if way < 0.25 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case way if way < 0.25:
            holder[str(odd)[:40]] = odd
        case way if way < 0.5 and type(holder[key]) is int:
            holder[key] += chance.choice([1, -1, 7, 1000])
        case _:
            holder[key] = odd


def shuffled(lines: list[Line], other: Sequence[Line], chance: random.Random) -> None:
    """Lose, repeat or swap events, or insert those of another fight."""
    for _ in range(chance.choice([1, 2, 5])):
        here, there = (chance.randint(1, len(lines) - 1) for _ in range(2))
        match chance.randint(0, 3):
            case 0 if len(lines) > 3:
                del lines[here]
            case 1:
                lines[here], lines[there] = lines[there], lines[here]
            case 2:
                lines.insert(here, copy.deepcopy(chance.choice(other[1:])))
            case _:
                lines.insert(here, copy.deepcopy(lines[there]))
    numbered(lines)


def torn(data: bytes, chance: random.Random) -> bytes:
    """A file's bytes after an accident: bits and chunks changed, lost or duplicated; or truncated."""
    for _ in range(chance.choice([1, 1, 3])):
        at, length = chance.randrange(len(data)), chance.choice([1, 1, 20, 400])
        match chance.randint(0, 5):
            case 0:
                data = data[:at] + bytes([data[at] ^ 1 << chance.randint(0, 7)]) + data[at + 1 :]
            case 1:
                data = data[: at + 1]
            case 2:
                data = data[:at] + data[at + length :] or b"\n"
            case 3:
                data = data[:at] + data[at : at + length] + data[at:]
            case 4:
                data = data[:at] + chance.randbytes(length) + data[at:]
            case _:
                rows = data.splitlines(keepends=True)
                rows.insert(chance.randrange(len(rows)), rows.pop(chance.randrange(len(rows))))
                data = b"".join(rows)
    return data
