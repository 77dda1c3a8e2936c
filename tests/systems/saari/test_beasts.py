"""The opponents of the catalogue: what they are attacked against, and what each of their attacks is defended with."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.saari.content import catalogue as c
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import Defense, Purpose, Trait
from engine.systems.saari.events import AttackDeclared, RollApplied, RollOpened
from engine.systems.saari.orders import Attack, AttackArea
from engine.systems.saari.rules.attacks import attacks
from engine.systems.saari.rules.basics import superiority
from tests.systems.saari.bout import Bout, npc, pc, zone

STATED = {
    "goblin": (2, 3, (1, 2, 1), 1),
    "bandit": (3, 3, (2, 2, 2), 2),
    "archer": (3, 3, (1, 2, 2), 2),
    "boar": (6, 4, (1, 1, 2), 4),
    "troll": (10, 4, (2, 1, 3), 6),
    "shade": (4, 4, (3, 3, 1), 2),
    "rat_swarm": (5, 3, (1, 2, 0), 4),
    "shaman": (4, 5, (2, 2, 2), 2),
    "netter": (3, 3, (1, 2, 2), 2),
    "seeker": (3, 3, (2, 2, 1), 2),
    "lancer": (5, 4, (2, 2, 2), 4),
    "duellist": (4, 4, (2, 2, 1), 2),
}
"""Body points, initiative, target numbers in melee, against missiles and against spells, weight in halves."""


def begun(foe: str, *faces: int, **more: Any) -> Bout:
    bout = Bout(pc("ada", **more), npc("foe", ref=foe))
    bout.begin(*(faces or (2, 2)))
    return bout


@pytest.mark.rule("SA-ATK-05", "SA-ATK-06", "SA-SUP-03", "SA-SUP-04", "G-01")
@pytest.mark.parametrize("foe", STATED)
def test_its_figures_are_those_of_the_catalogue(foe: str) -> None:
    """Different target numbers for different attacks."""
    bout = begun(foe)
    one = bout.fighter("foe")
    assert one.figures is not None
    assert one.figures.kn is not None
    numbers = tuple(one.figures.kn.against(kind) for kind in (Kind.MELEE, Kind.RANGED, Kind.SPELL))
    weight = superiority.weight_halves(bout.state, "foe")
    assert (bout.kp("foe"), one.initiative, numbers, weight) == STATED[foe]


@pytest.mark.rule("G-38")
def test_the_catalogue_has_no_other_opponents() -> None:
    """Each of them is stated above."""
    assert c.NPCS.keys() == STATED.keys()


@pytest.mark.rule("SA-DICE-10", "SA-DICE-11", "SA-DICE-12", "SA-ATK-06")
def test_a_troll_is_afraid_of_fire() -> None:
    """2 less 3 is 0: one success is needed still, and counts as an extra already."""
    bout = begun("troll", 4, 4, weapons=("torch",), toughness=5)
    assert attacks.kn_of(bout.state, "foe", Kind.MELEE, ("fire",)) == -1
    bout.order(Attack(combatant="foe", target="ada"), 4, 4) if bout.acting == ("foe",) else None
    bout.order(Attack(combatant="ada", target="foe", means="torch"), 4, 2)
    applied = bout.the(RollApplied)
    assert (applied.success, applied.extras, bout.kp("foe")) == (True, 1, 8)


@pytest.mark.rule("SA-DICE-10")
def test_against_a_weakness_no_success_is_a_failure() -> None:
    """With 0 successes nothing is hit."""
    bout = begun("troll", 4, 4, weapons=("torch",), discipline=0)
    bout.order(Attack(combatant="ada", target="foe", means="torch"), 2, 2)
    bout.answer("keep")
    assert (bout.of(RollApplied)[0].success, bout.kp("foe")) == (False, 10)


@pytest.mark.rule("SA-DEF-05", "SA-DEF-07", "SA-DEF-08", "SA-DEF-09")
@pytest.mark.parametrize(
    ("foe", "means", "purpose"),
    [
        ("goblin", "stab", Purpose.BASIC_DEFENSE),
        ("archer", "arrow", Purpose.BASIC_DEFENSE),
        ("shaman", "dread", Purpose.WILL_DEFENSE),
        ("shaman", "venom_curse", Purpose.ENDURANCE_DEFENSE),
        ("netter", "net", Purpose.BASIC_DEFENSE),
        ("seeker", "seeking_bolt", Purpose.ARMOR_DEFENSE),
        ("shade", "cold_touch", Purpose.DODGE_DEFENSE),
    ],
)
def test_what_its_attacks_are_defended_with(foe: str, means: str, purpose: Purpose) -> None:
    """One attack, one defence; it is told as it is declared."""
    bout = begun(foe, armor="padded")
    bout.order(Attack(combatant="foe", target="ada", means=means), *(4,) * DICE[purpose])
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.kn) == (purpose, 1 if foe == "goblin" else 2)


DICE = {
    Purpose.BASIC_DEFENSE: 3,
    Purpose.ARMOR_DEFENSE: 1,
    Purpose.DODGE_DEFENSE: 2,
    Purpose.WILL_DEFENSE: 2,
    Purpose.ENDURANCE_DEFENSE: 2,
}


@pytest.mark.rule("SA-DEF-10", "SA-DEF-11")
def test_a_touch_that_frightens_is_only_dodged() -> None:
    """Later it may be shaken off with will."""
    bout = begun("shade")
    bout.order(Attack(combatant="foe", target="ada"), 2, 2)
    assert bout.the(AttackDeclared).surprise
    bout.answer("keep")
    (fear,) = bout.who("ada").conditions
    assert (fear.kind, fear.amount, c.EFFECTS["fear"].shaken_by) == ("fear", 2, Defense.WILL)
    assert bout.kp("ada") == 7


@pytest.mark.rule("SA-DEF-09")
@pytest.mark.parametrize("means", ["fire_rain", "great_dread"])
def test_a_shaman_strikes_a_whole_zone(means: str) -> None:
    """Rain of fire for two actions, the great dread for three."""
    bout = begun("shaman")
    bout.order(AttackArea(combatant="foe", means=means, to=zone("west")), 4, 4)
    assert bout.actions("foe") == (3 if means == "fire_rain" else 2)


def test_traits_of_the_catalogue() -> None:
    """A giant, a swarm, a rider, an invisible one, one that parries."""
    traits = {ref: sheet.traits for ref, sheet in c.NPCS.items() if sheet.traits}
    assert traits == {
        "troll": (Trait.GIANT,),
        "shade": (Trait.INVISIBLE,),
        "rat_swarm": (Trait.SWARM,),
        "lancer": (Trait.MOUNTED,),
        "duellist": (Trait.PARRY,),
    }
