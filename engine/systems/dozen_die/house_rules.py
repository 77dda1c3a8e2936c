"""What a table may play otherwise: open readings, and numbers that the source leaves to taste."""

from __future__ import annotations

from pathlib import Path

from engine.kit import HouseChoice, HouseNumber, HouseRules

EACH, ALL = "EACH", "ALL"

NEAR = HouseNumber(key="marchDistance", rule="DD-MARCH-02", default=6, least=2, most=12)
"""Distance in squares to a foreign figure up to which nobody marches: exactly so many is too near."""
FAILED = HouseChoice(key="failedProtection", rule="DD-ARM-05", default=EACH, among=(EACH, ALL))
"""What failed protection costs: a hit point for each die that failed, or, where any failed, for each hit."""
POOL = HouseNumber(key="poolDice", rule="DD-DICE-04", default=6, least=1, most=12)
"""Dice for rolls of a side of which the setup says nothing."""
RUN_UP = HouseNumber(key="jumpBonus", rule="DD-JUMP-02", default=3, least=0, most=6)
"""Added to dexterity in the test of a long jump."""
RESISTANCE = HouseNumber(key="resistanceDice", rule="DD-CON-03", default=1, least=1, most=3)
"""Dice of a figure that resists with a bare ability."""

HOUSE_RULES = HouseRules((NEAR, FAILED, POOL, RUN_UP, RESISTANCE), Path(__file__).parent / "content" / "house_rules")
