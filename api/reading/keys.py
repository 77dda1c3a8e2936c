"""The public keys that sign heads, as programs know them."""

from __future__ import annotations

from engine.service.signing import Signer
from schemas.answers import KeySet, SigningKey


def key_set(signer: Signer) -> KeySet:
    """All keys whose signatures are ours, the present one first."""
    return KeySet(keys=tuple(SigningKey(kid=key.id, x=key.x) for key in signer.keys))
