"""Rolls that the game master marks, edges that are written, and what extra successes are used for."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Place
from engine.kernel.state.events import CommandAccepted
from engine.kernel.state.ground.ground import Ground, GroundLink, GroundZone, Space
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EffectPrice, EnemyAttack, Purpose, TargetNumbers, Trait, Weapon
from engine.systems.saari.events import (
    AssistAdded,
    AttackEnded,
    DamageForgone,
    ExtrasSpent,
    ExtraUse,
    FactorChanged,
    MindPointReturned,
    NpcParried,
    PartialGranted,
    RiposteChanged,
    RollApplied,
    RollOpened,
)
from engine.systems.saari.orders import Attack, AttackArea, MarkRoll
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc

CRUEL = Weapon(id="hook", name="Hook", melee=True, damage=2, effects=(EffectPrice(effect="stagger"),))
COVERED = Ground(
    space=Space(kind="ZONES"),
    zones=(GroundZone(key="west", label="West"), GroundZone(key="middle", label="Middle", entries=("cover",))),
    links=(GroundLink(key="way", from_="west", to="middle"),),
)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


# -- W-16, W-19: marks
@pytest.mark.rule("SA-DICE-02", "SA-EDGE-07", "SA-EDGE-08", "SA-EDGE-09", "SA-EDGE-11", "G-66")
def test_the_game_master_rules_on_a_roll_that_he_has_marked_and_nobody_reads_of_it() -> None:
    """Target number and the whole list of factors; only that roll.  [G-66]"""
    bout = begun(pc("ada"), npc("gob", kp=9))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    assert all(recorded.draft.whole and recorded.draft.to == ("gm",) for recorded in bout.last)
    assert bout.arena.book.seen(bout.state, "ana").own.marks == ()
    assert bout.refuse(MarkRoll(combatant="ada"), seat="gm").rule == "SA-DICE-02"
    bout.order(Attack(combatant="ada", target="gob"))
    assert (bout.asked, bout.waiting[0].seats) == (["AskDifficulty"], ("gm",))
    assert bout.arena.book.seen(bout.state, "ana").fight.open.window is None
    assert not any(isinstance(r.event, CommandAccepted) and r.draft.whole for r in bout.last)
    bout.answer("ruling", 3, 3, 2, kn=2, advantages=["tools", "surroundings"], disadvantages=["cover"])
    opened = bout.the(RollOpened)
    assert (opened.kn, len(opened.factors)) == (2, 3)
    bout.answer("none")
    assert bout.the(RollApplied).successes == 2
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.the(RollApplied).kn == 1


@pytest.mark.rule("SA-DICE-02", "SA-DEF-10")
def test_the_game_master_may_name_another_defence() -> None:
    """The pool is that of the defence he names."""
    bout = begun(pc("ada", discipline=3), npc("gob", initiative=9, kp=9))
    bout.order(MarkRoll(), seat="gm")
    bout.order(Attack(combatant="gob", target="ada"))
    bout.answer("ruling", 4, 2, 2, defense="WILL")
    assert (bout.the(RollOpened).purpose, bout.the(RollOpened).pool) == (Purpose.WILL_DEFENSE, 3)


@pytest.mark.rule("SA-EDGE-05")
@pytest.mark.parametrize(("picks", "successes"), [({}, 1), ({"advantages": ["tools"]}, 2)])
def test_a_late_factor_counts_the_same_faces_anew(picks: dict[str, object], successes: int) -> None:
    """No die falls again."""
    bout = begun(pc("ada"), npc("gob", kp=9))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("as-written", 4, 3, 2)
    bout.answer("change", **picks)
    assert bout.the(RollApplied).successes == successes
    assert len(bout.of(FactorChanged)) == len(picks)


@pytest.mark.rule("SA-EDGE-05", "G-13", "G-15")
def test_a_late_factor_counts_the_faces_of_an_assist_anew() -> None:
    """Bea's 3 is a success on an advantage, also on one that is found when she has helped already."""
    bout = begun(pc("ada", now={"mp": 0}), pc("bea", "ben", might=1), npc("gob", kp=9), faces=(4, 4, 4, 4))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("as-written", 2, 2, 2)
    bout.answer("none")
    bout.answer("assist", 3)
    assert bout.the(AssistAdded) == AssistAdded(roll=bout.own.rolls[0].id, combatant="bea", target="ada", faces=(3,),
                                                successes=0)  # fmt: skip
    bout.answer("change", advantages=["tools"])
    applied = bout.the(RollApplied)
    assert (applied.success, applied.successes, applied.threshold) == (True, 1, 3)


