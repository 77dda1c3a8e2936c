"""Addresses of webhooks: one form, and no other notation of the same that some program would read differently."""

from __future__ import annotations

import pytest

from api.webhooks.address import LONGEST, Target, check_address, read_address
from api.webhooks.networks import read_networks
from engine.kernel.structs.errors import RuleRefusal


@pytest.mark.parametrize(
    ("text", "secure", "host", "port", "path", "authority"),
    [
        ("https://a.example", True, "a.example", 443, "/", "a.example"),
        ("https://A.Example:8443/x/y?z=1&w=%20", True, "a.example", 8443, "/x/y?z=1&w=%20", "a.example:8443"),
        ("https://a.example?q", True, "a.example", 443, "/?q", "a.example"),
        ("http://127.0.0.1:80/", False, "127.0.0.1", 80, "/", "127.0.0.1"),
        ("https://[2606:4700::1111]:444/", True, "", 0, "", ""),
        ("https://[2606:4700:0::1111]:1024/", True, "2606:4700::1111", 1024, "/", "[2606:4700::1111]:1024"),
        ("http://discord-bot:8700/hook", False, "discord-bot", 8700, "/hook", "discord-bot:8700"),
    ],
)
def test_an_address_is_read(text: str, secure: bool, host: str, port: int, path: str, authority: str) -> None:
    """Name and numbers in one spelling; a query is part of what is asked for."""
    if not host:
        with pytest.raises(RuleRefusal, match="port"):
            read_address(text)
        return
    target = read_address(text)
    assert isinstance(target, Target)
    assert (target.secure, target.host, target.port, target.path) == (secure, host, port, path)
    assert target.authority == authority


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.example",
        "//a.example",
        "ftp://a.example",
        "HTTPS://a.example",
        "https:/a.example",
        "https://",
        "https:///x",
        "https://user@a.example",
        "https://user:word@a.example",
        "https://a.example@127.0.0.1",
        "https://a.example#x",
        "https://a.example/#x",
        "https://a.example/ x",
        "https://a.example/\nHost: b",
        "https://a.example\\@b.example",
        "https://a.example:0",
        "https://a.example:22",
        "https://a.example:65536",
        "https://a.example:+443",
        "https://a.example:",
        "https://a..example",
        "https://.example",
        "https://a.example.",
        "https://-a.example",
        "https://a_b.example",
        "https://exämple.org",
        "https://ⓔxample.org",
        "https://%31%32%37.0.0.1",
        "https://2130706433",
        "https://127.1",
        "https://0177.0.0.1",
        "https://0x7f.0.0.1",
        "https://0x7f000001",
        "https://127.0.0.01",
        "https://1.2.3.4.5",
        "https://a.0x1",
        "https://[::1",
        "https://::1",
        "https://[fe80::1%25eth0]",
        "https://[::ffff:127.0.0.256]",
        "https://[1.2.3.4]",
        f"https://a.example/{'x' * LONGEST}",
        f"https://{'a' * 64}.example",
    ],
)
def test_any_other_form_is_refused(text: str) -> None:
    """It is told which field is wrong."""
    with pytest.raises(RuleRefusal) as caught:
        read_address(text)
    assert caught.value.field == "address"


@pytest.mark.parametrize(
    "text",
    ["https://127.0.0.1", "https://10.0.0.1:8443", "https://[::1]", "https://[::ffff:10.0.0.1]", "http://a.example"],
)
def test_what_can_be_told_without_a_lookup_is_refused_at_once(text: str) -> None:
    """Where no network is named; and an address inside still where another is."""
    with pytest.raises(RuleRefusal):
        check_address(text, ())
    if "://a" not in text:
        with pytest.raises(RuleRefusal):
            check_address(text, read_networks(["192.168.7.0/24"]))


def test_a_name_is_not_looked_up_when_it_is_registered() -> None:
    """Whether there is such a name inside is not told."""
    assert check_address("https://surely.not.there.invalid/", ()).host == "surely.not.there.invalid"
    assert check_address("http://bot/", read_networks(["10.0.0.0/8"])).host == "bot"
