"""Where chapters meet: fights worked out by hand from the rules, die by die."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, CombatantReturned, Moved, VitalChanged
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EffectPrice, EnemyAttack, Purpose, Weapon
from engine.systems.saari.content.kinds import Kind as Fighting
from engine.systems.saari.events import (
    ActionsLost,
    ActionsPaid,
    ActionSpoiled,
    AttackDeclared,
    AttackEnded,
    ComplicationChosen,
    ExtrasSpent,
    ExtraUse,
    InitiativeLowered,
    RiposteChanged,
    RollApplied,
    RollOpened,
)
from engine.systems.saari.orders import Attack, AttackArea, Cast, FirstAid, Hold, Move, Readied, Ready, Trigger
from engine.systems.saari.sheet import Ambush, Setup
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone
from tests.systems.saari.examples import ROUGH

HAIL = EnemyAttack(id="hail", name="Hail", kind=Kind.RANGED, kn=1, damage=2, area=True)
HOOK = Weapon(id="hook", name="Hook", melee=True, damage=1, effects=(EffectPrice(effect="push"),))


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: Any) -> Bout:
    """A fight whose first round has begun; with 2 dice of Personality and both 4 a character has 4 actions."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


def engaged(*entries: object, faces: tuple[int, ...] = (4, 4), **more: Any) -> Bout:
    """Gob, who goes first, has struck at Ada, who got out of the way with nothing over."""
    bout = begun(*entries, faces=faces, **more)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    return bout


# -- one roll, several chapters
@pytest.mark.rule(
    "SA-PARRY-04", "SA-DICE-06", "SA-COMP-01", "SA-COMP-02", "SA-COMP-03", "SA-XDEF-06", "SA-PARRY-08", "G-10"
)
@pytest.mark.parametrize(
    ("parry", "complicated", "riposte"),
    [((6, 4), True, 0), ((6, 6, 2), False, 0), ((6, 6, 6, 4), False, 2)],
)
def test_a_merged_parry_explodes_and_its_faces_count_with_the_others(
    parry: tuple[int, ...], complicated: bool, riposte: int
) -> None:
    """1, 1, and a parry: with one six the ones win, with two they are even, with more there are extras."""
    bout = begun(pc("ada"), npc("gob", initiative=9, kp=9, kn=2))
    bout.order(Attack(combatant="gob", target="ada"), 1, 1)
    bout.answer("parry", *parry)
    applied = bout.the(RollApplied)
    assert (applied.success, applied.complication) == (True, complicated)
    assert (bout.fighter("ada").riposte, bout.kp("ada")) == (riposte, 7)
    assert bout.actions("ada") == 3 - complicated


@pytest.mark.rule("SA-DICE-15", "SA-COMP-01", "SA-DICE-06", "G-06")
@pytest.mark.parametrize(
    ("faces", "successes", "complicated"),
    [
        ((6, 1, 2), 0, True),
        ((1, 6, 2), 0, True),
        ((6, 1, 4), 1, True),
        ((6, 1, 6, 4), 2, False),
        ((6, 6, 2, 4), 2, False),
    ],
)
def test_of_an_attribute_of_0_only_the_lower_die_counts(
    faces: tuple[int, ...], successes: int, complicated: bool
) -> None:
    """Also for ones and sixes: a 6 beside a 1 earns no bonus die; the sword's die is rolled as usual.  [G-06]"""
    bout = begun(pc("ada", might=0, now={"mp": 0}), npc("gob", kp=9, melee=1))
    bout.order(Attack(combatant="ada", target="gob"), *faces)
    applied = bout.the(RollApplied)
    assert (applied.successes, applied.complication) == (successes, complicated)
    assert len(bout.of(ActionsLost)) == complicated


@pytest.mark.rule("SA-DICE-07", "SA-DICE-09", "SA-DICE-10", "SA-DICE-11", "SA-DICE-12", "SA-XATK-01")
@pytest.mark.parametrize(
    ("kn", "faces", "damage"),
    [(1, (4, 4, 2), 3), (0, (4, 4, 2), 4), (-1, (4, 4, 2), 4), (-3, (4, 2, 2), 3), (2, (4, 4, 2), 2)],
)
def test_below_0_a_target_number_gives_no_more_extras_than_at_0(kn: int, faces: tuple[int, ...], damage: int) -> None:
    """Two successes: base damage 2, one extra against 1, two against 0 and below, none against 2."""
    bout = begun(pc("ada"), npc("gob", melee=kn, kp=9))
    bout.order(Attack(combatant="ada", target="gob"), *faces)
    assert bout.the(AttackEnded).damage == damage


