"""A plain attack: legality, hit test, net value, Health and wounds."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Cover, DamageKind, Distance, Position, Wound
from engine.systems.mongolian_mercenaries.events import AttackEnded, ItemDamaged, RollSettled, RollThrown, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.blows import wound_table
from engine.systems.mongolian_mercenaries.sheet import Wounds
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc


def duel(distance: Distance = Distance.CLOSE, *, foe_rank: int = 1, rank: int = 1, **brute: Any) -> Bout:
    """Ada, who has used her Lucky Break, against Bob; it is her turn."""
    bout = Bout(pc(rank=rank, lucky=False), foe(rank=foe_rank, **brute), setup=at(distance))
    bout.begin()
    return bout


HIT = Attack(combatant="ada", target="bob")


@pytest.mark.rule("MM-TEST-04", "MM-TEST-05", "MM-ATK-02", "MM-ATK-06")
def test_a_six_is_a_success_and_a_five_is_none() -> None:
    """As many d8 as the skill."""
    bout = duel()
    bout.order(HIT, 5, 5, 5)
    assert (bout.the(RollThrown).successes, bout.the(RollSettled).passed) == (0, False)
    assert bout.the(AttackEnded).net is None
    assert bout.health("bob") == 9
    assert bout.rolls() == ["3d8 hit"]
    bout = duel()
    bout.order(HIT, 5, 5, 6)
    assert bout.the(AttackEnded).net == 1 + 3


@pytest.mark.rule("MM-ATK-07", "MM-ATK-08", "MM-ATK-11")
def test_net_is_successes_and_damage_less_armour() -> None:
    """It is taken from Health, and read in the wound table."""
    bout = duel(armour=2)
    bout.order(HIT, 6, 7, 2)
    assert bout.the(AttackEnded).net == 2 + 3 - 2
    assert bout.health("bob") == 9 - 3
    assert bout.the(Wounded).wound is Wound.LIGHT
    assert bout.because_of(AttackEnded).numbers()["net"][-1].source == "armour"


@pytest.mark.rule("MM-ATK-08", "MM-WND-02")
def test_a_net_of_0_costs_no_health_and_gives_no_wound() -> None:
    """Armour can absorb a hit."""
    bout = duel(armour=5)
    bout.order(HIT, 6, 7, 2)
    assert bout.the(AttackEnded).net == 0
    assert bout.health("bob") == 9
    assert bout.of(Wounded) == []


@pytest.mark.rule("MM-ATK-05", "MM-SKILL-11", "MM-ENM-12")
def test_dodge_takes_successes_of_melee_alone() -> None:
    """As many successes as Dodge are a miss; one more is a hit."""
    bout = duel(dodge=2)
    bout.order(HIT, 6, 7, 2)
    assert bout.the(AttackEnded).net is None
    bout = duel(dodge=2)
    bout.order(HIT, 6, 7, 7)
    assert bout.the(AttackEnded).hits == 1
    bout = Bout(pc(skills={"bow": 2}, weapons=("bow",), lucky=False), foe(dodge=2))
    bout.begin()
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.rule("MM-ATK-03")
def test_accuracy_adds_dice_at_a_distance() -> None:
    """A bow of Accuracy 1."""
    bout = Bout(pc(skills={"bow": 2}, weapons=("bow",), lucky=False), foe())
    bout.begin()
    bout.order(HIT, 2, 2, 6)
    assert bout.rolls() == ["3d8 hit"]
    assert bout.the(AttackEnded).net == 1 + 2


@pytest.mark.rule("MM-ATK-04", "MM-COV-01", "MM-COV-02")
@pytest.mark.parametrize(("cover", "dice"), [(Cover.LIGHT, 3), (Cover.HEAVY, 1)])
def test_cover_takes_dice(cover: Cover, dice: int) -> None:
    """One, or three, in melee too."""
    field = Battlefield(id="f", name="F", positions=(Position(side="enemies", rank=1, cover=cover),))
    bout = Bout(pc(skills={"long_blade": 4}, lucky=False), foe(), setup=at(Distance.CLOSE, field))
    bout.begin()
    bout.order(HIT, *[6] * dice)
    assert bout.rolls() == [f"{dice}d8 hit"]


@pytest.mark.rule("MM-TEST-05")
def test_without_dice_a_test_fails() -> None:
    """Heavy cover takes all three."""
    field = Battlefield(id="f", name="F", positions=(Position(side="enemies", rank=1, cover=Cover.HEAVY),))
    bout = Bout(pc(lucky=False), foe(), setup=at(Distance.CLOSE, field))
    bout.begin()
    bout.order(HIT)
    assert bout.rolls() == []
    assert bout.the(AttackEnded).net is None


@pytest.mark.rule("MM-CRIT-01", "MM-CRIT-02", "MM-CRIT-03", "MM-CRIT-04", "MM-CRIT-06")
def test_a_critical_success_gets_through_dodge_and_armour() -> None:
    """Strength is added once; Armour may absorb all but the critical ones; there is a wound in any case."""
    bout = duel(dodge=5, armour=20)
    bout.order(HIT, 8, 7, 2)
    ended = bout.the(AttackEnded)
    assert (ended.hits, ended.crits, ended.net) == (1, 1, 1)
    assert bout.the(Wounded).wound is Wound.LIGHT
    bout = duel(armour=1, health=30, toughness=10)
    bout.order(HIT, 8, 8, 7)
    assert bout.the(AttackEnded).net == 2 + max(0, 1 + 3 + 3 - 1)


@pytest.mark.rule("MM-WDM-01", "MM-WDM-02", "MM-ST-05")
def test_a_one_damages_the_weapon_from_the_next_attack_on() -> None:
    """Hit or miss; once."""
    bout = duel(health=30, toughness=10)
    bout.order(HIT, 6, 1, 1)
    assert bout.the(ItemDamaged).item == "sabre"
    assert bout.the(AttackEnded).net == 4
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 6, 1, 1)
    assert bout.of(ItemDamaged) == []
    assert bout.the(AttackEnded).net == 3


@pytest.mark.rule("MM-WND-01")
@pytest.mark.parametrize(
    ("toughness", "row"),
    [
        (-5, (0, 1, 1, 1, 2, 1)), (-1, (0, 1, 1, 1, 2, 1)), (0, (1, 1, 2, 1, 3, 1)), (1, (1, 2, 3, 1, 5, 1)),
        (2, (2, 3, 4, 2, 6, 1)), (3, (3, 4, 5, 2, 7, 1)), (4, (3, 5, 5, 2, 7, 1)), (5, (3, 5, 7, 3, 9, 1)),
        (6, (4, 6, 7, 3, 9, 1)), (7, (5, 7, 7, 4, 9, 2)), (8, (6, 7, 9, 5, 11, 2)), (9, (7, 7, 9, 6, 11, 2)),
        (10, (7, 8, 10, 6, 12, 3)), (14, (7, 8, 10, 6, 12, 3)),
    ],
)  # fmt: skip
def test_the_wound_table(toughness: int, row: tuple[int, ...]) -> None:
    """As printed, each boundary."""
    found = wound_table.row(toughness)
    assert tuple(found) == row
    light, _, heavy, _, severe, _ = row
    assert found.wound(light - 1) is None
    assert [found.wound(net) for net in (light, heavy - 1)] == [Wound.LIGHT, Wound.LIGHT]
    assert [found.wound(net) for net in (heavy, severe - 1)] == [Wound.HEAVY, Wound.HEAVY]
    assert found.wound(severe) is Wound.SEVERE


@pytest.mark.rule("MM-WND-03", "MM-WND-04")
def test_wounds_of_one_kind_eliminate_with_health_left() -> None:
    """The second Heavy one of Toughness 2."""
    bout = duel(toughness=2, health=30)
    bout.order(HIT, 6, 2, 2)
    assert bout.fighter("bob").wounds == Wounds(heavy=1)
    assert bout.who("bob").out is None
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 6, 2, 2)
    assert bout.who("bob").out == "killed"
    assert bout.health("bob") == 22


@pytest.mark.rule("MM-WND-05", "MM-ATTR-19", "MM-ST-04")
def test_a_character_without_health_is_dying() -> None:
    """Anybody else is killed."""
    bout = Bout(pc(now={"health": 3}, attributes={"speed": 1}), foe(health=9, damage=1))
    bout.begin()
    bout.order(Attack(combatant="bob", target="ada"), 6, 7)
    assert bout.who("ada").out == "dying"
    assert bout.health("ada") == 0


@pytest.mark.rule("MM-DIST-03", "MM-DIST-06", "MM-DIST-05", "MM-POS-05")
def test_who_reaches_whom() -> None:
    """Melee and a revolver SR-2, at each distance.  [MM-WE-08]"""
    gun: dict[str, Any] = {
        "skills": {"pistols": 2, "long_blade": 2},
        "weapons": ("sabre", "revolver"),
        "ammunition": {"38": 1},
    }

    def reached(distance: Distance, rank: int, foe_rank: int) -> list[str]:
        bout = Bout(pc(rank=rank, **gun), foe(rank=foe_rank), setup=at(distance))
        bout.begin()
        return [offer.body.means for offer in bout.offers("ada") if offer.key == "attack"]

    assert reached(Distance.VERY_CLOSE, 5, 5) == ["sabre"]
    assert reached(Distance.CLOSE, 5, 5) == ["sabre", "revolver"]
    assert reached(Distance.MEDIUM, 2, 2) == ["sabre", "revolver"]
    assert reached(Distance.MEDIUM, 3, 2) == ["revolver"]
    assert reached(Distance.MEDIUM, 2, 3) == []
    assert reached(Distance.FAR, 1, 1) == []
    bout = Bout(pc(rank=1, **gun), foe(rank=3), setup=at(Distance.MEDIUM))
    bout.begin()
    assert bout.refuse(Attack(combatant="ada", target="bob", means="revolver")).rule == "MM-POS-05"
    assert bout.refuse(Attack(combatant="ada", target="bob", means="sabre")).rule == "MM-DIST-05"


@pytest.mark.rule("MM-SKILL-02", "MM-SKILL-07")
def test_a_weapon_without_its_skill_cannot_be_used() -> None:
    """A halberd takes Spear of 2."""
    for skill, refused in ((1, True), (2, False)):
        bout = Bout(pc(skills={"spear": skill}, weapons=("halberd",), lucky=False), foe())
        bout.begin()
        assert ("attack" not in bout.keys("ada")) is refused


@pytest.mark.rule("MM-ATK-09", "MM-ATK-10", "MM-ARM-02", "MM-WE-12")
def test_a_halberd_cuts_or_stabs_by_choice() -> None:
    """Its first kind unless another is chosen; chain mail is better against slashing."""
    party = pc(skills={"dodge": 0}, armour=("chain_mail",), weapons=(), attributes={"speed": 1})
    for kind, net in ((DamageKind.SLASHING, 2 + 1 - 4), (DamageKind.PIERCING, 2 + 1 - 2)):
        bout = Bout(party, foe(damage_kind=kind))
        bout.begin()
        bout.order(Attack(combatant="bob", target="ada"), 6, 7)
        assert bout.the(AttackEnded).net == net
    bout = Bout(pc(skills={"spear": 2}, weapons=("halberd",), lucky=False), foe())
    bout.begin()
    assert bout.refuse(Attack(combatant="ada", target="bob", damage_kind=DamageKind.BLUNT)).rule == "MM-ATK-10"
    bout.order(Attack(combatant="ada", target="bob", damage_kind=DamageKind.PIERCING), 2, 2)


@pytest.mark.rule("MM-SKILL-08")
def test_unarmed_each_point_is_a_die_and_two_damage() -> None:
    """Only with no weapon in hand."""
    bout = Bout(pc(skills={"unarmed": 2}, weapons=(), lucky=False), foe())
    bout.begin()
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 4
