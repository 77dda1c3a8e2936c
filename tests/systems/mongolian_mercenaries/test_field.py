"""Battlefields: ranges by position and distance, light, traps and special areas, landscapes, mounts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    ActionCost,
    Battlefield,
    Cards,
    Condition,
    Cover,
    Distance,
    Does,
    Effect,
    FieldSize,
    FieldType,
    Figure,
    Formula,
    Lighting,
    Obstacle,
    Permission,
    Reach,
    Talent,
    Weapon,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.content.kinds import DamageKind as Kinds
from engine.systems.mongolian_mercenaries.events import (
    AttackEnded,
    MountedUp,
    PositionChanged,
    RollOpened,
    TrapSprung,
    Wounded,
)
from engine.systems.mongolian_mercenaries.orders import (
    Attack,
    Cast,
    ChangeDistance,
    ChangePosition,
    Crouch,
    DisarmTrap,
    Dismount,
    EndTurn,
    Escape,
    Heading,
    Mount,
    SetTrap,
    UseCover,
    UseTalent,
)
from engine.systems.mongolian_mercenaries.rules.basics import distances
from engine.systems.mongolian_mercenaries.rules.field import light
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.test_movement import field, on

BACK = ChangePosition(combatant="ada", heading=Heading.FARTHER)
SHOT = Attack(combatant="ada", target="bob")


def gun(distance: Distance, positions: int) -> Weapon:
    """A throwing weapon of this reach, tested by simple_thrown."""
    return Weapon(
        id="gun",
        name="Gun",
        skill="simple_thrown",
        kinds=(Kinds.PIERCING,),
        reach=Reach(distance=distance, positions=positions),
    )


def shooter(there: Distance, rank: int, reach: tuple[Distance, int] = (Distance.MEDIUM, 2), **more: Any) -> Bout:
    """Ada with a weapon of SR-2 against Bob on a position."""
    arms: dict[str, Any] = {
        "skills": {"simple_thrown": 3},
        "weapons": (),
        "own_weapons": (gun(*reach),),
        "lucky": False,
    }
    ground = more.pop("ground", field())
    bout = Bout(
        pc(rank=1, **(arms | more)),
        foe(rank=rank, health=30),
        setup=at(there, ground, cards=more.get("cards", Cards())),
    )
    bout.begin()
    return bout


# -- who reaches whom
@pytest.mark.rule("MM-POS-05", "MM-WE-08", "MM-POS-04")
def test_a_revolver_of_sr_2() -> None:
    """Every enemy at close; at medium only the first two positions; at far none. The source's own example."""
    for there, rank, legal in (
        (Distance.CLOSE, 5, True),
        (Distance.MEDIUM, 1, True),
        (Distance.MEDIUM, 2, True),
        (Distance.MEDIUM, 3, False),
        (Distance.FAR, 1, False),
    ):
        bout = shooter(there, rank)
        if legal:
            bout.order(SHOT, 1, 1, 1)
        else:
            assert bout.refuse(SHOT).rule == "MM-POS-05"


@pytest.mark.rule("MM-DIST-03", "RUL-81")
def test_at_very_close_there_are_no_shots_but_by_a_card() -> None:
    """The talent point_blank allows them."""
    assert shooter(Distance.VERY_CLOSE, 1).refuse(SHOT).rule == "MM-DIST-03"
    shooter(Distance.VERY_CLOSE, 1, talents=("point_blank",)).order(SHOT, 1, 1, 1)


@pytest.mark.rule("MM-DIST-04", "MM-DIST-05", "MM-DIST-06", "RUL-25")
def test_melee_by_distance_and_position() -> None:
    """At close and very close from and at any position; at medium from and at 1 and 2; at far none."""
    for there, mine, theirs, rule in (
        (Distance.VERY_CLOSE, 5, 5, ""),
        (Distance.CLOSE, 5, 5, ""),
        (Distance.MEDIUM, 2, 2, ""),
        (Distance.MEDIUM, 3, 1, "MM-DIST-05"),
        (Distance.MEDIUM, 1, 3, "MM-DIST-05"),
        (Distance.FAR, 1, 1, "MM-DIST-06"),
    ):
        bout = Bout(pc(rank=mine, lucky=False), foe(rank=theirs), setup=at(there))
        bout.begin()
        if rule:
            assert bout.refuse(SHOT).rule == rule
        else:
            bout.order(SHOT, 1, 1, 1)