@pytest.mark.rule("SA-MP-02", "SA-MP-03", "SA-MP-04", "SA-COMP-03", "SA-DICE-11", "G-16")
@pytest.mark.parametrize("kn", [3, 0, -2])
def test_a_mind_point_hits_without_extras_and_the_complication_stays(kn: int) -> None:
    """At 0 and below no success is a failure too, and the point gives none over.  [G-16]"""
    bout = begun(pc("ada"), npc("gob", melee=kn, kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 1, 2, 2)
    assert bout.asked == ["AskMindPoint"]
    bout.answer("spend")
    applied = bout.the(RollApplied)
    assert (applied.success, applied.extras, applied.complication) == (True, 0, True)
    assert (bout.the(AttackEnded).damage, bout.mp("ada")) == (2, 3)
    assert bout.the(ComplicationChosen).complication == "lose_action"
    assert bout.actions("ada") == 1


@pytest.mark.rule("SA-DICE-03", "G-08", "G-09")
def test_a_pool_of_no_dice_has_no_success_and_no_complication() -> None:
    """Nothing to dodge with, nothing worn: a parry may still rescue it.  [G-08, G-09]"""
    bout = begun(pc("ada", agility=0), npc("gob", initiative=9, kp=9))
    bout.order(Attack(combatant="gob", target="ada"))
    assert (bout.the(RollOpened).pool, bout.asked) == (0, ["AskParry"])
    bout.answer("parry", 4)
    assert bout.the(RollApplied).success
    assert not bout.the(RollApplied).complication


@pytest.mark.rule("SA-EDGE-03", "SA-EDGE-04", "SA-SHOOT-04", "SA-AMB-01")
def test_edges_of_different_chapters_cancel_one_for_one() -> None:
    """From ambush an advantage, at somebody in cover a disadvantage: 4 is needed, and 3 is no success."""
    setup = Setup(delay=False, ambush=Ambush.BY_CHARACTERS)
    foe = npc("gob", at="thicket", kp=9)
    bout = Bout(pc("ada", weapons=("bow",), personality=2, at="glade"), foe, setup=setup, ground=ROUGH)
    bout.begin()
    bout.answer("attack-bow", 3, 3, 4)
    opened = bout.the(RollOpened)
    assert {(one.source, one.advantage) for one in opened.factors} == {("ambush", True), ("cover", False)}
    bout.answer("damage", 4, 4)
    assert bout.of(RollApplied)[0].successes == 1


@pytest.mark.rule("SA-SHOOT-04", "SA-SHOOT-03", "SA-EDGE-02", "SA-EDGE-12")
def test_shooting_the_only_opponent_in_ones_engagement_is_harder_and_provokes_nobody() -> None:
    """4 is no success any more, 5 is."""
    bout = engaged(pc("ada", weapons=("bow",)), npc("gob", initiative=5, kp=9))
    bout.order(Attack(combatant="ada", target="gob", means="bow"), 5, 4, 4)
    opened = bout.the(RollOpened)
    bout.answer("damage")
    assert [(one.source, one.advantage) for one in opened.factors] == [("own_engagement", False)]
    assert (bout.the(RollApplied).successes, bout.the(AttackEnded).damage) == (1, 2)


# -- attacks on many
@pytest.mark.rule("SA-XDEF-01", "SA-XDEF-02", "SA-XDEF-05", "SA-XDEF-03", "SA-COMP-03", "SA-MP-02", "G-43")
def test_coverage_comes_before_mind_points_and_leaves_a_complication() -> None:
    """Ada has two extras: one saves Bea, one is a riposte; then Cid is asked for a point.  [G-43]"""
    names = ("ada", "bea", "cid")
    foe = npc("gob", initiative=9, kp=9, attacks=(HAIL,))
    heroes = [pc(name, seat, agility=3) for name, seat in zip(names, ("ana", "ben", "ana"), strict=True)]
    bout = begun(*heroes, foe, faces=(4, 4, 4, 4, 4, 4))
    bout.order(AttackArea(combatant="gob", means="hail", to=zone("west")), 4, 4, 4, 1, 2, 2, 2, 2, 2)
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.default) == ("AskCoverage", ("ana",), "keep")
    assert (asked.question["extras"], asked.question["lacking"]) == (2, {"bea": 1, "cid": 1})
    bout.answer("cover", covered={"bea": 1})
    assert (bout.asked, bout.waiting[0].question["combatant"]) == (["AskMindPoint"], "cid")
    bout.answer("keep")
    spent = [(one.use, one.amount, one.target) for one in bout.arena.events(ExtrasSpent)]
    assert spent == [(ExtraUse.COVERAGE, 1, "bea"), (ExtraUse.RIPOSTE, 1, None)]
    assert tuple(bout.kp(name) for name in names) == (7, 7, 5)
    assert tuple(bout.fighter(name).riposte for name in names) == (1, 0, 0)
    assert tuple(bout.actions(name) for name in names) == (4, 3, 4)  # Bea's complication stands


