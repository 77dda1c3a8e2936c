"""What is carried: hands, what is worn, bags and their limits, searching, handing over."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE
from engine.systems.mongolian_mercenaries.content.catalogue import ARMOUR, ITEMS, WEAPONS
from engine.systems.mongolian_mercenaries.content.kinds import (
    SKILLS,
    Bag,
    Bulk,
    Cards,
    Category,
    Distance,
    Item,
    Material,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, GearHanded, GearMoved, WeaponDrawn
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, HandOver, SearchEquipment, UseItem
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.gear import carrying, outfitting, transfer
from engine.systems.mongolian_mercenaries.sheet import Preparedness
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

HIT = Attack(combatant="ada", target="bob")
FAR_FOE: dict[str, Any] = {"health": 60, "toughness": 10}


def fight(*others: Any, setup: Any = None, **figures: Any) -> Bout:
    """Ada acts first, with no Lucky Break left, against somebody hardy."""
    ada = pc("ada", rank=figures.pop("rank", 1), lucky=False, level=9, **figures)
    bout = Bout(ada, *others, foe("bob", rank=1, **FAR_FOE), setup=setup or at(Distance.CLOSE))
    bout.begin()
    assert bout.acting == ("ada",)
    return bout


def cyd(**figures: Any) -> Any:
    """An ally of Ada's beside her, of another seat."""
    return pc("cyd", "ben", rank=figures.pop("rank", 2), lucky=False, **figures)


def faults(**figures: Any) -> list[RuleRefusal]:
    """What is wrong with a sheet."""
    with pytest.raises(RuleRefusal) as caught:
        Bout(pc("ada", rank=1, **figures), foe("bob", rank=1))
    return [caught.value, *caught.value.others]


# -- what is at hand
@pytest.mark.rule("MM-EQ-01", "MM-EQ-02")
def test_only_active_equipment_can_be_used() -> None:
    """A weapon and a potion in the backpack are neither offered nor accepted; those at hand are."""
    bout = fight(
        weapons=("sabre",), items=("healing",), backpack=("dagger", "mana"), skills={"long_blade": 2, "short_blade": 2}
    )
    assert bout.refuse(Attack(combatant="ada", target="bob", means="dagger")).rule == "MM-EQ-02"
    assert bout.refuse(UseItem(combatant="ada", item="mana")).rule == "MM-EQ-02"
    means = {offer.body.means for offer in bout.offers("ada") if offer.key == "attack"}
    assert means == {"sabre"}
    used = {offer.body.item for offer in bout.offers("ada") if offer.key == "use_item"}
    assert used == {"healing"}


@pytest.mark.rule("MM-EQ-03", "MM-SKILL-05", "MM-SKILL-06")
def test_every_bow_and_crossbow_takes_both_hands_and_a_shield_one() -> None:
    """Of the catalogue; and a worn shield bars a weapon for two hands, but not one for one hand."""
    assert all(one.hands == 2 for one in WEAPONS.values() if one.skill in ("bow", "crossbow"))
    assert ARMOUR["shield"].hands == 1
    bout = fight(weapons=("greatsword", "sabre"), armour=("shield",), skills={"long_blade": 3})
    assert bout.fighter("ada").held == ("sabre",)
    assert bout.refuse(Attack(combatant="ada", target="bob", means="greatsword")).rule == "MM-EQ-03"
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).net is not None
    (both,) = faults(weapons=("greatsword",), armour=("shield",), held=("greatsword",))
    assert both.field.endswith("sheet.held")


@pytest.mark.rule("MM-EQ-04")
def test_one_weapon_is_used_at_a_time_unless_a_talent_allows_two() -> None:
    """Sabre and dagger in hand: Damage 3, and with Two weapons also the dagger's 1, as a term of its own."""
    skills = {"long_blade": 2, "short_blade": 1}
    for talents, net in (((), 1 + 3), (("two_weapons",), 1 + 3 + 1)):
        bout = fight(weapons=("sabre", "dagger"), talents=talents, skills=skills)
        assert bout.fighter("ada").held == ("sabre", "dagger")
        bout.order(HIT, 6, 2)
        assert bout.the(AttackEnded).net == net
        told = {term.source for term in bout.because_of(AttackEnded).numbers()["net"]}
        assert ("dagger" in told) is bool(talents)


