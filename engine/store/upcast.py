"""Renames: how events that were written long ago are read today.

Stored events live for ever. A field is only ever added, with a default, and needs nothing here. A rename does: the
class gets `schema: ClassVar[int]` one higher than before, and an entry here says what the old data become:

    UPCASTS = {("Moved", 1): ("Moved", lambda data: {**data, "to": data.pop("target")})}

Key: the name in the stream and the schema found there; value: the name now, and the change of the data (JSON, by its
wire names). One entry leads from one schema to the next; chains are followed. A test reads the old bytes.
"""

from __future__ import annotations

from engine.kernel.codec import Upcast

UPCASTS: dict[tuple[str, int], tuple[str, Upcast]] = {}
"""Of the kernel and of our own systems. Nothing has been renamed yet."""
