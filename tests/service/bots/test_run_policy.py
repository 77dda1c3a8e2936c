"""The policy of runs: fast, without a trial, and its fights end as fights do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from api.cli.creations import creation_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import Creation
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_change import finished
from engine.service.bots import lookahead
from engine.service.bots.simulation import Policy, simulate_fight
from engine.service.encounters import NewEncounter
from engine.service.odds.intervals import wilson
from engine.service.registry import Registry
from engine.systems.fantasia.rules.movement import jump
from tests.support.fights.fights import SEATS
from tests.support.slices.saari import Saari
from tests.systems.test_greedy_bots import FIGHTS, SYSTEMS, ground_of

RUN: dict[str, Policy] = {"": "RUN"}
DUEL: dict[str, Any] = {
    "strength": 20, "vitality": 1, "mind": 1, "defense": 0, "magicDefense": 0, "evasion": 0, "magicBlock": 0,
    "movement": 4, "deathCounter": False, "weapons": [],
}  # fmt: skip
TABLE = finished(msgspec.convert({"space": {"kind": "PLANE", "width": 3600, "height": 2400, "unit": "inch"}}, Ground))


def outcomes(system: str, new: NewEncounter, fights: int, rounds: int = 30) -> Counter[str | None]:
    """How so many fights of it end."""
    book = Registry.installed().book(system)
    creation = creation_of(new)
    return Counter(simulate_fight(book, creation, RUN, f"run {n}", rounds=rounds).outcome for n in range(fights))


@pytest.mark.parametrize("system", SYSTEMS)
def test_runs_end_and_are_decided_without_a_trial(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of equals in the open, of each game: all within their rounds, and neither side always."""

    def tried(*given: Any, **more: Any) -> None:
        raise AssertionError("a run tries something out")

    monkeypatch.setattr(lookahead, "play_out", tried)
    monkeypatch.setattr("engine.service.bots.policy.play_out", tried)
    ground, people = FIGHTS[system]
    new = NewEncounter(name="", seats=(), system=system, combatants=tuple(people), ground=ground_of(ground))
    ended = outcomes(system, new, 12)
    assert ended[None] == 0, ended
    assert sum(ended[one["side"]] for one in people) >= 6, ended


def test_jumps_are_not_searched_for_beside_an_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where somebody can be struck, or a walk leads nearer: searches are what a step costs most."""
    ground, people = FIGHTS["fantasia"]
    new = NewEncounter(name="", seats=(), system="fantasia", combatants=tuple(people), ground=ground_of(ground))

    def searched(*given: Any) -> None:
        raise AssertionError("a run searches for jumps")

    monkeypatch.setattr(jump, "landings", searched)
    assert outcomes("fantasia", new, 2)[None] == 0


def duellist(name: str, side: str, seat: str, agility: int) -> dict[str, Any]:
    """Somebody whom any hit fells. From the second on they differ in whose initiative is higher."""
    sheet = {**DUEL, "hp": 1, "agility": agility}
    return {"id": name, "name": name, "side": side, "seat": seat, "sheet": sheet}


def shot(name: str, side: str, x: int, **sheet: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "side": side, "place": {"point": {"x": x, "y": 1000}}, "sheet": sheet}


def shots(target: int, *, level: int, size: str = "MEDIUM") -> NewEncounter:
    """An archer who cannot walk, and somebody who can neither walk nor strike."""
    archer = shot(
        "archer", "red", 1000, ref="archer", level=level, initiative=5, movement=0, attacks=1, weapons=["long_bow"]
    )
    other = shot(
        "other", "blue", target, ref="footman", level=1, initiative=4, movement=0, attacks=0, weapons=[], size=size,
        towards={"x": -1, "y": 0}, life=1,
    )  # fmt: skip
    return NewEncounter(name="", seats=(), system="minis", combatants=(archer, other), ground=TABLE)


FIRST_BLOW = NewEncounter(
    name="", seats=(), system="fantasia",
    combatants=(duellist("a", "heroes", "ana", 3), duellist("b", "foes", "ben", 2)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("new", "rounds", "chance", "fights"),
    [
        # First with 287/432; whoever is to act wins with 7705/7921, since of the fumbles some pass the turn on.
        pytest.param(FIRST_BLOW, 30, 2242655 / 3421872, 400, id="fantasia, first blow wins"),
        pytest.param(shots(1300, level=5), 1, 0.8, 100, id="minis, one shot"),
        pytest.param(shots(1300, level=5), 2, 0.96, 100, id="minis, two shots"),
        pytest.param(shots(2900, level=0, size="SMALL"), 1, 0.2, 100, id="minis, far and small"),
        pytest.param(shots(2900, level=0, size="SMALL"), 5, 1 - 0.8**5, 60, id="minis, far and small, five shots"),
    ],
)
def test_where_there_is_one_sensible_thing_to_do_the_odds_are_exact(
    new: NewEncounter, rounds: int, chance: float, fights: int
) -> None:
    """Within three standard errors, and always the same: the seeds are fixed."""
    won = outcomes(new.system, new, fights, rounds)[new.combatants[0]["side"]]
    assert abs(won / fights - chance) < 3 * (chance * (1 - chance) / fights) ** 0.5, won


def test_a_game_that_says_nothing_of_it_is_played_too() -> None:
    """By the kernel's defaults alone: no ranking, no hints, no word on coming nearer."""
    book = Rulebook(Saari())
    people = [
        {"id": who, "name": who, "side": side, "seat": seat, "sheet": {"knot": "k", "life": 4}}
        for who, side, seat in (("a", "heroes", "ana"), ("b", "foes", "ben"))
    ]
    creation = Creation(
        encounter="e", name="e", dice="OPEN", seats=SEATS, setup={}, chain="none",
        combatants=tuple(msgspec.convert(one, book.enter) for one in people),
    )  # fmt: skip
    fights = [simulate_fight(book, creation, RUN, str(n), rounds=30) for n in range(8)]
    assert all(sum(fight.taken.values()) > 0 for fight in fights)


GREEDY_WON = {
    "saari": (0.633, 0.724),
    "dozen_die": (0.497, 0.617),
    "mongolian_mercenaries": (0.524, 0.620),
    "minis": (0.368, 0.503),
    "fantasia": (0.429, 0.603),
}
"""How often the first of `FIGHTS` wins where both are greedy: the interval of 122 to 400 fights, which took minutes."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_runs_agree_with_greedy_bots(system: str) -> None:
    """Their intervals overlap: what runs say of a fight is what bots that try everything out would make of it."""
    ground, people = FIGHTS[system]
    new = NewEncounter(name="", seats=(), system=system, combatants=tuple(people), ground=ground_of(ground))
    won, fights = outcomes(system, new, 24)[people[0]["side"]], 24
    (low, high), found = GREEDY_WON[system], wilson(won, fights)
    assert found.low <= high, (won, fights)
    assert low <= found.high, (won, fights)