@pytest.mark.rule("MM-EQ-04")
def test_the_second_weapon_needs_its_skill_and_a_hand() -> None:
    """Without Short Blade the dagger does not strike along; nor anything beside a weapon for both hands."""
    bout = fight(weapons=("sabre", "dagger"), talents=("two_weapons",), skills={"long_blade": 2})
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 4
    both = fight(weapons=("greatsword", "dagger"), talents=("two_weapons",), skills={"long_blade": 3, "short_blade": 1})
    both.order(HIT, 6, 2, 2)
    assert both.the(AttackEnded).net == 6


@pytest.mark.rule("MM-EQ-05", "MM-ITEM-01")
def test_what_is_worn_has_a_place_each() -> None:
    """One suit, one headgear, one shield, one set of clothes; four pieces of jewellery."""
    assert [one.rule for one in faults(armour=("lamellar", "chain_mail"))] == ["MM-EQ-05"]
    assert "headgear" in faults(armour=("helmet", "fur_hat"))[0].reason
    worn = ("lamellar", "helmet", "shield", "silk_robe", "ring_of_embers")
    bout = fight(armour=worn)
    assert tuple(bout.fighter("ada").figures.worn) == worn  # type: ignore[union-attr]
    assert carrying.WORN_AT_MOST[ARMOUR["ring_of_embers"].slot] == 4


# -- limits
@pytest.mark.rule("MM-ATTR-02", "MM-EQ-06", "MM-ITEM-03")
def test_strength_is_the_number_of_small_things() -> None:
    """Three fit, the fourth does not; a belt pouch has room for four more; Trifles take none."""
    assert faults(weapons=(), items=("healing",) * 4)[0].rule == "MM-EQ-06"
    trifle = Item(id="zq7_bead", name="Bead", bulk=Bulk.TRIFLE)
    setup = at(Distance.CLOSE, cards=Cards(items=(trifle,)))
    fight(weapons=(), items=("healing",) * 3 + ("zq7_bead",) * 9, setup=setup)
    fight(weapons=(), items=("belt_pouch", *("healing",) * 7))
    assert faults(weapons=(), items=("belt_pouch", *("healing",) * 8))[0].rule == "MM-EQ-06"
    fight(weapons=(), attributes={"strength": 4}, items=("healing",) * 4)


@pytest.mark.rule("MM-EQ-06", "MM-ITEM-03")
def test_two_large_or_long_things_are_carried_without_a_bag() -> None:
    """Together [RUL-76]; a third Long one needs a roll made for it, a third Large one a rucksack, in the backpack."""
    assert faults(weapons=("sabre", "bow", "halberd"))[0].rule == "MM-EQ-06"
    fight(weapons=("sabre", "bow"), backpack=("halberd",), items=("weapon_roll",))
    assert faults(weapons=("sabre", "bow"), backpack=("mace",), items=("weapon_roll",))[0].field.endswith(
        "sheet.backpack"
    )
    fight(weapons=("sabre", "bow"), backpack=("mace",), items=("rucksack",))
    # A rucksack is not Active: what is in it is not at hand.
    assert faults(weapons=("sabre", "bow", "mace"), items=("rucksack",))[0].field.endswith("sheet.items")


@pytest.mark.rule("MM-ITEM-03")
def test_a_large_thing_takes_the_room_of_four_small_ones() -> None:
    """A pouch for four Small holds one Large, and then no Small one besides."""
    pouch = ITEMS["belt_pouch"].bag
    assert pouch == Bag(active=True, small=4)
    mace: dict[str, Any] = {"weapons": ("sabre", "mace", "bow"), "items": ("belt_pouch",)}
    fight(**mace)
    assert faults(**mace | {"items": ("belt_pouch", *("healing",) * 4)})[0].rule == "MM-EQ-06"
    fight(**mace | {"items": ("belt_pouch", *("healing",) * 3)})


