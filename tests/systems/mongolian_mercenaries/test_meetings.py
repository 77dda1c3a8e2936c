"""Where chapters meet and boundaries bite: each outcome is worked out by hand from the rules, then played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import OutcomeReached
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Battlefield,
    Cards,
    Courage,
    Cover,
    CreatureType,
    DamageKind,
    Distance,
    FieldSize,
    Lighting,
    Obstacle,
    Position,
    Reach,
    SkillLevel,
    Weapon,
    Wound,
)
from engine.systems.mongolian_mercenaries.events import (
    ActionPaid,
    AmmunitionSpent,
    AttackEnded,
    CaptivesTaken,
    CourageFailed,
    ExperienceGained,
    ItemDamaged,
    RollSettled,
    RollThrown,
    SummaryBegan,
    Wounded,
)
from engine.systems.mongolian_mercenaries.orders import (
    Attack,
    Block,
    ChangeDistance,
    ChangePosition,
    Crouch,
    EndTurn,
    Escape,
    Heading,
    Screen,
    Surrender,
    UseCover,
    UseItem,
    Wait,
)
from engine.systems.mongolian_mercenaries.rules.basics import distances
from engine.systems.mongolian_mercenaries.sheet import Preparedness
from engine.systems.mongolian_mercenaries.types import Ending
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.mages import big, cast, mage, power

HIT = Attack(combatant="ada", target="bob")
BACK = Attack(combatant="bob", target="ada")
TOUGH: dict[str, Any] = {"health": 40, "toughness": 10}
CLOSE, MEDIUM, FAR = Distance.CLOSE, Distance.MEDIUM, Distance.FAR


def ground(*positions: Position, **more: Any) -> Battlefield:
    """A battlefield with these positions."""
    return Battlefield(id="ground", name="Ground", positions=positions, **more)


def on(side: str, rank: int, **what: Any) -> Position:
    """A position with something on it."""
    return Position(side=side, rank=rank, **what)


def bout_of(*entries: Any, distance: Distance = CLOSE, field: Battlefield = PLAIN, **more: Any) -> Bout:
    """A fight whose first round has begun. more: of the setup."""
    bout = Bout(*entries, setup=at(distance, field, **more))
    bout.begin()
    return bout


def after_all(bout: Bout, *faces: int) -> list[Any]:
    """Everybody ends the turn; faces: of the end of the round. All events."""
    number, kept = bout.state.fight.round, []
    while bout.acting and not bout.waiting and bout.state.fight.round == number:
        waiting = [one for one in bout.queue if one in bout.own.fighters and not bout.fighter(one).acted]
        here = [one for one in waiting if bout.who(one).out is None]
        bout.order(EndTurn(combatant=bout.acting[0]), *(faces if len(here) == 1 else ()))
        kept += bout.last
    bout.last = kept
    return kept


def with_state(entry: Any, *kinds: str, left: int | None = None) -> Any:
    """The entry with states."""
    return structs.replace(entry, conditions=tuple(Condition(key=one, kind=one, left=left) for one in kinds))


def cards(**piles: Any) -> Cards:
    """Cards of a table's own."""
    return msgspec.convert(piles, Cards)


# -- critical damage, Dodge, Armour, percents
FIRE: dict[str, Any] = {"weapons": ("fire_sabre",), "lucky": False}


def resisting(*percents: int) -> tuple[Ability, ...]:
    """Abilities that change fire damage."""
    effects = [{"does": "RESIST", "elements": ["FIRE"], "percent": percent} for percent in percents]
    return msgspec.convert([{"effects": effects}], tuple[Ability, ...])


@pytest.mark.rule("RUL-09", "RUL-43", "MM-GEN-03", "MM-CRIT-02", "MM-CRIT-03", "MM-WND-06")
@pytest.mark.parametrize(
    ("percents", "net"),
    [
        ((), 4),  # one critical success; one of two plain ones after Dodge, Strength 3, Damage 4, less Armour 5
        ((-50,), 2),
        ((50,), 6),
        ((-25, 50), 5),  # summed, applied once: +25%; one after another it would be 4.5, too
        ((-25, -25), 2),  # -50% of 4; one after another 2.25
        ((-30, -30), 1),  # -60% of 4 is 1.6; one after another 1.96
        ((-80,), 0),  # 0.8: no Health, and all the same a wound: something of it is left
    ],
)
def test_a_critical_hit_through_dodge_armour_and_percents(percents: tuple[int, ...], net: int) -> None:
    """Points first, percents once and last, and a Light wound in any case, which is a Burn."""
    brute = foe(dodge=1, armour=5, abilities=resisting(*percents) if percents else (), **TOUGH)
    bout = bout_of(pc(**FIRE), brute)
    bout.order(HIT, 8, 6, 6)
    assert bout.the(AttackEnded).net == net
    assert bout.health("bob") == 40 - net
    wounded = bout.the(Wounded)
    assert (wounded.wound, wounded.label) == (Wound.LIGHT, "burn")


@pytest.mark.rule("RUL-43", "RUL-08")
@pytest.mark.parametrize("percents", [(-100,), (-150,), (-60, -60)])
def test_of_damage_of_which_nothing_is_left_no_critical_hit_wounds(percents: tuple[int, ...]) -> None:
    """A sum of -100% and below."""
    bout = bout_of(pc(**FIRE), foe(abilities=resisting(*percents), **TOUGH))
    bout.order(HIT, 8, 8, 8)
    assert (bout.the(AttackEnded).net, bout.health("bob"), bout.of(Wounded)) == (0, 40, [])


@pytest.mark.rule("RUL-41", "MM-ATK-09")
def test_a_ghost_fears_fire_and_no_steel() -> None:
    """A sabre does nothing, critical or not; a sabre that burns is no physical attack."""
    quick = {"attributes": {"speed": 9}}
    bout = bout_of(pc(lucky=False, **quick), foe(ref="wraith"))
    bout.order(HIT, 8, 8, 8)
    assert (bout.the(AttackEnded).net, bout.health("bob"), bout.of(Wounded)) == (0, 8, [])
    bout = bout_of(pc(**FIRE, **quick), foe(ref="wraith"))
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 3 + 4
    assert bout.who("bob").out == "killed"


@pytest.mark.rule("RUL-08", "MM-GEN-03")
def test_percents_do_not_act_on_what_armour_has_stopped() -> None:
    """Net -1, vulnerable by 100%: still -1, no wound, no Health."""
    bout = bout_of(pc(**FIRE), foe(armour=6, abilities=resisting(100), **TOUGH))
    bout.order(HIT, 6, 2, 2)
    assert (bout.the(AttackEnded).net, bout.health("bob"), bout.of(Wounded)) == (-1, 40, [])


@pytest.mark.rule("RUL-07", "MM-ATK-05", "MM-DW-05")
def test_as_many_successes_as_dodge_miss_and_luck_may_repeat_them() -> None:
    """Two successes, Dodge 2: a failed test. The repeat has Dodge against it again."""
    bout = bout_of(pc(attributes={"luck": 4}), foe(dodge=2))
    bout.order(HIT, 6, 7, 2)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 6, 7, 7, 2)
    assert bout.the(AttackEnded).net == (3 - 2) + 3


@pytest.mark.rule("MM-CRIT-06", "RUL-07")
def test_a_single_critical_success_hits_through_any_dodge() -> None:
    """One 8 against Dodge 9, so luck is not asked."""
    bout = bout_of(pc(), foe(dodge=9, **TOUGH))
    bout.order(HIT, 8, 6, 6)
    assert bout.asked == []
    assert bout.the(AttackEnded).net == 1 + 3 + 3


@pytest.mark.rule("MM-CRIT-08", "MM-SKILL-10", "MM-CRIT-05")
def test_against_a_master_of_protection_an_8_is_a_plain_success() -> None:
    """Dodge takes it, no Strength is added, his armour stays whole."""
    master = pc(lucky=False, skills={"protection": 5, "dodge": 1}, armour=("lamellar",), attributes={"speed": 1})
    bout = bout_of(master, foe(fight_proficiency=3, damage=9))
    bout.order(BACK, 8, 8, 2)
    assert bout.the(AttackEnded).net == (2 - 1) + 9 - 3 - 5
    assert bout.of(ItemDamaged) == []
    assert bout.of(Wounded) == []


@pytest.mark.rule("RUL-11", "RUL-35", "MM-CRIT-05")
def test_armour_that_a_critical_hit_damages_counts_less_from_the_next_attack_on() -> None:
    """Lamellar 3, shield 1, helmet 1: the first hit meets 5, the second 4, the third 3, the fourth 2, which stays."""
    ada = pc(
        lucky=False,
        armour=("lamellar", "shield", "helmet"),
        attributes={"speed": 1, "toughness": 10, "strength": 40},
        weapons=(),
    )
    bout = bout_of(ada, foe(fight_proficiency=1, damage=9))
    met = []
    for _ in range(5):
        bout.order(BACK, 8)
        met.append(1 + 9 - (bout.the(AttackEnded).net or 0))
        if "bob" in bout.acting:
            bout.order(EndTurn(combatant="bob"))
        bout.order(EndTurn(combatant="ada"))
    assert met == [5, 4, 3, 2, 2]


# -- weapons and ammunition
@pytest.mark.rule("MM-WDM-02", "RUL-35", "MM-AMMO-06", "RUL-38")
def test_a_roll_that_hits_damages_the_gun_and_spends_one_unit() -> None:
    """1, 2 and 3 are all in the range of Medium: one unit; this attack has Damage 4, the next 3."""
    ada = pc(lucky=False, skills={"rifles": 2}, weapons=("rifle",), ammunition={"762": 2})
    bout = bout_of(ada, foe(**TOUGH), distance=FAR)
    bout.order(HIT, 1, 2, 3, 6)
    assert bout.the(AttackEnded).net == 1 + 4
    assert bout.fighter("ada").ammunition == {"762": 1}
    assert bout.the(ItemDamaged).item == "rifle"
    after_all(bout)
    bout.order(HIT, 1, 6, 5, 5)
    assert bout.the(AttackEnded).net == 1 + 3
    assert bout.of(ItemDamaged) == []
    assert bout.the(AmmunitionSpent).item == "762"
    after_all(bout)
    assert bout.refuse(HIT).rule == "MM-AMMO-05"