@pytest.mark.rule("RUL-22")
def test_allies_on_neighbouring_positions_are_very_close() -> None:
    """Others of a side are close."""
    bout = Bout(pc(rank=1), pc("eve", "ben", rank=2), pc("fay", "ben", rank=4), foe(rank=1))
    bout.begin()
    assert distances.apart(bout.state, "ada", "eve") is Distance.VERY_CLOSE
    assert distances.apart(bout.state, "ada", "fay") is Distance.CLOSE
    assert distances.apart(bout.state, "ada", "bob") is Distance.CLOSE


# -- light
def lit(light: Lighting, there: Distance, **more: Any) -> Bout:
    """The duel of the shooter in this light; four dice."""
    return shooter(there, 1, (Distance.FAR, 5), ground=field(lighting=light), **more)


@pytest.mark.rule("MM-FIELD-05", "RUL-40")
def test_dim_light_takes_a_die_from_afar() -> None:
    """At medium and far; nearer none."""
    for there, pool in ((Distance.CLOSE, 3), (Distance.MEDIUM, 2), (Distance.FAR, 2)):
        bout = lit(Lighting.DIM, there)
        bout.order(SHOT, *(1,) * pool)
        assert bout.rolls() == [f"{pool}d8 hit"]


@pytest.mark.rule("MM-FIELD-05", "RUL-40")
def test_darkness_takes_two_dice_and_all_shots_from_afar() -> None:
    """In melee too; never the last die."""
    lit(Lighting.DARK, Distance.CLOSE).order(SHOT, 1)
    assert lit(Lighting.DARK, Distance.MEDIUM).refuse(SHOT).rule == "MM-FIELD-05"
    assert light.too_dark(lit(Lighting.DARK, Distance.FAR).state, "ada", "bob")
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1), setup=at(Distance.MEDIUM, field(lighting=Lighting.DARK)))
    bout.begin()
    bout.order(SHOT, 1)
    two = lit(Lighting.DARK, Distance.CLOSE, skills={"simple_thrown": 2})
    two.order(SHOT, 1)
    assert two.rolls() == ["1d8 hit"]
    assert [one.amount for one in two.because_of(RollOpened).terms if one.source == "lighting"] == [-1]


@pytest.mark.rule("RUL-40")
def test_the_table_may_leave_light_out_and_some_see_in_the_dark() -> None:
    """`lightingPenalties`, and DARK_SIGHT of a card."""
    bout = Bout(
        pc(rank=1, lucky=False),
        foe(rank=1),
        setup=at(Distance.CLOSE, field(lighting=Lighting.DARK), lighting_penalties=False),
    )
    bout.begin()
    bout.order(SHOT, 1, 1, 1)
    sight = Effect(does=Does.ALLOW, permission=Permission.DARK_SIGHT)
    owl = Talent(id="owl", name="Owl", abilities=(Ability(effects=(sight,)),))
    setup = at(Distance.CLOSE, field(lighting=Lighting.DARK), cards=Cards(talents=(owl,)))
    bout = Bout(pc(rank=1, lucky=False, talents=("owl",)), foe(rank=1), setup=setup)
    bout.begin()
    bout.order(SHOT, 1, 1, 1)


