"""What a table of La Fantasia Final may play otherwise, each shown by given dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import AmbushSettled, AttackRolled, DamageTaken, OpposedCheckMade, Outcome, Rested
from tests.systems.fantasia.bout import Bout, foe, hero, sheet

STRIKE = o.Attack(attacker="hero", target="foe", weapon="unarmed")


@pytest.mark.parametrize(("counter", "turns"), [({}, 3), ({"deathCounter": 1}, 1), ({"deathCounter": 6}, 6)])
def test_how_many_turns_there_are_until_death(counter: dict[str, Any], turns: int) -> None:
    """Of somebody who has just fallen."""
    bout = Bout(foe(figures=sheet(strength=50)), hero(), hero("friend"), house=counter)
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 1, 2, 1)
    condition = bout.who("hero").condition("unconscious")
    assert condition is not None
    assert condition.amount == turns


@pytest.mark.parametrize(
    ("percent", "damage"),
    [({}, 26), ({"criticalPercent": 100}, 13), ({"criticalPercent": 150}, 19), ({"criticalPercent": 300}, 39)],
)
def test_what_a_natural_12_makes_of_damage(percent: dict[str, Any], damage: int) -> None:
    """Of 13, rounded down; it hits in any case."""
    figures = sheet(strength=3, weapons=("sword_2",))
    bout = Bout(hero(figures=figures), foe(figures=sheet(defense=99, hp=99)), house=percent)
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword_2"), 6, 6, 4, 3)
    assert bout.the(AttackRolled).outcome is Outcome.CRITICAL
    assert bout.the(DamageTaken).damage == damage


@pytest.mark.parametrize(
    ("fumbles", "outcome", "asked"), [({}, Outcome.FUMBLE, ["FumbleRow"]), ({"fumbles": False}, Outcome.MISS, [])]
)
def test_whether_something_bad_happens_with_a_natural_2(
    fumbles: dict[str, Any], outcome: Outcome, asked: list[str]
) -> None:
    """It misses in any case."""
    bout = Bout(hero(figures=sheet(strength=9)), foe(figures=sheet(defense=-99)), house=fumbles)
    bout.order(STRIKE, 1, 1)
    assert bout.the(AttackRolled).outcome is outcome
    assert bool(bout.asked) is bool(asked)


@pytest.mark.parametrize(("ties", "won"), [({}, False), ({"tiesWin": True}, True)])
def test_who_wins_an_opposed_check_with_a_tie(ties: dict[str, Any], won: bool) -> None:
    """Whoever began it, or the other; one more wins and one less loses in any case."""
    for theirs, held in (((3, 3), won), ((3, 2), True), ((3, 4), False)):
        bout = Bout(hero(), foe(), house=ties)
        bout.order(o.Grapple(attacker="hero", target="foe"))
        bout.answer("strength", 3, 3, *theirs)
        assert (bout.the(OpposedCheckMade).passed, bout.has("foe", "grappled")) == (held, held)


@pytest.mark.parametrize(("ties", "noticed"), [({}, True), ({"tiesWin": True}, False)])
def test_whether_a_tie_gives_an_ambush_away(ties: dict[str, Any], noticed: bool) -> None:
    """Seven against seven."""
    bout = Bout(hero("a", sheet(agility=0)), foe("x", sheet(mind=0)), begin=False, house=ties)
    bout.order(o.Lurk(combatant="a"))
    faces = (3, 4, 3, 4, *((6, 6, 1, 1) if noticed else ()))
    bout.order(o.Surprise(ambushers=("a",), watchers=("x",)), *faces, seat="gm")
    assert bout.the(AmbushSettled).noticed is noticed


@pytest.mark.parametrize(("hours", "percent"), [({}, 50), ({"restHours": 5}, 100)])
def test_how_long_a_whole_rest_takes(hours: dict[str, Any], percent: int) -> None:
    """Five hours, at ten percent for each."""
    bout = Bout(hero("a", sheet(hp=40), vitals={"hp": 10}), foe("x", conditions=("dead",)), house=hours)
    bout.order(o.CallOff(winner="heroes"), seat="gm")
    bout.order(o.Rest(combatants=("a",), hours=5, interrupted=False), seat="gm")
    if bout.asked:
        bout.answer("hourly")
    assert bout.the(Rested).percent == percent