@pytest.mark.rule("MM-ITEM-02", "MM-ITEM-04", "MM-ITEM-05")
def test_materials_are_listed_and_six_of_them_are_metal() -> None:
    """Each card names one of them at most; metal is what acid damages."""
    assert len(Material) == 12
    assert {one.value for one in Material if one.metal} == {"COPPER", "BRASS", "IRON", "STEEL", "GOLD", "SILVER"}
    assert all(one.metal is one.material.metal for one in ARMOUR.values() if one.material is not None)
    assert [WEAPONS[key].bulk for key in ("dagger", "sabre", "bow")] == [Bulk.SMALL, Bulk.LARGE, Bulk.LONG]


@pytest.mark.rule("MM-EQ-07")
def test_nothing_cursed_is_dropped_before_an_ordinary_thing() -> None:
    """The newest first; the idol only when nothing else is left."""
    bout = fight(weapons=("sabre",), items=("cursed_idol", "healing"))
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert carrying.droppable(figures) == ("healing", "sabre")
    alone = fight(weapons=(), items=("cursed_idol",)).fighter("ada").figures
    assert alone is not None
    assert carrying.droppable(alone) == ("cursed_idol",)


@pytest.mark.rule("MM-EQ-07", "MM-ATTR-10")
def test_a_cursed_thing_works_wherever_it_is() -> None:
    """Luck 3 is 2 with the idol in the backpack; an ordinary item there does nothing."""
    assert lookup.attribute(fight(backpack=("cursed_idol",)).state, "ada", "luck") == 2
    assert lookup.attribute(fight(backpack=("healing",)).state, "ada", "luck") == 3


# -- searching
@pytest.mark.rule("MM-ACT-09", "MM-EQ-02", "MM-DW-24")
def test_searching_takes_things_out_of_the_backpack() -> None:
    """A Large action; from then on they can be used. What leaves the hands goes onto the belt."""
    bout = fight(weapons=("sabre",), backpack=("halberd",), skills={"long_blade": 2, "spear": 2})
    bout.order(SearchEquipment(combatant="ada", hold=("halberd",)))
    assert bout.the(GearMoved).items == ("halberd",)
    assert bout.rule_of(GearMoved) == "MM-ACT-09"
    ada = bout.fighter("ada")
    assert (ada.held, ada.packed, ada.large, ada.minor) == (("halberd",), (), 0, 1)
    assert set(carrying.at_hand(bout.state, "ada")) == {"sabre", "halberd"}


@pytest.mark.rule("MM-ACT-09", "MM-EQ-05", "MM-DW-24")
def test_searching_swaps_what_is_worn() -> None:
    """The helmet for the hat; two at once are refused, and so is what is nothing to wear."""
    bout = fight(weapons=("sabre",), armour=("fur_hat",), backpack=("helmet",))
    assert bout.refuse(SearchEquipment(combatant="ada", wear=("helmet",))).rule == "MM-EQ-05"
    assert bout.refuse(SearchEquipment(combatant="ada", wear=("sabre",))).rule == "MM-EQ-05"
    bout.order(SearchEquipment(combatant="ada", wear=("helmet",), pack=("fur_hat",)))
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert (tuple(figures.worn), tuple(figures.spare), bout.fighter("ada").packed) == (
        ("helmet",),
        ("fur_hat",),
        ("fur_hat",),
    )


@pytest.mark.rule("MM-ACT-09", "MM-EQ-03", "MM-EQ-06")
def test_a_search_keeps_the_limits() -> None:
    """More than is at hand has room; more than two hands; nothing named; what is not there."""
    bout = fight(weapons=(), items=("rucksack", *("healing",) * 3), backpack=("mana", "torch"))
    assert bout.refuse(SearchEquipment(combatant="ada", ready=("mana",))).rule == "MM-EQ-06"
    bout.order(SearchEquipment(combatant="ada", ready=("mana",), pack=("healing",)))
    assert bout.fighter("ada").packed == ("torch", "healing")
    again = fight(weapons=("sabre",))
    assert again.refuse(SearchEquipment(combatant="ada")).rule == "MM-ACT-09"
    assert again.refuse(SearchEquipment(combatant="ada", ready=("mace",))).rule == "MM-EQ-02"
    assert "search" not in again.keys("ada")


