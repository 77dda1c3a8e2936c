"""Who may interrupt an action, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, ConditionGained, DecisionOpened
from engine.kernel.state.orders import Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.content.catalogue import SKILLS
from engine.systems.dozen_die.content.kinds import Ability, Effect, Occasion, Reach, Skill, Speed, Use
from engine.systems.dozen_die.events import (
    ActionHindered,
    ActivationEnded,
    ConflictRolled,
    ConflictWon,
    ReactionMade,
    ShotRolled,
    WeaponLoaded,
    WeaponUnloaded,
)
from engine.systems.dozen_die.orders import Act, Reload, Shoot
from engine.systems.dozen_die.rules.conflict.reaction_means import flaw
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, Bout, ana, ben, creature, one
from tests.systems.dozen_die.laid import Ground, Laid, Setup

ARCHER: dict[str, Any] = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",), "aw": 4}
PRAY, CAST = Act(combatant="a", skill="pray"), Act(combatant="a", skill="guidance")
SHOT = "shoot:x:longbow"


def praying(rows: str, *others: Entry, ground: Laid | None = None, **templar: Any) -> Bout:
    """A templar is activated; unless others are named an archer of AW 4 is about."""
    figures = {"ref": "templar", **templar}
    bout = Bout(rows, ana("a", **figures), *(others or (ben("x", **ARCHER),)), setup=Setup(ground=ground))
    bout.start("a")
    return bout


# -- what they see, and how far
@pytest.mark.rule("DD-EX-23", "DD-REA-14", "DD-REA-15", "DD-REA-05")
def test_dd_ex_23_both_orders_of_an_activation_are_answered() -> None:
    """The templar prays, then casts: the archer shoots at the prayer, but not twice with one arrow; a witch answers."""
    bout = praying("a...xw", ben("x", **ARCHER), ben("w", ref="witch"))
    bout.order(PRAY)
    assert bout.waiting[0].kind == "ReactToAction"
    assert bout.waiting[0].question == {"combatant": "a", "reactors": ["x", "w"]}
    assert bout.choices == [SHOT, "use:w:spark", "use:w:jinx", "pass"]
    bout.answer(SHOT, 12)
    assert bout.choices == ["use:w:spark", "use:w:jinx", "pass"]
    bout.answer("pass")
    assert bout.the(ConflictWon).skill == "pray"
    bout.order(CAST)
    assert bout.choices == ["use:w:spark", "use:w:jinx", "pass"]
    bout.answer("pass", 12, draws=FOES)
    assert bout.figure("x").activations == 0


@pytest.mark.rule("DD-REA-14")
@pytest.mark.parametrize(("rows", "asked"), [("a...x", True), ("a....x", False), ("a.#.x", False)])
def test_an_action_is_noticed_within_the_reactors_awareness_and_in_sight(rows: str, asked: bool) -> None:
    """AW 4 is four squares, however far the bow reaches; a wall hides him."""
    ground = Ground(rows=("..#..",)) if "#" in rows else None
    bout = praying(rows, ground=ground)
    bout.order(PRAY)
    assert bool(bout.waiting) is asked


@pytest.mark.rule("DD-REA-14")
def test_the_weapon_must_reach_as_well() -> None:
    """Awareness of ten squares does not lengthen a bow of eight."""
    short = {**ARCHER, "weapons": ("short_bow",), "aw": 10}
    for rows, asked in (("a" + "." * 7 + "x", True), ("a" + "." * 8 + "x", False)):
        bout = praying(rows, ben("x", **short))
        bout.order(PRAY)
        assert bool(bout.waiting) is asked


# -- what he may react with
@pytest.mark.rule("DD-REA-16", "DD-REA-17", "DD-REA-23")
def test_only_a_loaded_weapon_or_a_skill_that_is_meant_for_it_reacts() -> None:
    """A sword does not, nor an empty bow, nor a bow in hands that never learned it, nor a skill without a speed."""
    nobody: list[dict[str, Any]] = [
        {"weapons": ("sword",), "skills": {"melee": 3, "shooting": 2}},
        {**ARCHER, "skills": {"melee": 1, "shooting": 0}},
        {"skills": {"melee": 1, "taunt": 2, "turn_undead": 2, "repel": 1, "snare": 1}},
        {"skills": {"jinx": 0}},
    ]
    for sheet in nobody:
        bout = praying("a..x", ben("x", **sheet))
        bout.order(PRAY)
        assert bout.waiting == []
        assert bout.the(ConflictWon)
    bout = praying("a..x")
    bout.correct("rules.figures.x.loaded", [])
    bout.order(PRAY)
    assert bout.waiting == []


@pytest.mark.rule("DD-REA-22", "DD-REA-07")
def test_a_reaction_unloads_the_weapon_and_hits_are_answered_by_protection() -> None:
    """DX 3 and 2: a 5 hits; leather and DX 3 stop a 4."""
    bout = praying("a...x", armor="leather")
    bout.order(PRAY)
    bout.answer(SHOT, 5, 4)
    made = bout.the(ReactionMade)
    assert (made.combatant, made.target, made.means, made.place) == ("x", "a", "longbow", None)
    assert bout.rule_of(ReactionMade) == "DD-REA-14"
    assert bout.the(ShotRolled).hits == 1
    assert bout.the(WeaponUnloaded).weapon == "longbow"
    assert bout.kinds().index("ReactionMade") < bout.kinds().index("ConflictWon")
    assert bout.hp("a") == 4


@pytest.mark.rule("DD-REA-24", "DD-REA-22", "DD-ROUND-01")
def test_a_bow_that_has_reacted_is_loaded_by_its_owner_or_by_the_round() -> None:
    """Reloading is an action of his own activation, and can be answered like any other."""
    bout = Bout("a...x", ana("a", **ARCHER), ben("x", **ARCHER))
    bout.start("a")
    bout.order(Shoot(combatant="a", target="x", weapon="longbow"))
    bout.answer(SHOT, 12, 12)
    assert bout.figure("x").loaded == ()
    bout.order(Reload(combatant="a", weapon="longbow"), draws=FOES)
    assert bout.the(WeaponLoaded).combatant == "a"
    bout.activate("x")
    bout.order(Reload(combatant="x", weapon="longbow"))
    assert bout.choices == ["shoot:a:longbow", "pass"]
    bout.answer("pass")
    assert bout.figure("x").loaded == ("longbow",)


# -- who
@pytest.mark.rule("DD-REA-01", "DD-REA-02", "DD-REA-03")
def test_nobody_reacts_to_what_his_own_side_has_activated() -> None:
    """A zombie shot at by those who woke it: no; by the others: yes."""
    rows = "z...x ..... a...."
    bout = Bout(rows, ana("a", **ARCHER), creature("z", skills={"pray": 1}), ben("x", **ARCHER))
    bout.draw(HEROES)
    bout.activate("z")
    bout.order(Act(combatant="z", skill="pray"))
    assert bout.waiting[0].question["reactors"] == ["x"]
    assert bout.waiting[0].seats == ("ben",)
    bout.answer("pass")
    bout.end(draws=FOES)
    bout.activate("z", by="x")
    bout.order(Act(combatant="z", skill="pray"))
    assert bout.waiting[0].question["reactors"] == ["a"]


@pytest.mark.rule("DD-REA-04")
def test_creatures_react_by_a_talent_only() -> None:
    """The gnoll is trigger-happy; the opponent of the active side shoots for it. Another archer does not."""
    bout = praying("a..g.s", creature("g", ref="gnoll_archer"), creature("s", **ARCHER), ben("x"))
    bout.order(PRAY)
    assert bout.waiting[0].question["reactors"] == ["g"]
    assert bout.waiting[0].seats == ("ben",)
    bout.answer("shoot:g:short_bow", 12)
    assert bout.the(ConflictWon)


@pytest.mark.rule("DD-REA-04", "DD-REA-02")
def test_a_trigger_happy_creature_lets_its_like_be() -> None:
    """Neutrals are one side."""
    bout = Bout(
        "g..z.. ...... a....x", ana("a"), creature("g", ref="gnoll_archer"), creature("z", skills={"pray": 1}), ben("x")
    )
    bout.draw(HEROES)
    bout.activate("z")
    bout.order(Act(combatant="z", skill="pray"))
    assert bout.waiting == []


def test_the_taunted_do_not_react_till_the_next_draw() -> None:
    """The witch taunts the archer with her first order, and shoots sparks with her second unanswered, but no more."""
    bout = Bout("a...x", ana("a", ref="witch"), ben("x", **ARCHER))
    bout.start("a")
    bout.order(Act(combatant="a", skill="taunt", targets=("x",)))
    bout.answer("pass", 5, 12)
    assert bout.the(ConditionGained).kind == "taunted"
    bout.order(Act(combatant="a", skill="spark", targets=("x",)), 12, draws=HEROES)
    bout.activate("a")
    bout.order(Act(combatant="a", skill="spark", targets=("x",)))
    assert bout.asked == ["ReactToAction"]


def test_whoever_hides_is_noticed_within_awareness() -> None:
    """An action is noticed no further anyway, and it ends nothing; a hider who reacts shows himself."""
    bout = praying("a...x", ben("x", conditions=("hidden",), **ARCHER), conditions=("hidden",))
    bout.order(PRAY)
    bout.answer(SHOT, 12)
    assert not bout.has("x", "hidden")
    assert bout.has("a", "hidden")


# -- how often
@pytest.mark.rule("DD-REA-18", "DD-ROUND-02")
def test_speed_1_is_once_a_round() -> None:
    """A spark: not again in this round, but in the next."""
    bout = praying("a...w", ben("w", ref="witch"))
    bout.order(PRAY)
    bout.answer("use:w:spark", 12)
    assert bout.figure("w").reactions_used == {"spark": 1}
    bout.order(PRAY)
    assert bout.choices == ["use:w:jinx", "pass"]
    bout.correct("rules.bag", [])
    bout.answer("pass", draws=HEROES)
    assert bout.state.fight.round == 2
    assert bout.figure("w").reactions_used == {}
    bout.activate("a")
    bout.order(PRAY)
    assert bout.choices == ["use:w:spark", "use:w:jinx", "pass"]


@pytest.mark.rule("DD-REA-20")
def test_speed_a_is_once_in_each_order() -> None:
    """The jinx answers both orders, each once."""
    bout = praying("a...w", ben("w", ref="witch"))
    for used, draws in ((1, None), (2, FOES)):
        bout.order(CAST)
        bout.answer("use:w:jinx", 12, 12, draws=draws)
        assert bout.figure("w").reactions_used == {"jinx": used}
        assert bout.waiting == []


@pytest.mark.rule("DD-REA-06")
def test_each_of_several_reacts_once() -> None:
    """In the order their player likes; both arrows cost a hit point, and who is hurt still finishes."""
    bout = praying("a..xy", ben("x", **ARCHER), ben("y", **ARCHER))
    bout.order(PRAY)
    bout.answer("shoot:y:longbow", 1, 12)
    assert bout.choices == [SHOT, "pass"]
    bout.answer(SHOT, 1, 12)
    assert bout.hp("a") == 2
    assert bout.the(ConflictWon)


# -- what they do
@pytest.mark.rule("DD-REA-16")
def test_a_jinx_takes_one_from_the_value_of_the_action() -> None:
    """CH 4 becomes 3: a 4 fails. The reason says so."""
    bout = praying("a...w", ben("w", ref="witch"))
    bout.order(CAST)
    bout.answer("use:w:jinx", 5, 4)
    assert bout.the(ActionHindered) == ActionHindered(combatant="a", skill="jinx", change=-1)
    cast = bout.of(ConflictRolled)[-1]
    assert (cast.skill, cast.needed, cast.successes) == ("guidance", 3, 0)


def test_a_jinx_that_fails_changes_nothing() -> None:
    """CH 5: a 6 is too high."""
    bout = praying("a...w", ben("w", ref="witch"))
    bout.order(CAST)
    bout.answer("use:w:jinx", 6, 4)
    assert bout.of(ActionHindered) == []
    assert bout.of(ConflictRolled)[-1].needed == 4


def test_a_jinx_hinders_a_shot_too() -> None:
    """DX 3 and 2 less 1."""
    bout = Bout("a...w", ana("a", **ARCHER), ben("w", ref="witch"))
    bout.start("a")
    bout.order(Shoot(combatant="a", target="w", weapon="longbow"))
    bout.answer("use:w:jinx", 5, 5)
    assert (bout.the(ShotRolled).needed, bout.the(ShotRolled).hits) == (4, 0)


@pytest.mark.rule("DD-REA-08")
def test_an_action_whose_actor_falls_is_lost() -> None:
    """And so is the rest of his activation."""
    bout = praying("a...x.b", ana("b"), ben("x", **ARCHER), hp=1)
    bout.order(CAST)
    bout.answer(SHOT, 1, 12, draws=FOES)
    assert bout.the(CombatantOut).combatant == "a"
    assert bout.of(ConflictRolled) == []
    assert bout.the(ActivationEnded)


@pytest.mark.rule("DD-REA-08")
def test_neither_a_shot_nor_a_bow_is_finished_by_who_falls() -> None:
    """The arrow stays on the string, and the bow unloaded."""
    for order in (Shoot(combatant="a", target="x", weapon="longbow"), Reload(combatant="a", weapon="longbow")):
        bout = Bout("a...x.b", ana("a", hp=1, **ARCHER), ana("b"), ben("x", **ARCHER))
        bout.start("a")
        if isinstance(order, Reload):
            bout.correct("rules.figures.a.loaded", [])
        before = bout.figure("a").loaded
        bout.order(order)
        bout.answer(SHOT, 1, 12, draws=FOES)
        assert bout.figure("a").loaded == before
        assert [shot.attacker for shot in bout.of(ShotRolled)] == ["x"]


def test_a_hider_who_uses_a_skill_shows_himself() -> None:
    """A jinx is a reaction too."""
    bout = praying("a...w", ben("w", ref="witch", conditions=("hidden",)))
    bout.order(CAST)
    bout.answer("use:w:jinx", 12, 12)
    assert not bout.has("w", "hidden")


@pytest.mark.rule("DD-REA-09", "DD-REA-08")
def test_an_injury_by_a_reaction_waits_for_the_end_of_the_activation() -> None:
    """He has both his orders first."""
    bout = praying("a...x", hp=2)
    bout.order(PRAY)
    bout.answer(SHOT, 1, 12)
    assert bout.hp("a") == 1
    assert not bout.has("a", "injured")
    bout.order(PRAY, draws=HEROES)
    assert bout.has("a", "injured")


# -- whom they ask
def test_several_players_are_asked_in_turn() -> None:
    """Sides behind the active one first; one player's figures together, whichever joined first."""
    archers = (one("u", "others", None, **ARCHER), ben("x", **ARCHER), one("v", "others", None, **ARCHER))
    bout = praying("u.a.x v....", *archers)
    bout.order(PRAY)
    asked = bout.waiting[0]
    assert (asked.seats, asked.question["reactors"]) == (("gm",), ["u", "v"])
    bout.answer("pass")
    assert (bout.waiting[0].seats, bout.waiting[0].question["reactors"]) == (("ben",), ["x"])
    bout.answer("pass")
    assert bout.the(ConflictWon)


