"""SDL that is easy to plant something in."""

from __future__ import annotations

import re


def bare(sdl: str) -> str:
    """Without its descriptions."""
    return re.sub(r' *""".*?"""\n', "", sdl, flags=re.DOTALL)
