"""The rules that all campaigns have are told in each language, beside those of their game."""

from __future__ import annotations

import pytest

from api.reading.systems import system_answer
from engine.kernel.campaign.rules import CAMPAIGN_RULES, campaign_rules_in
from engine.service.registry import Registry


@pytest.mark.parametrize("language", ["es", "fi", "pl"])
def test_every_rule_of_campaigns_is_told(language: str) -> None:
    """Title and statement; elsewhere in English."""
    told = campaign_rules_in(language)
    assert told.keys() == CAMPAIGN_RULES.keys()
    for id, rule in CAMPAIGN_RULES.items():
        assert told[id].title != rule.title
        assert told[id].statement != rule.statement
    assert campaign_rules_in(f"{language}-XX") == told
    assert campaign_rules_in("de") == CAMPAIGN_RULES


def test_a_campaign_tells_its_orders_and_settings_like_a_game() -> None:
    """`/v1/systems/saari_campaign`: what its players may send, and what its table sets."""
    registry = Registry.installed()
    for game in [book.system.id for book in registry.all if not book.campaign_of]:
        book = registry.book(f"{game}_campaign")
        answer = system_answer(book, "fi")
        assert {command.key for command in answer.commands} >= {"leaveCompany", "rejoinCompany"}
        assert answer.setup
        finnish = {rule.id: rule.title for rule in answer.rules}
        assert finnish["CA-04"] == "Yksi taistelu kerrallaan"