@pytest.mark.rule("RUL-34", "MM-LUCK-04", "MM-AMMO-06", "MM-WDM-01")
def test_luck_takes_back_what_the_first_faces_would_have_cost() -> None:
    """Of the repeat's faces 5 and 6 nothing is spent; Accuracy stays."""
    ada = pc(skills={"rifles": 2}, attributes={"luck": 1}, weapons=("rifle",), ammunition={"762": 2})
    bout = bout_of(ada, foe(**TOUGH), distance=FAR)
    bout.order(HIT, 1, 1, 1, 1)
    bout.answer("repeat", 6, 5, 5)
    assert bout.the(AttackEnded).net == 1 + 4
    assert bout.of(AmmunitionSpent) == []
    assert bout.of(ItemDamaged) == []


@pytest.mark.rule("MM-AMMO-03", "RUL-37", "MM-COV-03", "MM-WDM-01")
def test_a_grenade_among_neighbours_in_cover() -> None:
    """4 dice: Bob in light cover reads 3, Orc behind him in the open 4, Pig who crouches none; it is gone."""
    field = ground(on("enemies", 2, cover=Cover.LIGHT), on("enemies", 1, cover=Cover.HEAVY))
    ada = pc(lucky=False, skills={"simple_thrown": 4}, weapons=("grenade",), attributes={"speed": -9})
    foes = (foe("bob", rank=2, **TOUGH), foe("orc", rank=3, **TOUGH), foe("pig", rank=1, **TOUGH))
    bout = bout_of(ada, *foes, distance=MEDIUM, field=field)
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="orc"))
    bout.order(Crouch(combatant="pig"))
    bout.order(EndTurn(combatant="pig"))
    bout.order(HIT, 1, 5, 5, 6)
    assert {one.target: one.net for one in bout.of(AttackEnded)} == {"bob": None, "orc": 1 + 5}
    assert bout.of(ItemDamaged) == []
    assert bout.fighter("ada").ammunition["grenade"] == 0


# -- light and luck
@pytest.mark.rule("RUL-40", "MM-LUCK-04")
@pytest.mark.parametrize(
    ("skill", "luck", "dice"),
    [
        (3, 1, 1),  # darkness takes two of three; of one die it takes none
        (1, 4, 2),  # it takes none of one, and two of four
        (2, 2, 1),
        (2, 3, 1),  # one of two, two of three
    ],
)
def test_darkness_never_takes_the_last_die_of_the_repeat_either(skill: int, luck: int, dice: int) -> None:
    """The modifier stays what it is: two dice, but never the last."""
    ada = pc(skills={"long_blade": skill}, attributes={"luck": luck})
    bout = bout_of(ada, foe(), field=ground(lighting=Lighting.DARK))
    bout.order(HIT, *(2 for _ in range(max(1, skill - 2))))
    bout.answer("repeat", *(2 for _ in range(dice)))
    assert bout.rolls() == [f"{dice}d8 hit"]


@pytest.mark.rule("RUL-37", "RUL-40", "RUL-34")
def test_one_roll_in_the_dark_at_targets_of_whom_one_has_cover() -> None:
    """Skill 3, darkness 2, cover 1: Orc has one die, Bob with two left for the dark to take has one too."""
    field = ground(on("enemies", 1, cover=Cover.LIGHT), lighting=Lighting.DARK)
    ada = pc(lucky=False, weapons=("greatsword",), attributes={"speed": -9})
    bout = bout_of(ada, foe("bob", rank=1, **TOUGH), foe("orc", rank=2, **TOUGH), field=field)
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="orc"))
    bout.order(Attack(combatant="ada", target="bob", others=("orc",)), 6)
    assert {one.target: one.net for one in bout.of(AttackEnded)} == {"bob": 6, "orc": 6}


# -- Lucky Break in other tests
@pytest.mark.rule("RUL-34", "MM-MOVE-12", "MM-LUCK-04", "MM-TEST-01")
def test_an_escape_repeated_has_luck_twice() -> None:
    """Far: 3 + 3 + 2 against 8 ties and fails; luck 3 for speed 3: 8 against 7."""
    bout = bout_of(pc(), foe(), distance=FAR)
    bout.order(Escape(combatant="ada"), 8)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 7)
    assert bout.who("ada").out == "fled"
    bout = bout_of(pc(attributes={"luck": 9}), foe(), distance=FAR)
    bout.order(Escape(combatant="ada"), 14)
    bout.answer("repeat", 20)
    assert not bout.the(RollSettled).passed
    assert bout.acting == ("bob",)


@pytest.mark.rule("RUL-34", "MM-MOVE-01")
def test_a_pursuit_repeated_throws_both_dice_again() -> None:
    """3 + 4 against 2 + 5 ties; luck 1 + 4 against 2 + 3 ties again, and that is binding; the Minor action is left."""
    bout = bout_of(pc(attributes={"luck": 1}), foe(), distance=MEDIUM)
    bout.order(ChangeDistance(combatant="ada", target="bob"), 4, 5)
    bout.answer("repeat", 4, 3)
    assert not bout.the(RollSettled).passed
    assert distances.between(bout.state, "ada", "bob") is MEDIUM
    assert bout.acting == ("ada",)
    assert bout.fighter("ada").minor == 1


# -- the wound table
@pytest.mark.rule("MM-WND-01", "MM-WND-02", "RUL-08", "MM-WND-03")
@pytest.mark.parametrize(
    ("toughness", "armour", "wound", "out"),
    [
        (-1, 4, Wound.LIGHT, True),  # exactly 0, and one Light wound kills
        (-1, 5, None, False),  # below 0
        (-3, 3, Wound.HEAVY, True),
        (-1, 2, Wound.SEVERE, True),
        (0, 4, None, False),
        (0, 3, Wound.LIGHT, True),
        (0, 2, Wound.HEAVY, True),
        (3, 2, None, False),  # net 2
        (3, 1, Wound.LIGHT, False),
        (3, 0, Wound.LIGHT, False),  # net 4, the last of the range
    ],
)
def test_the_edges_of_the_wound_table_below(toughness: int, armour: int, wound: Wound | None, out: bool) -> None:
    """A hit of net 4 less Armour on 40 Health."""
    bout = bout_of(pc(lucky=False), foe(toughness=toughness, armour=armour, health=40))
    bout.order(HIT, 6, 2, 2)
    assert [one.wound for one in bout.of(Wounded)] == ([] if wound is None else [wound])
    assert (bout.who("bob").out == "killed") is out
    assert bout.health("bob") == 40 - max(0, 4 - armour)


@pytest.mark.rule("MM-WND-01", "MM-GEN-07")
@pytest.mark.parametrize(
    ("toughness", "net", "wound"),
    [
        (4, 6, Wound.HEAVY),
        (4, 7, Wound.SEVERE),
        (7, 4, None),
        (10, 6, None),
        (10, 9, Wound.LIGHT),
        (10, 10, Wound.HEAVY),
        (10, 11, Wound.HEAVY),
        (10, 12, Wound.SEVERE),
        (25, 12, Wound.SEVERE),
    ],
)
def test_the_edges_of_the_wound_table_above(toughness: int, net: int, wound: Wound | None) -> None:
    """Of 10 and more one row; of 12 and more one range."""
    ada = pc(lucky=False, own_weapons=(sabre(net - 1),), weapons=())
    bout = bout_of(ada, foe(toughness=toughness, health=40))
    bout.order(HIT, 6, 2, 2)
    assert [one.wound for one in bout.of(Wounded)] == ([] if wound is None else [wound])


def sabre(damage: int) -> Weapon:
    """One of so much Damage."""
    return Weapon(id="ours", name="Ours", skill="long_blade", kinds=(DamageKind.SLASHING,), damage=damage)


@pytest.mark.rule("RUL-14", "MM-WND-03")
def test_a_state_that_weakens_rechecks_the_wounds_at_once() -> None:
    """Three Light wounds of Toughness 3 are few; of 2 they are enough, as soon as the state comes."""
    frail = {"id": "frail", "name": "Frail", "abilities": [weakening(-1)]}
    effect = {"does": "STATE", "on": "OTHER", "state": "frail"}
    hex_ = {
        "id": "hex",
        "name": "Hex",
        "school": "magic_nature",
        "types": ["NON_OFFENSIVE"],
        "power": 1,
        "abilities": [{"when": "USED", "cost": "LARGE", "effects": [effect]}],
    }
    bout = bout_of(mage("ada", "hex"), foe(), cards=cards(states=[frail], spells=[hex_]))
    bout.correct("rules.fighters.bob.wounds", {"light": 3, "heavy": 0, "severe": 0})
    assert bout.who("bob").out is None
    bout.order(cast("hex", "bob"), 6, 2)
    assert bout.who("bob").out == "killed"


def weakening(points: int) -> dict[str, Any]:
    """An ability that changes Toughness."""
    return {"effects": [{"does": "ATTRIBUTE", "attribute": "toughness", "amount": {"points": points}}]}


@pytest.mark.rule("RUL-14", "MM-ROUND-01")
def test_a_state_that_ends_rechecks_the_wounds_at_once() -> None:
    """Stalwart for two turns: four Light wounds of Toughness 4 are too few, and enough when it is over."""
    stalwart = {"id": "stalwart", "name": "Stalwart", "abilities": [weakening(1)]}
    brute = with_state(foe(), "stalwart", left=2)
    bout = bout_of(pc(), brute, cards=cards(states=[stalwart]))
    bout.correct("rules.fighters.bob.wounds", {"light": 4, "heavy": 0, "severe": 0})
    assert bout.who("bob").out is None
    after_all(bout)
    assert bout.who("bob").out == "killed"


