"""From a sheet to a fighter; what cannot be played is refused before the fight exists."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.content.catalogue import CHARACTERS
from engine.systems.mongolian_mercenaries.content.kinds import Cards, DamageKind, Distance, Weapon
from engine.systems.mongolian_mercenaries.events import AttackEnded
from engine.systems.mongolian_mercenaries.orders import Attack
from engine.systems.mongolian_mercenaries.sheet import Sheet
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, one, pc

CLUB = Weapon(id="zq7_club", name="Zq7 club", skill="blunt", kinds=(DamageKind.BLUNT,), damage=7)


@pytest.mark.rule("MM-ATTR-01", "MM-ATTR-11", "MM-ATTR-12", "MM-ATTR-13")
def test_health_and_power_come_of_strength_intelligence_and_level() -> None:
    """Attributes are 3 unless written, the level 1."""
    bout = Bout(pc("ada"), pc("cyd", level=4, attributes={"strength": 5, "intelligence": 0}), foe(health=6, power=2))
    assert [bout.who(who).vitals["health"].max for who in ("ada", "cyd", "bob")] == [8, 15, 6]
    assert [bout.who(who).vitals["power"].max for who in ("ada", "cyd", "bob")] == [5, 5, 2]


@pytest.mark.rule("MM-ATTR-11", "MM-ATTR-12", "MM-EQ-06", "MM-CRIT-04")
def test_a_card_at_work_changes_strength_in_the_fight_and_nothing_that_the_sheet_is_made_of() -> None:
    """The reading: a sheet's attributes are totals. Health, Power and pockets stay; a critical hit adds 3 + 5."""
    abilities = [
        {"effects": [{"does": "ATTRIBUTE", "attribute": name, "amount": {"points": 5}}]}
        for name in ("strength", "intelligence")
    ]
    cards = msgspec.convert({"talents": [{"id": "zq7_ox", "name": "Ox", "abilities": abilities}]}, Cards)
    setup = at(Distance.CLOSE, cards=cards)
    bout = Bout(pc(rank=1, lucky=False, talents=("zq7_ox",)), foe(rank=1, health=60), setup=setup)
    assert [bout.who("ada").vitals[vital].max for vital in ("health", "power")] == [8, 5]
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 8, 1, 1)
    assert bout.the(AttackEnded).net == 1 + 3 + 8
    with pytest.raises(RuleRefusal, match="pockets hold 3"):
        Bout(pc(talents=("zq7_ox",), items=("healing",) * 4), foe(), setup=setup)


@pytest.mark.rule("RUL-15")
def test_health_is_not_stored_below_0() -> None:
    """The reading: what is beyond is lost, so that healing counts from 0."""
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1, health=2), setup=at(Distance.CLOSE))
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 8, 8, 8)
    assert (bout.health("bob"), bout.who("bob").out) == (0, "killed")


@pytest.mark.parametrize(
    "figures",
    [
        {"attributes": {"size": 3}},
        {"skills": {"juggling": 1}},
        {"weapons": ("zq7_club",)},
        {"armour": ("zq7_coat",)},
        {"held": ("dagger",)},
        {"weapons": ("bow", "sabre"), "held": ("bow", "sabre")},
        {"ref": "zq7"},
    ],
)
def test_what_cannot_be_played_is_refused(figures: dict[str, Any]) -> None:
    """Before the fight exists."""
    with pytest.raises(RuleRefusal):
        Bout(pc(**figures), foe())


@pytest.mark.rule("MM-POS-02", "MM-POS-03")
def test_two_cannot_begin_on_one_position() -> None:
    """Of the same side; each side has its own."""
    with pytest.raises(RuleRefusal) as refused:
        Bout(pc("ada", rank=2), pc("cyd", rank=2), foe(rank=2))
    assert refused.value.rule == "MM-POS-02"
    Bout(pc("ada", rank=2), foe(rank=2))


@pytest.mark.rule("MM-ITEM-01")
def test_a_card_of_the_tables_own_is_played_like_any_other() -> None:
    """It exists in no file."""
    setup = at(Distance.CLOSE, cards=Cards(weapons=(CLUB,)))
    bout = Bout(pc(skills={"blunt": 2}, weapons=("zq7_club",), lucky=False), foe(), setup=setup)
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 6, 2)
    assert bout.the(AttackEnded).net == 8


@pytest.mark.rule("MM-EQ-03", "MM-EQ-04")
def test_another_weapon_is_taken_in_hand_with_the_attack() -> None:
    """It costs nothing; two hands hold no more than two."""
    both: dict[str, Any] = {"skills": {"spear": 2, "long_blade": 2}, "weapons": ("sabre", "halberd")}
    bout = Bout(pc(lucky=False, **both), foe())
    bout.begin()
    assert bout.fighter("ada").held == ("sabre",)
    bout.order(Attack(combatant="ada", target="bob", means="halberd"), 2, 2)
    assert bout.fighter("ada").held == ("halberd",)
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (0, 1)


def test_tonight_is_fought_with_sample_characters() -> None:
    """Each of them is a character that may enter; what its sheet gives stands over the sample."""
    party = [one(name, "party", "ana", Sheet(ref=name)) for name in CHARACTERS]
    bout = Bout(*party, foe(ref="bandit"))
    bout.begin()
    assert {bout.who(name).kind for name in CHARACTERS} == {"PC"}
    fighter = bout.fighter("gunner")
    assert (fighter.held, fighter.ammunition) == (("pistol", "sabre"), {"9mm": 6})
    strong = Bout(one("ada", "party", "ana", Sheet(ref="swordsman", level=3, attributes={"strength": 8})), foe())
    assert strong.who("ada").vitals["health"].max == 20
    figures = strong.fighter("ada").figures
    assert figures is not None
    assert figures.skills["long_blade"] == 3
