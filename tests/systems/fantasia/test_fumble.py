"""Natural 2."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ConditionGained
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Figure, Hand
from engine.systems.fantasia.events import AttackRolled, DamageTaken, FumbleSettled, MagicRolled, Outcome, WeaponDropped
from engine.systems.fantasia.rules.basics.figures import figure
from engine.systems.fantasia.sheet import Grip
from engine.systems.fantasia.state import Where
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


def attack(weapon: str = "sword", target: str = "foe") -> o.Attack:
    return o.Attack(attacker="hero", target=target, weapon=weapon)


def fumbled(**figures: object) -> Bout:
    """A hero with a sword has thrown two ones."""
    bout = Bout(hero(figures=sheet(**{"strength": 2, "weapons": ("sword",), **figures})), foe())
    bout.order(attack(), 1, 1)
    return bout


@pytest.mark.rule("FF-FUM-01")
def test_ff_fum_01_two_ones_miss_any_de() -> None:
    """DE -99 does not help."""
    bout = Bout(hero(figures=sheet(strength=9)), foe(figures=sheet(defense=-99)))
    bout.order(attack("unarmed"), 1, 1)
    assert bout.the(AttackRolled).outcome is Outcome.FUMBLE
    bout.answer("row-2")
    assert bout.hp("foe") == 20


@pytest.mark.rule("FF-FUM-01", "FF-FUM-02")
def test_ff_fum_01_also_for_a_spell() -> None:
    """DM -99; the magic points are spent all the same."""
    bout = Bout(hero(figures=sheet(mind=9, mp=4, spells=("fire",))), foe(figures=sheet(magic_defense=-99)))
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    assert bout.the(MagicRolled).outcome is Outcome.FUMBLE
    assert bout.asked == ["FumbleEffect"]
    bout.answer("row-3")
    assert bout.mp("hero") == 0


@pytest.mark.rule("FF-FUM-02")
def test_ff_fum_02_the_gm_picks_or_lets_the_die_decide() -> None:
    """Asked of the game master; the default is the die, which he rolls."""
    bout = fumbled()
    assert (bout.waiting[0].seats, bout.waiting[0].default) == (("gm",), "die")
    bout.answer("die", 2)
    assert bout.rolls() == ["1d6 fumble"]
    settled = bout.the(FumbleSettled)
    assert (settled.row, settled.applied) == (2, 2)
    assert bout.has("hero", "prone")


@pytest.mark.rule("FF-FUM-02")
def test_ff_fum_02_the_gm_may_think_of_something_else() -> None:
    """His words stand in the event, and nothing else happens."""
    bout = fumbled()
    bout.answer("own", effect="his hat falls into the river")
    settled = bout.the(FumbleSettled)
    assert (settled.row, settled.applied, settled.note) == (0, 0, "his hat falls into the river")
    assert bout.state.fight.open is None


@pytest.mark.rule("FF-FUM-03")
def test_ff_fum_03_row_1_drops_the_weapon_where_its_owner_stands() -> None:
    """It can be picked up from within 1 m only."""
    bout = Bout(hero(figures=sheet(weapons=("sword",)), place=at(3)), foe(place=at(4)))
    bout.order(attack(), 1, 1)
    bout.answer("row-1")
    dropped = bout.the(WeaponDropped)
    assert (dropped.weapon, dropped.place) == ("sword", at(3))
    bout.order(o.Move(combatant="hero", to=at(3, 2)))
    bout.end("hero")
    bout.end("foe")
    assert bout.refuse(o.PickUp(combatant="hero", weapon="sword")).field == "weapon"
    assert "pick-up-sword" not in bout.keys("hero")
    bout.order(o.Move(combatant="hero", to=at(3, 1)))
    bout.order(o.PickUp(combatant="hero", weapon="sword"))


@pytest.mark.rule("FF-FUM-03", "FF-FUM-05")
def test_ff_fum_03_bare_hands_cannot_be_dropped() -> None:
    """Row 1 becomes row 3, also for natural weapons."""
    bout = Bout(hero(), foe(figures=sheet(ref="bat")))
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-1")
    settled = bout.the(FumbleSettled)
    assert (settled.row, settled.applied) == (1, 3)
    assert bout.has("hero", "off_balance")
    bout.end("hero")
    bout.order(o.Attack(attacker="foe", target="hero", weapon="bite"), 1, 1)
    bout.answer("die", 1)
    assert bout.the(FumbleSettled).applied == 3


@pytest.mark.rule("FF-FUM-03")
def test_ff_fum_03_a_fumbled_spell_drops_the_weapon_in_hand() -> None:
    """The staff falls, though the spell was not made with it."""
    bout = Bout(hero(figures=sheet(mp=4, spells=("fire",), weapons=("staff",))), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    bout.answer("row-1")
    assert bout.the(WeaponDropped).weapon == "staff"


@pytest.mark.rule("FF-FUM-04")
def test_ff_fum_04_row_2_slips() -> None:
    """The attacker lies on the ground."""
    bout = fumbled()
    bout.answer("row-2")
    assert bout.the(ConditionGained).kind == "prone"


@pytest.mark.rule("FF-FUM-05")
def test_ff_fum_05_row_3_lowers_both_defences_until_the_next_turn() -> None:
    """DE and DM 3 lower, over the enemy's turn, and back at the start of the own one."""
    bout = fumbled()
    bout.answer("row-3")
    for _ in range(2):
        assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [4, 4]
        bout.end(bout.acting)
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [7, 7]


