"""A seat's export of an in-memory fight and its proof: chain, public parts and digests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from engine.store.chain import digest, link, seal
from engine.store.port import Entry
from tests.support.fights.arena import Arena


class Line(Struct, frozen=True):
    """One event of a seat's export. read: the bytes it reads; secret: whether they are the secret part."""

    version: int
    public: bytes
    secret: bytes | None
    salt: str
    digest: str
    hash: str

    @property
    def read(self) -> bytes:
        """The event as this seat reads it."""
        return self.public if self.secret is None else self.secret


def sealed(arena: Arena) -> list[Entry]:
    """The stream as the store would hold it. Salts follow from the version, so that two worlds can be compared."""
    entries: list[Entry] = []
    previous = ""
    for recorded in arena.stream:
        public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
        salt = hashlib.sha256(b"salt%d" % recorded.version).hexdigest()[:32]
        entry = seal(previous, recorded.version, public, secret=secret, to=recorded.draft.to, salt=salt)
        entries.append(entry)
        previous = entry.hash
    return entries


def export(entries: Sequence[Entry], seat: str | None) -> list[Line]:
    """What a seat gets of each event; None: a reader without a seat."""
    return [
        Line(
            version=entry.version,
            public=entry.public,
            secret=entry.secret if entry.to is not None and seat in entry.to else None,
            salt=entry.salt if entry.to is not None and seat in entry.to else "",
            digest=digest(entry.salt, entry.secret),
            hash=entry.hash,
        )
        for entry in entries
    ]


def proven(lines: Sequence[Line]) -> bool:
    """Whether a seat can prove the chain, and every secret part it was given, from its export alone."""
    previous = ""
    for number, line in enumerate(lines, 1):
        if line.version != number or link(previous, line.public, line.digest) != line.hash:
            return False
        if line.secret is not None and digest(line.salt, line.secret) != line.digest:
            return False
        previous = line.hash
    return True


def reads(arena: Arena, seat: str | None) -> list[bytes]:
    """The events as a seat reads them."""
    return [line.read for line in export(sealed(arena), seat)]