@pytest.mark.rule("DD-GAP-38")
def test_what_others_see_of_a_window_is_the_window() -> None:
    """The game is open: the actor's player, a guest and those asked read the same question, options and answer.

    So no pause betrays who could have reacted: everybody may work it out.
    """
    bout = praying("a...x")
    bout.order(PRAY)
    seen = [BOOK.seen(bout.state, seat).fight.window for seat in ("gm", "ana", "ben", "eye", None)]
    assert all(window == seen[0] for window in seen)
    (opened,) = [r for r in bout.last if isinstance(r.event, DecisionOpened)]
    assert opened.draft.to is None
    bout.answer(SHOT, 12)
    assert all(r.draft.to is None for r in bout.last)


def test_a_seat_may_settle_for_each_kind_of_reaction() -> None:
    """It never reacts to actions, or always; what is settled for moves does not touch them."""
    for wish, shots in (("never", 0), ("always", 1)):
        bout = praying("a...x")
        bout.arena.preferences = {"ben ReactToAction": wish}
        bout.order(PRAY, *([12] * shots))
        assert bout.waiting == []
        assert len(bout.of(ShotRolled)) == shots
    bout = praying("a...x")
    bout.arena.preferences = {"ben ReactToMove": "never", "ben ReactToCharge": "never"}
    bout.order(PRAY)
    assert bout.asked == ["ReactToAction"]