@pytest.mark.rule("MM-ACT-09", "MM-EQ-03", "MM-EQ-05", "MM-DW-24")
def test_a_search_is_offered_with_what_is_in_the_way() -> None:
    """The old suit goes onto the belt, or where that is full into the backpack; so does a shield for both hands."""

    def found(**sheet: Any) -> list[dict[str, tuple[str, ...]]]:
        bout = fight(**sheet)
        bodies = [offer.body for offer in bout.offers("ada") if offer.key == "search"]
        for body in bodies:
            assert outfitting.refusal(bout.state, "ada", outfitting.moves_of(body)) is None
        ways = ("hold", "wear", "ready", "pack")
        return [{way: keys for way in ways if (keys := getattr(body, way))} for body in bodies]

    suits: dict[str, Any] = {"weapons": (), "armour": ("leather_jerkin",), "backpack": ("lamellar",)}
    full = ("rucksack", *("healing",) * 3)
    assert found(**suits) == [{"wear": ("lamellar",), "ready": ("leather_jerkin",)}, {"ready": ("lamellar",)}]
    shielded: dict[str, Any] = {"skills": {"long_blade": 3}, "weapons": ("greatsword",), "armour": ("shield",)}
    assert found(**shielded) == [{"hold": ("greatsword",), "ready": ("shield",)}]
    loaded = {**shielded, "weapons": ("greatsword", "halberd"), "items": full}
    assert {"hold": ("greatsword",), "pack": ("shield",)} in found(**loaded)


@pytest.mark.rule("MM-ACT-09", "MM-EQ-02", "RUL-55")
def test_a_search_reaches_what_is_ones_own_alone() -> None:
    """The own backpack; neither an ally's, nor anything that a pack animal could carry."""
    bea = cyd(weapons=(), backpack=("mana",))
    bout = fight(bea, weapons=(), backpack=("healing",), companions=("donkey_pack",))
    assert [one.body.ready for one in bout.offers("ada") if one.key == "search"] == [("healing",)]
    for item in ("mana", "donkey_pack", "bandage"):
        assert bout.refuse(SearchEquipment(combatant="ada", ready=(item,))).rule == "MM-EQ-02"


@pytest.mark.rule("MM-ACT-09", "MM-DW-24", "MM-EQ-06")
def test_where_there_is_no_room_at_hand_something_is_put_away_for_it() -> None:
    """Pockets hold three: mana for one of the potions, the newest unless another is named."""
    bout = fight(weapons=(), items=("rucksack", *("healing",) * 3), backpack=("mana",))
    (offer,) = [one for one in bout.offers("ada") if one.key == "search"]
    assert offer.body == SearchEquipment(combatant="ada", ready=("mana",), pack=("healing-3",))
    assert [(one.among, one.least, one.most) for one in offer.fields] == [(("healing", "healing-2", "healing-3"), 1, 3)]
    bout.order(SearchEquipment(combatant="ada", ready=("mana",), pack=("healing",)))
    assert bout.fighter("ada").packed == ("healing",)


@pytest.mark.rule("MM-ACT-09", "MM-DW-24", "MM-EQ-06")
def test_several_things_may_be_put_away_in_one_search() -> None:
    """All that is offered together where there is room for all of it, else one of it: pockets hold three."""
    potions = ("healing", "healing-2", "healing-3", "healing-4")
    for bag, packed, count, most in (("belt_pouch", "dagger", 4, 1), ("rucksack", "dagger", 2, 3)):
        bout = fight(weapons=("sabre",), items=(bag, *("healing",) * count), backpack=(packed,))
        (offer,) = [one for one in bout.offers("ada") if one.key == "search" and one.body.hold == (packed,)]
        (field,) = offer.fields
        assert (field.among, field.most) == (("sabre", *potions[:count]), most)
    bout.order(SearchEquipment(combatant="ada", hold=("dagger",), pack=field.among))
    assert (bout.fighter("ada").held, bout.fighter("ada").packed) == (("dagger",), field.among)


