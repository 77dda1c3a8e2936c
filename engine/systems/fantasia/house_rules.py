"""What a table may play otherwise: open readings, and numbers that the source leaves to taste."""

from __future__ import annotations

from pathlib import Path

from engine.kit import HouseNumber, HouseRules, HouseSwitch

COUNTER = HouseNumber(key="deathCounter", rule="FF-KO-01", default=3, least=1, most=6)
"""The start of the death counter."""
CRITICAL = HouseNumber(key="criticalPercent", rule="FF-CRIT-02", default=200, least=100, most=300)
"""What a natural 12 makes of damage, in percent."""
FUMBLES = HouseSwitch(key="fumbles", rule="FF-FUM-02", default=True)
"""Whether something bad happens with a natural 2; else it only misses."""
TIES = HouseSwitch(key="tiesWin", rule="FF-DICE-03", default=False)
"""Whether who begins an opposed check wins it with a tie, and who lies in ambush."""
WHOLE_REST = HouseNumber(key="restHours", rule="FF-REST-01", default=8, least=4, most=12)
"""Uninterrupted hours that restore everything."""

HOUSE_RULES = HouseRules(
    (COUNTER, CRITICAL, FUMBLES, TIES, WHOLE_REST), Path(__file__).parent / "content" / "house_rules"
)
