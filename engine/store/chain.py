"""The hash chain: what is hashed, byte by byte. Final: exports and recordings depend on it.

    canonical(x)  (`engine.kernel.state.stored.codec`) JSON in UTF-8, object keys sorted, no white space, no float
    digest        hex SHA-256(salt as ASCII hex || canonical(secret)), "" where an event has no secret part
    hash          hex SHA-256(previous hash || "\\n" || canonical(public) || "\\n" || digest); before version 1 it is ""

`public` is the event as everybody may see it: its envelope and its fields, null where an audience restricts one. For a
fully hidden event it is only {"time", "version"}. `secret` is the whole event. The salt has 128 random bits, so a
secret part cannot be found by trying all possible values; the salt is sent only with the secret part.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from engine.store.port import Entry, Head

ALGORITHM = "skald-chain-1/sha256"


def digest(salt: str, secret: bytes | None) -> str:
    """What represents a secret part in the chain: hex SHA-256, "" if there is none."""
    return "" if secret is None else sha256(salt.encode() + secret).hexdigest()


def link(previous: str, public: bytes, secret_digest: str) -> str:
    """The hex hash of an event whose predecessor has the hash `previous`."""
    return sha256(previous.encode() + b"\n" + public + b"\n" + secret_digest.encode()).hexdigest()


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
    version, previous = head.version, head.hash
    for entry in entries:
        version += 1
        if entry.version != version:
            return version
        # `link` and `digest`, written out: every event that is read comes through here.
        secret = entry.secret
        of_secret = b"" if secret is None else sha256(entry.salt.encode() + secret).hexdigest().encode()
        if sha256(b"\n".join((previous.encode(), entry.public, of_secret))).hexdigest() != entry.hash:
            return version
        previous = entry.hash
    return None
