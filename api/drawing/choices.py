"""What a caller may choose of a drawing; loading it loads nothing that draws."""

from __future__ import annotations

from typing import Literal

Theme = Literal["auto", "light", "dark"]

LEAST_WIDTH, USUAL_WIDTH, MOST_WIDTH = 320, 400, 4096
"""Pixels."""
