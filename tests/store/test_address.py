"""What a URL may say of where the store is."""

from __future__ import annotations

import pytest

from engine.store.redis.address import host_of, password_of, seeds_of, sibling


def test_a_cluster_is_named_by_some_of_its_servers() -> None:
    """User, password and options count for each of them."""
    assert seeds_of("redis://one:6379/1") == ()
    assert seeds_of("unix:///tmp/s") == ()
    assert seeds_of("redis+cluster://one:7000,other:7001") == ("redis://one:7000", "redis://other:7001")
    assert seeds_of("rediss+cluster://u:p%40w@one:7000,[::1]:7001/0?ssl_check_hostname=no") == (
        "rediss://u:p%40w@one:7000?ssl_check_hostname=no",
        "rediss://u:p%40w@[::1]:7001?ssl_check_hostname=no",
    )


@pytest.mark.parametrize(
    ("url", "words"), [("redis+cluster://", "names no server"), ("redis+cluster://one:7000/3", "no database 3")]
)
def test_what_names_no_cluster_is_refused(url: str, words: str) -> None:
    """With what to write instead."""
    with pytest.raises(ValueError, match=words):
        seeds_of(url)


def test_servers_that_a_cluster_tells_of_are_called_as_the_named_ones() -> None:
    """With the same user and options, at another place."""
    seed = "rediss://u:p@one:7000?ssl_check_hostname=no"
    assert sibling(seed, "10.0.0.2", 7002) == "rediss://u:p@10.0.0.2:7002?ssl_check_hostname=no"
    assert sibling("redis://one:7000", "::1", 7002) == "redis://[::1]:7002"
    assert (host_of(seed), host_of("redis://u@[::1]:7000")) == ("one", "::1")


def test_passwords_are_found_to_be_hidden() -> None:
    """Of every kind of URL."""
    assert password_of("redis+cluster://u:se%3Acret@one:1,[::1]:2") == "se%3Acret"
    assert password_of("unix://:secret@/tmp/s") == "secret"
    assert [password_of(url) for url in ("", "redis://one:1", "redis://user@one:1")] == [None] * 3
