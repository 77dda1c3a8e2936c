"""Signed heads: proof by the server that an encounter had this head, which anybody can check offline.

    message    "skald-head-1|<algorithm>|<encounter>|<version>|<hash>"            ASCII
    signature  Ed25519 (RFC 8032) over the message: 64 bytes, base64url without padding
    key        the id of the public key: its JWK thumbprint (RFC 7638, SHA-256), base64url without padding

algorithm: of the chain, as the first event names it; encounter: its id; version, hash: of the head. No time is signed:
the head's own is in the chain, and the same head always gets the same signature.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence

from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import SkaldError
from engine.service.proof.audit import algorithm_of
from engine.service.proof.export import Export, HeadSignature
from engine.service.proof.verdict import Verdict, broken
from engine.store.chain import ALGORITHM
from engine.store.port import Head

BYTES = 32
"""Length of a key, private or public."""


class BadKey(SkaldError):
    """The text is not a key; the message describes the format."""


def unpadded(data: bytes) -> str:
    """base64url without padding, as in a JWK."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_key(text: str) -> bytes:
    """The 32 bytes of a key in base64, of either alphabet, padded or not. BadKey for anything else."""
    plain = text.strip().rstrip("=").translate(str.maketrans("+/", "-_"))
    try:
        data = base64.b64decode(f"{plain}=".encode("ascii"), altchars=b"-_", validate=True)
    except ValueError:
        data = b""
    if len(data) != BYTES or unpadded(data) != plain:
        raise BadKey("a key is 32 bytes in base64: 43 characters, as in the field x of /.well-known/jwks.json")
    return data


def message(algorithm: str, encounter: str, head: Head) -> bytes:
    """The message to sign for a head."""
    return f"skald-head-1|{algorithm}|{encounter}|{head.version}|{head.hash}".encode()


class PublicKey(Struct, frozen=True):
    """A key that checks signatures. x: its 32 bytes, base64url without padding."""

    x: str

    @classmethod
    def read(cls, text: str) -> PublicKey:
        """The key in a text. BadKey if it is none."""
        return cls(unpadded(read_key(text)))

    @property
    def id(self) -> str:
        """The JWK thumbprint."""
        return unpadded(hashlib.sha256(canonical({"crv": "Ed25519", "kty": "OKP", "x": self.x})).digest())

    def signed(self, statement: bytes, signature: str) -> bool:
        """Whether this key signed these bytes."""
        try:
            value = base64.b64decode(f"{signature}==".encode("ascii"), altchars=b"-_", validate=True)
            if unpadded(value) != signature:
                return False
            VerifyKey(read_key(self.x)).verify(statement, value)
        except (BadSignatureError, ValueError):
            return False
        return True


class Signer:
    """Signs heads with one key. retired: public keys of earlier signatures, still published."""

    def __init__(self, key: bytes, retired: Sequence[PublicKey] = ()) -> None:
        self._key = SigningKey(key)
        self.public = PublicKey(unpadded(bytes(self._key.verify_key)))
        self.keys = (self.public, *(public_key for public_key in retired if public_key != self.public))
        self._id = self.public.id

    def sign(self, encounter: str, head: Head) -> HeadSignature:
        """The signature of a head."""
        return self.vouch(message(ALGORITHM, encounter, head))

    def vouch(self, statement: bytes) -> HeadSignature:
        """The signature of a message, which has to begin with what kind of message it is."""
        return HeadSignature(key=self._id, value=unpadded(self._key.sign(statement).signature))


def judge_signature(export: Export, keys: Iterable[PublicKey]) -> Verdict:
    """Whether one of these keys signed the head of a file. `audit` judges the rest of the file."""
    header = export.header
    if not header.signature:
        return Verdict("NOT_PROVABLE", None, "this file is not signed")
    known = {key.id: key for key in keys}
    key = known.get(header.signature.key)
    if key is None:
        given = ", ".join(known)
        reason = f"signed by another key: the file names {header.signature.key[:80]!r}, you gave {given}"
        return Verdict("NOT_PROVABLE", header.version, f"{reason}. Ask the operator whether it is his as well")
    if not key.signed(message(algorithm_of(export.events), header.encounter, header.head), header.signature.value):
        return broken(header.version, f"the key {key.id} has signed another head than this one, or none")
    return Verdict("PROVEN", None, f"the head at version {header.version} is signed by the key {key.id}")


def judge_head(export: Export, known: str) -> Verdict:
    """Whether the chain of a file contains a head that somebody kept: its version, or BROKEN.

    `audit` judges the chain itself.
    """
    for event in export.events:
        if event.hash == known.strip().lower():
            return Verdict("PROVEN", event.version, "this is the head you know")
    return broken(
        export.header.version + 1, "no event has the head you know: the file was cut before it, or goes another way"
    )
