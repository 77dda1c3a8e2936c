"""For the author of a game: how facts that older code has written are read."""

from __future__ import annotations

from engine.kernel.state.stored.codec import Upcast
from engine.kernel.state.stored.old_names import in_orders, renamed
from engine.kernel.state.stored.old_steps import with_steps

__all__ = [
    "Upcast",
    "in_orders",
    "renamed",
    "with_steps",
]
