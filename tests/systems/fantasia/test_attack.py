"""Weapon attacks and damage."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import Reverted
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute, Category, Spread, Technique, Weapon
from engine.systems.fantasia.events import AttackRolled, DamageTaken, Nature, Outcome, ShotFired
from engine.systems.fantasia.sheet import Load
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


def attack(weapon: str, **more: object) -> o.Attack:
    return o.Attack(attacker="hero", target="foe", weapon=weapon, **more)  # type: ignore[arg-type]


def duel(**figures: object) -> Bout:
    """A hero as given against a foe of DE 7 with 99 hp."""
    return Bout(hero(figures=sheet(**figures)), foe(figures=sheet(hp=99)))


@pytest.mark.rule("FF-ATK-01")
@pytest.mark.parametrize(("faces", "outcome"), [((3, 4), Outcome.HIT), ((3, 3), Outcome.MISS)])
def test_ff_atk_01_reaching_de_hits(faces: tuple[int, int], outcome: Outcome) -> None:
    """Against DE 8 with AT 1, a 7 hits and deals damage, a 6 misses and deals none."""
    bout = Bout(hero(figures=sheet(weapons=("sword",))), foe(figures=sheet(defense=8)))
    bout.order(attack("sword"), *faces, *((1, 1) if outcome is Outcome.HIT else ()))
    rolled = bout.the(AttackRolled)
    assert (rolled.outcome, rolled.total, rolled.against) == (outcome, sum(faces) + 1, 8)
    assert bout.hp("foe") == (18 if outcome is Outcome.HIT else 20)


@pytest.mark.rule("FF-ATK-01")
def test_ff_atk_01_what_cannot_be_attacked() -> None:
    """Not oneself, not the dead, not somebody unknown, not out of reach, not with a weapon that is stowed."""
    figures = sheet(weapons=("sword", "bow"))
    bout = Bout(hero(figures=figures, place=at(0)), foe(place=at(2)), foe("gone", conditions=("dead",)))
    assert bout.refuse(attack("sword")).field == "target"
    assert bout.refuse(o.Attack(attacker="hero", target="hero", weapon="sword")).rule == "FF-ATK-01"
    assert bout.refuse(o.Attack(attacker="hero", target="gone", weapon="sword")).rule == "FF-ATK-01"
    assert bout.refuse(o.Attack(attacker="hero", target="ghost", weapon="sword")).code == "UNKNOWN"
    assert bout.refuse(attack("bow")).rule == "FF-EQ-02"


@pytest.mark.rule("FF-ATK-02", "FF-ATK-03", "FF-ATK-05", "FF-ATK-07")
@pytest.mark.parametrize(("weapon", "score"), [("sword", 1), ("bow", 2), ("rod", 4)])
def test_ff_atk_02_03_05_each_category_adds_its_attribute_to_roll_and_damage(weapon: str, score: int) -> None:
    """Melee strength 1, shooting agility 2, magic mind 4; each weapon has a bonus of 1."""
    bout = duel(strength=1, agility=2, vitality=9, mind=4, weapons=(weapon,))
    dice = (1,) if weapon == "rod" else (1, 1)
    bout.order(attack(weapon), 3, 3, *dice)
    assert bout.the(AttackRolled).total == 6 + 1 + score
    assert bout.the(DamageTaken).damage == len(dice) + score


@pytest.mark.rule("FF-ATK-05")
def test_ff_atk_05_a_magic_weapon_rolls_against_de() -> None:
    """DM 99 does not matter, DE 8 does; its damage is magic."""
    bout = Bout(hero(figures=sheet(mind=1, weapons=("rod",))), foe(figures=sheet(defense=8, magic_defense=99)))
    bout.order(attack("rod"), 3, 3, 2)
    assert bout.the(AttackRolled).against == 8
    assert bout.the(DamageTaken).nature is Nature.MAGIC


@pytest.mark.rule("FF-ATK-04", "FF-ATK-07")
@pytest.mark.parametrize(("picked", "score"), [(Attribute.STRENGTH, 1), (Attribute.AGILITY, 3), (None, 3)])
def test_ff_atk_04_the_thrower_picks_strength_or_agility(picked: Attribute | None, score: int) -> None:
    """The same one counts for roll and damage, multiplied by the boomerang's 2; unsaid it is the higher."""
    bout = duel(strength=1, agility=3, weapons=("boomerang",))
    bout.order(attack("boomerang", attribute=picked), 3, 3, 1)
    assert bout.the(AttackRolled).total == 6 + 2 + score
    assert bout.the(DamageTaken).damage == 1 + 2 * score