# -- handing over
@pytest.mark.rule("MM-ACT-10", "MM-DW-25")
def test_things_are_handed_to_an_ally_beside() -> None:
    """Minor; nobody is asked about a gift. The second of a kind gets an id of its own, and what is Damaged stays so."""
    bout = fight(cyd(weapons=("sabre",)), weapons=("sabre",), items=("healing",))
    bout.order(HandOver(combatant="ada", target="cyd", give=("sabre", "healing")))
    assert bout.asked == []
    assert bout.the(GearHanded).items == ("sabre", "healing")
    ada, other = bout.fighter("ada"), bout.fighter("cyd")
    assert ada.figures is not None
    assert other.figures is not None
    assert (ada.held, tuple(ada.figures.weapons), tuple(ada.figures.items)) == ((), (), ())
    assert (tuple(other.figures.weapons), tuple(other.figures.items)) == (("sabre", "sabre-2"), ("healing",))
    assert (ada.large, ada.minor) == (1, 0)


@pytest.mark.rule("MM-ACT-10", "MM-DW-25")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_what_is_asked_for_is_the_partners_to_refuse(answer: str) -> None:
    """Its player is asked, and by default refuses; what was given passes all the same."""
    bout = fight(cyd(weapons=(), items=("mana",)), weapons=("sabre",), items=("healing",))
    bout.order(HandOver(combatant="ada", target="cyd", give=("healing",), want=("mana",)))
    (asked,) = bout.waiting
    assert (asked.seats, asked.default, bout.choices) == (("ben",), "no", ["no", "yes"])
    bout.answer(answer)
    ada, other = bout.fighter("ada").figures, bout.fighter("cyd").figures
    assert ada is not None
    assert other is not None
    assert set(ada.items) == ({"mana"} if answer == "yes" else set())
    assert set(other.items) == ({"healing"} if answer == "yes" else {"healing", "mana"})


@pytest.mark.rule("MM-ACT-10", "MM-EQ-02", "MM-EQ-06", "MM-ST-02")
def test_what_cannot_be_handed_over() -> None:
    """To somebody who is not beside, to an opponent, out of a backpack, more than has room; a state is no thing."""
    bout = fight(cyd(rank=3, weapons=()), weapons=("sabre",), items=("healing",))
    assert bout.refuse(HandOver(combatant="ada", target="cyd", give=("healing",))).rule == "MM-ACT-10"
    assert bout.refuse(HandOver(combatant="ada", target="bob", give=("healing",))).rule == "MM-ACT-10"
    near = fight(cyd(weapons=(), items=("mana",) * 3), weapons=("sabre",), items=("healing",), backpack=("oil_flask",))
    assert near.refuse(HandOver(combatant="ada", target="cyd")).rule == "MM-ACT-10"
    assert near.refuse(HandOver(combatant="ada", target="cyd", give=("oil_flask",))).rule == "MM-EQ-02"
    assert near.refuse(HandOver(combatant="ada", target="cyd", give=("tired",))).rule == "MM-EQ-02"
    assert near.refuse(HandOver(combatant="ada", target="cyd", give=("healing",))).rule == "MM-EQ-06"
    near.order(HandOver(combatant="ada", target="cyd", give=("sabre",)))


# -- before the fight
@pytest.mark.rule("MM-PREP-02", "MM-DW-03")
def test_who_is_prepared_chooses_its_equipment() -> None:
    """Open to all; the default keeps what it has. Who is Ready or Surprised is not asked."""
    for how, asked in ((Preparedness.PREPARED, True), (Preparedness.READY, False)):
        setup = at(Distance.CLOSE, party=how, enemies=Preparedness.READY)
        ada = pc("ada", rank=1, weapons=("sabre",), backpack=("dagger", "helmet"))
        bout = Bout(ada, foe("bob", rank=1), setup=setup)
        bout.begin(choose=True)
        assert ("AskEquipment" in bout.asked) is asked
        if asked:
            assert (bout.waiting[0].seats, bout.waiting[0].default) == (("ana",), "keep")
            assert bout.choices == ["keep", "hold_dagger", "ready_dagger", "wear_helmet", "ready_helmet"]
            bout.answer("wear_helmet")
            assert bout.choices == ["keep", "hold_dagger", "ready_dagger"]
            bout.answer("hold_dagger", pack=["sabre"])
            assert (bout.fighter("ada").held, bout.fighter("ada").packed) == (("dagger",), ("sabre",))
            assert bout.asked == []
            figures = bout.fighter("ada").figures
            assert figures is not None
            assert tuple(figures.worn) == ("helmet",)
            assert bout.acting == ("ada",)
            assert bout.fighter("ada").large == 1


