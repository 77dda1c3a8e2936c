"""The public keys that sign heads, as a JWK set."""

from __future__ import annotations

from engine.service.proof.signing import Signer
from schemas.answers import KeySet, SigningKey


def key_set(signer: Signer) -> KeySet:
    """All keys whose signatures are ours, the current one first."""
    return KeySet(keys=tuple(SigningKey(kid=key.id, x=key.x) for key in signer.keys))