@pytest.mark.rule("SA-EDGE-05", "SA-MP-02", "G-13")
def test_a_mind_point_that_was_not_needed_comes_back() -> None:
    """The factor is found after it was spent.  [G-13]"""
    bout = begun(pc("ada"), npc("gob", kp=9))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("as-written", 3, 2, 2)
    bout.answer("none")
    bout.answer("spend")
    assert bout.mp("ada") == 3
    bout.answer("change", advantages=["tools"])
    assert bout.the(MindPointReturned).combatant == "ada"
    assert (bout.mp("ada"), bout.the(RollApplied).success) == (4, True)


# -- written edges
@pytest.mark.rule("SA-EDGE-11", "SA-EDGE-12", "G-12", "G-68")
def test_cover_hinders_a_shot_and_helps_whoever_is_shot_at() -> None:
    """The opposite factor on the defence.  [G-12, G-68]"""
    bow = {"weapons": ("bow",), "personality": 2}
    shot = EnemyAttack(id="arrow", name="Arrow", kind=Kind.RANGED, range=2, kn=1)
    foe = npc("gob", at="middle", kp=9, attacks=(shot,))
    bout = begun(pc("ada", **bow), foe, ground=COVERED)
    bout.order(Attack(combatant="ada", target="gob"), 5, 4, 4)
    assert [(one.source, one.advantage) for one in bout.the(RollOpened).factors] == [("cover", False)]
    hidden = pc("ada", at="middle")
    bout = begun(hidden, npc("gob", kp=9, initiative=9, attacks=(shot,)), ground=COVERED)
    bout.order(Attack(combatant="gob", target="ada"), 3, 2)
    assert [(one.source, one.advantage) for one in bout.the(RollOpened).factors] == [("cover", True)]
    assert bout.the(RollApplied).success


@pytest.mark.rule("SA-MOUNT-02", "SA-EDGE-12", "G-68")
def test_a_mounted_enemy_is_harder_to_withstand_on_foot() -> None:
    """A disadvantage on the defence.  [G-68]"""
    bout = begun(pc("ada"), npc("gob", kp=9, initiative=9, traits=(Trait.MOUNTED,)))
    bout.order(Attack(combatant="gob", target="ada"), 5, 4)
    assert [(one.source, one.advantage) for one in bout.the(RollOpened).factors] == [("mounted", False)]
    assert bout.the(RollApplied).successes == 1


# -- W-17
@pytest.mark.rule("SA-GEAR-11")
@pytest.mark.parametrize(("picks", "pool"), [({}, 4), ({"means": "shield"}, 3), ({"means": None}, 2)])
def test_one_held_item_helps_a_defence(picks: dict[str, object], pool: int) -> None:
    """The defender says which, the better one by default."""
    shields = pc("ada", weapons=(), shields=("shield", "tower_shield"), held=("shield", "tower_shield"))
    bout = begun(shields, npc("gob", initiative=9, kp=9))
    bout.order(Attack(combatant="gob", target="ada"))
    bout.answer("item", *(4,) * pool, **picks)
    assert bout.the(RollOpened).pool == pool


# -- an opponent's parry
@pytest.mark.rule("SA-PARRY-06", "G-02")
@pytest.mark.parametrize(("choice", "kn", "left"), [("parry", 2, 1), ("let-pass", 1, 2)])
def test_an_opponent_that_parries_makes_the_attack_harder(choice: str, kn: int, left: int) -> None:
    """Before the roll, for one action; players do not read that it was asked.  [G-02]"""
    bout = begun(pc("ada"), npc("gob", kp=9, traits=(Trait.PARRY,)))
    bout.order(Attack(combatant="ada", target="gob"))
    assert bout.arena.book.seen(bout.state, "ana").fight.open.window is None
    bout.answer(choice, 4, 4, 2)
    assert (bout.the(RollOpened).kn, bout.actions("gob"), len(bout.of(NpcParried))) == (kn, left, int(kn == 2))


