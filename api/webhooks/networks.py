"""To which addresses of the Internet messages may be sent: to public ones, and to networks that the operator names.

An address of IPv6 that stands for one of IPv4 is judged as that one.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Networks = tuple[IPv4Network | IPv6Network, ...]

NOT_PUBLIC_4 = tuple(
    IPv4Network(name)
    for name in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by a provider's customers
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # link-local, and what clouds tell of a machine
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(
    IPv6Network(name)
    for name in (
        "2001::/23",  # protocols, Teredo among them
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
SIX_TO_FOUR, NAT64 = IPv6Network("2002::/16"), IPv6Network("64:ff9b::/96")


def read_networks(texts: Iterable[str]) -> Networks:
    """Networks as the operator names them: `10.1.0.0/16`, `fd00::/8`, or one address. ValueError says what is wrong."""
    return tuple(ip_network(text) for text in texts)


def plain(address: Address) -> Address:
    """The address of IPv4 that one of IPv6 stands for, if it does; else itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in SIX_TO_FOUR:
            return IPv4Address(int(address) >> 80 & 0xFFFF_FFFF)
        if address in NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether an address is one of the Internet at large."""
    found = plain(address)
    if isinstance(found, IPv4Address):
        return not any(found in network for network in NOT_PUBLIC_4)
    return found in PUBLIC_6 and not any(found in network for network in NOT_PUBLIC_6)


def is_named(address: Address, networks: Networks) -> bool:
    """Whether an address lies in one of the networks."""
    found = plain(address)
    return any(found in network for network in networks if network.version == found.version)


def is_at_home(address: Address, port: int) -> bool:
    """Whether a public address is this machine's own, or a neighbour's of the same /64. Nothing is sent to find out."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), port))
            own = ip_address(probe.getsockname()[0].partition("%")[0])
    except OSError:
        return False  # there is no way to it
    if isinstance(address, IPv6Address):
        return own in IPv6Network((address, 64), strict=False)
    return own == address


def may_be_sent_to(address: Address, port: int, networks: Networks, *, secure: bool) -> bool:
    """Whether a message may be sent there. secure: by https, without which only networks that are named are reached."""
    if is_named(address, networks):
        return True
    return secure and is_public(address) and not is_at_home(plain(address), port)
