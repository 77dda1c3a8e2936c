"""Signatures of messages, as Standard Webhooks has them, by the secret of their webhook."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from standardwebhooks import Webhook as Signer

MEDIA = "application/cloudevents+json; charset=utf-8"


def signed_headers(secret: str, id: str, body: bytes) -> list[tuple[str, str]]:
    """The headers of a message: whoever has the secret can check its id, the time of this try, and its body."""
    now = int(time.time())
    signature = Signer(secret).sign(id, datetime.fromtimestamp(now, UTC), body.decode())
    return [
        ("Content-Type", MEDIA),
        ("Webhook-Id", id),
        ("Webhook-Timestamp", str(now)),
        ("Webhook-Signature", signature),
    ]
