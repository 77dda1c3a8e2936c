"""W-23: what the game master may choose, and what follows from it.  [SA-COMP-05 to SA-COMP-11]"""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Place
from engine.systems.saari.content.kinds import Purpose, RollBonus, Talent, Weapon
from engine.systems.saari.events import AmmunitionSpent, AttackEnded, ComplicationChosen, PossessionLost, RollOpened
from engine.systems.saari.orders import Attack, AttackArea, Cast
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone

ASKED = Setup(delay=False, complications=True)
GRENADES = Weapon(id="grenades", name="Grenades", ranged=True, range=1, damage=2, area=True, attack_dice=1, hands=1)
LOCKET = Talent(id="locket", name="Locket", worldly=True)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4)) -> Bout:
    """A fight whose first round has begun; of every complication the game master is asked."""
    bout = Bout(*entries, setup=ASKED)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


@pytest.mark.rule("SA-COMP-05", "SA-COMP-07", "SA-COMP-11")
def test_the_game_master_chooses_a_complication_that_fits_the_roll() -> None:
    """Of an attack: among others the weapon falls; whoever has an heirloom may lose it."""
    heir = pc("ada", talents=("heirloom_blade",))
    bout = begun(heir, npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 1, 4, 2, 2)
    assert bout.asked == ["AskComplication"]
    assert bout.choices == ["lose_action", "disarmed", "off_balance", "possession_lost", "other"]
    bout.answer("disarmed")
    assert (bout.fighter("ada").held, bout.actions("ada")) == ((), 2)
    assert [one.item for one in bout.own.lying] == ["sword"]


@pytest.mark.rule("SA-COMP-05", "SA-COMP-08")
def test_a_defence_has_complications_of_its_own() -> None:
    """Another one than the usual is told, and costs no action."""
    bout = begun(pc("ada"), npc("gob", kp=9, initiative=9))
    bout.order(Attack(combatant="gob", target="ada"), 1, 4)
    assert bout.choices == ["lose_action", "stunned", "other"]
    bout.answer("stunned")
    assert bout.actions("ada") == 4


@pytest.mark.rule("SA-COMP-05", "SA-COMP-09")
@pytest.mark.parametrize("area", [True, False])
def test_an_area_attack_may_hit_the_attacker_itself(area: bool) -> None:
    """A complication of attacks on many alone; the game master chooses it."""
    arms = pc("ada", weapons=("fire_flask", "sword"))
    bout = begun(arms, npc("gob", kp=9))
    if area:
        order = AttackArea(combatant="ada", means="fire_flask", to=Place(zone="west"), victims=("gob",))
        bout.order(order, 4, 1)
    else:
        bout.order(Attack(combatant="ada", target="gob", means="sword"), 4, 1, 2)
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["AskComplication"], ("gm",), "lose_action")
    assert ("hits_self" in bout.choices) is area