@pytest.mark.rule("FF-FUM-05")
def test_ff_fum_05_row_3_twice_in_one_action_adds_up() -> None:
    """Two fumbles of a multi-attack: 6 lower, and all of it is over with the next turn."""
    bout = Bout(hero(figures=sheet(multi_attack=2)), foe())
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-3")
    bout.answer("same", 1, 1)
    bout.answer("row-3")
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [1, 1]
    bout.end("hero")
    bout.end("foe")
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [7, 7]
    assert not bout.has("hero", "off_balance")


@pytest.mark.rule("FF-FUM-06")
def test_ff_fum_06_row_4_gives_the_enemy_one_free_attack() -> None:
    """Asked of him, nothing by default; it costs him nothing."""
    bout = Bout(hero(), foe(figures=sheet(strength=2, weapons=("sword", "bow")), seat="bea"))
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-4")
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["FreeAttack"], ("bea",), "hold")
    assert bout.choices == ["hold", "attack-sword", "attack-unarmed"]
    bout.answer("attack-sword", 3, 3, 1, 1)
    assert bout.hp("hero") == 20 - 4
    bout.end("hero")
    assert bout.state.own.turn.normal == 1


@pytest.mark.rule("FF-FUM-06")
def test_ff_fum_06_the_free_attack_may_be_a_critical_but_not_fumble() -> None:
    """Two sixes double; two ones only miss, and nobody is asked."""
    for faces, points in (((6, 6, 1), 2), ((1, 1), 0)):
        bout = Bout(hero(), foe())
        bout.order(attack("unarmed"), 1, 1)
        bout.answer("row-4")
        bout.answer("attack-unarmed", *faces)
        assert bout.hp("hero") == 20 - points
        assert bout.asked == []


@pytest.mark.rule("FF-FUM-06", "FF-DEF-03")
def test_ff_fum_06_it_is_no_reaction_so_a_defender_may_take_it() -> None:
    """The foe defends and strikes back all the same."""
    bout = Bout(foe(), hero())
    bout.order(o.Defend(combatant="foe"))
    bout.end("foe")
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-4")
    bout.answer("attack-unarmed", 4, 4, 1)
    assert bout.hp("hero") == 19


@pytest.mark.rule("FF-FUM-06")
def test_ff_fum_06_out_of_reach_there_is_nothing_to_choose() -> None:
    """Shot at from afar with bare hands: he is asked, and can only let it be."""
    bout = Bout(hero(figures=sheet(weapons=("bow",)), place=at(0)), foe(place=at(9)))
    bout.order(attack("bow"), 1, 1)
    bout.answer("row-4")
    assert bout.choices == ["hold"]
    bout.answer("hold")


@pytest.mark.rule("FF-FUM-07")
def test_ff_fum_07_row_5_takes_the_damage_of_a_normal_hit() -> None:
    """Sword and strength 2: 2d + 2, without a roll to hit and never doubled."""
    bout = fumbled()
    bout.answer("row-5", 6, 6)
    assert bout.rolls() == ["2d6 damage"]
    taken = bout.the(DamageTaken)
    assert (taken.target, taken.damage) == ("hero", 14)


