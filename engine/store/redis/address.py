"""Addresses of the store: the URL of one server, or those of some servers of a cluster."""

from __future__ import annotations

SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
"""Scheme of a cluster's URL -> scheme of its servers' URLs."""


def seeds_of(url: str) -> tuple[str, ...]:
    """The server URLs in a cluster's URL; empty if it is the URL of one server.

    redis+cluster://user:password@one:7000,other:7000?option=value: user and options apply to all its servers.
    Raises ValueError if it names no server, or a database other than 0: a cluster has no other.
    """
    scheme, _, rest = url.partition("://")
    if scheme not in SCHEMES:
        return ()
    place, _, options = rest.partition("?")
    place, _, database = place.partition("/")
    if database not in ("", "0"):
        raise ValueError(f"a cluster has no database {database}, only 0")
    user, at, hosts = place.rpartition("@")
    seeds = [host.strip() for host in hosts.split(",") if host.strip()]
    if not seeds:
        raise ValueError(f"{scheme}:// names no server: write {scheme}://host:port,host:port")
    return tuple(f"{SCHEMES[scheme]}://{user}{at}{seed}{'?' if options else ''}{options}" for seed in seeds)


def sibling(seed: str, host: str, port: int) -> str:
    """The URL of another server of the cluster that `seed` belongs to."""
    scheme, _, rest = seed.partition("://")
    place, mark, options = rest.partition("?")
    user, at, _ = place.rpartition("@")
    return f"{scheme}://{user}{at}{f'[{host}]' if ':' in host else host}:{port}{mark}{options}"


def host_of(url: str) -> str:
    """The host in a server's URL; IPv6 without brackets."""
    place = url.partition("://")[2].partition("?")[0].rpartition("@")[2]
    return place[1:].partition("]")[0] if place.startswith("[") else place.partition(":")[0]


def password_of(url: str) -> str | None:
    """The password in a URL, as written there; None if there is none."""
    user, at, _ = url.partition("://")[2].partition("?")[0].rpartition("@")
    return user.partition(":")[2] or None if at else None