# -- ammunition
@pytest.mark.rule("SA-COMP-07")
def test_without_ammunition_a_weapon_shoots_no_more() -> None:
    """The shot itself still counts; the bow stays in hand, and is not offered any more."""
    bout = begun(pc("ada", weapons=("bow",), personality=2), npc("gob", at="middle", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 5, 1, 2)
    assert bout.choices == ["lose_action", "disarmed", "out_of_ammunition", "off_balance", "other"]
    bout.answer("out_of_ammunition")
    assert bout.the(AmmunitionSpent) == AmmunitionSpent(combatant="ada", item="bow")
    bout.answer("damage")
    assert (bout.the(AttackEnded).damage, bout.fighter("ada").held, bout.actions("ada")) == (2, ("bow",), 2)
    assert not [key for key in bout.keys("ada") if "bow" in key]
    assert bout.refuse(Attack(combatant="ada", target="gob", means="bow")).rule == "G-22"


@pytest.mark.rule("SA-COMP-07")
def test_what_also_fights_in_melee_still_does_so_without_ammunition() -> None:
    """Of a blow with it nobody thinks of ammunition."""
    gunblade = Weapon(id="gunblade", name="Gunblade", melee=True, ranged=True, range=1)
    bout = begun(pc("ada", weapons=(), own_weapons=(gunblade,)), npc("gob", kp=9), npc("orc", at="middle", kp=9))
    bout.order(Attack(combatant="ada", target="orc", means="gunblade"), 4, 1)
    bout.answer("out_of_ammunition")
    assert [key for key in bout.keys("ada") if "gunblade" in key] == ["attack-gunblade"]
    bout.order(Attack(combatant="ada", target="gob", means="gunblade"), 4, 1)
    assert bout.choices == ["lose_action", "disarmed", "off_balance", "other"]


@pytest.mark.rule("SA-COMP-07")
@pytest.mark.parametrize("throw", [True, False])
def test_who_has_thrown_its_weapon_is_not_disarmed(throw: bool) -> None:
    """It is out of hand already, and lies where its target is."""
    bout = begun(pc("ada", weapons=("throwing_axe",)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob", throw=throw), 4, 1)
    assert ("disarmed" in bout.choices) is not throw


@pytest.mark.rule("SA-COMP-07")
@pytest.mark.parametrize("choice", ["disarmed", "out_of_ammunition"])
def test_a_weapon_that_is_lost_by_the_first_roll_still_strikes_everybody_in_the_zone(choice: str) -> None:
    """The attack is under way: it is one."""
    bout = begun(pc("ada", weapons=(), own_weapons=(GRENADES,)), npc("gob", at="middle", kp=9),
                 npc("orc", at="middle", kp=9))  # fmt: skip
    bout.order(AttackArea(combatant="ada", means="grenades", to=zone("middle")), 4, 1, 2)
    bout.answer(choice, 4, 4, 2)
    assert (bout.kp("gob"), bout.kp("orc")) == (7, 6)
    assert "area-grenades-middle" not in bout.keys("ada")


# -- an area that reaches the attacker
def flask(*more: object, faces: tuple[int, ...] = (4, 4), **sheet: object) -> Bout:
    """Ada throws a fire flask at Gob in the next zone, with a complication."""
    bout = begun(pc("ada", weapons=("fire_flask",), **sheet), *more, npc("gob", at="middle", kp=9), faces=faces)
    bout.order(AttackArea(combatant="ada", means="fire_flask", to=zone("middle"), victims=("gob",)), 4, 1)
    return bout


@pytest.mark.rule("SA-COMP-09", "SA-FF-01", "SA-FF-02")
@pytest.mark.parametrize(("faces", "kp"), [((4, 2), 7), ((2, 3), 6)])
def test_an_area_attack_catches_its_attacker_who_defends_like_a_comrade(faces: tuple[int, ...], kp: int) -> None:
    """Against half of the pool of 2, with base damage; Gob is hit all the same."""
    bout = flask(now={"mp": 0})
    bout.answer("hits_self")
    bout.answer("damage", *faces)
    opened = bout.the(RollOpened)
    assert (opened.combatant, opened.opponent, opened.purpose, opened.kn) == ("ada", "ada", Purpose.BASIC_DEFENSE, 1)
    assert [(end.target, end.hit) for end in bout.of(AttackEnded)] == [("gob", True), ("ada", kp < 7)]
    assert (bout.kp("ada"), bout.kp("gob"), bout.actions("ada")) == (kp, 8, 2)


@pytest.mark.rule("SA-COMP-09", "SA-PARRY-07", "SA-XDEF-03")
def test_nobody_parries_its_own_attack_and_extras_are_a_riposte() -> None:
    """Not with a shield either. A mind point helps."""
    bout = flask(shields=("shield",), held=("fire_flask", "shield"))
    bout.answer("hits_self")
    bout.answer("damage", 2, 2, 2)
    assert bout.asked == ["AskMindPoint"]
    bout.answer("spend")
    assert bout.kp("ada") == 7
    bout = flask()
    bout.answer("hits_self")
    bout.answer("damage", 4, 4)
    assert (bout.kp("ada"), bout.fighter("ada").riposte) == (7, 1)


@pytest.mark.rule("SA-COMP-09", "SA-COMP-08")
def test_the_defence_against_ones_own_attack_has_the_complications_of_a_defence() -> None:
    """It is not an attack roll: nothing is bought with its extras, and the weapon does not fall."""
    bout = flask()
    bout.answer("hits_self")
    bout.answer("damage", 4, 1)
    assert (bout.asked, bout.choices) == (["AskComplication"], ["lose_action", "stunned", "other"])


@pytest.mark.rule("SA-COMP-09", "SA-AOE-01")
def test_two_complications_catch_the_attacker_once() -> None:
    """Of a spell at two, each with a roll of its own."""
    bout = begun(pc("ada", weapons=(), spells=("blast",), now={"mp": 1}), npc("gob", kp=9), npc("orc", kp=9))
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west")), 4, 1)
    bout.answer("hits_self", 4, 1)
    bout.answer("hits_self", 2, 2)
    assert [end.target for end in bout.arena.events(AttackEnded)] == ["gob", "orc", "ada"]
    assert bout.kp("ada") == 5


@pytest.mark.rule("SA-COMP-09", "SA-XDEF-01")
def test_a_comrade_who_is_caught_too_may_cover_the_attacker() -> None:
    """They defend together."""
    entries = (pc("ada", weapons=(), spells=("blast",), now={"mp": 1}), pc("bea", "ben"), npc("gob", kp=9))
    bout = begun(*entries, faces=(4, 4, 4, 2))
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west"), victims=("bea", "gob")), 4, 1)
    bout.answer("stay-out")
    bout.answer("hits_self", 4, 4, 2, 2)
    assert (bout.asked, bout.waiting[0].question["lacking"]) == (["AskCoverage"], {"ada": 1})
    bout.answer("cover", covered={"ada": 1})
    assert (bout.kp("ada"), bout.kp("bea")) == (7, 7)


@pytest.mark.rule("SA-COMP-09", "G-44")
def test_the_mount_of_an_attacker_who_is_caught_is_caught_with_it() -> None:
    """One roll counts for both."""
    bout = flask(one("pony", HEROES, "ana", ref="pony", patron="ada"), now={"mp": 0})
    bout.answer("hits_self")
    bout.answer("damage", 2, 2)
    assert (bout.kp("ada"), bout.kp("pony")) == (6, 2)


# -- possessions
@pytest.mark.rule("SA-COMP-11", "SA-COMP-05")
def test_a_lost_heirloom_is_gone_with_its_talent() -> None:
    """The blow counts; afterwards neither the sword nor its die is there, and it lies nowhere."""
    bout = begun(pc("ada", talents=("heirloom_blade", "quick")), npc("gob", kp=9), faces=(4, 4, 4))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2, 2)
    bout.answer("possession_lost")
    assert bout.the(PossessionLost) == PossessionLost(combatant="ada", talent="heirloom_blade", items=("sword",))
    assert bout.the(AttackEnded).damage == 2
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert ([one.id for one in figures.talents], dict(figures.weapons)) == (["quick"], {})
    assert (bout.fighter("ada").held, bout.own.lying, bout.actions("ada")) == ((), (), 3)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2)
    assert bout.the(RollOpened).means == "fists"


@pytest.mark.rule("SA-COMP-11")
def test_of_several_possessions_the_game_master_names_the_one_that_is_lost() -> None:
    """On any roll; one that is no thing of the sheet takes nothing else along."""
    heir = pc("ada", talents=("heirloom_blade",), own_talents=(LOCKET,))
    bout = begun(heir, npc("gob", kp=9, initiative=9))
    bout.order(Attack(combatant="gob", target="ada"), 1, 4)
    assert bout.choices == ["lose_action", "stunned", "possession_lost", "other"]
    assert bout.waiting[0].offers[2].fields[0].among == ("heirloom_blade", "locket")
    bout.answer("possession_lost", talent="locket")
    assert bout.the(PossessionLost).items == ()
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert ([one.id for one in figures.talents], list(figures.weapons)) == (["heirloom_blade"], ["sword"])


@pytest.mark.rule("SA-COMP-11")
def test_who_has_nothing_worldly_loses_none() -> None:
    """A talent of another kind, whatever dice it gives, is no possession."""
    drilled = Talent(id="drilled", name="Drilled", bonuses=(RollBonus(purpose=Purpose.MELEE_ATTACK, dice=1),))
    bout = begun(pc("ada", own_talents=(drilled,)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2, 2)
    assert "possession_lost" not in bout.choices


@pytest.mark.rule("SA-COMP-11")
def test_the_game_master_gives_a_lost_possession_back_by_correction() -> None:
    """As at the next return to the base."""
    bout = begun(pc("ada", talents=("heirloom_blade",)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2, 2)
    before = bout.fighter("ada").figures
    bout.answer("possession_lost")
    assert before is not None
    bout.correct("rules.fighters.ada.sheetFigures", before)
    assert bout.fighter("ada").figures == before
    assert "draw-attack-sword" in bout.keys("ada")


# -- those that are only told
@pytest.mark.rule("SA-COMP-05", "SA-COMP-07", "SA-COMP-08")
@pytest.mark.parametrize(("attacks", "choice"), [(True, "off_balance"), (True, "other"), (False, "stunned")])
def test_what_the_source_only_names_is_told_and_has_no_effect_of_its_own(attacks: bool, choice: str) -> None:
    """The game master says what follows."""
    bout = begun(pc("ada"), npc("gob", kp=9, initiative=2 if attacks else 9))
    if attacks:
        bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2)
    else:
        bout.order(Attack(combatant="gob", target="ada"), 4, 1)
    before = bout.fighter("ada")
    bout.answer(choice)
    assert bout.the(ComplicationChosen).complication == choice
    assert bout.fighter("ada") == before
