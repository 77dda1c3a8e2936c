"""One port for all workers: each listens on its own socket, and the kernel spreads connections over them evenly.

On a shared socket the first worker to wake accepts all pending connections, so one worker may get most of a thousand
long-lived sockets. A worker's own socket ends with it, so no connection waits on a dead worker.
Only Linux spreads connections like this; elsewhere the workers share one socket.
"""

from __future__ import annotations

import socket
import sys
from typing import Self

SPREADS = sys.platform == "linux"
"""Whether the kernel spreads connections over sockets bound to the same address."""


class Listener:
    """A reserved address, on which nothing listens yet."""

    def __init__(self, host: str, port: int, *, spreads: bool = SPREADS) -> None:
        """host: a name may resolve to several addresses. port: 0 for any free one.

        Raises OSError if the address is unavailable or in use.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self._places = list(dict.fromkeys((family, address) for family, _, _, _, address in found))
        self._spreads = spreads
        for family, address in self._places if port else []:
            # Sockets that may share an address would join a process that already listens there.
            with _bound(family, address, shared=False) as probe:
                probe.listen()
        self._held: list[socket.socket] = []
        try:
            for family, (name, *more) in self._places:
                # With port 0 all addresses use the port of the first.
                at = (name, self.port if self._held else more[0], *more[1:])
                self._held.append(_bound(family, at, shared=spreads))
        except BaseException:
            self.close()
            raise

    @property
    def host(self) -> str:
        """The first of its addresses."""
        return str(self._held[0].getsockname()[0])

    @property
    def port(self) -> int:
        """The actual port, also if 0 was given."""
        return int(self._held[0].getsockname()[1])

    def sockets(self) -> list[socket.socket]:
        """Sockets for one worker, which inherits them and listens when it is ready. Close them once it has started."""
        if not self._spreads:
            return [endpoint.dup() for endpoint in self._held]
        return [_bound(endpoint.family, endpoint.getsockname(), shared=True) for endpoint in self._held]

    def close(self) -> None:
        """Release the address."""
        for endpoint in self._held:
            endpoint.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _bound(family: int, address: object, *, shared: bool) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # as in one process: IPv4 has its own socket
        made.bind(address)  # type: ignore[arg-type]  # of whichever family
    except BaseException:
        made.close()
        raise
    return made