@pytest.mark.rule("MM-FIELD-05", "RUL-40")
def test_a_torch_turns_darkness_into_dim_light_and_a_veil_darkens() -> None:
    """For the whole field, whoever of either side holds it; a card that darkens by a step does so for all as well."""
    torch = Talent(id="glow", name="Glow", abilities=(Ability(effects=(Effect(does=Does.TORCH),)),))
    shade = Talent(id="shade", name="Shade", abilities=(Ability(effects=(Effect(does=Does.LIGHTING, steps=1),)),))
    for light_, talents, now in (
        (Lighting.DARK, ("glow",), Lighting.DIM),
        (Lighting.DIM, ("glow",), Lighting.DIM),
        (Lighting.FULL, ("shade",), Lighting.DIM),
        (Lighting.DIM, ("shade",), Lighting.DARK),
        (Lighting.DARK, ("shade",), Lighting.DARK),
        (Lighting.DIM, ("shade", "glow"), Lighting.DIM),
    ):
        setup = at(Distance.CLOSE, field(lighting=light_), cards=Cards(talents=(torch, shade)))
        bout = Bout(pc(rank=1, talents=talents), foe(rank=1), setup=setup)
        bout.begin()
        assert light.now(bout.state) is now
        bout.correct("combatants.ada.vitals.health.now", 0)
        assert light.now(bout.state) is light_


@pytest.mark.rule("MM-MAG-19", "MM-FIELD-05")
def test_a_veil_over_the_field_lasts_as_long_as_its_spell() -> None:
    """Night veil: one step darker until the next round."""
    sheet: dict[str, Any] = {
        "skills": {"magic_darkness": 5},
        "spells": ("night_veil",),
        "attributes": {"intelligence": 6},
    }
    bout = Bout(pc(rank=1, lucky=False, **sheet), foe(rank=1), setup=at(Distance.CLOSE))
    bout.begin()
    bout.order(Cast(combatant="ada", spell="night_veil"), 8, 1, 1, 1, 1)
    assert light.now(bout.state) is Lighting.DIM
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert light.now(bout.state) is Lighting.FULL


# -- landscapes and special areas
@pytest.mark.rule("MM-FIELD-03")
def test_cards_refer_to_the_landscape() -> None:
    """A talent of the woods."""
    more = Effect(does=Does.FIGURE, figure=Figure.HIT_DICE, amount=Formula(points=1))
    woods = Talent(
        id="woodsman", name="Woodsman", abilities=(Ability(only=Condition(landscapes=("woods",)), effects=(more,)),)
    )
    for landscape, pool in (("woods", 4), ("plain", 3)):
        setup = at(Distance.CLOSE, field(landscape=landscape), cards=Cards(talents=(woods,)))
        bout = Bout(pc(rank=1, lucky=False, talents=("woodsman",)), foe(rank=1), setup=setup)
        bout.begin()
        bout.order(SHOT, *(1,) * pool)


@pytest.mark.rule("MM-FIELD-07")
def test_undead_strike_worse_at_holy_ground() -> None:
    """One die less against whoever stands there; others strike as ever."""
    for rank, ref, pool in ((5, "ghoul", 2), (4, "ghoul", 3), (5, "bandit", 3)):
        ground = field(on("party", 5, special="holy_ground"))
        bout = Bout(
            pc(rank=rank, attributes={"speed": 1}, lucky=False), foe(rank=1, ref=ref), setup=at(Distance.CLOSE, ground)
        )
        bout.begin()
        if bout.acting == ("ada",):
            bout.order(EndTurn(combatant="ada"))
        bout.order(Attack(combatant="bob", target="ada"), *(1,) * pool)


# -- traps
@pytest.mark.rule("MM-FIELD-07", "MM-DW-23", "RUL-61", "RUL-86")
def test_whoever_comes_to_stand_on_a_pit_is_hurt() -> None:
    """2 piercing, Armour ignored; Toughness 3 gives no wound below 3."""
    ground = field(on("party", 2, trap="spike_pit"))
    bout = Bout(pc(rank=1, lucky=False, armour=("lamellar",)), foe(rank=1), setup=at(Distance.CLOSE, ground))
    bout.begin()
    bout.order(BACK)
    assert bout.the(TrapSprung).trap == "spike_pit"
    assert bout.health("ada") == 8 - 2
    assert bout.of(Wounded) == []
    assert bout.own.field is not None
    assert bout.own.field.at("party", 2).trap == "spike_pit"  # It stays until it is disarmed.


