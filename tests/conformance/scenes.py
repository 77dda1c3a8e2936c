"""Fights for third-party programs to play."""

from __future__ import annotations

from typing import Any

from tests.api.fights import sheet


def duellists() -> list[dict[str, Any]]:
    """Cloud, who acts first and attacks twice (with a decision between), and Steiner; neither has a reaction."""
    first = sheet(initiativeBonus=20, multiAttack=2, reactions=[])
    return [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": first},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(reactions=[])},
    ]