# -- courage
@pytest.mark.rule("MM-MOR-02", "MM-MOR-07", "MM-MOR-08", "MM-MOVE-11")
@pytest.mark.parametrize(
    ("distance", "face", "out"), [(CLOSE, None, "captured"), (MEDIUM, 1, "fled"), (MEDIUM, 2, None)]
)
def test_a_wounded_coward_among_equal_numbers(distance: Distance, face: int | None, out: str | None) -> None:
    """One against one is no advantage. Close on a large field: no escape; medium: 2 + 0 against the d20, strictly."""
    bout = Bout(pc(attributes={"speed": -9}), foe(courage=Courage.COWARDLY), setup=at(distance))
    bout.begin()
    assert bout.acting == ("bob",)
    bout.correct("rules.fighters.bob.wounds", {"light": 1, "heavy": 0, "severe": 0})
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="ada"), *(() if face is None else (face,)))
    assert bout.of(CourageFailed)
    assert bout.who("bob").out == out
    if out is None:
        assert bout.acting == ("ada",)


@pytest.mark.rule("RUL-32", "MM-MOR-02", "MM-MAG-12")
def test_a_summoned_creature_takes_the_advantage_of_numbers() -> None:
    """Two bandits against one, one of them wounded: he stands. Against her and her skeleton he does not."""

    def fight() -> Bout:
        foes = (foe("bob", courage=Courage.COWARDLY, speed=1), foe("orc", speed=0))
        bout = bout_of(mage("ada", "raise_skeleton", level=3, rank=1), *foes)
        bout.correct("rules.fighters.bob.wounds", {"light": 1, "heavy": 0, "severe": 0})
        return bout

    bout = fight()
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("bob",)
    bout = fight()
    bout.order(cast("raise_skeleton"), 6, 2, 2)
    bout.order(EndTurn(combatant="ada"))
    assert bout.who("bob").out == "captured"


@pytest.mark.rule("MM-MOR-03", "RUL-32", "MM-ROUND-05")
def test_who_is_alone_gives_up_though_others_wait_in_reserve() -> None:
    """Alone is the only active one on the field."""
    field = ground(*(on("enemies", rank, obstacle=Obstacle.ORDINARY) for rank in (2, 3, 4, 5)))
    bout = bout_of(pc(), foe("bob", courage=Courage.INDIFFERENT), foe("orc"), field=field)
    assert bout.rank("orc") is None
    bout.order(EndTurn(combatant="ada"))
    assert bout.who("bob").out == "captured"
    assert bout.state.fight.outcome is None
    assert bout.rank("orc") == 1


# -- the queue
@pytest.mark.rule("MM-INIT-04", "RUL-20")
@pytest.mark.parametrize(
    ("speed", "first"),
    [(21, "bob"), (22, "ada")],  # 22 - 20 = 2 ties with Bob's 2, who goes first; 23 - 20 = 3 is still the first
)
def test_who_waits_goes_behind_its_equals(speed: int, first: str) -> None:
    """At once; still the first, its turn simply goes on with what is left."""
    bout = bout_of(pc(attributes={"speed": speed}), foe())
    bout.order(Wait(combatant="ada"))
    assert bout.acting == (first,)
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)


@pytest.mark.rule("MM-INIT-04", "RUL-20", "MM-ACT-02")
def test_two_who_wait_for_each_other() -> None:
    """Ada 4 waits: -16. Bob 2 waits: -18, behind her. She waits again by a swap: -36. Then nobody can any more."""
    bout = bout_of(pc(lucky=False), foe())
    bout.order(Wait(combatant="ada"))
    bout.order(Wait(combatant="bob"))
    assert bout.acting == ("ada",)
    bout.order(Wait(combatant="ada"))
    assert bout.the(ActionPaid).swapped
    assert bout.acting == ("bob",)
    bout.order(BACK, 2, 2)
    assert bout.acting == ("ada",)
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (0, 1)
    assert bout.refuse(HIT).rule == "MM-ACT-01"
    bout.order(Wait(combatant="ada"))
    assert bout.state.fight.round == 2