@pytest.mark.rule("SA-FF-01", "SA-FF-02", "SA-PARRY-07", "SA-PARRY-02", "G-35")
@pytest.mark.parametrize(("agility", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_whoever_catches_a_comrade_does_not_parry_its_own_attack(agility: int, needed: int) -> None:
    """Half of the pool, rounded up; Bea may parry with her shield, Ada who threw the flask has one too.  [G-35]"""
    thrower = pc("ada", agility=agility, weapons=("fire_flask",), shields=("shield",))
    caught = pc("bea", "ben", shields=("shield",), weapons=(), now={"mp": 0})
    bout = begun(thrower, caught, npc("gob", at="middle"), faces=(4, 4, 4, 2))
    order = AttackArea(combatant="ada", means="fire_flask", to=zone("west"), victims=("bea",))
    bout.order(order, 2, 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.combatant, opened.kn) == ("bea", needed)
    assert [asked.question["combatant"] for asked in bout.waiting] == ["bea"]
    bout.answer("let-pass")
    assert bout.asked == []
    assert bout.kp("bea") == 6


@pytest.mark.rule("SA-AOE-01", "SA-AOE-03", "SA-AOE-04", "SA-FF-01", "SA-DICE-12")
def test_a_swarm_a_troll_and_a_comrade_in_one_fire() -> None:
    """One roll against the swarm, one against the troll, whose 1 less 3 counts as 0; the comrade rolls herself."""
    foes = (npc("rats", ref="rat_swarm"), npc("foe", ref="troll"))
    bout = begun(pc("ada", weapons=("fire_flask",), agility=3, personality=6), pc("bea", "ben"), *foes,
                 faces=(4, 4, 4, 4, 2, 2, 4, 4))  # fmt: skip
    bout.order(
        AttackArea(combatant="ada", means="fire_flask", to=zone("west"), victims=("rats", "foe", "bea")), 4, 4, 2
    )
    opened = bout.of(RollOpened)
    for asked, *faces in (
        ("AskFurtherAssist",),
        ("AskAttackExtras", 4, 2, 2),
        ("AskFurtherAssist",),
        ("AskAttackExtras", 4, 4),
    ):
        assert bout.asked == [asked]
        bout.answer(bout.waiting[0].default, *faces)
        opened += bout.of(RollOpened)
    assert [(one.opponent, one.combatant, one.kn) for one in opened] == [
        ("rats", "ada", 2), ("foe", "ada", -2), ("ada", "bea", 2),
    ]  # fmt: skip
    assert (bout.kp("rats"), bout.kp("foe"), bout.kp("bea")) == (4, 8, 7)


@pytest.mark.rule("SA-MOUNT-03", "SA-MOUNT-04", "SA-DEF-02", "G-44")
@pytest.mark.parametrize(("faces", "kp"), [((4, 2), (7, 3)), ((2, 2), (5, 1))])
def test_an_area_attack_strikes_mount_and_rider_with_one_roll(faces: tuple[int, ...], kp: tuple[int, int]) -> None:
    """The rider's defence counts for both.  [G-44]"""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = begun(pc("ada", now={"mp": 0}), pony, npc("gob", initiative=9, kp=9, attacks=(HAIL,)))
    bout.order(AttackArea(combatant="gob", means="hail", to=zone("west")), *faces)
    assert len(bout.of(RollOpened)) == 1
    assert (bout.kp("ada"), bout.kp("pony")) == kp
    assert bout.fighter("ada").mount == "pony"


# -- the clock
@pytest.mark.rule("SA-REACT-03", "SA-INIT-05", "SA-INIT-06", "SA-PARRY-01")
def test_a_reaction_may_put_a_character_behind_an_npc() -> None:
    """At the same count she goes first; one parry more, and gob does."""
    foes = (npc("orc", initiative=9, kp=9), npc("gob", initiative=3, kp=9))
    bout = begun(pc("ada", toughness=5), *foes)
    bout.order(Attack(combatant="orc", target="ada"), 2, 2)
    bout.answer("parry", 4)
    bout.order(Attack(combatant="orc", target="ada"), 4, 2)
    assert (bout.actions("ada"), bout.actions("gob"), bout.acting) == (3, 3, ("orc",))
    bout.order(Attack(combatant="orc", target="ada"), 2, 2)
    bout.answer("parry", 4)
    assert (bout.actions("ada"), bout.actions("orc"), bout.acting) == (2, 3, ("orc",))
    bout.order(Hold(combatant="orc"))
    assert bout.acting == ("gob",)


@pytest.mark.rule("SA-COMP-06", "SA-COMP-10", "SA-INIT-03", "G-14")
def test_a_complication_from_ambush_lowers_the_first_initiative_to_0_at_least() -> None:
    """2, no success, a complication, and one less for the ambush: 0 actions.  [G-14]"""
    setup = Setup(delay=False, ambush=Ambush.BY_CHARACTERS)
    bout = Bout(pc("ada", now={"mp": 0}), npc("gob", kp=9), setup=setup)
    bout.begin()
    bout.answer("attack-sword", 1, 2, 2, 1, 2)
    assert bout.the(InitiativeLowered).penalty == 1
    assert (bout.fighter("ada").initiative, bout.acting) == (0, ("gob",))


@pytest.mark.rule("SA-AID-03", "SA-KP-06", "SA-INIT-05", "SA-KP-02", "G-36", "G-37")
def test_whoever_is_revived_has_no_more_actions_than_the_present_count() -> None:
    """Bea fell with 6; Ada helps her at 3: Bea has 3. Her riposte dice were lost.  [G-36, G-37]"""
    bea = pc("bea", "ben", personality=4, toughness=0, discipline=0, now={"kp": 1, "mp": 0})
    bout = begun(pc("ada"), bea, npc("gob", initiative=9, kp=9), faces=(4, 2, 4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="bea"), 4, 4)
    assert bout.fighter("bea").riposte == 1
    bout.order(Attack(combatant="gob", target="bea"), 2, 2)
    bout.answer("let-pass")
    bout.answer("let-pass")
    assert bout.the(CombatantOut).combatant == "bea"
    assert (bout.fighter("bea").riposte, bout.actions("bea"), bout.own.engagements) == (0, 6, {})
    while bout.acting == ("gob",):
        bout.order(Hold(combatant="gob"))
    bout.order(FirstAid(combatant="ada", target="bea"), 4, 4)
    assert bout.the(CombatantReturned).combatant == "bea"
    assert (bout.kp("bea"), bout.the(ActionsLost).left) == (1, 3)
    assert bout.acting == ("bea",)


# -- interrupts within interrupts
@pytest.mark.rule("SA-READY-04", "SA-READY-05", "SA-FREE-06", "SA-FREE-01")
def test_a_readied_action_cuts_into_a_free_strike() -> None:
    """Bea paid 1 for a blow of 2, and pays the other now; gob falls, its strike is spoiled, and Ada walks on."""
    bea = pc("bea", "ben", personality=3, discipline=0)
    foes = (npc("gob", initiative=6, kp=1), npc("orc", at="east", initiative=1))
    bout = begun(pc("ada"), bea, *foes, faces=(4, 4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Ready(combatant="bea", action=Readied.ATTACK, trigger=Trigger.ATTACKS, watched="gob"))
    assert (bout.actions("bea"), bout.actions("gob"), bout.acting) == (4, 4, ("ada",))
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("strike")
    assert (bout.asked, bout.waiting[0].question["target"]) == (["AskFireReadied"], "gob")
    bout.answer("attack-sword", 4, 2, 2)
    paid = bout.of(ActionsPaid)
    while bout.asked in (["AskAssist"], ["AskFurtherAssist"]):
        bout.answer("stay-out")
    assert [(one.combatant, one.cost, one.left) for one in paid] == [("bea", 1, 3)]
    assert bout.the(ActionSpoiled).combatant == "gob"
    assert bout.actions("gob") == 3
    assert (bout.kp("ada"), bout.who("ada").place) == (7, zone("middle"))


@pytest.mark.rule("SA-FREE-06", "SA-FREE-07", "SA-MOVE-03", "SA-KP-02", "G-30", "G-31")
def test_who_falls_to_a_free_strike_does_not_move_and_the_others_do_not_strike() -> None:
    """What it paid is lost.  [G-30, G-31]"""
    foes = (npc("gob", initiative=6, kp=9, damage=9), npc("orc", initiative=5, kp=9))
    bout = begun(pc("ada", now={"mp": 0}), pc("bea", "ben"), *foes, faces=(4, 4, 4, 2))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Attack(combatant="orc", target="ada"), 4, 2)
    bout.order(Hold(combatant="gob")) if bout.acting == ("gob",) else None
    assert bout.acting == ("ada",)
    bout.order(Move(combatant="ada", to=zone("middle")))
    bout.answer("strike", 2, 2)
    while bout.asked in (["AskParry"], ["AskParryForComrade"]):
        bout.answer("let-pass")
    assert bout.the(CombatantOut).combatant == "ada"
    assert (bout.asked, bout.who("ada").place, bout.actions("ada")) == ([], zone("west"), 3)
    assert bout.actions("orc") == 3


@pytest.mark.rule("SA-XDEF-03", "SA-SHOOT-02", "SA-FREE-03", "G-61")
def test_riposte_from_a_free_strike_joins_the_interrupted_shot() -> None:
    """The shot is her next attack, at the target she named before.  [G-61]"""
    foes = (npc("gob", initiative=5, kp=9), npc("orc", at="middle", initiative=2, kp=9))
    bout = engaged(pc("ada", weapons=("bow",), agility=2), *foes)
    bout.order(Attack(combatant="ada", target="orc", means="bow"))
    bout.answer("strike", 4, 4, 4, 2, 2, 2)
    changed = [one.dice for one in bout.of(RiposteChanged)]
    assert changed == [1, 0]
    assert [(one.combatant, one.target) for one in bout.of(AttackDeclared)] == [("gob", "ada"), ("ada", "orc")]
    assert bout.of(RollOpened)[-1].pool == 4


@pytest.mark.rule("SA-FREE-08", "SA-XATK-02", "G-30")
def test_who_is_pushed_out_by_one_free_strike_is_out_of_reach_of_the_next() -> None:
    """Ada's hook pushes gob into the next zone, before Bea could strike; what gob wanted is spoiled.  [G-30]"""
    ada = pc("ada", weapons=(), own_weapons=(HOOK,), might=3, at="middle")
    foes = (npc("gob", initiative=8, kp=9, at="middle"), npc("orc", at="east", initiative=1))
    bout = begun(ada, pc("bea", "ben", at="middle"), *foes, faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Attack(combatant="gob", target="bea"), 4, 2)
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="bea"))
    assert (bout.acting, bout.actions("bea")) == (("gob",), 4)
    bout.order(Move(combatant="gob", to=zone("east")))
    bout.answer("strike", 4, 4, 2)
    while bout.asked in (["AskAssist"], ["AskFurtherAssist"]):
        bout.answer("stay-out")
    bout.answer("mix", uses={"push": 1})
    bout.answer("push", to={"zone": "west"})
    assert bout.the(ActionSpoiled).combatant == "gob"
    assert (bout.asked, bout.who("gob").place, bout.own.engagements) == ([], zone("west"), {})


