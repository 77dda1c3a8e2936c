"""Sends one message: looks a name up once, judges every address found, connects to a judged one, reads the status.

Nothing else of an answer is read, redirects are not followed, and everything together has a time limit.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from ipaddress import ip_address

import h11
from msgspec import Struct

from api.webhooks.address import Target
from api.webhooks.networks import Address, Networks, may_be_sent_to

SECONDS = 10.0
"""Seconds for the lookup, the connection, the request and the status of its answer together."""
LARGEST_ANSWER = 32 * 1024
"""Bytes of status and headers that are read."""
LONGEST_WAIT = 3600
"""Seconds of a Retry-After that are respected at most."""
LOOKUPS = 4
"""Names that are looked up at once: a resolver that hangs keeps no other work of the process waiting."""
READ = 4096
TRIED = 3
"""Addresses of one name that are tried in turn."""


class NotSent(Exception):
    """A message was not answered. code: ADDRESS, CONNECTION, TIMEOUT or ANSWER.

    ADDRESS does not tell whether there is no such name, or none that may be reached.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answered(Struct, frozen=True):
    """The status of an answer. wait: seconds to wait before the next try, as it asks; 0: it does not."""

    status: int
    wait: int = 0


Lookup = Callable[[str, int], Awaitable[Sequence[Address]]]


class Names:
    """Looks names up in threads of its own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="webhook-names")

    async def __call__(self, host: str, port: int) -> list[Address]:
        """The addresses of a name, each once. OSError if it has none."""
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        return list(dict.fromkeys(ip_address(str(pair[4][0]).partition("%")[0]) for pair in found))

    def close(self) -> None:
        """Wait for no lookup that hangs."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Sender:
    """Sends messages. networks: that may be reached beside public addresses."""

    def __init__(self, networks: Networks, lookup: Lookup, *, seconds: float = SECONDS) -> None:
        self._networks, self._lookup, self._seconds = networks, lookup, seconds

    async def send(self, target: Target, headers: Sequence[tuple[str, str]], body: bytes) -> Answered:
        """POST a message. NotSent without an answer."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._sent(target, headers, body)
        except TimeoutError:
            raise NotSent("TIMEOUT") from None
        except (OSError, EOFError):  # ssl.SSLError is an OSError
            raise NotSent("CONNECTION") from None
        except (h11.RemoteProtocolError, ValueError):
            raise NotSent("ANSWER") from None

    async def _sent(self, target: Target, headers: Sequence[tuple[str, str]], body: bytes) -> Answered:
        addresses = await self._judged(target)
        reader, writer = await self._connected(target, addresses)
        try:
            wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_ANSWER)
            request = h11.Request(
                method="POST",
                target=target.path,
                headers=[
                    ("Host", target.authority),
                    ("Content-Length", str(len(body))),
                    ("Connection", "close"),
                    ("User-Agent", "Skald"),
                    *headers,
                ],
            )
            parts = (wire.send(request), wire.send(h11.Data(data=body)), wire.send(h11.EndOfMessage()))
            writer.write(b"".join(part for part in parts if part))
            await writer.drain()
            return await _status(wire, reader)
        finally:
            writer.close()
            writer.transport.abort()  # whatever else it would say is not waited for
            with suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _connected(
        self, target: Target, addresses: Sequence[Address]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the first address that takes one: the name is not looked up again, only proven by TLS."""
        context = await asyncio.to_thread(_trusted) if target.secure else None
        failed = OSError("there is no address")
        for address in addresses:
            try:
                return await asyncio.open_connection(
                    str(address), target.port, ssl=context, server_hostname=target.host if context else None
                )
            except OSError as error:
                failed = error
        raise failed

    async def _judged(self, target: Target) -> list[Address]:
        """A few addresses to connect to. Of a name each has to be allowed: one that is not condemns all."""
        try:
            found = [target.literal] if target.literal else await self._lookup(target.host, target.port)
        except (OSError, UnicodeError):
            raise NotSent("ADDRESS") from None
        if not found or not all(
            may_be_sent_to(item, target.port, self._networks, secure=target.secure) for item in found
        ):
            raise NotSent("ADDRESS")
        return sorted(found, key=lambda item: item.version)[:TRIED]  # IPv4 first: it is reached from most places


async def _status(wire: h11.Connection, reader: asyncio.StreamReader) -> Answered:
    """The status of the answer, once its headers have come."""
    size = 0
    while True:
        event = wire.next_event()
        if isinstance(event, h11.Response):
            return Answered(event.status_code, _wait(dict(event.headers.raw_items())))
        if event is h11.NEED_DATA:
            data = await reader.read(READ)
            size += len(data)
            if size > LARGEST_ANSWER:
                raise NotSent("ANSWER")
            wire.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise NotSent("ANSWER")


def _wait(headers: dict[bytes, bytes]) -> int:
    """The seconds of a Retry-After that is a number."""
    text = next((value for name, value in headers.items() if name.lower() == b"retry-after"), b"").strip()
    return min(int(text), LONGEST_WAIT) if text.isdigit() and len(text) < 10 else 0


@cache
def _trusted() -> ssl.SSLContext:
    """The authorities that this machine trusts, read once; in a thread, since that takes a while."""
    return ssl.create_default_context()
