"""What a table may play otherwise: open readings, and numbers that the source leaves to taste."""

from __future__ import annotations

from pathlib import Path

from engine.kit import HouseNumber, HouseRules, HouseSwitch

CROWDED = HouseSwitch(key="crowdedShots", rule="G-26", default=False)
"""Whether a shot or spell at somebody in an engagement that the attacker is not in is harder."""
INITIATIVE = HouseNumber(key="initiativeBase", rule="SA-INIT-03", default=2, least=1, most=4)
"""Actions of a character in each round, before its successes."""
CARRIED = HouseNumber(key="carriedActions", rule="SA-DELAY-01", default=2, least=1, most=4)
"""Actions that can be carried over, where a table does so.  [SA-DELAY-01, SA-ACT-07]"""
THROWN = HouseNumber(key="thrownRange", rule="G-24", default=1, least=1, most=3)
"""Zones that what is thrown reaches at least."""
IDLE = HouseNumber(key="idleRounds", rule="G-67", default=2, least=1, most=10)
"""Rounds in a row in which nobody did anything, after which the fight ends."""

HOUSE_RULES = HouseRules(
    (CROWDED, INITIATIVE, CARRIED, THROWN, IDLE), Path(__file__).parent / "content" / "house_rules"
)
