"""One port for all workers: each listens on a socket of its own, and the kernel spreads connections over them evenly.

On a socket that all share, whoever wakes first takes all that wait, and of a thousand long-lived sockets one worker may
get most. A socket of one's own ends with its worker, so that nobody waits at a door behind which nobody is.
Only Linux spreads connections so; elsewhere the workers do share one socket.
"""

from __future__ import annotations

import socket
import sys
from typing import Self

SPREADS = sys.platform == "linux"
"""Whether the kernel spreads connections over sockets that are bound to one address."""


class Door:
    """An address that is ours from now on; nobody listens there yet."""

    def __init__(self, host: str, port: int, *, spreads: bool = SPREADS) -> None:
        """host: a name may stand for several addresses. port: 0 for any that is free.

        Raises OSError where the address is not to be had, or somebody listens there.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self._places = list(dict.fromkeys((family, address) for family, _, _, _, address in found))
        self._spreads = spreads
        for family, address in self._places if port else []:
            # Sockets that may share an address would join whoever listens there already.
            with _bound(family, address, shared=False) as probe:
                probe.listen()
        self._held: list[socket.socket] = []
        try:
            for family, (name, *more) in self._places:
                # Where any port is as good, all addresses have the same.
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
        """The port, also where any was as good."""
        return int(self._held[0].getsockname()[1])

    def sockets(self) -> list[socket.socket]:
        """For one worker, which inherits them and listens when it is ready. Close them once it has."""
        if not self._spreads:
            return [one.dup() for one in self._held]
        return [_bound(one.family, one.getsockname(), shared=True) for one in self._held]

    def close(self) -> None:
        """Give the address back."""
        for one in self._held:
            one.close()

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
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # as for one process: IPv4 has its own
        made.bind(address)  # type: ignore[arg-type]  # of whichever family
    except BaseException:
        made.close()
        raise
    return made
