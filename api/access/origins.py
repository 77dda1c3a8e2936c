"""Origins: how they are spelled, and refused ones in the log, since browsers hide from a page why it was refused."""

from __future__ import annotations

import logging
import re
import time
from ipaddress import IPv6Address
from urllib.parse import urlsplit

log = logging.getLogger(__name__)

QUIET = 60.0
"""Seconds for which the same origin is not logged again."""
MOST = 100
"""Most origins logged within that time, so that invented ones do not fill the log."""
LONGEST = 200
_STRANGE = re.compile(r"[^A-Za-z0-9.:/\[\]_-]")

_logged_until: dict[str, float] = {}


def cleaned(origin: str) -> str:
    """An origin made safe for the log: invalid characters become "?", and overlong text is cut."""
    return _STRANGE.sub("?", origin[:LONGEST])


def log_refused(origin: str, what: str) -> None:
    """Log a refused origin, at most once per `QUIET`, and how to allow it. what: the thing refused."""
    shown, now = cleaned(origin), time.monotonic()
    for old in [name for name, until in _logged_until.items() if until <= now]:
        del _logged_until[old]
    if shown in _logged_until or len(_logged_until) >= MOST:
        return
    _logged_until[shown] = now + QUIET
    log.warning(
        "a page of %s was refused %s: name its origin in SKALD_ORIGINS to let it in, or let the GM of a fight, or its "
        "host, allow it (allowOrigin)",
        shown,
        what,
    )


def host_of(origin: str) -> str:
    """Host and port of an origin; "" if it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*\Z")
_PATH = re.compile(r"[/?#\\]")
_PORTS = {"http": "80", "https": "443"}
ANY = "*"
NULL = "null"
"""What browsers send for pages without an origin, such as files."""


def origin_fault(text: str) -> str:
    """Why no browser ever sends this as its origin, in words; "" for one that some may send."""
    if text == NULL:
        return ""
    scheme, between, rest = text.partition("://")
    if "*" in text:
        return "a wildcard stands for nothing here but by itself, as *: name each origin"
    if not between or not scheme:
        return f"it has no scheme: https://{text.strip('/').partition('/')[0]}"
    if not _SCHEME.match(scheme):
        return "its scheme is no scheme: lower case, as in https"
    if _PATH.search(rest):
        return f"it has a path: without it, it is {scheme}://{_PATH.split(rest)[0]}"
    if "@" in rest:
        return "it has a user: browsers send none"
    if not rest.isascii():
        return "its name is not in ASCII: browsers send it as xn--..."
    if rest != rest.lower():
        return f"it has capitals: browsers send {scheme}://{rest.lower()}"
    if scheme in _PORTS:
        return _host_fault(scheme, rest)
    return "" if rest else "it has no host"


_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\Z")


def _host_fault(scheme: str, rest: str) -> str:
    six = re.match(r"\[([0-9a-f:.]+)\](.*)\Z", rest)
    host, port = (six[1], six[2]) if six else (rest.partition(":")[0], "".join(rest.partition(":")[1:]))
    if six is None and not _NAME.match(host):
        return "its host is no name of a machine"
    if six is not None:
        try:
            if str(IPv6Address(host)) != host:
                return f"browsers send this address as [{IPv6Address(host)}]"
        except ValueError:
            return "its host is no address of a machine"
    if port and not re.match(r":[1-9][0-9]{0,4}\Z", port):
        return "its port is no number from 1 to 65535"
    if port and int(port[1:]) > 65_535:
        return "its port is no number from 1 to 65535"
    if port == f":{_PORTS[scheme]}":
        return f"browsers leave out the port that belongs to {scheme}: {scheme}://{rest.removesuffix(port)}"
    return ""