@pytest.mark.rule("MM-FIELD-07", "MM-DW-23")
def test_who_starts_on_a_trap_sets_it_off() -> None:
    """As the clash begins; a mine strikes both neighbours as well, of its own side."""
    ground = field(on("party", 2, trap="mine"))
    party = [pc(name, rank=rank) for name, rank in (("ada", 1), ("bea", 2), ("eve", 3), ("fay", 4))]
    bout = Bout(*party, foe(rank=2), setup=at(Distance.CLOSE, ground))
    bout.begin()
    assert [bout.health(name) for name in ("ada", "bea", "eve", "fay")] == [4, 4, 4, 8]
    assert bout.health("bob") == 9


@pytest.mark.rule("MM-FIELD-07", "MM-MOVE-05", "RUL-61")
def test_a_swap_brings_both_onto_other_positions() -> None:
    """Eve, whose place is taken, finds herself in the snare: TS(dexterity), or immobilised for a turn."""
    ground = field(on("party", 1, trap="snare"))
    for face, held in ((2, False), (3, True)):
        bout = Bout(
            pc(rank=2, lucky=False, attributes={"speed": 9}),
            pc("eve", "ben", rank=3, lucky=False, attributes={"dexterity": 3}),
            foe(rank=1),
            setup=at(Distance.CLOSE, ground),
        )
        bout.begin()
        bout.order(ChangePosition(combatant="ada", heading=Heading.NEARER), 1)  # Ada avoids it.
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="eve"))
        bout.order(EndTurn(combatant="bob"))
        bout.order(BACK)
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="eve"))
        bout.order(EndTurn(combatant="bob"))
        bout.order(ChangePosition(combatant="ada", heading=Heading.NEARER), 1)
        bout.order(EndTurn(combatant="ada"))
        bout.order(ChangePosition(combatant="eve", heading=Heading.NEARER))
        bout.order(EndTurn(combatant="eve"))
        bout.order(EndTurn(combatant="bob"))
        # Ada on 1, Eve on 2: Ada goes back, and Eve is in the snare.
        bout.order(BACK, face)
        assert bout.the(TrapSprung).combatant == "eve"
        states = [one.kind for one in bout.who("eve").conditions]
        assert states == (["immobilised"] if held else [])


@pytest.mark.rule("RUL-73", "RUL-61")
def test_a_snare_holds_for_the_round() -> None:
    """No movement, and no attack; over at the start of the next round."""
    bout = Bout(pc(rank=2, lucky=False), foe(rank=1), setup=at(Distance.CLOSE, field(on("party", 2, trap="snare"))))
    bout.begin(3)
    assert bout.refuse(BACK).rule == "RUL-73"
    assert not {"change_position", "change_distance", "attack"} & set(bout.keys("ada"))
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(BACK)


@pytest.mark.rule("MM-SKILL-18", "MM-ATTR-05", "RUL-67", "RUL-61")
def test_a_trap_is_disarmed_by_security() -> None:
    """TS(security), on the own position or a neighbouring one; without the skill it cannot be tried."""
    ground = field(on("party", 2, trap="spike_pit"), on("party", 4, trap="snare"))
    sheet: dict[str, Any] = {"skills": {"security": 3, "long_blade": 3}, "lucky": False}
    for face, gone in ((2, True), (3, False)):
        bout = Bout(pc(rank=1, **sheet), foe(rank=1), setup=at(Distance.CLOSE, ground))
        bout.begin()
        assert bout.refuse(DisarmTrap(combatant="ada", position=4)).rule == "MM-SKILL-18"
        assert bout.refuse(DisarmTrap(combatant="ada", position=1)).rule == "MM-SKILL-18"
        bout.order(DisarmTrap(combatant="ada", position=2), face)
        assert bout.fighter("ada").large == 0
        assert bool(bout.of(PositionChanged)) is gone
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(Distance.CLOSE, ground))
    bout.begin()
    assert bout.refuse(DisarmTrap(combatant="ada", position=2)).rule == "MM-SKILL-02"
    assert "disarm_trap" not in bout.keys("ada")