# -- W-22 early
@pytest.mark.rule("SA-MP-02", "SA-PARRY-01", "G-17")
def test_the_defended_one_may_spend_a_mind_point_instead_of_a_parry() -> None:
    """Then nobody is asked any more.  [G-17]"""
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", initiative=9, kp=9), faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("mind-point")
    assert (bout.mp("ada"), bout.kp("ada"), bout.asked) == (3, 7, [])


@pytest.mark.rule("SA-MP-02", "SA-ASSIST-01", "G-17")
def test_an_early_mind_point_closes_the_assist() -> None:
    """Where the setup wants it asked.  [G-17]"""
    setup = Setup(early_mind_points=True)
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", kp=9), faces=(4, 4, 4, 4), setup=setup)
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    assert bout.asked == ["AskEarlyMindPoint"]
    bout.answer("spend")
    assert (bout.asked, bout.the(AttackEnded).damage) == ([], 2)


# -- W-25
@pytest.mark.rule("SA-XATK-02", "SA-XATK-03")
def test_extras_are_split_between_damage_and_effects() -> None:
    """One each, beside the damage of the hit."""
    bout = begun(pc("ada", weapons=(), own_weapons=(CRUEL,), might=3), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 4, 4)
    assert bout.choices == ["damage", "mix", "no-damage"]
    bout.answer("mix", uses={"damage": 1, "stagger": 1})
    assert [(one.use, one.amount) for one in bout.of(ExtrasSpent)] == [(ExtraUse.EFFECT, 1), (ExtraUse.DAMAGE, 1)]
    assert (bout.the(AttackEnded).damage, bout.actions("gob")) == (3, 1)


@pytest.mark.rule("SA-XATK-04")
def test_a_hit_exactly_at_the_number_may_give_its_damage_for_an_effect() -> None:
    """Then it does none at all."""
    bout = begun(pc("ada", weapons=(), own_weapons=(CRUEL,)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2)
    assert bout.choices == ["damage", "no-damage"]
    bout.answer("no-damage")
    assert bout.the(DamageForgone).effect == "stagger"
    assert (bout.the(AttackEnded).hit, bout.kp("gob"), bout.actions("gob")) == (True, 9, 1)


@pytest.mark.rule("SA-XATK-02", "SA-XATK-04", "G-19")
@pytest.mark.parametrize(("faces", "choices"), [((4, 2), []), ((4, 4), []), ((4, 4, 4), ["damage", "mix"])])
def test_an_effect_that_costs_two_is_not_bought_with_one(faces: tuple[int, ...], choices: list[str]) -> None:
    """Neither with one extra nor with the success of the hit itself."""
    heavy = Weapon(id="maul", name="Maul", melee=True, damage=1, effects=(EffectPrice(effect="stagger", price=2),))
    bout = begun(pc("ada", weapons=(), own_weapons=(heavy,), might=len(faces)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), *faces)
    assert (bout.choices if bout.asked else []) == choices


@pytest.mark.rule("SA-XATK-04", "G-16", "G-18")
def test_neither_a_mind_point_nor_a_number_of_0_leaves_a_success_to_give() -> None:
    """No question is asked where damage is all there is.  [G-16, G-18]"""
    bout = begun(pc("ada", weapons=(), own_weapons=(CRUEL,)), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 2, 2)
    bout.answer("spend")
    assert (bout.asked, bout.the(AttackEnded).damage) == ([], 2)
    bout = begun(pc("ada", weapons=(), own_weapons=(CRUEL,)), npc("gob", kp=9, melee=0))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2)
    assert bout.choices == ["damage", "mix"]


