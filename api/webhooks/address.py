"""Addresses of webhooks: which form they have. Where they lead is judged when a message is sent (`networks`)."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address

from msgspec import Struct

from api.webhooks.networks import Address, Networks, may_be_sent_to
from engine.kernel.structs.errors import RuleRefusal
from schemas.webhooks import ADDRESS

LONGEST = 2000
_FORM = re.compile(ADDRESS)
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\Z")
_NUMERIC = re.compile(r"(?:[0-9]+|0[xX][0-9A-Fa-f]*)\Z")


class Target(Struct, frozen=True):
    """Where a message is sent. host: a name, or an address without brackets; path: with the query, as it is sent.

    literal: the address that stands in the place of a name, if any.
    """

    secure: bool
    host: str
    port: int
    path: str
    literal: Address | None = None

    @property
    def authority(self) -> str:
        """The Host header: without the port where it is the scheme's own."""
        host = f"[{self.host}]" if isinstance(self.literal, IPv6Address) else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def read_address(text: str) -> Target:
    """The parts of an address. RuleRefusal for another form: no user, no fragment, no other spelling of numbers."""
    found = _FORM.match(text) if len(text) <= LONGEST else None
    if found is None:
        raise _refused("this is no address of a webhook: https://name/path, without a user, a fragment or blanks")
    scheme, six, name, port, path, query = found.groups()
    secure = scheme == "https"
    number = int(port) if port else 443 if secure else 80
    if number > 65_535 or (secure and number < 1024 and number != 443):
        raise _refused("the port of a webhook is 443, or one from 1024 to 65535")
    literal: Address | None = None
    try:
        if six is not None:
            literal = IPv6Address(six)
        elif _NUMERIC.match(name.rpartition(".")[2]):
            literal = ip_address(name)  # only as four numbers: no other notation reaches a resolver
    except ValueError:
        raise _refused("this is no address of a machine: four numbers, or IPv6 in brackets") from None
    if literal is None and not all(map(_LABEL.match, name.split("."))):
        raise _refused("this is no name of a machine: letters, digits and hyphens, between dots")
    return Target(secure, str(literal) if literal else name.lower(), number, (path or "/") + (query or ""), literal)


def check_address(text: str, networks: Networks) -> Target:
    """`read_address`, for one that is registered: what can be said of it without looking up its name. RuleRefusal."""
    target = read_address(text)
    if not target.secure and not networks:
        raise _refused("a webhook needs https: what it tells is a seat's")
    if target.literal is not None and not may_be_sent_to(target.literal, target.port, networks, secure=target.secure):
        raise _refused("messages are sent to public addresses only, by https, and to networks that the operator names")
    return target


def _refused(reason: str) -> RuleRefusal:
    return RuleRefusal(reason, field="address")
