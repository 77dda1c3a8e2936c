"""Random values of the service: ids, keys, salts and dice secrets. Dice rolls are not drawn here."""

from __future__ import annotations

import secrets

from engine.service import clock
from engine.store.ids import new_id
from engine.store.port import Secrets


def encounter_id() -> str:
    """A new encounter id with the current time."""
    return new_id(clock.now_ms(), secrets.token_bytes(6))


def host_id() -> str:
    """An id for somebody who became a host for the asking. Nobody can guess it, nor choose it."""
    return f"h{secrets.token_hex(10)}"


def idempotency_key() -> str:
    """An idempotency key for a request without one."""
    return secrets.token_hex(16)


def invitation_key() -> str:
    """A key for an invitation, unique in its encounter."""
    return secrets.token_hex(6)


def webhook_key() -> str:
    """A key for a webhook: its secret is derived from it, so no two ever share one."""
    return secrets.token_hex(8)


def letter_id() -> str:
    """An id for a message that was asked for by hand."""
    return secrets.token_hex(8)


def salt() -> str:
    """128 bits as hex, which protect the secret part of an event from guessing."""
    return secrets.token_hex(16)


def dice_secrets() -> Secrets:
    """256 bits as hex each: for open rolls, and for hidden rolls."""
    return Secrets(secrets.token_hex(32), secrets.token_hex(32))