# -- W-26
@pytest.mark.rule("SA-XDEF-01", "SA-XDEF-02", "SA-XDEF-03", "SA-XDEF-05", "G-43", "G-56")
def test_extras_against_an_area_cover_a_comrade_before_mind_points_are_asked_for() -> None:
    """What is not given is a riposte; who is covered wins none.  [G-43, G-56]"""
    rain = EnemyAttack(id="rain", name="Rain", kind=Kind.SPELL, range=1, kn=1, damage=2, area=True)
    foe = npc("gob", initiative=9, kp=9, attacks=(rain,), kn=TargetNumbers())
    bout = begun(pc("ada", agility=3), pc("bea", "ben"), foe, faces=(4, 4, 4, 4))
    bout.order(AttackArea(combatant="gob", means="rain", to=Place(zone="west")), 4, 4, 4, 2, 2)
    assert (bout.asked, bout.waiting[0].question["lacking"]) == (["AskCoverage"], {"bea": 1})
    bout.answer("cover", covered={"bea": 1})
    assert bout.the(RiposteChanged) == RiposteChanged(combatant="ada", dice=1)
    assert (bout.kp("ada"), bout.kp("bea"), bout.mp("bea")) == (7, 7, 4)
    assert [one.success for one in bout.of(RollApplied)] == [True, True]


@pytest.mark.rule("SA-XDEF-05", "SA-EDGE-05", "G-13", "G-43")
def test_a_late_factor_takes_no_extras_back_that_were_given_away() -> None:
    """Ada's parry has one over, which covers Bea; then she turns out to have failed, and there is nothing to win."""
    sweep = EnemyAttack(id="sweep", name="Sweep", kn=1, damage=2, area=True)
    foe = npc("gob", initiative=9, kp=9, attacks=(sweep,))
    bout = begun(pc("ada", might=4, now={"mp": 0}), pc("bea", "ben"), foe, faces=(4, 4, 4, 4))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(AttackArea(combatant="gob", means="sweep", to=Place(zone="west")))
    bout.answer("as-written", 2, 2)
    bout.answer("none", 2, 2)
    bout.answer("parry", 4, 4)
    while bout.asked != ["AskCoverage"]:
        bout.answer(bout.waiting[0].default)
    bout.answer("cover")
    bout.answer("change", disadvantages=["tools"])
    assert bout.asked == ["AskPartial"]
    bout.answer("failure")
    assert (bout.kp("ada"), bout.kp("bea"), bout.fighter("ada").riposte) == (5, 7, 0)
    assert [one.amount for one in bout.arena.events(ExtrasSpent)] == [1]


@pytest.mark.rule("G-02", "SA-DICE-12")
@pytest.mark.parametrize(("melee", "kn"), [(-2, 1), (0, 1), (2, 3)])
def test_a_parry_of_an_opponent_counts_from_0(melee: int, kn: int) -> None:
    """A number below 0 is 0 before it is raised."""
    bout = begun(pc("ada"), npc("gob", kp=9, melee=melee, traits=(Trait.PARRY,)))
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("parry", 4, 4, 4)
    assert bout.of(RollOpened)[0].kn == kn


@pytest.mark.rule("G-02", "SA-PARRY-07")
def test_an_opponent_parries_no_shot() -> None:
    """Nor is it asked when it has nothing to pay with."""
    bout = begun(pc("ada", weapons=("pistol",)), npc("gob", kp=9, at="middle", traits=(Trait.PARRY,)))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2)
    assert bout.the(AttackEnded).hit
    bout = begun(pc("ada"), npc("gob", kp=9, traits=(Trait.PARRY,)))
    bout.correct("rules.fighters.gob.actions", 0)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.the(AttackEnded).hit


@pytest.mark.rule("SA-DICE-13")
def test_a_failed_attack_may_be_a_partial_success() -> None:
    """The source says so of any roll; it hits nothing, and what it means the game master tells."""
    bout = begun(pc("ada", now={"mp": 0}), npc("gob", kp=9), faces=(4, 4))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("as-written", 2, 2, 2)
    bout.answer("none")
    assert bout.asked == ["AskPartial"]
    bout.answer("partial")
    assert bout.of(PartialGranted) != []
    assert (bout.the(RollApplied).success, bout.kp("gob")) == (False, 9)
