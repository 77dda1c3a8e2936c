"""What Mongolian Mercenaries says of the time between fights."""

from __future__ import annotations

from engine.kit import Between, Nothing
from engine.systems.mongolian_mercenaries.rules.company.leaving_fights import LINES, left_of


class MercenariesBetween(Between[Nothing]):
    """The time between fights."""

    lines = LINES
    leaves = staticmethod(left_of)
