"""What runs come to, and when there are enough of them."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Combatant, Vital
from engine.kernel.state.fight import Fight
from engine.service.odds.chance import Chance, Quartiles, chance, quartiles
from engine.service.odds.run import Left, Run
from engine.service.odds.tally import Tally
from engine.service.odds.wanted import Wanted

FIGHT = Fight(
    combatants={
        "a": Combatant("a", "A", "heroes", vitals={"hp": Vital(5, 5)}),
        "b": Combatant("b", "B", "foes", vitals={"hp": Vital(5, 5)}),
    },
    round=1,
)


def ended(outcome: str | None, left: int = 3) -> Run:
    people = {"a": Left(outcome == "heroes", (left,), 5, 2), "b": Left(outcome != "heroes", (0,), 2, 5)}
    return Run(outcome, 2, people)


def tallied(outcomes: list[str | None], wanted: Wanted) -> Tally:
    tally = Tally(FIGHT, wanted)
    for outcome in outcomes:
        tally.add(ended(outcome))
        if tally.enough:
            break
    return tally


@pytest.mark.parametrize(
    ("share", "within", "runs"),
    [
        (10, 0.1, 50),  # always: narrow at once, but never before fifty
        (5, 0.1, 100),  # even: 9.6 points at a hundred
        (9, 0.05, 150),
    ],
)
def test_it_ends_as_soon_as_its_widest_interval_is_narrow_enough(share: int, within: float, runs: int) -> None:
    outcomes: list[str | None] = ["heroes" if n % 10 < share else "foes" for n in range(2000)]
    tally = tallied(outcomes, Wanted(within=within, runs=2000))
    assert (len(tally.runs), tally.enough) == (runs, "WITHIN")
    assert tally.half <= within


def test_it_does_not_end_because_one_side_is_ahead() -> None:
    tally = tallied(["heroes", "heroes", "heroes", "foes"] * 40, Wanted(within=0.01, runs=160))
    assert (len(tally.runs), tally.enough) == (160, "RUNS")


def test_what_it_says() -> None:
    odds = tallied(["heroes"] * 6 + ["foes"] * 2 + ["", None], Wanted(runs=10)).odds(stopped="RUNS", seconds=0.26)
    assert [(one.side, one.won.value, one.lost.value) for one in odds.sides] == [
        ("heroes", 0.6, 0.2),
        ("foes", 0.2, 0.6),
    ]
    assert (odds.nobody.value, odds.undecided.value) == (0.1, 0.1)
    assert odds.combatants[0].vitals == {"hp": Quartiles(3, 3, 3)}
    assert (odds.combatants[0].stands.value, odds.combatants[0].dealt.value) == (0.6, 5)
    assert (odds.rounds, odds.complete, odds.stopped, odds.seconds) == (Quartiles(2, 2, 2), True, "RUNS", 0.3)
    assert odds.bots == {"heroes": "RUN", "foes": "RUN"}


def test_runs_never_prove_that_something_always_happens() -> None:
    """Exactly 0 and 1 are said of a fight that has ended alone."""
    odds = tallied(["heroes"] * 50, Wanted(runs=50)).odds()
    assert all(0 < one.won.low < one.won.high < 1 for one in odds.sides)
    over = Tally(structs.replace(FIGHT, outcome="heroes"), Wanted())
    over.add(ended("heroes"))
    assert over.enough == "WITHIN"
    assert [one.won for one in over.odds().sides] == [Chance(1, 1, 1), Chance(0, 0, 0)]


def test_quartiles_are_values_that_occurred() -> None:
    assert quartiles([5]) == Quartiles(5, 5, 5)
    assert quartiles([9, 1, 3, 7]) == Quartiles(1, 3, 7)
    assert quartiles(range(1, 9)) == Quartiles(2, 4, 6)


def test_the_interval_of_nothing_is_everything() -> None:
    assert chance(0, 0).half > 0.49
