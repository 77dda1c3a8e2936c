"""What a table may play otherwise: open readings, and numbers that the source leaves to taste."""

from __future__ import annotations

from pathlib import Path

from engine.kit import HouseNumber, HouseRules, HouseSwitch

DAUNTED = HouseSwitch(key="equalNumbersDaunt", rule="MM-MOR-07", default=True)
"""Whether the fearful and the cowardly need to be more than their opponents to take heart; else as many will do."""
WAIT = HouseNumber(key="waitInitiative", rule="MM-INIT-04", default=20, least=5, most=40)
"""What waiting takes off the initiative of this round."""
AWAY = HouseNumber(key="escapeDistance", rule="MM-MOVE-12", default=2, least=0, most=5)
"""What each level of distance above medium adds to an escape."""
TREATED = HouseNumber(key="treatedDamage", rule="RUL-72", default=1, least=1, most=3)
"""What a Sharpened or a Poisoned weapon adds to its Damage, each."""
QUIET = HouseNumber(key="quietRounds", rule="RUL-84", default=10, least=3, most=30)
"""Full rounds in a row in which nobody lost Health, took a wound, left the fight or changed distance."""
EXPERIENCE = HouseNumber(key="levelExperience", rule="MM-ATTR-16", default=100, least=25, most=400)
"""Experience from one level to the next, for each level there is."""

HOUSE_RULES = HouseRules(
    (DAUNTED, WAIT, AWAY, TREATED, QUIET, EXPERIENCE), Path(__file__).parent / "content" / "house_rules"
)
