"""Closes a connection so that its client reads the answer, though it is still sending.

Whoever closes a connection on which unread bytes arrive resets it, and the client may lose an answer that it has not
read: of a body that is too large it would not learn why. So the end of the answer is sent, and what still comes is read
and thrown away, for a while and up to a number of bytes.
"""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS, BYTES = 10.0, 32 << 20
"""For how long, and how much, is thrown away before the connection is closed anyhow."""


class Lingering:
    """A transport whose `close` lingers if `unread` says that more will come. It counts as closing meanwhile.

    All else is passed on. Its protocol gives what arrives while it is `lingering` to `throw_away`.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._timer: asyncio.TimerHandle | None = None
        self._left = BYTES
        self.unread = False
        """Whether a request has begun that has not arrived in whole."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    @property
    def lingering(self) -> bool:
        """Whether it has sent its last byte, and only waits for the other side."""
        return self._timer is not None

    def is_closing(self) -> bool:
        return self.lingering or self._transport.is_closing()

    def close(self) -> None:
        """Close; a second call does not linger any more."""
        if not self.unread or self.is_closing():
            self.end()
            return
        self._timer = self._loop.call_later(SECONDS, self.end)
        if self._transport.can_write_eof():  # with TLS the answer's own length tells its end
            self._transport.write_eof()
        if not self._transport.is_reading():
            self._transport.resume_reading()

    def throw_away(self, size: int) -> None:
        """So many bytes have come that nobody reads."""
        self._left -= size
        if self._left < 0:
            self.end()

    def end(self) -> None:
        """Close at once."""
        if self._timer is not None:
            self._timer.cancel()
        self._transport.close()