@pytest.mark.rule("MM-SKILL-18")
def test_higher_security_sets_stronger_traps() -> None:
    """A snare takes 1, a spike pit 2, a mine 4; onto a neighbouring free position with nothing on it."""
    sheet: dict[str, Any] = {"skills": {"security": 3}, "lucky": False}
    ground = field(on("party", 3, obstacle=Obstacle.ORDINARY))
    bout = Bout(pc(rank=1, **sheet), pc("eve", "ben", rank=5), foe(rank=1), setup=at(Distance.CLOSE, ground))
    bout.begin()
    assert bout.refuse(SetTrap(combatant="ada", trap="mine", position=2)).rule == "MM-SKILL-02"
    for position in (1, 3, 4):
        assert bout.refuse(SetTrap(combatant="ada", trap="snare", position=position)).rule == "MM-SKILL-18"
    (offer,) = [one for one in bout.offers("ada") if one.key == "set_trap"]
    assert offer.fields[0].among == ("snare", "spike_pit")
    bout.order(SetTrap(combatant="ada", trap="spike_pit", position=2), 2)
    assert bout.own.field is not None
    assert bout.own.field.at("party", 2).trap == "spike_pit"


# -- mounts
def rider(**more: Any) -> Bout:
    """Ada with Riding 2 on a horse against Bob."""
    skills = {"riding": 2, "dodge": 1, "long_blade": 3}
    sheet: dict[str, Any] = {"skills": skills, "mount": "steppe_horse", "mounted": True, "lucky": False}
    ground = more.pop("ground", field())
    bout = Bout(pc(rank=1, **(sheet | more)), foe(rank=1, fight_proficiency=3), setup=at(Distance.MEDIUM, ground))
    bout.begin()
    return bout


@pytest.mark.rule("MM-MNT-03", "MM-SKILL-17", "RUL-53")
def test_riding_takes_the_place_of_dodge_in_melee() -> None:
    """Riding 2, not Dodge 1 besides: two successes are taken off, and on foot one."""
    for mounted, hits in ((True, 1), (False, 2)):
        bout = rider(mounted=mounted)
        bout.order(EndTurn(combatant="ada"))
        bout.order(Attack(combatant="bob", target="ada"), 6, 6, 7)
        assert bout.the(AttackEnded).hits == hits


@pytest.mark.rule("RUL-53", "MM-SKILL-12")
def test_a_dodge_master_in_the_saddle_dodges_no_shots() -> None:
    """On foot Dodge 5 takes the success of a shot."""
    for mounted, hits in ((True, 1), (False, 0)):
        skills = {"riding": 2, "dodge": 5}
        sheet: dict[str, Any] = {"skills": skills, "mount": "steppe_horse", "mounted": mounted, "lucky": False}
        bout = Bout(pc(rank=1, **sheet), foe(rank=1, reach=Reach(distance=Distance.CLOSE)))
        bout.begin()
        bout.order(EndTurn(combatant="ada"))
        bout.order(Attack(combatant="bob", target="ada"), 6, 1)
        assert bout.the(AttackEnded).hits == hits


@pytest.mark.rule("MM-MNT-04", "RUL-53", "MM-MOVE-01", "MM-MOVE-12")
def test_a_mount_adds_2_to_speed_in_pursuit_and_escape() -> None:
    """3 + 2 + 4 > 2 + 6; and 3 + 3 + 2 > 7. Initiative is the rider's own."""
    bout = rider()
    assert bout.fighter("ada").initiative == 4
    bout.order(ChangeDistance(combatant="ada", target="bob"), 4, 6)
    assert distances.between(bout.state, "ada", "bob") is Distance.CLOSE
    bout = rider()
    bout.order(Escape(combatant="ada"), 7)
    assert bout.who("ada").out == "fled"


