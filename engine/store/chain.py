"""The hash chain: what is hashed, byte by byte. Final: exports and recordings rest on it.

    canonical(x)  (`engine.kernel.codec`) JSON in UTF-8, object keys sorted, no white space, no float
    digest        hex SHA-256(salt as ASCII hex || canonical(secret)), "" where an event has no secret part
    hash          hex SHA-256(previous hash || "\\n" || canonical(public) || "\\n" || digest); before version 1 it is ""

`public` is the event as everybody may see it: its envelope and its fields, null where an audience narrows one. For an
event that is hidden whole it is {"time", "version"} alone. `secret` is the whole event. The salt has 128 random bits,
so a secret part cannot be found by trying every value it could have; it travels only with the secret part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from engine.store.port import Entry, Head

ALGORITHM = "skald-chain-1/sha256"


def digest(salt: str, secret: bytes | None) -> str:
    """What stands in the chain for a secret part: hex SHA-256, "" where there is none."""
    return "" if secret is None else hashlib.sha256(salt.encode() + secret).hexdigest()


def link(previous: str, public: bytes, secret_digest: str) -> str:
    """The hash of an event whose predecessor's hash is `previous`, as hex."""
    return hashlib.sha256(previous.encode() + b"\n" + public + b"\n" + secret_digest.encode()).hexdigest()


def seal(
    previous: str, version: int, public: bytes, *, secret: bytes | None, to: tuple[str, ...] | None, salt: str
) -> Entry:
    """The entry that follows a head with hash `previous`."""
    salt = "" if secret is None else salt
    return Entry(
        version=version,
        public=public,
        hash=link(previous, public, digest(salt, secret)),
        secret=secret,
        to=to if secret is not None else None,
        salt=salt,
    )


def first_break(entries: Iterable[Entry], head: Head = Head()) -> int | None:  # noqa: B008 (frozen)
    """The version of the first entry that does not continue the chain from `head`; None if all do."""
    for entry in entries:
        if entry.version != head.version + 1:
            return head.version + 1
        if link(head.hash, entry.public, digest(entry.salt, entry.secret)) != entry.hash:
            return entry.version
        head = Head(entry.version, entry.hash)
    return None
