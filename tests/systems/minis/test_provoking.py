"""Opportunity attacks at whoever shoots or casts within reach, where that is agreed before play.  [MN-GAP-08]"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer, preview_order
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantOut
from engine.systems.minis import system
from engine.systems.minis.events import AttackRolled, OpportunityTaken, Provocation, SpellRolled
from engine.systems.minis.orders import Attack, Cast
from engine.systems.minis.questions import StrikeAtShooting
from engine.systems.minis.sheet import OpportunityAttacks, Setup
from tests.systems.minis.bout import Bout, ana, ben
from tests.systems.minis.casts import bid, cast, give, ready
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import at

AGREED = Setup(opportunity_attacks=OpportunityAttacks.SHOOTING_TOO)
ASKED = ["StrikeAtShooting"]
SHOT = Attack(combatant="ada", target="dan")


def archer(*others: Any, setup: Setup | None = AGREED, land: Any = None, foe: Any = None, **figures: Any) -> Bout:
    """Ada, with a bow, acts; Bob stands half an inch beside her and looks at her, Dan nine inches off."""
    mine = {"weapons": ("long_bow",), "at": (0, 0), "attacks": 2, **figures}
    bob = {"at": (0, 50), "towards": (0, -1), "weapons": ("long_sword", "dagger"), **(foe or {})}
    far = ben("dan", at=(900, 0), hp=30, initiative=1)
    bout = Bout(ana(**mine), ben(**bob), far, *others, setup=setup, ground=land or ground())
    bout.begin()
    while bout.asked:
        bout.declare("ada")
    return bout


def mage(*, setup: Setup | None = AGREED, **figures: Any) -> Bout:
    """Ada, with all spells, acts; Bob stands half an inch beside her and looks at her, Cid is far away."""
    bob = ben(at=(0, 50), towards=(0, -1), hp=30, level=2, initiative=1)
    return ready(bob, ben("cid", at=(300, 0), hp=30, level=2, initiative=1), setup=setup, hp=30, **figures)


@pytest.mark.rule("MN-GAP-08", "MN-AOO-01", "MN-GAP-38")
def test_whoever_shoots_within_reach_is_struck_at_before_the_shot() -> None:
    """52 hits, and costs Bob no attack; the shot of Ada, who stands it, comes after it."""
    bout = archer()
    bout.order(SHOT)
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("StrikeAtShooting", ("ben",), "decline")
    told = asked.question
    assert (told["combatant"], told["target"], told["provocation"]) == ("bob", "ada", "SHOOTING")
    bout.answer("strike", 52, 100, weapon="dagger")
    taken = bout.the(OpportunityTaken)
    assert (taken.combatant, taken.mover, taken.provocation) == ("bob", "ada", Provocation.SHOOTING)
    assert [rolled.attacker for rolled in bout.of(AttackRolled)] == ["bob", "ada"]
    assert (bout.life("ada"), bout.mini("bob").used.attacks, bout.mini("bob").used.acted) == (7, 0, False)
    bout.order(SHOT, 100)
    assert (bout.asked, bout.mini("ada").used.attacks) == ([], 2)


@pytest.mark.rule("MN-GAP-08")
def test_it_is_off_unless_it_is_agreed() -> None:
    """As it is where nothing is set up."""
    bout = archer(setup=None)
    bout.order(SHOT, 100)
    assert bout.asked == []
    bout = mage(setup=None)
    cast(bout, "slow", "cid", 100)
    assert bout.asked == []


@pytest.mark.rule("MN-GAP-08", "MN-GAP-45")
def test_whoever_falls_does_not_shoot_any_more() -> None:
    """The attack is spent, no die falls for it, and the activation is over."""
    bout = archer(ana("amy", at=(0, 1500), initiative=1), life=6)
    bout.order(SHOT)
    bout.answer("strike", 52)
    assert [rolled.attacker for rolled in bout.of(AttackRolled)] == ["bob"]
    assert [out.combatant for out in bout.of(CombatantOut)] == ["ada"]
    assert (bout.life("dan"), bout.acting) == (30, None)


@pytest.mark.rule("MN-GAP-08", "MN-GAP-05")
@pytest.mark.parametrize(
    ("foe", "asked"),
    [
        ({"at": (0, 100)}, ASKED),  # exactly one inch off is within
        ({"at": (0, 101)}, []),
        ({"towards": (1, 0)}, ASKED),  # exactly 90 degrees off is front
        ({"towards": (100, 1)}, []),
    ],
)
def test_only_who_has_the_shooter_in_reach_and_in_front(foe: dict[str, Any], asked: list[str]) -> None:
    """As for whoever leaves the reach."""
    bout = archer(foe=foe)
    bout.order(SHOT, *(() if asked else (100,)))
    assert bout.asked == asked


@pytest.mark.rule("MN-GAP-08", "MN-GAP-07", "MN-WAT-06")
def test_whoever_may_not_fight_or_does_not_see_is_not_asked() -> None:
    """A statue, who runs in fear, who has struck, a friend; through a wood."""
    for condition in ("statue", "fear"):
        bout = archer()
        bout.correct("combatants.bob.conditions", [Condition(key=condition, kind=condition)])
        bout.order(SHOT, 100)
        assert bout.asked == []
    bout = archer()
    bout.correct("rules.minis.bob.used.opportunity", True)
    bout.order(SHOT, 100)
    assert bout.asked == []
    bout = archer(ana("amy", at=(0, -50), towards=(0, 1)), foe={"at": (0, 900)})
    bout.order(SHOT, 100)
    assert bout.asked == []
    bout = archer(land=ground(box("grove", "wood", -50, 20, 50, 30)))
    bout.order(SHOT, 100)
    assert bout.asked == []


@pytest.mark.rule("MN-GAP-08")
def test_several_by_initiative_then_level_then_id_and_each_once() -> None:
    """Eli is the fastest, Cid has the higher level; then the fight goes on with the shot."""
    cid = ben("cid", at=(-50, 0), towards=(1, 0), initiative=4, level=2)
    eli = ben("eli", at=(0, -50), towards=(0, 1), initiative=9)
    bout = archer(cid, eli, foe={"initiative": 4}, hp=30)
    bout.order(SHOT)
    order = []
    for faces in ((), (), (100,)):
        order.append(bout.waiting[0].question["combatant"])
        bout.answer("decline", *faces)
    assert order == ["eli", "cid", "bob"]
    assert bout.the(AttackRolled).attacker == "ada"


@pytest.mark.rule("MN-GAP-08", "MN-OPEN-01", "MN-FLK-02")
def test_melee_provokes_nobody() -> None:
    """Only shooting does."""
    bout = archer(towards=(0, 1), weapons=("short_sword", "long_bow"))
    bout.order(Attack(combatant="ada", target="bob"))
    assert bout.asked == ["FightHow", "FightHow"]


@pytest.mark.rule("MN-GAP-38", "MN-FLK-03")
def test_a_shield_counts_unless_the_striker_is_in_the_shooters_flank() -> None:
    """Ada looks to the east: Bob, exactly beside her, is in her front; half an inch behind that he is not."""
    for where, damage in (((0, 50), 4 - 1), ((-10, 50), 4)):
        bout = archer(armor=("small_shield",), foe={"at": where, "weapons": ("short_sword",)})
        bout.order(SHOT)
        bout.answer("strike", 52, 100)
        assert bout.life("ada") == 10 - damage


@pytest.mark.rule("MN-GAP-38", "MN-WAT-06")
def test_in_water_it_counts_as_an_attack() -> None:
    """Bob stands in the river."""
    bout = archer(land=ground(river(left=-100, width=600)))
    bout.order(SHOT)
    bout.answer("strike", 100, 100)
    assert bout.the(OpportunityTaken).in_water
    assert bout.mini("bob").used.attacked_in_water


# -- spells
@pytest.mark.rule("MN-GAP-08", "MN-MAG-06")
@pytest.mark.parametrize(
    ("spell", "target", "where"),
    [
        ("slow", "cid", None),
        ("magic_shield", "ada", None),
        ("golem", None, (300, 200)),
        ("familiar", None, (300, 200)),
        ("teleport", None, (300, 200)),
    ],
)
def test_every_spell_provokes(spell: str, target: str | None, where: tuple[int, int] | None) -> None:
    """Before its roll; also one for the caster alone, and a teleport, though nobody strikes at its leaving."""
    bout = mage()
    cast(bout, spell, target, at=where)
    assert (bout.asked, bout.waiting[0].question["provocation"]) == (ASKED, "CASTING")
    assert (bout.of(SpellRolled), bout.mini("ada").used.spell_attacks) == ([], 1)
    bout.answer("strike", 54, *(() if spell == "magic_shield" else (1,)))
    assert bout.life("ada") == 26
    assert bout.the(OpportunityTaken).provocation is Provocation.CASTING
    assert bout.asked == []
    assert at(bout) == ((300, 200) if spell == "teleport" else (0, 0))
    assert bout.who("ada").has("magic_shield") is (spell == "magic_shield")


@pytest.mark.rule("MN-GAP-08", "MN-GAP-26")
def test_a_fireball_provokes_once_it_is_confirmed() -> None:
    """Whoever cancels it has cast nothing."""
    bout = mage()
    cast(bout, "fireball", at=(1600, 0))
    bout.answer("cancel")
    assert (bout.asked, bout.mini("ada").used.spell_attacks) == ([], 0)
    cast(bout, "fireball", at=(1600, 0))
    bout.answer("cast")
    assert bout.asked == ASKED
    bout.answer("decline", 100, 100)
    assert bout.mini("ada").used.spell_attacks == 1


@pytest.mark.rule("MN-GAP-08", "MN-GAP-45")
@pytest.mark.parametrize(
    ("spell", "target", "where"),
    [("slow", "cid", None), ("golem", None, (300, 200)), ("teleport", None, (300, 200)), ("fireball", None, (1600, 0))],
)
def test_whoever_falls_does_not_cast_any_more(spell: str, target: str | None, where: tuple[int, int] | None) -> None:
    """The spell attack is spent; nothing is rolled, nobody appears."""
    bout = ready(
        ben(at=(0, 50), towards=(0, -1), hp=30, initiative=1), ben("cid", at=(300, 0)), ana("amy", at=(0, 1500)),
        setup=AGREED, life=4,
    )  # fmt: skip
    cast(bout, spell, target, at=where)
    if spell == "fireball":
        bout.answer("cast")
    bout.answer("strike", 1)
    assert bout.of(SpellRolled) == []
    assert [out.combatant for out in bout.of(CombatantOut)] == ["ada"]
    assert sorted(bout.state.fight.combatants) == ["ada", "amy", "bob", "cid"]


@pytest.mark.rule("MN-GAP-08", "MN-GAP-43")
def test_an_order_provokes_nobody() -> None:
    """A word is no spell."""
    bout = mage()
    cast(bout, "command", "cid")
    bout.answer("decline", 1)
    bout.answer("hold")
    give(bout, "cid", bid("FOLLOW", "ada"), 100)
    assert bout.asked == []


# -- what is told
@pytest.mark.rule("MN-GAP-08")
def test_the_preview_of_a_shot_and_of_a_spell_tells_who_may_strike() -> None:
    """With the chance, provided that it does; nothing of it where it is not agreed."""
    for setup, strikers in ((AGREED, ["bob"]), (None, [])):
        bout = archer(setup=setup)
        told = preview_order(bout.arena.book, bout.arena.position, "ana", SHOT, "en")
        assert [test.combatant for test in told.tests] == ["ada", *strikers]
        bout = mage(setup=setup)
        for order in (
            Cast(combatant="ada", spell="slow", target="cid"),
            Cast(combatant="ada", spell="magic_shield", target="ada"),
        ):
            told = preview_order(bout.arena.book, bout.arena.position, "ana", order, "en")
            assert [test.combatant for test in told.tests if test.provided] == strikers


@pytest.mark.rule("MN-GAP-08", "MN-AOO-01")
def test_the_question_is_asked_in_words_and_its_answer_previewed() -> None:
    """What provokes it is said in the question and in the log."""
    bout = archer()
    bout.order(SHOT)
    (asked,) = bout.waiting
    told = preview_answer(
        bout.arena.book, bout.arena.position, "ben", asked.decision, Choice("strike", {}), "en", body_of
    )
    assert [(test.combatant, test.target, test.against) for test in told.tests] == [("bob", "ada", 52)]
    names = {who: one.name for who, one in bout.state.fight.combatants.items()}
    question = msgspec.convert({**asked.question, "offers": [], "default": ""}, StrikeAtShooting)
    assert system.describe(question, "en", names) == "Ada shoots within the reach of Bob: does Bob strike?"
    bout.answer("strike", 100, 100)
    assert system.describe(bout.the(OpportunityTaken), "en", names) == "Bob strikes at Ada, who shoots"