@pytest.mark.rule("FF-ATK-04")
def test_ff_atk_04_a_dagger_may_be_thrown_or_held() -> None:
    """In hand it adds strength and leaves no choice; thrown it reaches 6 m and does."""
    figures = sheet(strength=1, agility=3, weapons=("dagger",))
    bout = Bout(hero(figures=figures, place=at(0)), foe(figures=sheet(hp=99), place=at(6)))
    assert bout.refuse(attack("dagger")).field == "target"
    bout.order(attack("dagger", thrown=True), 3, 3, 1)
    assert bout.the(AttackRolled).total == 6 + 1 + 3
    near = duel(strength=1, agility=3, weapons=("dagger",))
    assert near.refuse(attack("dagger", attribute=Attribute.AGILITY)).rule == "FF-ATK-04"
    near.order(attack("dagger"), 3, 3, 1)
    assert near.the(AttackRolled).total == 6 + 1 + 1


@pytest.mark.rule("FF-ATK-04")
@pytest.mark.parametrize("weapon", ["sword", "bow", "rod"])
def test_ff_atk_04_what_is_not_made_for_it_is_not_thrown(weapon: str) -> None:
    """Nor can mind or vitality be added to a throw."""
    assert duel(weapons=(weapon,)).refuse(attack(weapon, thrown=True)).rule == "FF-ATK-04"
    thrower = duel(weapons=("shuriken",))
    assert thrower.refuse(attack("shuriken", attribute=Attribute.MIND)).field == "attribute"


