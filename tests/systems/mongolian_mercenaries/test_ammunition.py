"""Ammunition: what is needed, what is used up, and what special ammunition changes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import DamageKind, Distance, Reach
from engine.systems.mongolian_mercenaries.events import (
    AmmunitionSpent,
    AttackEnded,
    ItemDamaged,
    ItemSpent,
    RollThrown,
    Wounded,
)
from engine.systems.mongolian_mercenaries.orders import Attack, CallOff, EndTurn, HandOver
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

HIT = Attack(combatant="ada", target="bob")
TOUGH: dict[str, Any] = {"health": 40, "toughness": 10}


def armed(weapon: str, skill: str, level: int = 2, *, distance: Distance = Distance.CLOSE, **left: int) -> Bout:
    """Ada has a weapon and ammunition; left: by id, with an underscore before a digit."""
    ammunition = {key.lstrip("_"): count for key, count in left.items()}
    sheet: dict[str, Any] = {"skills": {skill: level}, "weapons": (weapon,), "ammunition": ammunition}
    bout = Bout(pc(lucky=False, **sheet), foe(**TOUGH), setup=at(distance))
    bout.begin()
    return bout


def spent(bout: Bout) -> list[str]:
    """What the last step used up."""
    return [event.item for event in bout.of(AmmunitionSpent)]


@pytest.mark.rule("MM-AMMO-05", "MM-ATK-01")
def test_a_firearm_needs_a_packet_of_its_kind() -> None:
    """Without one it is neither offered nor allowed; of another kind none counts."""
    bout = armed("pistol", "pistols", _38=3)
    assert "attack" not in bout.keys("ada")
    assert bout.refuse(HIT).rule == "MM-AMMO-05"
    bout = armed("pistol", "pistols", _9mm=1)
    bout.order(HIT, 6, 4, 4)
    assert bout.the(AttackEnded).net == 1 + 3


@pytest.mark.rule("MM-AMMO-06", "MM-AMMO-07", "RUL-38", "MM-MULTI-04")
@pytest.mark.parametrize(
    ("weapon", "skill", "level", "ammo", "highest"),
    [
        ("musket", "rifles", 2, "ball", 2),
        ("pistol", "pistols", 2, "9mm", 3),
        ("revolver", "pistols", 2, "38", 4),
        ("machine_gun", "heavy_weapons", 3, "762", 5),
    ],
)
def test_the_faces_use_up_a_packet(weapon: str, skill: str, level: int, ammo: str, highest: int) -> None:
    """Low 1-2, Medium 1-3, High 1-4, Nightmare 1-5; one at most, hit or miss."""
    dice = {"musket": 2, "pistol": 3, "revolver": 3, "machine_gun": 6}[weapon]
    for faces, used in (
        ([highest + 1] * dice, 0),
        ([highest, *[highest + 1] * (dice - 1)], 1),
        ([highest] * dice, 1),
        ([8, *[2] * (dice - 1)], 1),
    ):
        left: dict[str, Any] = {f"_{ammo}" if ammo[0].isdigit() else ammo: 2}
        bout = armed(weapon, skill, level, **left)
        bout.order(HIT, *faces)
        assert spent(bout) == [ammo] * used
        assert bout.fighter("ada").ammunition[ammo] == 2 - used


@pytest.mark.rule("MM-AMMO-07", "MM-WDM-01", "MM-AMMO-05")
def test_a_one_uses_up_and_damages_and_the_last_packet_is_the_last() -> None:
    """A miss."""
    bout = armed("pistol", "pistols", _9mm=1)
    bout.order(HIT, 1, 5, 5)
    assert (spent(bout), bout.the(ItemDamaged).item) == (["9mm"], "pistol")
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.refuse(HIT).rule == "MM-AMMO-05"


@pytest.mark.rule("MM-AMMO-01", "MM-AMMO-04")
def test_bows_slings_and_knives_need_none() -> None:
    """And use none up."""
    for weapon, skill, dice in (
        ("bow", "bow", 3),
        ("sling", "simple_thrown", 2),
        ("throwing_knives", "simple_thrown", 2),
    ):
        bout = armed(weapon, skill)
        bout.order(HIT, *[1] * dice)
        assert spent(bout) == []
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="bob"))
        assert "attack" in bout.keys("ada")


@pytest.mark.rule("MM-AMMO-02", "MM-DW-11", "MM-CRIT-07")
def test_special_ammunition_is_used_up_piece_by_piece() -> None:
    """An arrow of Damage +2 and fire, a bolt of Damage +1 whose 7 is critical; the basic one stays the default."""
    bout = armed("bow", "bow", exploding_arrow=1)
    keys = [(one.body.ammunition, one.key) for one in bout.offers("ada") if one.key == "attack"]
    assert keys == [(None, "attack"), ("exploding_arrow", "attack")]
    bout.order(Attack(combatant="ada", target="bob", ammunition="exploding_arrow"), 6, 6, 5)
    assert spent(bout) == ["exploding_arrow"]
    assert bout.the(AttackEnded).net == 2 + 2 + 2
    terms = {term.source: term.amount for term in bout.because_of(AttackEnded).numbers()["net"]}
    assert terms["exploding_arrow"] == 2
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    refused = bout.refuse(Attack(combatant="ada", target="bob", ammunition="exploding_arrow"))
    assert (refused.rule, refused.field) == ("MM-AMMO-02", "specialAmmunition")
    bout = armed("crossbow", "crossbow", piercing_bolt=2)
    bout.order(Attack(combatant="ada", target="bob", ammunition="piercing_bolt"), 7, 2, 2, 2)
    ended = bout.the(AttackEnded)
    assert (ended.crits, ended.net, spent(bout)) == (1, 1 + 4 + 1, ["piercing_bolt"])
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 7, 2, 2, 2)
    assert (bout.the(AttackEnded).crits, spent(bout)) == (0, [])


@pytest.mark.rule("MM-AMMO-02")
def test_special_ammunition_is_for_its_weapon() -> None:
    """No arrow for a crossbow."""
    bout = armed("crossbow", "crossbow", exploding_arrow=1)
    assert bout.refuse(Attack(combatant="ada", target="bob", ammunition="exploding_arrow")).rule == "MM-AMMO-02"


@pytest.mark.rule("MM-WND-06", "MM-ELM-01")
def test_a_wound_by_an_element_has_its_label() -> None:
    """A burn by a burning arrow; none by a plain one."""
    bout = armed("bow", "bow", exploding_arrow=1)
    bout.order(Attack(combatant="ada", target="bob", ammunition="exploding_arrow"), 6, 6, 6)
    assert bout.the(Wounded).label == "burn"
    assert bout.fighter("bob").wound_labels == ("burn",)
    bout = armed("bow", "bow")
    bout.order(HIT, 8, 8, 8)
    assert bout.the(Wounded).label is None


@pytest.mark.rule("RUL-34", "MM-AMMO-06")
def test_lucky_break_discards_what_the_first_faces_use_up() -> None:
    """The 1 of the first roll costs no packet; that of the repeat does."""
    sheet: dict[str, Any] = {"skills": {"pistols": 1}, "weapons": ("pistol",), "ammunition": {"9mm": 1}}
    for second, used in (((6, 5, 5, 5), []), ((6, 5, 5, 3), ["9mm"])):
        bout = Bout(pc(**sheet), foe(**TOUGH))
        bout.begin()
        bout.order(HIT, 1, 2)
        assert spent(bout) == []
        bout.answer("repeat", *second)
        assert spent(bout) == used
        assert bout.of(ItemDamaged) == []
        assert bout.the(RollThrown).lucky


@pytest.mark.rule("RUL-89")
def test_printed_firearms_need_no_counted_ammunition() -> None:
    """A gun of its card shoots on and on."""
    gun = Reach(distance=Distance.MEDIUM, positions=2)
    bout = Bout(pc(attributes={"speed": 1}, lucky=False), foe(reach=gun, damage_kind=DamageKind.GUNSHOT))
    bout.begin()
    bout.order(Attack(combatant="bob", target="ada"), 2, 2)
    assert spent(bout) == []


@pytest.mark.rule("MM-AMMO-03", "MM-ACT-10", "MM-EQ-06")
def test_a_grenade_that_was_thrown_is_gone() -> None:
    """Nobody hands it over, and after the fight it takes no room; one that was not thrown stays."""
    sheet: dict[str, Any] = {"skills": {"simple_thrown": 2}, "weapons": ("grenade",), "lucky": False}
    bout = Bout(pc(rank=1, **sheet), pc("bea", "ben", rank=2, **sheet), foe(rank=1, health=90))
    bout.begin()
    give = HandOver(combatant="ada", target="bea", give=("grenade",))
    assert give in [one.body for one in bout.offers("ada")]
    bout.order(Attack(combatant="ada", target="bob", means="grenade"), 2, 2)
    assert give not in [one.body for one in bout.offers("ada")]
    assert bout.refuse(give).rule == "MM-EQ-02"
    bout.order(CallOff(), seat="gm")
    assert [(one.combatant, one.item) for one in bout.of(ItemSpent)] == [("ada", "grenade")]
    for who, left in (("ada", set()), ("bea", {"grenade"})):
        figures = bout.fighter(who).figures
        assert figures is not None
        assert set(figures.weapons) == left
