"""The rules of the game, in words."""

from __future__ import annotations

from pathlib import Path

from engine.kit import DataFiles

_FILES = DataFiles(Path(__file__).parent)

RULES = _FILES.rules()
RULES_IN = _FILES.rules_by_language()
"""The rules in other languages."""