@pytest.mark.rule("FF-ATK-06", "FF-ATK-10")
@pytest.mark.parametrize(("face", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_ff_atk_06_10_fists_add_strength_and_half_a_die(face: int, points: int) -> None:
    """Strength 2: no bonus to hit, 1d3 + 2 of damage without a multiplier."""
    bout = duel(strength=2)
    bout.order(attack("unarmed"), 3, 3, face)
    assert bout.the(AttackRolled).total == 6 + 2
    assert bout.the(DamageTaken).damage == points + 2


@pytest.mark.rule("FF-ATK-07", "FF-ATK-08")
def test_ff_atk_08_sword_plus_two_and_strength_three() -> None:
    """2d + 3 × 2: with 4 and 3 that is 13."""
    bout = duel(strength=3, weapons=("sword_2",))
    bout.order(attack("sword_2"), 3, 3, 4, 3)
    assert bout.the(DamageTaken).damage == 13


@pytest.mark.rule("FF-ATK-08")
@pytest.mark.parametrize(("bonus", "times"), [(0, 1), (1, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("category", ["MELEE", "SHOOTING", "MAGIC", "THROWN"])
def test_ff_atk_08_the_bonus_is_the_multiplier(category: str, bonus: int, times: int) -> None:
    """Each category multiplies its own attribute, here 2, by 1, 1, 2 or 3."""
    import msgspec

    weapon = msgspec.convert({"id": "w", "name": "W", "category": category, "bonus": bonus, "rangeMetres": 1}, Weapon)
    bout = duel(strength=2, agility=2, mind=2, own_weapons=(weapon,))
    bout.order(attack("w"), 3, 3, 1)
    assert bout.the(DamageTaken).damage == 1 + 2 * times


@pytest.mark.rule("FF-ATK-09")
@pytest.mark.parametrize(("score", "points"), [(0, 7), (-1, 6), (-2, 5)])
@pytest.mark.parametrize(
    ("weapon", "attribute"), [("great_sword", "strength"), ("bow_3", "agility"), ("grand_staff", "mind")]
)
def test_ff_atk_09_zero_and_less_is_added_once(weapon: str, attribute: str, score: int, points: int) -> None:
    """A weapon +3 does not triple a bad attribute, whichever it is."""
    bout = duel(weapons=(weapon,), **{attribute: score})
    bout.order(attack(weapon), 5, 4, 6, 1)
    assert bout.the(DamageTaken).damage == points


@pytest.mark.rule("FF-ATK-09", "FF-ATK-10")
def test_ff_atk_09_damage_is_never_below_zero_and_zero_is_no_damage() -> None:
    """Strength -3 with a 1 on half a die: a hit that takes nothing, and no damage event."""
    bout = duel(strength=-3)
    bout.order(attack("unarmed"), 6, 5, 1)
    assert bout.the(AttackRolled).outcome is Outcome.HIT
    assert bout.of(DamageTaken) == []
    assert bout.hp("foe") == 99


@pytest.mark.rule("FF-ATK-11")
def test_ff_atk_11_several_attacks_in_one_normal_action() -> None:
    """Each has its own roll; the next target is asked for, the same by default."""
    bout = Bout(hero(figures=sheet(traits=("twin_strike",))), foe(), foe("other"))
    bout.order(attack("unarmed"), 4, 4, 1)
    assert bout.asked == ["NextAttack"]
    assert bout.waiting[0].default == "same"
    assert bout.waiting[0].question == {"attacker": "hero", "attacksLeft": 1}
    bout.answer("attack-unarmed", 4, 3, 6, target="other")
    assert bout.the(AttackRolled).target == "other"
    assert bout.asked == []
    assert bout.state.own.turn.normal == 0
    assert bout.state.own.turn.movement == 1


@pytest.mark.rule("FF-ATK-11")
def test_ff_atk_11_the_same_attack_is_offered_once() -> None:
    """Against the only one who is left it is the default; another weapon, or another target, is another offer."""
    bout = Bout(hero(figures=sheet(traits=("twin_strike",), weapons=("dagger",))), foe())
    bout.order(attack("unarmed"), 4, 4, 1)
    assert bout.choices == ["same", "hold", "attack-dagger", "throw-dagger"]
    bout = Bout(hero(figures=sheet(traits=("twin_strike",))), foe(), foe("other"))
    bout.order(attack("unarmed"), 4, 4, 1)
    assert bout.choices == ["same", "hold", "attack-unarmed"]


@pytest.mark.rule("FF-ATK-11")
def test_ff_atk_11_the_rest_may_be_given_up_and_the_fallen_is_no_default() -> None:
    """When the target is down the default is to stop."""
    bout = Bout(hero(figures=sheet(traits=("twin_strike",))), foe(vitals={"hp": 1}), foe("other"))
    bout.order(attack("unarmed"), 4, 4, 1)
    assert bout.waiting[0].default == "hold"
    assert "same" not in bout.choices
    bout.answer("hold")
    assert bout.of(AttackRolled) == []


@pytest.mark.rule("FF-ATK-11")
def test_ff_atk_11_a_fumble_does_not_stop_the_rest_but_the_weapon_is_gone() -> None:
    """After row 1 the second attack is made with bare hands."""
    bout = Bout(hero(figures=sheet(multi_attack=2, weapons=("sword",))), foe())
    bout.order(attack("sword"), 1, 1)
    bout.answer("row-1")
    assert bout.asked == ["NextAttack"]
    assert bout.choices == ["hold", "attack-unarmed"]
    bout.answer("attack-unarmed", 4, 4, 1)
    assert bout.the(AttackRolled).outcome is Outcome.HIT


@pytest.mark.rule("FF-ATK-11")
def test_ff_atk_11_who_knocks_himself_out_attacks_no_more() -> None:
    """Row 5 takes his last points: no second attack is asked for."""
    bout = Bout(hero(figures=sheet(multi_attack=2, strength=3), vitals={"hp": 1}), foe())
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-5", 1)
    assert bout.has("hero", "unconscious")
    assert bout.asked == ["EndBattle"]


@pytest.mark.rule("FF-EQ-03")
def test_ff_eq_03_every_shot_takes_a_bullet_and_an_empty_chamber_must_be_reloaded() -> None:
    """Two shots, also two of one multi-attack; then the pistol is refused and not offered."""
    bout = duel(weapons=("two_shot_pistol",), multi_attack=3)
    bout.order(attack("two_shot_pistol"), 3, 2)
    assert bout.the(ShotFired).bullets == 1
    bout.answer("same", 3, 2)
    assert bout.the(ShotFired).bullets == 0
    assert bout.choices == ["hold", "attack-unarmed"]
    bout.answer("hold")
    bout.end("hero")
    bout.end("foe")
    assert bout.refuse(attack("two_shot_pistol")).rule == "FF-EQ-03"
    assert "attack-two_shot_pistol" not in bout.keys("hero")


@pytest.mark.rule("FF-EQ-04")
def test_ff_eq_04_reloading_fills_the_chamber_also_early_but_not_a_full_one() -> None:
    """One bullet of six missing is reason enough; none missing is not, nor is a sword."""
    figures = sheet(weapons=("pistol", "sword"), loaded=(Load(weapon="pistol", bullets=5),))
    bout = Bout(hero(figures=figures), foe())
    bout.order(o.Reload(combatant="hero", weapon="pistol"))
    assert bout.fighter("hero").weapons["pistol"].bullets == 6
    assert bout.refuse(o.Reload(combatant="hero", weapon="pistol")).rule == "FF-EQ-04"
    assert bout.refuse(o.Reload(combatant="hero", weapon="sword")).rule == "FF-EQ-02"


@pytest.mark.rule("FF-EQ-01")
def test_ff_eq_01_drawing_stows_what_the_hand_holds() -> None:
    """A bow takes both hands, a dagger for the left leaves the sword in the right."""
    from engine.systems.fantasia.content.kinds import Hand

    bout = duel(weapons=("sword", "dagger", "bow"))
    bout.order(o.Draw(combatant="hero", weapon="dagger", hand=Hand.LEFT))
    held = bout.fighter("hero").weapons
    assert (held["sword"].hand, held["dagger"].hand) == (Hand.RIGHT, Hand.LEFT)
    assert bout.refuse(o.Draw(combatant="hero", weapon="bow", hand=Hand.LEFT)).rule == "FF-EQ-02"
    bout.order(o.Draw(combatant="hero", weapon="bow"))
    held = bout.fighter("hero").weapons
    assert [held[w].where.value for w in ("sword", "dagger", "bow")] == ["STOWED", "STOWED", "IN_HAND"]
    assert bout.refuse(o.Draw(combatant="hero", weapon="sword")).rule == "FF-TURN-07"


@pytest.mark.rule("FF-PRONE-02", "FF-PRONE-03", "FF-PRONE-04", "FF-PRONE-05", "FF-PRONE-06")
@pytest.mark.parametrize(
    ("weapon", "lies", "target_lies", "change"),
    [
        ("unarmed", False, True, 1),
        ("bow", False, True, -1),
        ("unarmed", True, False, -1),
        ("bow", True, False, -1),
        ("pistol", True, False, 0),
        ("unarmed", True, True, 0),
        ("bow", True, True, -2),
        ("pistol", True, True, -1),
        ("rod", False, True, 1),
        ("rod", True, False, -1),
        ("shuriken", False, True, -1),
    ],
)
def test_ff_prone_02_to_06(weapon: str, lies: bool, target_lies: bool, change: int) -> None:
    """Melee against the prone +1, ranged -1; from the ground -1 but for firearms; both add up."""
    own = () if weapon == "unarmed" else (weapon,)
    bout = Bout(
        hero(figures=sheet(weapons=own), conditions=("prone",) if lies else ()),
        foe(figures=sheet(defense=20), conditions=("prone",) if target_lies else ()),
    )
    bout.order(attack(weapon), 2, 3)
    bonus = 0 if weapon == "unarmed" else 1
    assert bout.the(AttackRolled).total == 5 + bonus + change


@pytest.mark.rule("FF-PRONE-01")
def test_ff_prone_01_only_who_lies_stands_up_and_dropping_is_free() -> None:
    """Down for nothing, up for an action, and never twice the same."""
    bout = Bout(hero(), foe())
    assert bout.refuse(o.StandUp(combatant="hero")).rule == "FF-PRONE-01"
    bout.order(o.LieDown(combatant="hero"))
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 1)
    assert bout.refuse(o.LieDown(combatant="hero")).rule == "FF-PRONE-01"
    bout.order(o.StandUp(combatant="hero"))
    assert not bout.has("hero", "prone")


@pytest.mark.rule("FF-DEF-01", "FF-DEF-02")
def test_ff_def_01_02_defending_raises_de_halves_physical_damage_and_ends_with_the_next_turn() -> None:
    """DE 7 becomes 10; of 5 points 2 remain; a spell does all its damage; then it is over."""
    fighter = sheet(strength=3, mind=3, mp=9, spells=("fire",), multi_attack=1)
    bout = Bout(hero(), foe(figures=fighter), foe("second", fighter))
    bout.order(o.Defend(combatant="hero"))
    bout.end("hero")
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 4, 3, 3)
    assert (bout.the(AttackRolled).against, bout.the(DamageTaken).damage) == (10, 2)
    bout.end("foe")
    bout.order(o.Cast(caster="second", spell="fire", targets=("hero",)), 2, 2, 1, 1)
    assert bout.the(DamageTaken).damage == 5
    bout.end("second")
    assert not bout.has("hero", "defending")


@pytest.mark.rule("FF-DEF-01")
@pytest.mark.parametrize("kind", ["defending", "off_balance", "readied"])
def test_ff_def_01_what_the_gm_lays_on_somebody_ends_with_his_next_turn_too(kind: str) -> None:
    """Set by hand and without an end of its own, it has the one of its kind."""
    bout = Bout(hero(), foe())
    bout.lay("foe", kind)
    bout.order(o.EndTurn(combatant="hero"))
    assert not bout.has("foe", kind)


@pytest.mark.rule("FF-DEF-01", "FF-CRIT-01")
def test_ff_def_01_does_not_stop_a_natural_12() -> None:
    """Two sixes hit a defender: doubled and halved, the damage is what it is."""
    bout = Bout(hero(), foe(figures=sheet(strength=1)))
    bout.order(o.Defend(combatant="hero"))
    bout.end("hero")
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 6, 6, 4)
    assert bout.the(DamageTaken).damage == 3


@pytest.mark.rule("FF-TURN-02")
def test_a_technique_on_a_single_target_and_one_for_another_kind_of_weapon() -> None:
    """One target and no more; with a sword where it takes a bow it is refused and not offered."""
    thrust = Technique(id="thrust", name="Thrust")
    volley = Technique(id="volley", name="Volley", spread=Spread.NAMED, targets=2, categories=(Category.SHOOTING,))
    figures = sheet(own_techniques=(thrust, volley), weapons=("pistol",))
    bout = Bout(hero(figures=figures), foe(), foe("other"))

    def use(technique: str, weapon: str, *targets: str) -> o.UseTechnique:
        return o.UseTechnique(attacker="hero", technique=technique, weapon=weapon, targets=targets)

    assert bout.refuse(use("thrust", "pistol", "foe")).field == "weapon"
    assert bout.refuse(use("volley", "unarmed", "foe")).field == "weapon"
    assert bout.refuse(use("thrust", "unarmed", "foe", "other")).field == "targets"
    assert bout.refuse(use("kick", "unarmed", "foe")).field == "technique"
    offered = {key for key in bout.keys("hero") if key.startswith("technique")}
    assert offered == {"technique-thrust-unarmed", "technique-volley-pistol"}
    bout.order(use("volley", "pistol", "foe", "other"), 1, 2)
    assert bout.the(ShotFired).bullets == 5


@pytest.mark.rule("FF-EQ-01", "FF-EQ-04", "FF-TURN-02")
def test_a_weapon_nobody_has_is_refused_everywhere() -> None:
    """Neither drawn, reloaded, picked up nor used."""
    bout = duel(weapons=("sword",))
    refusals = [
        bout.refuse(o.Draw(combatant="hero", weapon="katana")),
        bout.refuse(o.Reload(combatant="hero", weapon="katana")),
        bout.refuse(o.PickUp(combatant="hero", weapon="katana")),
        bout.refuse(attack("katana")),
        bout.refuse(o.Draw(combatant="hero", weapon="sword")),
        bout.refuse(o.PickUp(combatant="hero", weapon="sword")),
    ]
    assert {refusal.field for refusal in refusals} == {"weapon"}


@pytest.mark.rule("FF-TURN-02")
def test_a_sweep_reaches_as_far_as_its_weapon() -> None:
    """With places: the foe at 1 m, not the one at 2 m."""
    bout = Bout(hero(figures=sheet(techniques=("sweep",)), place=at(0)), foe(place=at(1)), foe("far", place=at(2)))
    order = o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("far",))
    assert bout.refuse(order).field == "targets"
    bout.order(o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("foe",)), 1, 2)