def test_what_has_become_impossible_meanwhile_is_asked_again() -> None:
    """The game master empties the bow while the question stands open: what is left is asked."""
    bout = praying("a...w", ben("w", ref="witch", skills={"shooting": 1, "jinx": 1}, weapons=("longbow",)))
    bout.order(PRAY)
    bout.correct("rules.figures.w.loaded", [])
    assert bout.choices == ["use:w:jinx", "pass"]
    assert bout.of(ReactionMade) == []


def test_skills_of_the_catalogue_can_react_as_they_are_written() -> None:
    """None has a flaw."""
    assert [skill.id for skill in SKILLS.values() if flaw(skill)] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"reach": Reach.SELF, "occasions": (Occasion.MOVE,)},
        {"reach": Reach.AWARENESS},
        {"reach": Reach.AWARENESS, "occasions": (Occasion.MOVE,), "reaction": Speed.CHARGE},
        {"reach": Reach.AWARENESS, "occasions": (Occasion.MOVE,), "effect": Effect.HINDER},
        {"reach": Reach.AWARENESS, "occasions": (Occasion.ACTION,), "effect": Effect.HALT},
        {"reach": Reach.AWARENESS, "reaction": Speed.CHARGE, "effect": Effect.PUSH},
    ],
)
def test_a_skill_that_could_not_react_as_it_says_does_not_enter(wrong: dict[str, Any]) -> None:
    """On nobody, to nothing, or doing what means nothing then."""
    whole = {"reaction": Speed.ONCE, "effect": Effect.HIT, **wrong}
    skill = Skill(id="trick", name="A trick", use=Use.REACTION, ability=Ability.CH, **whole)
    with pytest.raises(RuleRefusal) as refused:
        Bout("a..x", ana("a", own_skills=(skill,), skills={"trick": 1}), ben("x"))
    assert refused.value.rule == "DD-REA-16"
