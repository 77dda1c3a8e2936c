"""What a table of Minis may play otherwise, each shown by given dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.events import AttackRolled, HarmDone
from engine.systems.minis.orders import Attack, Run
from tests.systems.minis.bout import Bout, ana, ben
from tests.systems.minis.lands import ROAD, ground
from tests.systems.minis.steps import move, walks


@pytest.mark.parametrize(("chance", "hit"), [({}, False), ({"opportunityChance": 58}, True)])
def test_the_chance_of_an_opportunity_attack(chance: dict[str, Any], hit: bool) -> None:
    """A face of 60: 50 and a level of 1 miss, 58 and the level hit."""
    bout = Bout(ana(at=(0, 0)), ben(at=(50, 0)), house=chance)
    bout.begin()
    while bout.asked:
        bout.declare("ada")
    bout.order(move("ada", (-200, 0)))
    bout.answer("strike", 60)
    assert bout.the(AttackRolled).hit is hit


@pytest.mark.parametrize(
    ("weapon", "least", "damage"),
    [
        ("dagger", {}, 1),
        ("dagger", {"leastDamage": 0}, 0),
        ("dagger", {"leastDamage": 3}, 3),
        ("fists", {"leastDamage": 3}, 1),
    ],
)
def test_what_armour_leaves_of_a_hit(weapon: str, least: dict[str, Any], damage: int) -> None:
    """A dagger does 3 and a fist 1; no more than that is left of it."""
    worn = {"armor": ("large_shield", "magical_plate_mail")}
    bout = Bout(
        ana(at=(0, 0), weapons=() if weapon == "fists" else (weapon,)),
        ben(at=(80, 0), **worn),
        ben("bea", at=(900, 0)),
        house=least,
    )
    bout.begin()
    bout.declare("ada", "bob", "bea", faces=(90, 50, 10))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert (bout.the(HarmDone).damage, bout.life("bob")) == (damage, 10 - damage)


@pytest.mark.parametrize(("road", "far"), [({}, 500), ({"roadInches": 0}, 400), ({"roadInches": 3}, 700)])
def test_what_a_road_adds(road: dict[str, Any], far: int) -> None:
    """To four inches of movement; not a hundredth more."""
    bout = Bout(ana(at=(0, 0)), ben(at=(0, 2000)), ground=ground(ROAD), house=road)
    bout.begin()
    bout.declare("ada")
    with pytest.raises(RuleRefusal):
        bout.order(move("ada", (far + 1, 0)))
    assert walks(bout, "ada", (far, 0)) == (far, 0)


@pytest.mark.parametrize(
    ("running", "far"), [({}, 600), ({"runningPercent": 100}, 400), ({"runningPercent": 175}, 700)]
)
def test_how_far_one_runs(running: dict[str, Any], far: int) -> None:
    """Of four inches of movement; not a hundredth more."""
    bout = Bout(ana(at=(0, 0)), ben(at=(0, 2000)), house=running)
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    with pytest.raises(RuleRefusal):
        bout.order(move("ada", (far + 1, 0)))
    assert walks(bout, "ada", (far, 0)) == (far, 0)


@pytest.mark.parametrize(("quiet", "turns"), [({}, 3), ({"quietTurns": 1}, 1)])
def test_how_many_quiet_turns_end_a_fight(quiet: dict[str, Any], turns: int) -> None:
    """Nobody declares anybody."""
    bout = Bout(ana(at=(0, 0)), ben(at=(0, 2000)), house=quiet)
    bout.begin()
    while bout.asked:
        assert bout.state.fight.round <= turns
        bout.declare()
    assert (bout.state.fight.outcome, bout.state.fight.round) == ("", turns)
