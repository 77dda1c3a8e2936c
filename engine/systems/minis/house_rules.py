"""What a table may play otherwise: open readings, and numbers that the source leaves to taste."""

from __future__ import annotations

from pathlib import Path

from engine.kit import HouseNumber, HouseRules
from engine.systems.minis.content.catalogue import MELEE

QUIET = HouseNumber(key="quietTurns", rule="MN-GAP-48", default=3, least=1, most=10)
"""Turns in a row without any action after which nobody wins."""
ROAD = HouseNumber(key="roadInches", rule="MN-ROAD-01", default=1, least=0, most=3)
"""Inches that a road adds to a movement that begins and ends on one."""
RUNNING = HouseNumber(key="runningPercent", rule="MN-RUN-02", default=150, least=100, most=200)
"""What running makes of the movement, in percent."""
LEAST = HouseNumber(key="leastDamage", rule="MN-GAP-14", default=1, least=0, most=3)
"""What armour leaves of a hit at least."""
OPPORTUNITY = HouseNumber(
    key="opportunityChance", rule="MN-AOO-01", default=MELEE["opportunity_attack"].base, least=30, most=70
)
"""The chance of an opportunity attack in percent, before levels."""

HOUSE_RULES = HouseRules((QUIET, ROAD, RUNNING, LEAST, OPPORTUNITY), Path(__file__).parent / "content" / "house_rules")
