"""Critical damage, and what faces of a hit test do besides.  [RUL-09, RUL-10, RUL-11, RUL-13]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import (
    ArmourPiece,
    CreatureType,
    DamageKind,
    Slot,
    Weapon,
    Wound,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, ItemDamaged, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.blows.hits import counted
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc

HIT = Attack(combatant="ada", target="bob")
BACK = Attack(combatant="bob", target="ada")
SLOW: dict[str, Any] = {"speed": 1}
TOUGH: dict[str, Any] = {"health": 40, "toughness": 10}


def duel(party: dict[str, Any] | None = None, **brute: Any) -> Bout:
    """Ada, who has used her Lucky Break, against Bob; it is her turn."""
    bout = Bout(pc(lucky=False, **(party or {})), foe(**brute))
    bout.begin()
    return bout


def struck(armour: tuple[str, ...] = (), skills: dict[str, int] | None = None, **brute: Any) -> Bout:
    """Bob is to act against Ada."""
    sheet: dict[str, Any] = {
        "armour": armour,
        "skills": skills or {},
        "attributes": {**SLOW, "toughness": 10, "strength": 10},
    }
    bout = Bout(pc(lucky=False, weapons=(), **sheet), foe(**{"fight_proficiency": 3, **brute}))
    bout.begin()
    return bout


@pytest.mark.rule("MM-CRIT-02", "MM-CRIT-04", "RUL-09", "RUL-10")
@pytest.mark.parametrize(
    ("faces", "dodge", "armour", "net"),
    [
        ((8, 2, 2), 0, 0, 1 + 0 + 3 + 3),  # one critical success, Strength and Damage
        ((8, 8, 2), 0, 0, 2 + 0 + 3 + 3),  # Strength once, not for each die
        ((8, 6, 2), 0, 0, 1 + 1 + 3 + 3),
        ((8, 6, 2), 1, 0, 1 + 0 + 3 + 3),  # Dodge takes the plain one
        ((8, 6, 2), 9, 0, 1 + 0 + 3 + 3),  # and no critical one
        ((8, 2, 2), 0, 5, 1 + 1),  # Armour takes of Strength and Damage
        ((8, 2, 2), 0, 6, 1 + 0),  # all of it
        ((8, 2, 2), 0, 7, 1 + 0),  # and no more
        ((8, 8, 2), 9, 99, 2),
    ],
)
def test_what_a_critical_success_is_worth(faces: tuple[int, ...], dodge: int, armour: int, net: int) -> None:
    """c + max(0, rest + Strength + Damage - Armour)."""
    bout = duel(dodge=dodge, armour=armour, **TOUGH)
    bout.order(HIT, *faces)
    assert bout.the(AttackEnded).net == net
    assert sum(term.amount for term in bout.because_of(AttackEnded).numbers()["net"]) == net


@pytest.mark.rule("MM-CRIT-04")
def test_at_a_distance_strength_is_not_added() -> None:
    """A bow of Damage 2."""
    bout = duel({"skills": {"bow": 2}, "weapons": ("bow",)}, **TOUGH)
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 2


@pytest.mark.rule("RUL-10")
def test_who_has_no_printed_strength_adds_none() -> None:
    """An enemy."""
    bout = struck()
    bout.order(BACK, 8, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 1


@pytest.mark.rule("MM-CRIT-03", "MM-WND-02")
def test_a_critical_hit_wounds_in_any_case() -> None:
    """Below the Light range it is a Light wound; above it the one of the table. A plain hit so weak wounds nobody."""
    bout = duel(armour=99, **TOUGH)
    bout.order(HIT, 8, 2, 2)
    assert (bout.the(AttackEnded).net, bout.the(Wounded).wound) == (1, Wound.LIGHT)
    bout = duel(armour=3, **TOUGH)
    bout.order(HIT, 6, 2, 2)
    assert (bout.the(AttackEnded).net, bout.of(Wounded)) == (1, [])
    bout = duel(toughness=3, health=40)
    bout.order(HIT, 8, 2, 2)
    assert bout.the(Wounded).wound is Wound.SEVERE


@pytest.mark.rule("MM-CRIT-06", "MM-CRIT-01", "MM-ATK-06", "RUL-07")
def test_a_critical_attack_always_hits() -> None:
    """With any Dodge, where a 7 misses."""
    bout = duel(dodge=9, **TOUGH)
    bout.order(HIT, 7, 7, 7)
    assert bout.the(AttackEnded).net is None
    bout = duel(dodge=9, **TOUGH)
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.rule("MM-CRIT-05", "RUL-11", "MM-ST-05", "RUL-35", "RUL-64", "MM-ATTR-18")
def test_a_critical_hit_damages_worn_armour_from_the_next_attack_on() -> None:
    """The suit first, then the shield, then what is on the head; each once."""
    bout = struck(("helmet", "shield", "lamellar"), health=9)
    nets = []
    for piece in ("lamellar", "shield", "helmet", None):
        bout.order(BACK, 8, 7, 7)
        damaged = [event.item for event in bout.of(ItemDamaged)]
        assert damaged == ([] if piece is None else [piece])
        nets.append(bout.the(AttackEnded).net)
        bout.order(EndTurn(combatant="bob"))
        bout.order(EndTurn(combatant="ada"))
        bout.correct("combatants.ada.vitals.health.now", 20)
    assert nets == [1 + max(0, 2 + 1 - armour) for armour in (5, 4, 3, 2)]
    assert bout.fighter("ada").damaged == ("lamellar", "shield", "helmet")


@pytest.mark.rule("MM-CRIT-05", "RUL-11")
def test_what_has_no_value_is_no_armour() -> None:
    """A fur hat; and a plain hit damages nothing."""
    bout = struck(("fur_hat",))
    bout.order(BACK, 8, 7, 7)
    assert bout.of(ItemDamaged) == []
    bout = struck(("padded_coat",))
    bout.order(BACK, 7, 7, 7)
    assert bout.of(ItemDamaged) == []


@pytest.mark.rule("MM-CRIT-05", "RUL-85", "MM-ENM-11")
@pytest.mark.parametrize(
    ("type", "more", "damaged"),
    [
        (CreatureType.HUMAN, {}, True),
        (CreatureType.HUMAN, {"natural_armour": True}, False),
        (CreatureType.HUMANOID, {}, False),
        (CreatureType.HUMANOID, {"equipment": ("sabre",)}, True),
        (CreatureType.UNDEAD, {"equipment": ("sabre",)}, True),
        (CreatureType.BEAST, {"equipment": ("sabre",)}, False),
    ],
)
def test_printed_armour_is_worn_where_its_type_has_equipment(
    type: CreatureType, more: dict[str, Any], damaged: bool
) -> None:
    """Of others it is natural; a card may say so too. Damaged it counts one less."""
    bout = duel(type=type, armour=3, **more, **TOUGH)
    bout.order(HIT, 8, 2, 2)
    assert [event.item for event in bout.of(ItemDamaged)] == (["armour"] if damaged else [])
    first = bout.the(AttackEnded).net
    assert first is not None
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).net == first + damaged


@pytest.mark.rule("MM-CRIT-08", "MM-SKILL-10", "RUL-88")
def test_against_a_protection_master_a_critical_hit_is_an_ordinary_one() -> None:
    """No wound is sure, no armour Damaged, Dodge and Armour take it; an enemy's Armour makes no Master."""
    coat = ArmourPiece(id="coat", name="Coat", value=1)
    for level, crits in ((4, 1), (5, 0)):
        party = pc(lucky=False, weapons=(), own_armour=(coat,), skills={"protection": level}, attributes=SLOW)
        bout = Bout(party, foe(fight_proficiency=2))
        bout.begin()
        bout.order(BACK, 8, 2)
        ended = bout.the(AttackEnded)
        assert (ended.hits, ended.crits, ended.net) == (1, crits, 1 if crits else 1 + 1 - 1 - 5)
        assert bool(bout.of(ItemDamaged)) is bool(crits)
        assert bool(bout.of(Wounded)) is bool(crits)
    bout = Bout(pc(lucky=False, weapons=(), skills={"dodge": 1, "protection": 5}, attributes=SLOW), foe())
    bout.begin()
    bout.order(BACK, 8, 2)
    assert bout.the(AttackEnded).net is None
    bout = duel(armour=9, **TOUGH)
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).crits == 1


