"""Advantages and disadvantages that follow from who stands where, and on what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack, Trait
from engine.systems.saari.events import RollApplied, RollOpened
from engine.systems.saari.orders import Attack
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc

PONY = one("pony", HEROES, "ana", ref="pony", patron="ada")


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), setup: Setup | None = None) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, setup=setup)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


def factors(bout: Bout) -> list[tuple[str, bool]]:
    """(source, whether it is an advantage) of the roll of the last step."""
    return [(one.source, one.advantage) for one in bout.the(RollOpened).factors]


@pytest.mark.rule("SA-MOUNT-02", "SA-EDGE-12", "G-65")
@pytest.mark.parametrize(
    ("rides", "weapon", "traits", "found", "successes"),
    [
        (True, "sword", (), [("mounted", True)], 3),
        (False, "sword", (), [], 1),
        (True, "sword", (Trait.GIANT,), [], 1),
        (True, "sword", (Trait.MOUNTED,), [], 1),
        (True, "pistol", (), [], 1),
    ],
)
def test_a_rider_has_an_advantage_in_melee_against_who_is_on_foot_and_no_giant(
    rides: bool, weapon: str, traits: tuple[Trait, ...], found: list[tuple[str, bool]], successes: int
) -> None:
    """Threes count then. It has none in a shot, nor against other riders and giants, nor on foot."""
    entries: tuple[Any, ...] = (pc("ada", weapons=(weapon,)), *((PONY,) if rides else ()))
    bout = begun(*entries, npc("gob", kp=9, traits=traits))
    bout.order(Attack(combatant="ada", target="gob"), *((4, 3, 3) if weapon == "sword" else (4, 3)))
    assert factors(bout) == found
    assert bout.the(RollApplied).successes == successes


@pytest.mark.rule("SA-MOUNT-02", "G-65")
def test_a_rider_defends_without_an_advantage() -> None:
    """Against a blow of somebody on foot: only the game master may add one."""
    bout = begun(pc("ada"), PONY, npc("gob", kp=9, initiative=9))
    bout.order(Attack(combatant="gob", target="ada"), 4, 3)
    assert (factors(bout), bout.the(RollApplied).successes) == ([], 1)


@pytest.mark.rule("SA-EDGE-10", "G-11")
@pytest.mark.parametrize(("applied", "expected"), [(False, []), (True, [("superiority", True)])])
def test_superiority_is_no_edge_unless_the_setup_says_so(applied: bool, expected: list[tuple[str, bool]]) -> None:
    """The source says that it may be one."""
    setup = Setup(delay=False, superiority_edge=applied)
    bout = begun(pc("ada", weight_halves=4), npc("gob", kp=9), setup=setup)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert factors(bout) == expected


@pytest.mark.rule("SA-EDGE-10", "G-11")
@pytest.mark.parametrize("kind", [Kind.MELEE, Kind.RANGED])
def test_the_superiority_of_enemies_hinders_the_defence_in_melee_alone(kind: Kind) -> None:
    """Gob weighs twice as much as Ada."""
    attack = EnemyAttack(id="club", name="Club", kind=kind, kn=1)
    setup = Setup(delay=False, superiority_edge=True)
    bout = begun(pc("ada"), npc("gob", initiative=9, weight_halves=4, attacks=(attack,)), setup=setup)
    bout.order(Attack(combatant="gob", target="ada"), 5, 4)
    assert factors(bout) == ([("superiority", False)] if kind is Kind.MELEE else [])


@pytest.mark.rule("G-26", "G-27", "SA-ENG-04")
def test_a_shot_into_an_engagement_of_others_has_no_edge_and_does_not_join_it() -> None:
    """Gob and Bea are engaged; Ada beside them shoots, and stays out of it."""
    bout = begun(pc("ada", weapons=("bow",)), pc("bea", "ben"), npc("gob", initiative=5, kp=9), faces=(4, 4, 4, 2))
    bout.order(Attack(combatant="gob", target="bea"), 4, 2)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    found = factors(bout)
    bout.answer("stay-out")
    bout.answer("damage")
    assert found == []
    (engagement,) = bout.own.engagements.values()
    assert set(engagement.members) == {"gob", "bea"}
