"""ETags in tests."""

from __future__ import annotations


def version_in(tag: str) -> int:
    """The version at the front of an ETag."""
    return int(tag.strip('"').partition("-")[0])
