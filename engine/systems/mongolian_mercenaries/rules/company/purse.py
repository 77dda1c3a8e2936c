"""What members have of each currency.  [MM-OUT-02]"""

from __future__ import annotations

from engine.kit import CampaignState, Table
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, write
from engine.systems.mongolian_mercenaries.rules.company.journey_state import MNT, CompanySettings


def local(settings: CompanySettings, value: int) -> int:
    """What a value in MNT is in the currency of the territory, rounded down once.  [MM-OUT-02, RUL-92]"""
    return value // (1 if settings.territory == MNT else settings.rates[settings.territory])


def tokens_of(state: Company, who: str, currency: str) -> int:
    """What somebody has of a currency."""
    found: int = (state.own.members[who].sheet or {}).get("money", {}).get(currency, 0)
    return found


def add(table: Table[CampaignState], who: str, currency: str, tokens: int, *, rule: str) -> None:
    """So many more tokens, or fewer."""
    sheet = table.state.own.members[who].sheet or {}
    left = tokens_of(table.state, who, currency) + tokens
    write(table, who, {**sheet, "money": {**sheet.get("money", {}), currency: left}}, rule=rule)