@pytest.mark.rule("SA-FREE-06", "SA-DEF-06", "SA-MOVE-03", "G-30")
def test_who_is_pinned_by_the_free_strike_does_not_get_away() -> None:
    """Its movement is spoiled, and paid for.  [G-30]"""
    bola = EnemyAttack(id="bola", name="Bola", kn=1, damage=0, effects=("pin",))
    bout = engaged(pc("ada", discipline=0, now={"mp": 0}), npc("gob", initiative=5, kp=9, attacks=(bola,)))
    bout.order(Move(combatant="ada", to=zone("middle")))
    bout.answer("strike", 2, 2)
    bout.answer("let-pass")
    assert bout.the(ActionSpoiled).combatant == "ada"
    assert (bout.who("ada").place, bout.of(Moved)) == (zone("west"), [])


# -- the field
@pytest.mark.rule("SA-SUP-01", "SA-SUP-02", "SA-SUP-03", "SA-MOVE-03")
@pytest.mark.parametrize(("mine", "free"), [(5, True), (6, False), (7, False)])
def test_superiority_is_exact_and_counts_every_other_side(mine: int, free: bool) -> None:
    """Gob's side weighs 2 halves and a third side 2: 6 is one and a half times 4, 5 is not."""
    claw = EnemyAttack(id="claw", name="Claw", kn=1)
    third = one("cat", "wild", None, kind=Fighting.NPC, kp=9, initiative=5, attacks=(claw,))
    bout = begun(pc("ada", weight_halves=mine), npc("gob", initiative=5, kp=9), third)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    while bout.acting != ("ada",):
        who = bout.acting[0]
        bout.order(Attack(combatant="cat", target="ada"), 4, 2) if who == "cat" else bout.order(Hold(combatant=who))
    (engagement,) = bout.own.engagements.values()
    assert set(engagement.members) == {"ada", "gob", "cat"}
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert (bout.asked == ["AskNpcFreeStrike"]) is free