@pytest.mark.rule("MM-CRIT-07", "RUL-13")
def test_a_card_may_name_other_critical_faces() -> None:
    """Below 6 such a face is a success as well, also against a Protection Master; the 8 is then a plain one."""
    hits = counted((5, 7, 8, 4), crit_faces=(5,))
    assert (hits.crits, hits.hits) == (1, 3)
    hits = counted((5, 7, 8, 4), crit_faces=(5,), terms=(("dodge", "bob", -9),))
    assert (hits.crits, hits.hits) == (1, 1)
    hits = counted((5, 7, 8, 4), crit_faces=(5,), spared=True)
    assert (hits.crits, hits.hits) == (0, 3)
    axe = Weapon(id="axe", name="Axe", skill="blunt", kinds=(DamageKind.SLASHING,), damage=1, crit_faces=(5, 8))
    bout = duel({"skills": {"blunt": 2}, "weapons": (), "own_weapons": (axe,)}, dodge=9, armour=99, **TOUGH)
    bout.order(HIT, 5, 2)
    assert bout.the(AttackEnded).net == 1


@pytest.mark.rule("MM-WDM-01", "RUL-36", "RUL-89")
def test_which_weapons_a_one_damages() -> None:
    """That of an enemy whose type has equipment; no fists, no claws."""
    bout = duel({"weapons": (), "skills": {"unarmed": 2}})
    bout.order(HIT, 1, 1)
    assert bout.of(ItemDamaged) == []
    for type, item in ((CreatureType.HUMAN, ["natural"]), (CreatureType.BEAST, [])):
        bout = Bout(pc(attributes=SLOW), foe(type=type))
        bout.begin()
        bout.order(BACK, 1, 2)
        assert [event.item for event in bout.of(ItemDamaged)] == item


