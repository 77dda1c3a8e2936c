"""Hints for bots: who could strike, how far others are from it, and what takes more on than needed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Cover, Distance, Position
from engine.systems.mongolian_mercenaries.orders import Attack, Crouch, EndTurn, Surrender, Wait
from engine.systems.mongolian_mercenaries.sides import PARTY
from engine.systems.mongolian_mercenaries.tactics import readiness, trouble
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

ARCHER: dict[str, Any] = {"skills": {"bow": 3}, "weapons": ("bow",)}
WALL = Battlefield(id="wall", name="Wall", positions=(Position(side=PARTY, rank=1, cover=Cover.HEAVY),))


def ready(distance: Distance, field: Battlefield | None = None, **figures: Any) -> float:
    """Of Ada, at a distance from Bob."""
    setup = at(distance) if field is None else at(distance, field)
    bout = Bout(pc(rank=1, **figures), foe(rank=1), setup=setup)
    bout.begin()
    return readiness(bout.state, "ada")


@pytest.mark.rule("MM-DIST-04", "MM-DIST-05", "MM-DIST-06")
def test_who_reaches_somebody_is_readier_than_who_does_not() -> None:
    """A sabre reaches at close, and at medium from the front; from afar it must come nearer."""
    near, front, far = (ready(distance) for distance in (Distance.CLOSE, Distance.MEDIUM, Distance.FAR))
    assert near == front > far > 0


@pytest.mark.rule("MM-DIST-03", "MM-POS-05")
def test_who_shoots_is_readier_from_afar_than_in_melee() -> None:
    """A bow reaches far, and not at all at very close."""
    assert ready(Distance.FAR, **ARCHER) == ready(Distance.CLOSE, **ARCHER) > ready(Distance.VERY_CLOSE, **ARCHER)


@pytest.mark.rule("MM-SKILL-02")
def test_a_weapon_without_its_skill_makes_nobody_ready() -> None:
    """Whatever it would reach."""
    assert ready(Distance.CLOSE, skills={}, weapons=("bow",)) < ready(Distance.CLOSE, **ARCHER)


@pytest.mark.rule("MM-COV-02", "MM-COV-03")
def test_cover_is_worth_something_and_crouching_archers_cannot_strike() -> None:
    """Opponents have fewer dice; but who crouches does not shoot."""
    assert ready(Distance.FAR, WALL, **ARCHER) > ready(Distance.FAR, **ARCHER)
    bout = Bout(pc(rank=1, **ARCHER), foe(rank=1), setup=at(Distance.FAR, WALL))
    bout.begin()
    before = readiness(bout.state, "ada")
    bout.order(Crouch(combatant="ada"))
    assert readiness(bout.state, "ada") < before


def test_what_takes_more_on_than_needed() -> None:
    """Ending the turn least of all; giving up is the last thing that a bot tries."""
    orders = (
        EndTurn(combatant="ada"),
        Attack(combatant="ada", target="bob"),
        Wait(combatant="ada"),
        Surrender(combatant="ada"),
    )
    assert [trouble(order) for order in orders] == [-1, 0, 1, 2]


def test_before_the_opening_nobody_is_ready() -> None:
    """There is no field yet."""
    assert readiness(Bout(pc(), foe()).state, "ada") == 0.0