@pytest.mark.rule("MM-INIT-04", "MM-ROUND-03")
def test_what_happens_as_a_turn_starts_happens_once_though_it_waits() -> None:
    """Ada bleeds a point at the start of her turn; waiting moves the turn, and makes no second one."""
    effect = {"does": "DAMAGE", "kind": "BLUNT", "amount": {"points": 1}}
    bleeding = {
        "id": "bleeding",
        "name": "Bleeding",
        "abilities": [{"when": "TURN_STARTS", "effects": [effect]}],
    }
    bout = bout_of(with_state(pc(), "bleeding"), foe(), cards=cards(states=[bleeding]))
    assert bout.health("ada") == 7
    bout.order(Wait(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.acting == ("ada",)
    assert bout.health("ada") == 7
    bout.order(EndTurn(combatant="ada"))
    assert bout.health("ada") == 6


@pytest.mark.rule("RUL-18", "MM-INIT-02")
def test_ties_of_initiative() -> None:
    """All 4: speed 4 of level 0 before speed 3 of level 1; of equal speed the party, then who came first."""
    foes = (foe("orc", speed=4), foe("bob", speed=3, level=1))
    bout = bout_of(*foes, pc("cyd", rank=1), pc("ada", rank=2))
    assert bout.queue == ("orc", "cyd", "ada", "bob")


@pytest.mark.rule("MM-PREP-02", "MM-PREP-04", "RUL-19")
def test_preparedness_makes_the_first_queue_only() -> None:
    """Ada 4 - 10, Bob 2 + 10; in the second round 4 and 2."""
    bout = Bout(pc(rank=1), foe(), setup=at(CLOSE, party=Preparedness.SURPRISED, enemies=Preparedness.PREPARED))
    bout.begin()
    assert bout.queue == ("bob", "ada")
    after_all(bout)
    assert bout.queue == ("ada", "bob")


# -- how long things last
@pytest.mark.rule("MM-ROUND-02", "MM-INIT-03")
def test_an_effect_of_turns_ends_by_the_round_and_not_by_the_queue() -> None:
    """Glare of one turn by the last of the round hinders nobody. Haste of two turns makes one queue faster."""
    late = mage("ada", "glare", attributes={"speed": -9}, rank=1)
    bout = bout_of(late, foe(**TOUGH))
    bout.order(EndTurn(combatant="bob"))
    bout.order(cast("glare", "bob"), 6, 2)
    assert len(bout.own.forces) == 1
    bout.order(EndTurn(combatant="ada"))
    assert bout.own.forces == ()
    bout.order(BACK, 2, 2)
    assert bout.rolls() == ["2d8 hit"]
    bout = bout_of(mage("ada", "haste", attributes={"speed": 1}, rank=1), foe(speed=4))
    bout.order(EndTurn(combatant="bob"))
    bout.order(cast("haste"), 6, 2)
    bout.order(EndTurn(combatant="ada"))
    assert bout.queue == ("ada", "bob")
    after_all(bout)
    assert bout.queue == ("bob", "ada")


@pytest.mark.rule("RUL-60", "RUL-03")
def test_poison_works_at_the_end_of_three_rounds() -> None:
    """And no more in this fight."""
    bout = bout_of(pc(), with_state(foe(**TOUGH), "poisoned"))
    found = []
    for _ in range(4):
        after_all(bout)
        found.append(bout.health("bob"))
    assert found == [39, 38, 37, 37]


# -- positions, cover, screens
def pair(field: Battlefield = PLAIN, **more: Any) -> Bout:
    """Ada on 1 and Bea on 2, in this order, before slow Bob."""
    party = (pc("ada", rank=1, attributes={"speed": 6}), pc("bea", "ben", rank=2, attributes={"speed": 5}))
    return bout_of(*party, foe(speed=-5), foe("orc", rank=2, speed=-6), field=field, **more)


@pytest.mark.rule("MM-MOVE-05", "RUL-26", "RUL-28", "RUL-82")
def test_a_swap_ends_cover_crouch_and_screens_of_both() -> None:
    """Bea screens Ada and crouches in heavy cover; Ada changes places with her next round."""
    field = ground(on("party", 2, cover=Cover.HEAVY), on("party", 1, cover=Cover.LIGHT))
    bout = pair(field)
    bout.order(EndTurn(combatant="ada"))
    bout.order(Crouch(combatant="bea"))
    after_all(bout)
    bout.order(EndTurn(combatant="ada"))
    bout.order(Screen(combatant="bea", target="ada"))
    after_all(bout)
    assert bout.own.screens
    bout.order(ChangePosition(combatant="ada", heading=Heading.FARTHER))
    assert (bout.rank("ada"), bout.rank("bea"), bout.own.screens) == (2, 1, ())
    assert not any(bout.fighter(one).in_cover or bout.fighter(one).crouched for one in ("ada", "bea"))


@pytest.mark.rule("RUL-27", "MM-COV-05", "MM-COV-06", "MM-MOVE-05")
@pytest.mark.parametrize(
    ("obstacles", "to"),
    [
        ({2: Obstacle.ORDINARY}, 3),
        ({2: Obstacle.ORDINARY, 3: Obstacle.ORDINARY}, 4),
        ({2: Obstacle.ORDINARY, 3: Obstacle.LARGE}, None),
        ({2: Obstacle.LARGE}, None),
        (dict.fromkeys((2, 3, 4, 5), Obstacle.ORDINARY), None),
    ],
)
def test_a_step_past_obstacles(obstacles: dict[int, Obstacle], to: int | None) -> None:
    """Over ordinary ones to the next place; nothing leads past a large one, or to nothing."""
    field = ground(*(on("party", rank, obstacle=one) for rank, one in obstacles.items()))
    bout = bout_of(pc(rank=1), foe(), field=field)
    step = ChangePosition(combatant="ada", heading=Heading.FARTHER)
    if to is None:
        assert bout.refuse(step).field == "heading"
        assert "change_position" not in bout.keys("ada")
    else:
        bout.order(step)
        assert bout.rank("ada") == to


@pytest.mark.rule("RUL-27", "MM-MOVE-05", "MM-FIELD-07")
def test_a_step_over_an_obstacle_onto_an_ally_swaps_and_springs_traps_for_both() -> None:
    """Ada 1, an obstacle on 2, Bea on 3; spikes on 1, where Bea comes to stand, and a snare on 3."""
    field = ground(on("party", 2, obstacle=Obstacle.ORDINARY), on("party", 3, trap="spike_pit"))
    party = (pc("ada", rank=1, attributes={"speed": 6}), pc("bea", "ben", rank=4))
    bout = bout_of(*party, foe(), field=field)
    bout.order(EndTurn(combatant="ada"))
    bout.order(ChangePosition(combatant="bea", heading=Heading.NEARER))
    assert (bout.rank("bea"), bout.health("bea")) == (3, 8 - 2)
    after_all(bout)
    bout.order(ChangePosition(combatant="ada", heading=Heading.FARTHER))
    assert (bout.rank("ada"), bout.rank("bea")) == (3, 1)
    assert (bout.health("ada"), bout.health("bea")) == (6, 6)


@pytest.mark.rule("RUL-83", "MM-MAG-09", "MM-COV-05")
@pytest.mark.parametrize(
    ("rank", "positions", "legal"),
    [
        (3, (on("enemies", 2, obstacle=Obstacle.LARGE),), False),
        (3, (on("enemies", 4, obstacle=Obstacle.LARGE),), True),  # behind the target
        (3, (on("party", 2, obstacle=Obstacle.LARGE),), True),  # on the other side
        (3, (on("enemies", 2, obstacle=Obstacle.ORDINARY),), True),
        (3, (on("enemies", 3, cover=Cover.LIGHT),), False),
        (5, (on("enemies", 1, obstacle=Obstacle.LARGE),), False),
    ],
)
def test_a_projectile_and_large_obstacles(rank: int, positions: tuple[Position, ...], legal: bool) -> None:
    """One before the target, on its own side, hides it; what is no Projectile flies on."""
    bout = bout_of(mage("ada", "ember", "void_bolt", rank=1), big(rank=rank), field=ground(*positions))
    aimed = [one for one in bout.offers("ada") if one.key == "cast" and one.body.spell == "ember"]
    assert bool(aimed) is legal
    if not legal:
        assert bout.refuse(cast("ember", "bob")).rule == "MM-MAG-09"
        bout.order(cast("void_bolt", "bob"), 6, 2)
        assert bout.health("bob") == 40 - 2


@pytest.mark.rule("RUL-81", "MM-DIST-03", "RUL-83")
def test_at_very_close_spells_fly_and_arrows_do_not() -> None:
    """And in cover a Projectile finds nobody, a touch does."""
    field = ground(on("enemies", 1, cover=Cover.LIGHT))
    ada = mage("ada", "ember", "frost_touch", level=3, skills={"bow": 3}, weapons=("bow",), attributes={"speed": -9})
    bout = bout_of(ada, big(rank=1), distance=Distance.VERY_CLOSE, field=field)
    bout.order(UseCover(combatant="bob", leave=True))
    bout.order(EndTurn(combatant="bob"))
    assert bout.refuse(HIT).rule == "MM-DIST-03"
    bout.order(cast("ember", "bob"), 6, 2, 2)
    assert bout.health("bob") == 40 - 3
    bout.order(EndTurn(combatant="ada"))
    bout.order(UseCover(combatant="bob"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.refuse(cast("ember", "bob")).rule == "MM-MAG-09"
    bout.order(cast("frost_touch", "bob"), 6, 2, 2)
    assert bout.health("bob") == 40 - 3 - 2


@pytest.mark.rule("MM-MOVE-09", "RUL-23", "RUL-77")
def test_who_is_blocked_by_two_strikes_either_and_no_third() -> None:
    """Of two blockers each is one; both at once are not."""
    party = [pc(name, seat, rank=n, lucky=False, attributes={"speed": 9, "toughness": 10}) for n, (name, seat) in
             enumerate((("ada", "ana"), ("bea", "ben"), ("cyd", "ana")), 1)]  # fmt: skip
    bout = bout_of(*party, foe(targets=2))
    bout.order(Block(combatant="ada", target="bob"))
    bout.order(EndTurn(combatant="ada"))
    bout.order(Block(combatant="bea", target="bob"))
    bout.order(EndTurn(combatant="bea"))
    bout.order(EndTurn(combatant="cyd"))
    assert bout.refuse(Attack(combatant="bob", target="cyd")).rule == "MM-MOVE-09"
    assert bout.refuse(Attack(combatant="bob", target="ada", others=("bea",))).rule == "MM-MOVE-09"
    bout.order(Attack(combatant="bob", target="bea"), 2, 2)


@pytest.mark.rule("RUL-82", "MM-MOVE-10")
@pytest.mark.parametrize("who", ["ada", "bea"])
def test_a_screen_ends_when_either_of_the_two_cannot_act(who: str) -> None:
    """The one who screens, or the one behind."""
    bout = pair()
    bout.order(Screen(combatant="ada", target="bea"))
    bout.order(EndTurn(combatant="ada"))
    bout.correct(f"combatants.{who}.conditions", [{"key": "paralysed", "kind": "paralysed", "left": 2}])
    if "bea" in bout.acting:
        bout.order(EndTurn(combatant="bea"))
    assert bout.acting == ("bob",)
    bout.order(Attack(combatant="bob", target="bea"), 2, 2)
    assert bout.own.screens == ()


# -- who is out, and the end
@pytest.mark.rule("RUL-87", "MM-MAG-14", "RUL-32")
def test_a_summon_vanishes_the_moment_its_summoner_flees() -> None:
    """Not only at the end of the round: Bob, next, is no target of nobody's bones."""
    ada = mage("ada", "raise_skeleton", level=3, rank=1, attributes={"luck": 9})
    bout = bout_of(ada, pc("bea", "ben", rank=3, attributes={"speed": -9}), foe(), distance=FAR)
    bout.order(cast("raise_skeleton"), 6, 2, 2)
    (bones,) = bout.own.patrons
    bout.order(EndTurn(combatant="ada"))
    after_all(bout)
    bout.order(Escape(combatant="ada"), 1)
    assert bout.who("ada").out == "fled"
    assert bout.who(bones).out == "vanished"
    assert bout.acting == ("bob",)


@pytest.mark.rule("RUL-87", "MM-MAG-13")
def test_a_summon_waits_with_its_summoner_and_dies_with_her() -> None:
    """Ada waits, and her skeleton with her; Bob kills her; nobody acts in her turn."""
    bout = bout_of(mage("ada", "raise_skeleton", level=3, rank=1), foe(damage=20))
    bout.order(cast("raise_skeleton"), 6, 2, 2)
    (bones,) = bout.own.patrons
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.acting == ("ada", bones)
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("bob",)
    bout.order(BACK, 6, 2)
    assert bout.who(bones).out == "vanished"
    bout.order(EndTurn(combatant="bob"))
    assert bout.the(OutcomeReached).result == "enemies"


@pytest.mark.rule("MM-ROUND-05", "RUL-03", "RUL-74", "MM-PHASE-03", "MM-DW-26")
def test_the_winner_burns_to_death_at_the_end_of_the_round() -> None:
    """Bob falls first; Ada still has her Minor action; at the end of the round she falls too: nobody has won."""
    bout = bout_of(with_state(pc(lucky=False, now={"health": 1}), "burning"), foe(now={"health": 1}, xp=10))
    bout.order(HIT, 6, 6, 6)
    assert bout.who("bob").out == "killed"
    assert bout.acting == ("ada",)
    assert "attack" not in bout.keys("ada")
    bout.order(EndTurn(combatant="ada"))
    assert bout.the(SummaryBegan).ending is Ending.BOTH_OUT
    assert bout.the(OutcomeReached).result == ""
    assert bout.of(ExperienceGained) == []


@pytest.mark.rule("MM-END-02", "RUL-58", "MM-GEN-01", "MM-END-03", "MM-DW-26")
def test_experience_is_summed_and_then_divided_among_all_of_the_party() -> None:
    """13 for a killed, 12 for a captured one, none for who fled: 25 among three, of whom one was Dying: 8 each."""
    party = [
        pc(name, seat, rank=rank, lucky=False, attributes={"speed": 9})
        for rank, (name, seat) in enumerate((("ada", "ana"), ("bea", "ben"), ("cyd", "ben")), 1)
    ]
    foes = [
        foe(name, rank=rank, xp=xp, courage=Courage.BRAVE)
        for rank, (name, xp) in enumerate((("bob", 13), ("orc", 12), ("pig", 999)), 1)
    ]
    bout = bout_of(*party, *foes, distance=MEDIUM)
    bout.correct("combatants.cyd.vitals.health.now", 0)
    bout.order(HIT, 8, 8, 8)
    assert bout.who("bob").out == "killed"
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bea"))
    bout.order(Surrender(combatant="orc"))
    bout.order(Escape(combatant="pig"), 1)
    gained = bout.the(ExperienceGained)
    assert (gained.xp, gained.each, gained.combatants) == (25, 8, ("ada", "bea", "cyd"))
    assert bout.the(CaptivesTaken).combatants == ("orc",)
    assert (bout.who("orc").out, bout.who("pig").out, bout.who("cyd").out) == ("captured", "fled", None)


@pytest.mark.rule("RUL-84", "MM-END-03", "MM-END-05", "RUL-56")
def test_a_fight_broken_off_keeps_its_captives_and_gives_nothing_else() -> None:
    """The round limit: no experience, no looting; the captive stays one, and who was Dying lives."""
    party = (pc(rank=1), pc("bea", "ben", rank=2))
    foes = (foe(rank=1, xp=9), foe("orc", rank=2, xp=9, speed=1, courage=Courage.BRAVE))
    bout = bout_of(*party, *foes, round_limit=1)
    bout.correct("combatants.bea.vitals.health.now", 0)
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(Surrender(combatant="orc"))
    assert bout.the(SummaryBegan).ending is Ending.ROUND_LIMIT
    assert bout.the(OutcomeReached).result == ""
    assert bout.the(CaptivesTaken).combatants == ("orc",)
    assert (bout.of(ExperienceGained), bout.waiting) == ([], [])
    assert (bout.who("bea").out, bout.health("bea")) == (None, 1)


@pytest.mark.rule("MM-MOR-06", "MM-MOR-10")
@pytest.mark.parametrize(("courage", "rule"), [(Courage.HEROIC, "MM-MOR-06"), (None, "MM-MOR-10")])
def test_who_fights_to_its_death_gives_up_for_no_game_master_either(courage: Courage | None, rule: str) -> None:
    """Heroic, or without Courage: neither escape nor surrender."""
    bout = bout_of(pc(attributes={"speed": -9}), foe(courage=courage), distance=FAR)
    assert bout.refuse(Escape(combatant="bob")).rule == rule
    assert bout.refuse(Surrender(combatant="bob")).rule == rule
    assert not {"escape", "surrender"} & set(bout.keys("bob"))


@pytest.mark.rule("RUL-33", "MM-MOVE-14", "MM-END-01", "MM-MOR-11")
def test_a_party_that_has_surrendered_has_lost_at_the_end_of_the_round() -> None:
    """To wolves nobody can; to a bandit both may, and he still has his turn."""
    bout = bout_of(pc(), foe(ref="wolf"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.refuse(Surrender(combatant="ada")).rule == "RUL-33"
    party = (pc("ada", rank=1, attributes={"speed": 6}), pc("bea", "ben", rank=2, attributes={"speed": 5}))
    bout = bout_of(*party, foe(courage=Courage.FANATIC, type=CreatureType.HUMANOID))
    bout.order(Surrender(combatant="ada"))
    bout.order(Surrender(combatant="bea"))
    assert (bout.acting, bout.state.fight.outcome) == (("bob",), None)
    bout.order(EndTurn(combatant="bob"))
    assert bout.the(OutcomeReached).result == "enemies"
    assert {bout.who(one).out for one in ("ada", "bea")} == {"captured"}


@pytest.mark.rule("MM-RES-03", "RUL-34", "RUL-45", "RUL-44")
def test_magic_resistance_fails_a_spell_and_luck_may_repeat_it() -> None:
    """Two successes against a golem of magic resistance 2 are none: luck is asked; three leave one. Paid once."""
    bout = bout_of(mage("ada", "ember", lucky=True, attributes={"luck": 3}), foe(ref="stone_golem"))
    before = power(bout, "ada")
    bout.order(cast("ember", "bob"), 6, 7)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 6, 7, 6)
    assert bout.health("bob") == 30 - (1 + 2)
    assert power(bout, "ada") == before - 2


@pytest.mark.rule("RUL-52", "MM-DW-06", "MM-ROUND-01")
def test_who_waits_in_reserve_enters_before_the_queue_and_acts_in_it() -> None:
    """One place, taken; when it is free the next round begins with Orc on it, first by his speed."""
    field = ground(*(on("enemies", rank, obstacle=Obstacle.LARGE) for rank in (2, 3, 4, 5)))
    bout = bout_of(pc(lucky=False), foe("bob", now={"health": 1}), foe("orc", speed=9), field=field)
    bout.order(HIT, 6, 6, 6)
    bout.order(EndTurn(combatant="ada"))
    assert (bout.rank("orc"), bout.queue, bout.acting) == (1, ("orc", "ada"), ("orc",))


@pytest.mark.rule("MM-MOVE-11", "MM-MOVE-12", "RUL-30")
@pytest.mark.parametrize(
    ("size", "distance", "bonus"),
    [
        (FieldSize.SMALL, CLOSE, 0),
        (FieldSize.SMALL, Distance.VERY_CLOSE, None),
        (FieldSize.MEDIUM, CLOSE, None),
        (FieldSize.MEDIUM, MEDIUM, 0),
        (FieldSize.LARGE, MEDIUM, 0),
        (FieldSize.LARGE, FAR, 2),
    ],
)
def test_from_how_far_one_escapes(size: FieldSize, distance: Distance, bonus: int | None) -> None:
    """From medium, or the largest of the field; a level above medium is worth 2. 6 + bonus against its equal fails."""
    bout = bout_of(pc(lucky=False), foe(), distance=distance, field=ground(size=size))
    if bonus is None:
        assert bout.refuse(Escape(combatant="ada")).rule == "MM-MOVE-11"
        return
    bout.order(Escape(combatant="ada"), 6 + bonus)
    assert bout.the(RollThrown).passed is False
    assert bout.acting == ("bob",)
    bout.order(EndTurn(combatant="bob"))
    bout.order(Escape(combatant="ada"), 5 + bonus)
    assert bout.who("ada").out == "fled"


@pytest.mark.rule("RUL-30", "RUL-21")
def test_one_near_opponent_holds_who_is_far_from_all_others() -> None:
    """The smallest distance counts."""
    bout = bout_of(pc(lucky=False, attributes={"speed": 9}), foe(), foe("orc", rank=2), distance=MEDIUM)
    bout.order(ChangeDistance(combatant="ada", target="orc"), 8, 1)
    after_all(bout)
    assert bout.refuse(Escape(combatant="ada")).rule == "MM-MOVE-11"


@pytest.mark.rule("MM-POS-05", "MM-WE-08")
@pytest.mark.parametrize(
    ("distance", "rank", "legal"),
    [(CLOSE, 5, True), (MEDIUM, 2, True), (MEDIUM, 3, False), (FAR, 1, False), (Distance.VERY_CLOSE, 1, False)],
)
def test_a_revolver_of_medium_2(distance: Distance, rank: int, legal: bool) -> None:
    """Every position at close, the first two at medium, nobody beyond, nobody at very close."""
    ada = pc(skills={"pistols": 2}, weapons=("revolver",), ammunition={"38": 1}, lucky=False)
    bout = bout_of(ada, foe(rank=rank), distance=distance)
    assert ("attack" in bout.keys("ada")) is legal


@pytest.mark.rule("RUL-56", "MM-ST-04")
def test_who_is_dying_of_wounds_is_not_healed_back() -> None:
    """Health alone brings back; one Severe wound of Toughness 3 does not let go."""
    party = (pc("ada", rank=1), mage("bea", "mend", seat="ben", rank=2))
    bout = bout_of(*party, foe())
    bout.correct("rules.fighters.ada.wounds", {"light": 0, "heavy": 0, "severe": 1})
    assert bout.who("ada").out == "dying"
    bout.correct("combatants.ada.vitals.health.now", 5)
    assert bout.who("ada").out == "dying"


# -- points of a skill that a card gives
def giving(skill: str, points: int) -> Cards:
    """A talent that adds to a skill."""
    effect = {"does": "SKILL", "skill": skill, "amount": {"points": points}}
    return cards(talents=[{"id": "gift", "name": "Gift", "abilities": [{"effects": [effect]}]}])


@pytest.mark.rule("MM-SKILL-09", "MM-SKILL-10", "MM-TEST-08")
def test_protection_that_a_card_gives_is_armour_and_mastery() -> None:
    """Padded coat 1 and Protection 4 + 1: Armour 6, and an 8 is a plain success."""
    entry = pc(
        lucky=False, skills={"protection": 4}, armour=("padded_coat",), talents=("gift",), attributes={"speed": 1}
    )
    bout = bout_of(entry, foe(damage=9), cards=giving("protection", 1))
    bout.order(BACK, 8, 2)
    assert (bout.the(AttackEnded).net, bout.the(AttackEnded).crits) == (1 + 9 - 6, 0)


@pytest.mark.rule("MM-SKILL-08", "MM-SKILL-03")
@pytest.mark.parametrize(("skill", "points", "net"), [(1, 2, 1 + 6), (2, -1, 1 + 2)])
def test_unarmed_combat_that_a_card_changes_is_dice_and_damage(skill: int, points: int, net: int) -> None:
    """Twice the skill as it is now, and as many dice."""
    entry = pc(lucky=False, skills={"unarmed": skill}, weapons=(), talents=("gift",))
    bout = bout_of(entry, foe(**TOUGH), cards=giving("unarmed", points))
    bout.order(HIT, 6, *(2 for _ in range(skill + points - 1)))
    assert bout.the(AttackEnded).net == net


@pytest.mark.rule("MM-TEST-03", "MM-DW-23", "MM-TEST-06")
@pytest.mark.parametrize(("dexterity", "face", "caught"), [(5, 1, True), (6, 1, False), (6, 2, True)])
def test_a_halved_test_with_a_modifier(dexterity: int, face: int, caught: bool) -> None:
    """TS(X/2 - 1): 5 halved is 2, less 1: above no die; 6 leaves 2, above a 1 alone."""
    net = {
        "id": "net",
        "name": "Net",
        "abilities": [
            {
                "when": "ENTERS",
                "test": {"attribute": "dexterity", "halved": True, "modifier": -1},
                "otherwise": [{"does": "DAMAGE", "kind": "BLUNT", "amount": {"points": 1}}],
            }
        ],
    }
    field = ground(on("party", 2, trap="net"))
    bout = bout_of(
        pc(rank=1, lucky=False, attributes={"dexterity": dexterity}), foe(), field=field, cards=cards(traps=[net])
    )
    bout.order(ChangePosition(combatant="ada", heading=Heading.FARTHER), face)
    assert bout.health("ada") == (7 if caught else 8)


# -- mastery, mounts, natural armour
@pytest.mark.rule("MM-MNT-03", "RUL-53", "MM-SKILL-12", "MM-SKILL-17")
@pytest.mark.parametrize(
    ("mounted", "reach", "taken"),
    [(False, None, 5), (True, None, 2), (False, "RANGED", 5), (True, "RANGED", 0)],
)
def test_a_master_of_dodge_in_the_saddle(mounted: bool, reach: str | None, taken: int) -> None:
    """On foot Dodge 5 against all; mounted Riding 2 in melee, and nothing against shots."""
    entry = pc(
        lucky=False,
        skills={"dodge": 5, "riding": 2},
        mount="steppe_horse",
        mounted=mounted,
        attributes={"speed": 1, "toughness": 10, "strength": 20},
    )
    figures: dict[str, Any] = {} if reach is None else {"reach": Reach(distance=FAR, positions=5)}
    bout = bout_of(entry, foe(fight_proficiency=6, **figures))
    bout.order(BACK, 6, 6, 6, 6, 6, 6)
    assert bout.the(AttackEnded).hits == 6 - taken


@pytest.mark.rule("RUL-88", "MM-ENM-12")
def test_a_dodge_trait_however_high_avoids_no_shot_and_a_listed_skill_does() -> None:
    """Trait 9: hit; the card lists the skill at 5: missed by two successes."""
    ada = pc(lucky=False, skills={"bow": 3}, weapons=("bow",))
    bout = bout_of(ada, foe(dodge=9, **TOUGH))
    bout.order(HIT, 6, 6, 2, 2)
    assert bout.the(AttackEnded).hits == 2
    bout = bout_of(ada, foe(skills=(SkillLevel(skill="dodge", level=5),), **TOUGH))
    bout.order(HIT, 6, 6, 2, 2)
    assert bout.the(AttackEnded).hits == 0


@pytest.mark.rule("RUL-85", "MM-CRIT-05", "RUL-35")
@pytest.mark.parametrize(("kind", "second"), [(CreatureType.HUMAN, 2), (CreatureType.BEAST, 3)])
def test_printed_armour_is_worn_by_humans_and_grown_on_beasts(kind: CreatureType, second: int) -> None:
    """Armour 3: a critical hit damages what is worn."""
    bout = bout_of(pc(lucky=False), foe(type=kind, armour=3, **TOUGH))
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 3 + 3 - 3
    after_all(bout)
    bout.order(HIT, 6, 6, 6)
    assert bout.the(AttackEnded).net == 3 + 3 - second


# -- special ammunition
@pytest.mark.rule("MM-AMMO-02", "MM-CRIT-07", "MM-CRIT-02", "MM-ATK-03")
def test_a_piercing_bolt_is_critical_on_a_seven() -> None:
    """Skill 1, Accuracy 2; a 7 and a 6 against Armour 9: 1 gets through, 1 + 4 + 1 do not. One bolt is gone."""
    ada = pc(lucky=False, skills={"crossbow": 1}, weapons=("crossbow",), ammunition={"piercing_bolt": 1})
    bout = bout_of(ada, foe(armour=9, **TOUGH), distance=MEDIUM)
    bout.order(Attack(combatant="ada", target="bob", ammunition="piercing_bolt"), 7, 6, 1)
    ended = bout.the(AttackEnded)
    assert (ended.crits, ended.hits, ended.net) == (1, 2, 1)
    assert {one.item for one in bout.of(ItemDamaged)} == {"crossbow", "armour"}
    after_all(bout)
    assert bout.refuse(Attack(combatant="ada", target="bob", ammunition="piercing_bolt")).rule == "MM-AMMO-02"
    bout.order(HIT, 7, 6, 1)
    assert (bout.the(AttackEnded).crits, bout.the(AttackEnded).net) == (0, 2 + 4 - 1 - 9 + 1)


# -- reactions
@pytest.mark.rule("MM-DW-16", "MM-DW-17", "MM-CRIT-06", "RUL-09")
def test_a_parry_makes_a_hit_a_miss_without_a_counter_and_stops_no_critical_hit() -> None:
    """One success parried is none: the counter answers a missed test, and this one was passed."""
    entry = pc(lucky=False, talents=("parry", "counter"), attributes={"speed": 1, "toughness": 10, "strength": 20})
    bout = bout_of(entry, foe())
    bout.order(BACK, 6, 2)
    assert bout.asked == ["AskReaction"]
    bout.answer("parry")
    assert (bout.the(AttackEnded).hits, bout.asked) == (0, [])
    bout = bout_of(entry, foe())
    bout.order(BACK, 8, 2)
    assert bout.asked == []
    assert bout.the(AttackEnded).crits == 1


@pytest.mark.rule("MM-DW-14", "RUL-37", "MM-MULTI-02")
def test_a_sidestep_takes_dice_of_its_own_target_alone() -> None:
    """A blow of four dice at two: Ada sidesteps and reads two of them, Bea four."""
    stout = {"speed": 1, "toughness": 10, "strength": 20}
    party = (
        pc("ada", rank=1, lucky=False, talents=("sidestep",), attributes=stout),
        pc("bea", "ben", rank=2, lucky=False, attributes=stout),
    )
    bout = bout_of(*party, foe(fight_proficiency=4, targets=2))
    bout.order(Attack(combatant="bob", target="ada", others=("bea",)))
    bout.answer("sidestep", 2, 2, 6, 6)
    assert {one.target: one.hits for one in bout.of(AttackEnded)} == {"ada": 0, "bea": 2}


@pytest.mark.rule("MM-DW-15", "MM-WE-11", "RUL-86", "MM-ROUND-05")
def test_thorns_kill_the_attacker_before_the_roll() -> None:
    """No die falls, and nothing else of the attack happens; the round goes on to its end."""
    bout = bout_of(mage("ada", "thorn_armour", rank=1), foe(now={"health": 2}, toughness=10))
    bout.order(cast("thorn_armour"), 6, 2)
    bout.order(EndTurn(combatant="ada"))
    bout.order(BACK)
    assert bout.who("bob").out == "killed"
    assert bout.rolls() == []
    assert bout.of(AttackEnded) == []


# -- cover with no die left
@pytest.mark.rule("MM-TEST-05", "MM-COV-02", "MM-LUCK-03")
def test_heavy_cover_leaves_no_die_and_luck_may_still_repeat() -> None:
    """Skill 3 less 3: no die falls and the test fails; luck 4 less 3 is one die."""
    field = ground(on("enemies", 1, cover=Cover.HEAVY))
    bout = bout_of(pc(attributes={"luck": 4}), foe(rank=1), field=field)
    bout.order(HIT)
    assert (bout.rolls(), bout.asked) == ([], ["AskLuckyBreak"])
    bout.answer("repeat", 6)
    assert bout.the(AttackEnded).net == 1 + 3


@pytest.mark.rule("MM-COV-03", "MM-MOVE-06", "MM-COV-04")
def test_whoever_crouches_is_struck_in_melee_and_leaves_its_crouch_with_its_cover() -> None:
    """Three dice fewer, and no shot; out of cover it stands."""
    field = ground(on("enemies", 1, cover=Cover.HEAVY))
    ada = pc(lucky=False, skills={"long_blade": 4, "bow": 4}, weapons=("sabre", "bow"), attributes={"speed": -9})
    bout = bout_of(ada, foe(rank=1, **TOUGH), field=field)
    bout.order(Crouch(combatant="bob"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.refuse(Attack(combatant="ada", target="bob", means="bow")).rule == "MM-COV-03"
    bout.order(Attack(combatant="ada", target="bob", means="sabre"), 6)
    assert bout.the(AttackEnded).net == 1 + 3
    bout.order(EndTurn(combatant="ada"))
    bout.order(UseCover(combatant="bob", leave=True))
    assert not bout.fighter("bob").crouched


# -- several, screens, summons
@pytest.mark.rule("RUL-77", "MM-MOVE-08")
def test_whoever_is_screened_is_no_second_target_of_a_blow() -> None:
    """But it may be shot at."""
    ada = pc(lucky=False, skills={"long_blade": 3, "bow": 2}, weapons=("greatsword", "bow"), attributes={"speed": -9})
    bout = bout_of(ada, foe("bob", rank=1), foe("orc", rank=2, **TOUGH))
    bout.order(Screen(combatant="bob", target="orc"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="orc"))
    both = Attack(combatant="ada", target="bob", others=("orc",), means="greatsword")
    assert bout.refuse(both).rule == "MM-MOVE-08"
    bout.order(Attack(combatant="ada", target="orc", means="bow"), 6, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 2


@pytest.mark.rule("RUL-87", "MM-MAG-13", "MM-ST-03")
def test_the_summon_of_a_paralysed_summoner_acts_in_her_turn() -> None:
    """Its budget is its own."""
    bout = bout_of(mage("ada", "raise_skeleton", level=3, rank=1), big())
    bout.order(cast("raise_skeleton"), 6, 2, 2)
    (bones,) = bout.own.patrons
    bout.order(EndTurn(combatant="ada"))
    bout.correct("combatants.ada.conditions", [{"key": "paralysed", "kind": "paralysed", "left": 2}])
    bout.order(EndTurn(combatant="bob"))
    assert bout.acting == (bones,)
    bout.order(Attack(combatant=bones, target="bob"), 2, 2, 2)
    bout.order(EndTurn(combatant=bones))
    assert bout.acting == ("bob",)


@pytest.mark.rule("MM-FIELD-07", "RUL-61", "RUL-86", "RUL-52", "MM-DW-06")
def test_a_mine_springs_under_who_enters_from_reserve_and_under_its_neighbours() -> None:
    """4 fire on Toughness 3 is a Light wound, a Burn, for each; it is before the queue, so that the dead have none."""
    field = ground(on("enemies", 1, trap="mine"), *(on("enemies", n, obstacle=Obstacle.LARGE) for n in (3, 4, 5)))
    foes = (foe("bob", rank=1, health=5, now={"health": 5}), foe("orc", rank=2), foe("pig", health=4))
    bout = bout_of(pc(lucky=False, skills={"long_blade": 4}), *foes, field=field)
    assert (bout.health("bob"), bout.health("orc")) == (1, 5)
    assert (bout.fighter("bob").wounds.light, bout.fighter("orc").wounds.light) == (1, 1)
    bout.order(HIT, 6, 6, 2, 2)
    after_all(bout)
    assert bout.who("pig").out == "killed"
    assert (bout.health("orc"), bout.queue) == (1, ("ada", "orc"))


# -- light
@pytest.mark.rule("RUL-40", "MM-FIELD-05")
@pytest.mark.parametrize(
    ("torch", "distance", "dice"),
    [(False, CLOSE, 2), (False, MEDIUM, None), (True, CLOSE, 4), (True, MEDIUM, 3)],
)
def test_a_torch_in_the_dark(torch: bool, distance: Distance, dice: int | None) -> None:
    """Skill 4 and Accuracy 0: two dice at close, no shot at medium; dim: four, and three."""
    party = (
        pc(lucky=False, skills={"simple_thrown": 4}, weapons=("throwing_knives",), attributes={"speed": 9}),
        pc("bea", "ben", rank=2, items=("torch",), held=("torch",) if torch else (), weapons=()),
    )
    bout = bout_of(*party, foe(rank=1), field=ground(lighting=Lighting.DARK), distance=distance)
    if dice is None:
        assert bout.refuse(HIT).rule == "MM-FIELD-05"
    else:
        bout.order(HIT, *(2 for _ in range(dice)))
        assert bout.rolls() == [f"{dice}d8 hit"]


# -- change of distance
@pytest.mark.rule("MM-MOVE-02", "RUL-29", "MM-DIST-02", "MM-WE-09")
@pytest.mark.parametrize(
    ("size", "distance", "nearer", "farther"),
    [
        (FieldSize.SMALL, CLOSE, True, False),
        (FieldSize.MEDIUM, MEDIUM, True, False),
        (FieldSize.LARGE, Distance.VERY_CLOSE, False, True),
    ],
)
def test_the_bounds_of_distance(size: FieldSize, distance: Distance, nearer: bool, farther: bool) -> None:
    """Refused before any roll, at no cost."""
    bout = bout_of(pc(lucky=False), foe(), distance=distance, field=ground(size=size))
    for heading, legal in ((Heading.NEARER, nearer), (Heading.FARTHER, farther)):
        order = ChangeDistance(combatant="ada", target="bob", heading=heading)
        if not legal:
            assert bout.refuse(order).rule == "MM-MOVE-02"
            assert bout.fighter("ada").large == 1
    legal = ChangeDistance(combatant="ada", target="bob", heading=Heading.NEARER if nearer else Heading.FARTHER)
    bout.order(legal, 8, 1)
    assert distances.between(bout.state, "ada", "bob") is CLOSE or nearer


@pytest.mark.rule("RUL-21", "MM-MOVE-07", "MM-MOVE-10")
def test_a_block_holds_though_another_changes_its_distance() -> None:
    """Ada blocks Bob; Bea's pursuit of Bob is no movement of either, so that it holds; Bob's own ends it."""
    party = (pc("ada", rank=1, attributes={"speed": 9}), pc("bea", "ben", rank=2, lucky=False, attributes={"speed": 8}))
    bout = bout_of(*party, foe(speed=3))
    bout.order(Block(combatant="ada", target="bob"))
    bout.order(EndTurn(combatant="ada"))
    bout.order(ChangeDistance(combatant="bea", target="bob"), 8, 1)
    bout.order(EndTurn(combatant="bea"))
    assert bout.refuse(Attack(combatant="bob", target="bea")).rule == "MM-MOVE-09"
    bout.order(ChangeDistance(combatant="bob", target="bea", heading=Heading.FARTHER), 1, 8)
    assert bout.own.screens == ()


@pytest.mark.rule("RUL-14", "MM-WND-03")
def test_toughness_that_hangs_on_a_condition_rechecks_the_wounds_when_it_fails() -> None:
    """Four Light wounds of Toughness 4 behind cover; out of it Toughness is 3, and four are enough."""
    stubborn = {"id": "stubborn", "name": "Stubborn", "abilities": [{"only": {"inCover": True}, **weakening(1)}]}
    field = ground(on("enemies", 1, cover=Cover.LIGHT))
    bout = bout_of(
        pc(attributes={"speed": -9}), foe(talents=("stubborn",)), field=field, cards=cards(talents=[stubborn])
    )
    bout.correct("rules.fighters.bob.wounds", {"light": 4, "heavy": 0, "severe": 0})
    assert bout.who("bob").out is None
    bout.order(UseCover(combatant="bob", leave=True))
    assert bout.who("bob").out == "killed"


# -- marks of weapons, flasks, salves
@pytest.mark.rule("RUL-72", "RUL-35", "MM-ST-05")
def test_a_damaged_dagger_is_sharpened() -> None:
    """Damage 1 less 1, at least 0, and 1 more for the edge."""
    ada = pc(lucky=False, skills={"short_blade": 2}, weapons=("dagger",), items=("whetstone",))
    bout = bout_of(ada, foe(**TOUGH))
    bout.order(HIT, 6, 1)
    assert bout.the(AttackEnded).net == 1 + 1
    after_all(bout)
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 0
    after_all(bout)
    bout.order(UseItem(combatant="ada", item="whetstone", weapon="dagger"))
    after_all(bout)
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 0 + 1


@pytest.mark.rule("MM-RES-07", "MM-GEN-03", "MM-ROUND-02", "MM-RES-09")
def test_oil_and_resistance_are_summed_while_the_oil_lasts() -> None:
    """A demon's -50% and the oil's +50% for two turns: the second round is the last of it."""
    ada = pc(lucky=False, items=("oil_flask",), weapons=("fire_sabre",), attributes={"speed": 9})
    bout = bout_of(ada, foe(abilities=resisting(-50), **TOUGH))
    bout.order(UseItem(combatant="ada", item="oil_flask", target="bob"))
    found = []
    for _ in range(3):
        bout.order(HIT, 6, 6, 6)
        found.append(bout.the(AttackEnded).net)
        after_all(bout)
    assert found == [7, 7, 3]


@pytest.mark.rule("MM-RES-09", "MM-DW-18", "MM-DW-05", "MM-SKILL-15")
def test_luck_stands_in_for_resistance_to_a_spell() -> None:
    """Resistance 3 against 3 ties and fails; luck 4 against 3 succeeds: the spell does nothing."""
    shaman = foe(ref="goblin_shaman")
    entry = pc(skills={"resistance": 3}, attributes={"luck": 4, "speed": 1})
    bout = bout_of(entry, shaman)
    bout.order(cast("ember", "ada", by="bob"), 6, 2, 3)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 3)
    assert bout.health("ada") == 8
    assert bout.fighter("ada").lucky_break_day == 1


# -- courage and what it cannot do
@pytest.mark.rule("RUL-31", "RUL-73", "MM-MOR-08")
@pytest.mark.parametrize(("kind", "out"), [("paralysed", None), ("immobilised", "captured")])
def test_the_courage_of_who_is_held(kind: str, out: str | None) -> None:
    """Who cannot act is not asked; who cannot move surrenders, though from far away."""
    bout = Bout(pc(), with_state(foe(courage=Courage.FEARFUL), kind, left=9), setup=at(FAR))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    assert bout.who("bob").out == out


@pytest.mark.rule("RUL-28", "RUL-73")
def test_a_swap_with_who_cannot_move_needs_no_consent() -> None:
    """Bea is immobilised; Ada changes places with her; she may not do it herself."""
    party = (pc("ada", rank=1), with_state(pc("bea", "ben", rank=2), "immobilised", left=9))
    bout = bout_of(*party, foe())
    bout.order(ChangePosition(combatant="ada", heading=Heading.FARTHER))
    assert (bout.rank("ada"), bout.rank("bea")) == (2, 1)
    bout.order(EndTurn(combatant="ada"))
    assert bout.refuse(ChangePosition(combatant="bea", heading=Heading.FARTHER)).rule == "RUL-73"


@pytest.mark.rule("MM-POS-02", "RUL-28", "RUL-52")
def test_the_position_of_who_has_fallen_is_free_at_once_but_for_the_reserve() -> None:
    """Orc steps onto Bob's in the same round; who waits enters at the next."""
    field = ground(*(on("enemies", n, obstacle=Obstacle.LARGE) for n in (3, 4, 5)))
    foes = (foe("bob", rank=1, now={"health": 1}), foe("orc", rank=2), foe("pig", speed=-5))
    bout = bout_of(pc(lucky=False), *foes, field=field)
    bout.order(HIT, 6, 6, 6)
    bout.order(EndTurn(combatant="ada"))
    assert bout.rank("pig") is None
    bout.order(ChangePosition(combatant="orc", heading=Heading.NEARER))
    assert bout.rank("orc") == 1
    bout.order(EndTurn(combatant="orc"))
    assert (bout.state.fight.round, bout.rank("pig")) == (2, 2)


@pytest.mark.rule("MM-END-02", "RUL-58", "RUL-32")
def test_those_who_fled_are_worth_nothing_and_the_fight_is_won() -> None:
    """No experience at all; nobody to loot."""
    bout = bout_of(pc(attributes={"speed": 9}), foe(courage=Courage.BRAVE, xp=50), distance=MEDIUM)
    bout.order(EndTurn(combatant="ada"))
    bout.order(Escape(combatant="bob"), 1)
    assert bout.the(OutcomeReached).result == "party"
    assert (bout.of(ExperienceGained), bout.waiting) == ([], [])


@pytest.mark.rule("RUL-56", "RUL-33", "MM-PHASE-03")
@pytest.mark.parametrize(("captors", "out"), [(True, "captured"), (False, "dead")])
def test_the_dying_of_a_party_that_fled(captors: bool, out: str) -> None:
    """Bea is Dying as Ada gets away: the fight is lost, and it is the enemies on the field who decide."""
    party = (pc("ada", rank=1), pc("bea", "ben", rank=2))
    bout = bout_of(*party, foe(type=CreatureType.HUMAN if captors else CreatureType.BEAST), distance=FAR)
    bout.correct("combatants.bea.vitals.health.now", 0)
    bout.order(Escape(combatant="ada"), 1)
    bout.order(EndTurn(combatant="bob"))
    assert bout.the(OutcomeReached).result == "enemies"
    assert (bout.who("ada").out, bout.who("bea").out) == ("fled", out)


@pytest.mark.rule("MM-ACT-02", "MM-INIT-04", "MM-ACT-04")
def test_three_minor_actions_and_no_large_one() -> None:
    """Two waits swap the Large one; a third is left, and no attack."""
    bout = bout_of(pc(attributes={"speed": 90}, lucky=False), foe())
    bout.order(Wait(combatant="ada"))
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("ada",)
    assert bout.refuse(HIT).rule == "MM-ACT-01"
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("bob",)
    bout.order(EndTurn(combatant="bob"))
    assert bout.state.fight.round == 2


@pytest.mark.rule("MM-DIST-05", "RUL-25")
@pytest.mark.parametrize(("mine", "theirs", "legal"), [(2, 2, True), (3, 1, False), (1, 3, False)])
def test_melee_at_medium_is_for_the_first_two_of_both(mine: int, theirs: int, legal: bool) -> None:
    """Attacker and target."""
    bout = bout_of(pc(rank=mine, lucky=False), foe(rank=theirs), distance=MEDIUM)
    assert ("attack" in bout.keys("ada")) is legal


@pytest.mark.rule("RUL-14", "MM-WND-03", "MM-CRIT-03")
def test_wounds_of_one_kind_do_not_become_another() -> None:
    """Three Light and one Heavy of Toughness 3 do not kill; the fourth Light does, of a critical hit of net 1."""
    bout = bout_of(pc(lucky=False), foe(armour=99, health=40))
    bout.correct("rules.fighters.bob.wounds", {"light": 3, "heavy": 1, "severe": 0})
    assert bout.who("bob").out is None
    bout.order(HIT, 8, 2, 2)
    assert (bout.the(AttackEnded).net, bout.health("bob"), bout.who("bob").out) == (1, 39, "killed")


@pytest.mark.rule("MM-RES-05", "RUL-49", "MM-RES-03", "RUL-50", "MM-RES-06")
def test_immunity_and_vulnerability_to_spells() -> None:
    """A wisp ignores Illusion, though it may be named; its vulnerability adds to a passed test, not to a failed one."""
    ada = mage("ada", "mind_fog", "void_bolt", rank=1)
    bout = bout_of(ada, foe(ref="frost_wisp"))
    bout.order(cast("mind_fog", "bob"), 6, 2)
    assert bout.own.forces == ()
    after_all(bout)
    bout.order(cast("void_bolt", "bob"), 2, 2)
    assert bout.health("bob") == 7
    after_all(bout)
    bout.order(cast("void_bolt", "bob"), 6, 2)
    assert bout.health("bob") == 7 - (1 + 2)


@pytest.mark.rule("MM-PREP-04", "RUL-62", "MM-EQ-02")
def test_a_random_weapon_of_the_surprised_can_be_used_though_it_was_packed() -> None:
    """Her only one lies in the backpack; she fights with it, and not with bare hands."""
    entry = pc(rank=1, weapons=(), backpack=("sabre",), lucky=False, attributes={"speed": 9})
    bout = Bout(entry, foe(rank=1, speed=-9), setup=at(CLOSE, party=Preparedness.SURPRISED))
    bout.begin()
    bout.order(HIT, 6, 6, 2)
    assert (bout.the(AttackEnded).net, bout.fighter("ada").packed) == (2 + 3, ())


@pytest.mark.rule("RUL-40", "RUL-54", "MM-EQ-03", "MM-FIELD-05")
@pytest.mark.parametrize(("distance", "dice"), [(MEDIUM, None), (CLOSE, 3)])
def test_who_needs_both_hands_lets_go_of_the_torch_and_shoots_in_the_dark(distance: Distance, dice: int | None) -> None:
    """By her own light she could shoot at medium; with the bow it is dark: no shot there, two dice less."""
    entry = pc(
        rank=1, lucky=False, skills={"bow": 4, "long_blade": 4}, weapons=("sabre", "bow"), items=("torch",),
        held=("sabre", "torch"), attributes={"speed": 9},
    )  # fmt: skip
    bout = bout_of(entry, foe(rank=1), field=ground(lighting=Lighting.DARK), distance=distance)
    shot = Attack(combatant="ada", target="bob", means="bow")
    if dice is None:
        assert bout.refuse(shot).rule == "MM-FIELD-05"
        assert not [one for one in bout.offers("ada") if one.key == "attack" and one.body.means == "bow"]
    else:
        bout.order(shot, *(2 for _ in range(dice)))
        assert bout.rolls() == [f"{dice}d8 hit"]


@pytest.mark.rule("MM-ST-03", "MM-ROUND-02", "MM-ACT-03")
def test_whoever_is_paralysed_in_its_own_turn_has_lost_the_rest_of_it() -> None:
    """Bob's venom paralyses for one turn whoever harms him: no Minor action is left, and the next round is as ever."""
    effect = {"does": "STATE", "on": "OTHER", "state": "paralysed", "lasts": {"count": 1}}
    venom = {"id": "venom", "name": "Venom", "abilities": [{"when": "HARMED", "effects": [effect]}]}
    bout = bout_of(pc(lucky=False), foe(talents=("venom",), **TOUGH), cards=cards(talents=[venom]))
    bout.order(HIT, 6, 2, 2)
    assert bout.acting == ("bob",)
    assert bout.refuse(Wait(combatant="ada")).rule == "MM-INIT-05"
    bout.order(EndTurn(combatant="bob"))
    assert (bout.state.fight.round, bout.acting) == (2, ("ada",))


@pytest.mark.rule("MM-ST-03", "MM-MAG-13")
def test_a_paralysed_one_of_a_summoner_and_her_creature_does_nothing_while_the_other_acts() -> None:
    """Held by the game master in her own turn: nothing is offered to her or taken from her, and her bones go on."""
    bout = bout_of(mage("ada", "raise_skeleton", "haste", level=3, rank=1), big())
    bout.order(cast("raise_skeleton"), 6, 2, 2)
    (bones,) = bout.own.patrons
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.correct("combatants.ada.conditions", [{"key": "paralysed", "kind": "paralysed", "left": 2}])
    assert bout.keys("ada") == ["end_turn"]
    assert bout.refuse(cast("haste")).rule == "MM-ST-03"
    bout.order(Attack(combatant=bones, target="bob"), 2, 2, 2)
    assert bout.acting == (bones,)


@pytest.mark.rule("RUL-45", "MM-DW-18", "RUL-47", "MM-RES-01")
def test_an_area_spell_comes_to_one_after_the_other() -> None:
    """Bob's resistance, the harm to Bob, then Orc's resistance: 2 against 3 and against 1; 1 + 3 to Bob alone."""
    undead: dict[str, Any] = {
        "type": CreatureType.UNDEAD,
        "skills": (SkillLevel(skill="resistance", level=2),),
        **TOUGH,
    }
    bout = bout_of(
        mage("ada", "holy_light", level=3, rank=1), foe("bob", rank=1, **undead), foe("orc", rank=2, **undead)
    )
    bout.order(cast("holy_light"), 6, 2, 2, 3, 1)
    assert (bout.health("bob"), bout.health("orc")) == (40 - 4, 40)
    order = [kind for kind in bout.kinds() if kind in ("SpellEnded", "VitalChanged")]
    assert order[-3:] == ["SpellEnded", "VitalChanged", "SpellEnded"]


@pytest.mark.rule("MM-AMMO-03", "MM-SKILL-08", "MM-EQ-04")
def test_who_has_thrown_the_last_grenade_fights_with_bare_hands() -> None:
    """Of two the second is still in hand; then the hand is empty, and Unarmed Combat 1 has one die and Damage 2."""
    skills = {"simple_thrown": 1, "unarmed": 1}
    bout = bout_of(pc(lucky=False, skills=skills, weapons=("grenade",), ammunition={"grenade": 2}), foe(**TOUGH))
    bout.order(HIT, 2)
    after_all(bout)
    assert [one.body.means for one in bout.offers("ada") if one.key == "attack"] == ["grenade"]
    bout.order(HIT, 2)
    after_all(bout)
    assert bout.refuse(Attack(combatant="ada", target="bob", means="grenade")).rule == "MM-AMMO-03"
    bout.order(HIT, 6)
    assert (bout.the(AttackEnded).net, bout.fighter("ada").held) == (1 + 2, ())


@pytest.mark.rule("MM-ELM-01", "RUL-43")
@pytest.mark.parametrize(("percents", "burns"), [((-100,), False), ((-80,), True), ((25,), True)])
def test_who_takes_nothing_of_fire_does_not_catch_it(percents: tuple[int, ...], burns: bool) -> None:
    """A critical hit of fire causes Burning as long as anything of it can be left."""
    bout = bout_of(pc(**FIRE), foe(abilities=resisting(*percents), **TOUGH))
    bout.order(HIT, 8, 2, 2)
    assert bout.who("bob").has("burning") is burns
