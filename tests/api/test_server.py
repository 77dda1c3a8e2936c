"""How the HTTP server is set."""

from __future__ import annotations

from api.config import Settings
from api.server import server_config

A_PROXY_KEEPS = 60
"""Seconds; nginx and the balancers of the large clouds, by default."""


def test_a_proxy_is_the_first_to_give_up_a_connection() -> None:
    """Else a request that it sends just then is lost, and nobody knows whether it was done."""
    assert server_config(None, Settings(), host="127.0.0.1", port=0).timeout_keep_alive > A_PROXY_KEEPS