@pytest.mark.rule("RUL-35", "MM-ST-05")
def test_a_damaged_weapon_has_one_less_damage_but_not_below_none() -> None:
    """A sling of Damage 0, and a dagger of 1."""
    for weapon, skill, damage in (("sling", "simple_thrown", 0), ("dagger", "short_blade", 0)):
        bout = duel({"skills": {skill: 2}, "weapons": (weapon,)}, **TOUGH)
        bout.order(HIT, 1, 1)
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="bob"))
        bout.order(HIT, 6, 6)
        assert bout.the(AttackEnded).net == 2 + damage


@pytest.mark.rule("MM-ARM-01", "MM-ARM-02", "MM-ARM-03", "MM-SKILL-09", "MM-ATK-11")
def test_armour_is_all_that_is_worn_and_protection_with_it() -> None:
    """Protection counts only while something with a value is worn; chain mail is better against slashing."""
    for armour, kind, worth in (
        ((), DamageKind.BLUNT, 0),
        (("fur_hat",), DamageKind.BLUNT, 0),
        (("helmet",), DamageKind.BLUNT, 1 + 2),
        (("helmet", "chain_mail"), DamageKind.BLUNT, 1 + 2 + 2),
        (("helmet", "chain_mail"), DamageKind.SLASHING, 1 + 4 + 2),
    ):
        bout = struck(armour, {"protection": 2}, damage_kind=kind, damage=9)
        bout.order(BACK, 6, 2, 2)
        assert bout.the(AttackEnded).net == 1 + 9 - worth
    assert {piece.slot for piece in bout.fighter("ada").figures.worn.values()} == {Slot.SUIT, Slot.HEADGEAR}  # type: ignore[union-attr]
