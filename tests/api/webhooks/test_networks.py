"""Which addresses messages may reach: every form that leads inside is refused, by whatever notation it comes."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address

import pytest

from api.webhooks import networks
from api.webhooks.networks import NAT64, SIX_TO_FOUR, is_public, may_be_sent_to, plain, read_networks

INSIDE_4 = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.255.255",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
]
OUTSIDE_4 = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
]
INSIDE_6 = [
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::ffff:0:7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "fc00::1",
    "fdff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "e000::1",
]
OUTSIDE_6 = ("2001:200::1", "2606:4700:4700::1111", "2a00:1450:4001::1", "2003::1", "3ffe:ffff::1")


def embedded(address: str) -> list[str]:
    """The forms of IPv6 that stand for an address of IPv4."""
    number = int(IPv4Address(address))
    return [
        f"::ffff:{address}",
        str(ip_address(int(NAT64.network_address) | number)),
        str(ip_address(int(SIX_TO_FOUR.network_address) | number << 80)),
        str(ip_address(int(SIX_TO_FOUR.network_address) | number << 80 | 0xDEAD_BEEF)),
    ]


@pytest.mark.parametrize("address", [*INSIDE_4, *INSIDE_6])
def test_what_leads_inside_is_refused(address: str) -> None:
    """Also by https, on any port; an address of IPv4 in each form of IPv6 that stands for it."""
    for form in (address, *(embedded(address) if ":" not in address else ())):
        assert not is_public(ip_address(form)), form
        for port in (443, 8443):
            assert not may_be_sent_to(ip_address(form), port, (), secure=True), form


@pytest.mark.parametrize("address", [*OUTSIDE_4, *OUTSIDE_6])
def test_public_addresses_are_reached_by_https_only(address: str) -> None:
    """The neighbours of every network that is refused, too."""
    for form in (address, *(embedded(address) if ":" not in address else ())):
        assert is_public(ip_address(form)), form
        assert may_be_sent_to(ip_address(form), 443, (), secure=True)
        assert not may_be_sent_to(ip_address(form), 443, (), secure=False)


def test_networks_that_are_named_are_reached() -> None:
    """Without https, on any port, and in every form; what lies beside them is not."""
    named = read_networks(["127.0.0.1/32", "10.1.0.0/16", "fd00::/8"])
    for address in ("127.0.0.1", "10.1.255.255", "fd12::9", *embedded("10.1.2.3")):
        assert may_be_sent_to(ip_address(address), 6379, named, secure=False), address
    for address in ("127.0.0.2", "10.2.0.0", "fc00::1", "::1", *embedded("10.2.0.0")):
        assert not may_be_sent_to(ip_address(address), 443, named, secure=True), address
    for wrong in ("10.1.0.1/16", "localhost", "10.0.0.0/40", "fd00::/129"):
        with pytest.raises(ValueError, match=r".+"):
            read_networks([wrong])


def test_this_machine_and_its_neighbours_are_no_public_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it has public addresses itself: its own of IPv4, and the /64 that it shares."""

    class Probe:
        def __init__(self, family: int, kind: int) -> None:
            self.six = family == networks.socket.AF_INET6

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def connect(self, to: tuple[str, int]) -> None:
            pass

        def getsockname(self) -> tuple[str, int]:
            return ("2a00:1450:4001:7::5", 1) if self.six else ("8.8.8.8", 1)

    monkeypatch.setattr(networks.socket, "socket", Probe)
    for address, may in (
        ("8.8.8.8", False),
        ("8.8.8.9", True),
        ("::ffff:8.8.8.8", False),
        ("2a00:1450:4001:7::5", False),
        ("2a00:1450:4001:7:ffff::1", False),
        ("2a00:1450:4001:8::5", True),
    ):
        assert may_be_sent_to(ip_address(address), 443, (), secure=True) is may, address


def test_what_an_address_of_ipv6_stands_for() -> None:
    """Each form gives the address of IPv4 back; others stand for themselves."""
    assert {str(plain(ip_address(one))) for one in embedded("192.0.2.33")} == {"192.0.2.33"}
    assert str(plain(ip_address("2001:db8::1"))) == "2001:db8::1"