def test_somebody_without_a_place_is_in_reach_of_everybody() -> None:
    """Of two foes on the field the one who stands nowhere can be struck."""
    bout = Bout(hero(place=at(0)), foe(place=at(9)), foe("shade"))
    assert bout.refuse(attack("unarmed")).field == "target"
    bout.order(o.Attack(attacker="hero", target="shade", weapon="unarmed"), 1, 2)


@pytest.mark.rule("FF-PRONE-03")
def test_ff_prone_03_a_thrown_dagger_and_a_far_reaching_rod_are_ranged() -> None:
    """Both lose 1 against somebody on the ground, though a dagger or a rod in the hand would gain 1."""
    wand = Weapon(id="wand", name="Wand", category=Category.MAGIC, bonus=1, range_metres=8)
    for order, own in (
        (attack("dagger", thrown=True), {"weapons": ("dagger",)}),
        (attack("wand"), {"own_weapons": (wand,)}),
    ):
        bout = Bout(hero(figures=sheet(**own)), foe(figures=sheet(defense=20), conditions=("prone",)))
        bout.order(order, 2, 3)
        assert bout.the(AttackRolled).total == 5 + 1 - 1


def test_an_attack_whose_weapon_the_game_master_takes_away_meanwhile_is_taken_back() -> None:
    """The correction stays, the blow does not happen, its action is not spent, and the turn goes on."""
    bout = Bout(hero(figures=sheet(weapons=("sword",))), foe(figures=sheet(reactions=("evade",))))
    bout.arena.robbed = True
    bout.order(attack("sword"), 6, 5)
    assert bout.asked == ["ReactToHit"]
    bout.correct("rules.fighters.hero.weapons", {})
    taken_back = bout.last[-1].event
    assert isinstance(taken_back, Reverted)
    assert (taken_back.cancelled, bout.hp("foe"), bout.fighter("hero").weapons) == (True, 20, {})
    assert (bout.acting, bout.state.own.turn.normal) == ("hero", 1)
    bout.end("hero")
