"""Four mercenaries against bandits, played by bots of every kind, and against bandits who play themselves."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from api.cli.creations import creation_of
from api.operations.orders import new_encounter
from engine.kernel.state.seat import Bot
from engine.service.bots.simulation import SimulatedFight, simulate_fight
from schemas.requests import CreateEncounterRequest
from tests.end_to_end.mercenaries import KEY
from tests.end_to_end.raid import PARTY
from tests.support.amounts import long_form
from tests.systems.mongolian_mercenaries.bout import BOOK

MERCENARIES = tuple({**one, "seat": None} for one in PARTY)
BAND = ("kol", "rok", "bat", "oyo", "gan")
BANDITS = tuple({"id": one, "name": one, "side": "enemies", "sheet": {KEY: {"ref": "bandit"}}} for one in BAND)
BOTS: tuple[Bot, ...] = get_args(Bot)


def table(**setup: Any) -> dict[str, Any]:
    """A request to create a fight, without a name: they meet in the open, near each other."""
    return {
        "system": "mongolian_mercenaries",
        "combatants": [*MERCENARIES, *BANDITS],
        "setup": {KEY: {"battlefield": "steppe", "distance": "CLOSE", **setup}},
    }


def simulated(rounds: int = 40, self_playing: bool = False, seed: str = "a", **bots: Bot) -> SimulatedFight:
    """One fight. bots: by side."""
    wish = msgspec.convert({"name": "x", "seats": [], **table(selfPlaying=self_playing)}, CreateEncounterRequest)
    return simulate_fight(BOOK, creation_of(new_encounter(BOOK, wish)), bots, seed, rounds=rounds)


@long_form
def test_greedy_bots_win_against_those_who_play_at_random() -> None:
    """The same fight with the bots changed over; five bandits hold out against four who do anything."""
    assert simulated(party="GREEDY", enemies="RANDOM").outcome == "party"
    assert simulated(party="RANDOM", enemies="GREEDY").outcome == "enemies"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.rule("MM-GEN-08")
def test_bandits_who_play_themselves_need_no_bot(bot: Bot) -> None:
    """No order is theirs, and yet they hurt somebody, or give up."""
    fought = simulated(self_playing=True, party=bot)
    assert fought.outcome is not None
    assert fought.rounds > 1
    assert sum(fought.taken.values()) > 0


def test_who_plays_itself_has_dealt_what_it_deals() -> None:
    """Not whoever had the order before: all that the party takes is of the bandits, and nothing of what they take."""
    fought = simulated(self_playing=True, party="GREEDY", rounds=3, seed="b")
    party = [one["id"] for one in MERCENARIES]
    assert sum(fought.taken[one] for one in party) > 0
    for dealing, taking in ((BAND, party), (party, BAND)):
        assert sum(fought.dealt[one] for one in dealing) == sum(fought.taken[one] for one in taking)