@pytest.mark.rule("FF-FUM-07")
def test_ff_fum_07_without_a_weapon_it_is_bare_hands() -> None:
    """Half a die and strength; for a spell the staff in hand."""
    bout = Bout(hero(figures=sheet(strength=2)), foe())
    bout.order(attack("unarmed"), 1, 1)
    bout.answer("row-5", 5)
    assert bout.the(DamageTaken).damage == 5
    bout = Bout(hero(figures=sheet(mind=2, mp=4, spells=("fire",), weapons=("staff",))), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    bout.answer("row-5", 3)
    assert bout.the(DamageTaken).damage == 3 + 2 * 2


@pytest.mark.rule("FF-FUM-07", "FF-ATK-07")
def test_ff_fum_07_with_the_attribute_of_the_attack() -> None:
    """A dagger thrown with agility 4 hurts its thrower with agility, not with strength."""
    bout = Bout(hero(figures=sheet(agility=4, weapons=("dagger",))), foe())
    bout.order(o.Attack(attacker="hero", target="foe", weapon="dagger", thrown=True), 1, 1)
    bout.answer("row-5", 3)
    assert bout.the(DamageTaken).damage == 7


@pytest.mark.rule("FF-FUM-07", "FF-KO-01")
def test_ff_fum_07_who_knocks_himself_out_ends_his_turn() -> None:
    """He falls by his own sword, and the next one acts."""
    bout = Bout(hero(figures=sheet(weapons=("sword",)), vitals={"hp": 2}), hero("friend"), foe())
    bout.order(attack(), 1, 1)
    bout.answer("row-5", 1, 1)
    assert bout.has("hero", "unconscious")
    assert bout.acting == "friend"


@pytest.mark.rule("FF-FUM-08")
def test_ff_fum_08_row_6_goes_for_an_ally_with_a_new_roll() -> None:
    """The only ally near is not asked about; the new roll may miss and cannot fumble again."""
    for faces, points in (((4, 4, 3), 4), ((2, 2), 0), ((1, 1), 0), ((6, 6, 3), 8)):
        bout = Bout(hero(figures=sheet(strength=2)), hero("friend"), foe())
        bout.order(attack("unarmed"), 1, 1)
        bout.answer("row-6", *faces)
        assert bout.the(AttackRolled).target == "friend"
        assert bout.hp("friend") == 20 - points
        assert bout.asked == []


@pytest.mark.rule("FF-FUM-08")
def test_ff_fum_08_the_gm_says_which_ally_the_nearest_by_default() -> None:
    """Of two in reach of the bow the nearer is the default; one beyond its range is no choice."""
    bout = Bout(
        hero(figures=sheet(weapons=("bow",)), place=at(0)),
        hero("far", place=at(0, 19)),
        hero("near", place=at(0, 4)),
        hero("gone", place=at(0, 21)),
        foe(place=at(9)),
    )
    bout.order(attack("bow"), 1, 1)
    bout.answer("row-6")
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["AllyHit"], ("gm",), "near")
    assert bout.choices == ["near", "far"]
    bout.answer("far", 2, 2)
    assert bout.the(AttackRolled).target == "far"


@pytest.mark.rule("FF-FUM-08", "FF-FUM-05")
def test_ff_fum_08_without_an_ally_near_it_is_row_3() -> None:
    """Nobody to hit by mistake: off balance instead."""
    bout = fumbled()
    bout.answer("row-6")
    settled = bout.the(FumbleSettled)
    assert (settled.row, settled.applied) == (6, 3)
    assert bout.has("hero", "off_balance")