@pytest.mark.rule("MM-MNT-01", "MM-MNT-02", "MM-FIELD-02", "RUL-53")
def test_nobody_rides_but_in_the_open_and_with_riding() -> None:
    """Mounting is a movement."""
    closed = rider(ground=field(type=FieldType.CLOSED, size=FieldSize.MEDIUM))
    assert not closed.fighter("ada").mounted
    assert closed.refuse(Mount(combatant="ada")).rule == "MM-MNT-01"
    unable = rider(skills={"long_blade": 3})
    assert not unable.fighter("ada").mounted
    assert unable.refuse(Mount(combatant="ada")).rule == "MM-MNT-02"
    bout = rider(mounted=False)
    bout.order(Mount(combatant="ada"))
    assert bout.the(MountedUp).mount == "steppe_horse"
    assert bout.fighter("ada").large == 0
    bout = rider()
    assert bout.refuse(Mount(combatant="ada")).rule == "MM-MNT-01"
    bout.order(Dismount(combatant="ada"))
    assert not bout.fighter("ada").mounted
    assert rider(mount=None).refuse(Mount(combatant="ada")).rule == "MM-MNT-01"
    assert rider(mounted=False).refuse(Dismount(combatant="ada")).rule == "MM-MNT-01"


@pytest.mark.rule("MM-MNT-02", "MM-PET-03")
def test_a_pack_animal_is_no_mount() -> None:
    """Its sheet is refused."""
    with pytest.raises(RuleRefusal, match="cannot be ridden"):
        Bout(pc(mount="donkey_pack"), foe())


@pytest.mark.rule("MM-FIELD-04")
def test_the_size_of_a_field_caps_the_distance() -> None:
    """Small close, Medium medium, Large far."""
    for size, farthest in (
        (FieldSize.SMALL, Distance.CLOSE),
        (FieldSize.MEDIUM, Distance.MEDIUM),
        (FieldSize.LARGE, Distance.FAR),
    ):
        assert Battlefield(id="x", name="X", size=size).farthest is farthest


# -- what cards do to the field
def trickster(effect: Effect, there: Distance = Distance.CLOSE, ground: Battlefield | None = None) -> Bout:
    """Ada with a talent, used for a Minor action, that has this effect."""
    ability = Ability(when=When.USED, cost=ActionCost.MINOR, effects=(effect,))
    cards = Cards(talents=(Talent(id="trick", name="Trick", abilities=(ability,)),))
    bout = Bout(
        pc(rank=1, talents=("trick",), lucky=False), foe(rank=1), setup=at(there, ground or field(), cards=cards)
    )
    bout.begin()
    return bout


TRICK = UseTalent(combatant="ada", talent="trick")


@pytest.mark.rule("MM-MAG-15", "MM-FIELD-06", "MM-MOVE-06")
def test_a_card_changes_the_cover_of_a_position() -> None:
    """Heavy where nothing was; and whoever loses its cover is behind none, and crouches no longer."""
    bout = trickster(Effect(does=Does.COVER, cover=Cover.HEAVY))
    bout.order(TRICK)
    assert bout.the(PositionChanged).cover is Cover.HEAVY
    assert not bout.fighter("ada").in_cover
    bout.order(UseCover(combatant="ada"))
    assert bout.fighter("ada").in_cover
    for left, behind in ((Cover.NONE, False), (Cover.LIGHT, True)):
        bout = trickster(Effect(does=Does.COVER, cover=left), ground=field(on("party", 1, cover=Cover.HEAVY)))
        bout.order(Crouch(combatant="ada"))
        bout.order(TRICK)
        assert (bout.fighter("ada").in_cover, bout.fighter("ada").crouched) == (behind, False)


@pytest.mark.rule("MM-DIST-02", "RUL-21")
def test_a_card_changes_distances_within_the_field() -> None:
    """To every opponent; not beyond what the field allows, and not below very close."""
    for there, steps, then in (
        (Distance.CLOSE, 1, Distance.MEDIUM),
        (Distance.MEDIUM, 3, Distance.FAR),
        (Distance.CLOSE, -2, Distance.VERY_CLOSE),
    ):
        bout = trickster(Effect(does=Does.DISTANCE, on=Whom.OPPONENTS, steps=steps), there)
        bout.order(TRICK)
        assert distances.between(bout.state, "ada", "bob") is then
