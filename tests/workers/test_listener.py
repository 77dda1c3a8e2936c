"""The port that workers share."""

from __future__ import annotations

import socket

import pytest

from api.workers.listener import Listener
from tests.support.amounts import PATIENCE


def reached(port: int) -> socket.socket:
    """A client's end."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


@pytest.mark.parametrize("spreads", [True, False])
def test_who_listens_is_reached_and_who_left_is_not(spreads: bool) -> None:
    """Nobody yet, then one of two, then the other alone: no connection waits at a socket that is closed."""
    with Listener("127.0.0.1", 0, spreads=spreads) as listener:
        with pytest.raises(OSError, match="refused"):
            reached(listener.port)
        (one,), (other,) = listener.sockets(), listener.sockets()
        one.listen()
        if spreads:
            one.settimeout(PATIENCE)
            with reached(listener.port), one.accept()[0]:
                pass
        one.close()
        other.listen()
        other.settimeout(PATIENCE)
        for _ in range(8):
            with reached(listener.port), other.accept()[0]:
                pass
        other.close()


def test_connections_are_spread() -> None:
    """Over sockets of one's own: by the kernel, whoever accepts first."""
    spread = 60
    with Listener("127.0.0.1", 0) as listener:
        sockets = [listener.sockets()[0] for _ in range(3)]
        for one in sockets:
            one.listen()
            one.setblocking(False)
        clients = [reached(listener.port) for _ in range(spread)]
        took = [len(list(accepted(one))) for one in sockets]
        assert sum(took) == spread
        assert min(took) >= 3
        for one in (*clients, *sockets):
            one.close()


def accepted(listening: socket.socket) -> list[bool]:
    """Whoever waits there."""
    found: list[bool] = []
    while True:
        try:
            listening.accept()[0].close()
        except BlockingIOError:
            return found
        found.append(True)


def test_a_port_where_somebody_listens_is_not_shared_with_him() -> None:
    """Not even with another of us, whose sockets could be joined."""
    with Listener("127.0.0.1", 0) as listener:
        (one,) = listener.sockets()
        one.listen()
        with pytest.raises(OSError, match="in use"):
            Listener("127.0.0.1", listener.port)
        one.close()
        port = listener.port
    with Listener("127.0.0.1", port) as again:
        assert again.port == port


def test_a_name_may_stand_for_several_addresses() -> None:
    """All have the same port."""
    if not socket.has_ipv6 or len({f for f, *_ in socket.getaddrinfo("localhost", 80)}) < 2:
        pytest.skip("localhost has one address here")
    with Listener("localhost", 0) as listener:
        sockets = listener.sockets()
        assert {one.getsockname()[1] for one in sockets} == {listener.port}
        for one in sockets:
            one.listen()
            with socket.create_connection(one.getsockname()[:2], timeout=PATIENCE):
                pass
            one.close()