@pytest.mark.rule("MM-ACT-06", "MM-EQ-03")
def test_a_torch_goes_into_a_hand() -> None:
    """Using it takes it in hand, and what both hands cannot hold leaves them."""
    bout = fight(weapons=("greatsword",), items=("torch",), skills={"long_blade": 3})
    bout.order(UseItem(combatant="ada", item="torch"))
    assert bout.the(WeaponDrawn).held == ("torch",)
    assert bout.refuse(UseItem(combatant="ada", item="torch")).rule == "MM-GEN-04"
    bout.order(EndTurn(combatant="ada"))


@pytest.mark.rule("MM-ATTR-17")
def test_damage_is_the_weapons() -> None:
    """A dagger's 1 and a sabre's 3 with the same dice."""
    for means, net in (("dagger", 1 + 1), ("sabre", 1 + 3)):
        bout = fight(weapons=(means,), skills={"short_blade": 2, "long_blade": 2})
        bout.order(HIT, 6, 2)
        assert bout.the(AttackEnded).net == net


@pytest.mark.rule("MM-ITEM-06")
def test_provisions_take_room_and_are_no_item() -> None:
    """They are not used as one; but three of them fill the pockets."""
    bread = Item(id="zq7_bread", name="Bread", category=Category.FOOD)
    setup = at(Distance.CLOSE, cards=Cards(items=(bread,)))
    bout = fight(weapons=(), items=("zq7_bread",) * 3, setup=setup)
    assert bout.refuse(UseItem(combatant="ada", item="zq7_bread")).rule == "MM-ITEM-06"
    assert "use_item" not in bout.keys("ada")
    with pytest.raises(RuleRefusal) as caught:
        fight(weapons=(), items=("zq7_bread",) * 4, setup=setup)
    assert caught.value.rule == "MM-EQ-06"


@pytest.mark.rule("MM-EQ-06", "MM-SKILL-01", "MM-ATTR-01", "MM-PET-02")
def test_a_sheet_is_judged_with_all_its_faults() -> None:
    """Each with its path, in words; what is wrong at every table comes first."""
    found = faults(
        armour=("helmet", "fur_hat", "zq7_cap"),
        weapons=("sabre", "zq7_axe"),
        items=("healing",) * 5,
        talents=("zq7_talent",),
        companions=("war_dog",),
        prayers=("blessing", "repel_undead"),
        skills=dict.fromkeys(SKILLS[:13], 1),
    )
    assert [fault.field.rpartition("sheet.")[2] for fault in found] == [
        "weapons.1", "armour.2", "talents.0", "armour", "items", "skills", "prayers", "companions.0",
    ]  # fmt: skip
    early = faults(attributes={"size": 1, "strength": -9})
    assert [fault.field.rpartition("sheet.")[2] for fault in early] == [
        "attributes.size", "attributes",
    ]  # fmt: skip


@pytest.mark.rule("MM-ACT-10", "MM-AMMO-02", "MM-AMMO-03")
def test_ammunition_is_handed_over_by_the_piece() -> None:
    """One packet of two; a grenade passes as the weapon that it is."""
    bout = fight(cyd(weapons=("pistol",)), weapons=("pistol", "grenade"), ammunition={"9mm": 2}, skills={"pistols": 2})
    bout.order(HandOver(combatant="ada", target="cyd", give=("9mm", "grenade")))
    ada, other = bout.fighter("ada"), bout.fighter("cyd")
    assert (ada.ammunition, other.ammunition) == ({"9mm": 1}, {"9mm": 1, "grenade": 1})
    assert other.figures is not None
    assert set(other.figures.weapons) == {"pistol", "grenade"}


@pytest.mark.rule("MM-END-05", "MM-AMMO-05")
def test_what_is_found_may_be_ammunition() -> None:
    """It is counted with the rest."""
    bout = fight(weapons=("pistol",), ammunition={"9mm": 1})
    richer = transfer.gained(bout.fighter("ada"), CATALOGUE, ("9mm", "grenade", "healing"))
    assert richer.ammunition == {"9mm": 2, "grenade": 1}
    assert richer.packed == ("grenade", "healing")
