"""How often people are asked, and what a seat can wish to be asked no more."""

from __future__ import annotations

import pytest

from tests.systems.mongolian_mercenaries import asked

FIGHTS = 6
MOST = 1.0
"""Questions in a round to one player that a table bears without any wish."""


@pytest.mark.rule("MM-GEN-08")
def test_a_table_without_a_game_master_is_bearable() -> None:
    """Nobody is asked once a round, and enemies that play themselves are asked nothing."""
    found = asked.measure(FIGHTS)
    assert 0 < found.a_round() < MOST
    assert {seat for seat, _ in found.asked} <= asked.PLAYERS.keys()
    assert sum(found.orders.values()) > found.rounds


@pytest.mark.rule("MM-LUCK-01", "MM-DW-05")
def test_who_wishes_no_lucky_break_is_asked_for_none() -> None:
    """Every kind of question can be wished away."""
    assert asked.measure(2).a_round("AskLuckyBreak") > 0
    assert asked.measure(2, {"AskLuckyBreak": "never"}).a_round("AskLuckyBreak") == 0
