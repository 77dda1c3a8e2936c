"""Fights of every installed game on the pages of the table, in a real browser: by mouse, by touch and by keys alone."""

from __future__ import annotations

import asyncio
import os

import pytest

from engine.service.registry import Registry
from tests.api.conftest import devtools
from tests.end_to_end.games import GAMES
from tests.end_to_end.rounds import Round
from tests.support.amounts import LONG, groups
from tests.support.processes.serving import Service

__all__ = ["devtools"]

WHOLE = LONG or os.environ.get("SKALD_PAGES") == "all"
"""Whether every game is played to its end, and not only one."""
STEPS = 60
"""So many things are done by the three of a game that is not played to its end, unless it ends before."""


def test_every_installed_game_is_played() -> None:
    """A game that is installed has a fight here."""
    assert set(GAMES) == set(Registry.installed().books)


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize("system", GAMES)
async def test_a_fight_is_played_on_the_pages(service: Service, devtools: str, system: str) -> None:
    """To its end, or a part of it; the players come by invitation, and every die is typed on a pad."""
    table = Round(service, system, rng=4)

    def play() -> None:
        with table.sitting(devtools):
            over = table.play(10_000 if WHOLE or system == "dozen_die" else STEPS)
            assert over or not (WHOLE or system == "dozen_die"), "it does not end"
            table.all_see_the_same()
            hands = {one.hand for one in table.people.values() if one.done}
            assert hands >= ({"mouse", "keys", "touch"} if over else {"mouse", "keys"}), hands
            assert table.complaints() == []

    await asyncio.to_thread(play)


async def test_the_server_restarts_and_a_page_sleeps_in_the_middle(service: Service, devtools: str) -> None:
    """All go on where they were, without a reload: nothing is missed and nothing is shown twice."""
    table = Round(service, "fantasia", rng=7)
    away = "document.querySelector('.wait.away')"

    def before() -> None:
        assert not table.play(12)
        assert table.complaints() == []
        table.people["ben"].page.lifecycle("frozen")
        for seat in ("gm", "ana"):
            for _ in range(3):
                table.people[seat].step()

    def after() -> None:
        table.people["ben"].page.lifecycle("active")
        for one in table.people.values():
            one.page.until(f"!{away}")
        table.all_see_the_same()
        table.forgive_the_outage()
        assert not table.play(12)
        table.all_see_the_same()
        assert table.complaints() == []

    with table.sitting(devtools):
        await asyncio.to_thread(before)
        await service.kill()
        await asyncio.to_thread(table.people["gm"].page.js, "dispatchEvent(new Event('online')); 0")
        await asyncio.to_thread(table.people["gm"].page.until, away)
        await service.start()
        await asyncio.to_thread(after)
