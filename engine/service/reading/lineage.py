"""Identifies the stream lineage that a head was read from."""

from __future__ import annotations


class Lineage:
    """A stream as followed by this process: of two heads of one lineage, the earlier is in the chain of the later.

    So events read up to one are valid for the other. A new lineage begins if the stream diverges, as after lost
    events, or was not followed for a while.
    """
