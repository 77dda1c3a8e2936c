"""What the service draws by chance: ids, keys, salts and dice secrets. What falls on the table is no part of it."""

from __future__ import annotations

import secrets

from engine.service import clock
from engine.store.ids import new_id
from engine.store.port import Secrets


def encounter_id() -> str:
    """The id of a fight that is made now."""
    return new_id(clock.now_ms(), secrets.token_bytes(6))


def idempotency_key() -> str:
    """A key for a request that brought none."""
    return secrets.token_hex(16)


def invitation_key() -> str:
    """A key for an invitation, unique in its fight."""
    return secrets.token_hex(6)


def salt() -> str:
    """Hex of 128 bits, which hides the secret part of an event from guessing."""
    return secrets.token_hex(16)


def dice_secrets() -> Secrets:
    """Hex of 256 bits for open rolls, and for hidden ones."""
    return Secrets(secrets.token_hex(32), secrets.token_hex(32))
