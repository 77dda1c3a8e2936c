"""Trials of one position share how an order begins and what was folded: nothing but speed depends on it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from api.cli.creations import creation_of
from engine.service.bots import lookahead
from engine.service.bots.simulation import recorded_fight
from engine.service.encounters import NewEncounter
from engine.service.registry import Registry
from tests.systems.test_greedy_bots import FIGHTS, SYSTEMS, ground_of

EVENTS = 60
"""Of a fight, its creation and its first turns."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_trials_that_share_come_out_as_those_that_do_not(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same fight, event for event; and each trial leads to the same state, or is refused, both ways."""
    ground, people = FIGHTS[system]
    new = NewEncounter(name="", seats=(), system=system, combatants=tuple(people), ground=ground_of(ground))
    book, tried = Registry.installed().book(system), list[list[Any]]()
    creation, play_out = creation_of(new), lookahead.play_out

    def noted(*given: Any) -> Any:
        tried[-1].append(play_out(*given))
        return tried[-1][-1]

    def fight() -> list[Any]:
        tried.append([])
        return list(islice(recorded_fight(book, creation, {"": "GREEDY"}, "a"), EVENTS))

    monkeypatch.setattr(lookahead, "play_out", noted)
    shared = fight()
    monkeypatch.setattr(lookahead, "Trials", lambda _: None)
    assert shared == fight()
    assert tried[0] == tried[1]
    assert len(tried[0]) > 20