@pytest.mark.rule("FF-FUM-08")
def test_ff_fum_08_a_spell_rolls_against_the_allys_dm() -> None:
    """The same spell, its points paid once."""
    bout = Bout(hero(figures=sheet(mind=1, mp=9, spells=("fire",))), hero("friend", sheet(magic_defense=8)), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    bout.answer("row-6", 4, 3, 1, 1)
    rolled = bout.the(MagicRolled)
    assert (rolled.target, rolled.against, rolled.outcome) == ("friend", 8, Outcome.HIT)
    assert (bout.hp("friend"), bout.mp("hero")) == (17, 5)


@pytest.mark.rule("FF-FUM-08", "FF-CRIT-02")
@pytest.mark.parametrize(("faces", "points"), [((6, 6, 1, 1), 4), ((1, 1), 0)])
def test_ff_fum_08_the_new_roll_of_a_spell_may_be_a_critical_but_no_second_fumble(
    faces: tuple[int, ...], points: int
) -> None:
    """Two sixes double it for the ally; two ones only miss."""
    bout = Bout(hero(figures=sheet(mp=9, spells=("fire",))), hero("friend"), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    bout.answer("row-6", *faces)
    assert bout.hp("friend") == 20 - points
    assert bout.asked == []


@pytest.mark.rule("FF-FUM-03", "FF-EQ-02")
def test_ff_fum_03_a_dropped_weapon_goes_back_to_the_hand_it_fell_from() -> None:
    """To the left one, and what was drawn into it meanwhile is stowed."""
    figures = sheet(weapons=("sword", "dagger"), equipped=(Grip(weapon="sword", hand=Hand.LEFT),))
    bout = Bout(hero(figures=figures), foe())
    bout.order(attack(), 1, 1)
    bout.answer("row-1")
    bout.order(o.Draw(combatant="hero", weapon="dagger", hand=Hand.LEFT))
    bout.end("hero")
    bout.end("foe")
    bout.order(o.PickUp(combatant="hero", weapon="sword"))
    held = bout.fighter("hero").weapons
    assert (held["sword"].hand, held["sword"].lies) == (Hand.LEFT, None)
    assert (held["dagger"].hand, held["dagger"].where) == (None, Where.STOWED)


@pytest.mark.rule("FF-FUM-07")
def test_ff_fum_07_a_caster_with_empty_hands_hurts_himself_with_them() -> None:
    """Half a die and strength."""
    bout = Bout(hero(figures=sheet(strength=1, mp=4, spells=("fire",))), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 1)
    bout.answer("row-5", 6)
    assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-FUM-08", "FF-FUM-05")
@pytest.mark.parametrize("dead", [False, True])
def test_ff_fum_08_neither_the_target_itself_nor_the_dead_are_an_ally_near(dead: bool) -> None:
    """Who fumbles against a friend does not strike at him again, and not at a dead one: row 3 instead."""
    more = [hero("gone", conditions=("dead",))] if dead else []
    bout = Bout(hero(), hero("friend"), foe(), *more)
    bout.order(attack("unarmed", "friend"), 1, 1)
    bout.answer("row-6")
    assert bout.the(FumbleSettled).applied == 3
    assert bout.of(AttackRolled) == []


@pytest.mark.rule("FF-FUM-06", "FF-READY-02")
@pytest.mark.parametrize("face", [1, 6])
def test_ff_fum_06_a_readied_action_may_come_before_the_free_attack(face: int) -> None:
    """It is an action like any other: a friend's blow comes first, and one that fells the foe leaves none to follow."""
    bout = Bout(hero("friend"), hero(), foe(vitals={"hp": 3}), foe("other"))
    bout.order(o.Ready(combatant="friend", action=o.Readied.ATTACK))
    bout.end("friend")
    bout.order(attack("unarmed"))
    bout.answer("hold", 1, 1)
    bout.answer("row-4")
    bout.answer("attack-unarmed")
    assert bout.asked == ["UseReadied"]
    falls = face == 6
    bout.answer("attack-unarmed", 4, 4, face, *(() if falls else (4, 4, 1)), target="foe")
    assert bout.has("foe", "unconscious") is falls
    assert bout.hp("hero") == (20 if falls else 19)


@pytest.mark.rule("FF-FUM-08", "FF-FUM-05")
def test_ff_fum_08_an_ally_beyond_the_reach_of_spell_or_technique_is_not_near() -> None:
    """Eleven metres for a spell of ten, two for a fist: row 3 instead."""
    figures = sheet(mp=4, spells=("fire",), techniques=("sweep",))
    for order in (
        o.Cast(caster="hero", spell="fire", targets=("foe",)),
        o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("foe",)),
    ):
        metres = 11 if isinstance(order, o.Cast) else 2
        bout = Bout(hero(figures=figures, place=at(0)), hero("friend", place=at(metres)), foe(place=at(0, 1)))
        bout.order(order, 1, 1)
        bout.answer("row-6")
        assert bout.the(FumbleSettled).applied == 3
