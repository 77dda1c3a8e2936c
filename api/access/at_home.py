"""Whether a caller sits at the very machine that serves."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import HTTPConnection


def at_home(connection: HTTPConnection) -> bool:
    """Whether a browser on this very machine asks, by a name of this machine, and through no proxy that says so."""
    if connection.client is None or "x-forwarded-for" in connection.headers or "forwarded" in connection.headers:
        return False
    return _is_loopback(connection.client.host) and _is_loopback(connection.url.hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