@pytest.mark.rule("SA-AMB-03", "SA-AMB-04", "SA-PARRY-09", "SA-DEF-06", "SA-MP-02")
def test_from_an_enemies_ambush_armour_and_shield_help_but_no_parry() -> None:
    """Padded armour and a shield: 2 dice; a mind point may be spent."""
    setup = Setup(delay=False, ambush=Ambush.BY_ENEMIES)
    bout = Bout(pc("ada", armor="padded", agility=5, shields=("shield",), weapons=()), npc("gob", kp=9), setup=setup)
    bout.begin()
    bout.answer("attack-club", 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.pool, bout.asked) == (Purpose.ARMOR_DEFENSE, 2, ["AskMindPoint"])
    bout.answer("spend", 4, 4)
    assert (bout.kp("ada"), bout.mp("ada"), bout.actions("ada")) == (7, 3, 4)


@pytest.mark.rule("SA-MOUNT-01", "SA-MOVE-02", "SA-MOVE-03", "SA-FREE-08", "G-45")
def test_a_rider_crosses_two_zones_and_pays_for_each_difficult_one() -> None:
    """Glade to bank through the thicket: 1, 1 for the thicket, 1 for the ford; only gob may strike.  [G-45]"""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada", at="glade")
    foes = (npc("gob", at="glade", initiative=5, kp=9), npc("orc", at="thicket", initiative=1, kp=9))
    bout = begun(pc("ada", at="glade"), pony, *foes, ground=ROUGH)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Move(combatant="ada", to=zone("bank"), through=zone("thicket")))
    assert (bout.asked, bout.waiting[0].question["combatant"]) == (["AskNpcFreeStrike"], "gob")
    bout.answer("let-go")
    assert bout.asked == []
    assert [(one.combatant, one.to) for one in bout.of(Moved)][-2:] == [("ada", zone("bank")), ("pony", zone("bank"))]
    assert (bout.actions("ada"), len(bout.of(ActionsPaid))) == (1, 0)


@pytest.mark.rule("SA-SPELL-05", "SA-MP-05", "SA-FREE-03", "SA-FREE-06", "G-30")
def test_who_falls_to_the_strike_that_a_spell_provokes_has_paid_for_it() -> None:
    """Actions and mind points are gone, and nobody is struck.  [G-30]"""
    foes = (npc("gob", initiative=5, kp=9, damage=9), npc("orc", initiative=1, kp=9))
    mage = pc("ada", weapons=(), spells=("blast",), now={"mp": 1})
    bout = begun(mage, pc("bea", "ben"), *foes, faces=(4, 4, 2, 2))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west"), victims=("gob", "orc")))
    bout.answer("strike", 2, 2)
    while bout.asked in (["AskParry"], ["AskParryForComrade"]):
        bout.answer("let-pass")
    assert bout.the(CombatantOut).combatant == "ada"
    assert (bout.mp("ada"), bout.actions("ada")) == (0, 2)
    assert [change.combatant for change in bout.of(VitalChanged)] == ["ada"]
