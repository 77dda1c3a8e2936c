"""However many seats of one fight ask for films at once, another fight's is made next, and no film holds the server."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.table import Table
from tests.support.amounts import PATIENCE
from tests.support.processes.pool_jobs import names_of_jobs

SEATS, FIGURES, CHANGES = 24, 20, 30
PLACES = 2
"""Of the pool of a test's server."""


def crowd(table: Table, seats: int) -> Bridge:
    """A fight of so many players, who have seen much happen."""
    players = [{"id": f"s{n}", "name": f"S{n}", "role": "PLAYER"} for n in range(seats)]
    people = [
        {"id": f"c{n}", "name": f"C{n}", "side": ("heroes", "foes")[n % 2], "seat": "gm", "sheet": sheet()}
        for n in range(FIGURES)
    ]
    fight = bridge(table, seats=[{"id": "gm", "name": "GM", "role": "GM"}, *players], combatants=people)
    for n in range(CHANGES):
        wish = {"path": f"combatants.c{n % FIGURES}.vitals.hp.now", "value": 1 + n}
        assert fight.act("gm", {"gm": {"correct": wish}})["__typename"] == "Accepted"
    return fight


def film(fight: Bridge, seat: str) -> Any:
    """It goes on from the first figure, when there was little to draw."""
    answer = fight.table.get(f"/v1/encounters/{fight.id}/replay?after=2", fight.tokens[seat])
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_many_seats_of_one_fight_keep_no_other_waiting(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another's film comes after those that are at work, and before nearly all that were asked for earlier.

    All are made beside the loop, each by one job.
    """
    many, other = crowd(table, SEATS), crowd(table, 1)
    asked, done, begun = names_of_jobs(monkeypatch), list[str](), threading.Event()

    def one(seat: str) -> None:
        film(many, seat)
        done.append(seat)
        begun.set()

    with ThreadPoolExecutor(SEATS) as group:
        films = [group.submit(one, f"s{n}") for n in range(SEATS)]
        assert begun.wait(PATIENCE)
        before = len(done)
        assert len(film(other, "s0")["steps"]) > CHANGES // 2
        between = len(done) - before
        for made in films:
            made.result(PATIENCE)
    assert between <= 3 * PLACES, f"{between} films that were asked for earlier were made first"
    assert asked.count("further_pages") == SEATS + 1
