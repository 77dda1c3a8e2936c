"""Chances of rolls with bonus dice, exactly; and what is told of them, to whom."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer, preview_order
from engine.kernel.scene.preview import Preview
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.saari.orders import (
    Attack,
    AttackArea,
    Cast,
    FirstAid,
    Hold,
    Move,
    Readied,
    Ready,
    Trigger,
    Withdraw,
)
from engine.systems.saari.rules.basics import chances
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc, zone
from tests.systems.saari.examples import ROUGH


@pytest.mark.rule("SA-DICE-05", "SA-DICE-06", "SA-DICE-07")
@pytest.mark.parametrize(
    ("dice", "needed", "least", "chance"),
    [
        (0, 1, 4, Fraction(0)),
        (1, 1, 4, Fraction(1, 2)),
        (1, 1, 3, Fraction(2, 3)),
        (1, 1, 5, Fraction(1, 3)),
        (1, 2, 4, Fraction(1, 12)),  # a six, then a success
        (1, 3, 4, Fraction(1, 72)),
        (2, 2, 4, Fraction(1, 3)),
    ],
)
def test_every_six_adds_a_die_to_the_chance(dice: int, needed: int, least: int, chance: Fraction) -> None:
    """Counted by hand."""
    assert Fraction(*chances.reached(dice, needed, least, zero=False)) == chance


@pytest.mark.rule("SA-DICE-15")
@pytest.mark.parametrize(("needed", "chance"), [(1, Fraction(1, 4)), (2, Fraction(1, 72))])
def test_of_an_attribute_of_0_the_lower_die_counts(needed: int, chance: Fraction) -> None:
    """Both show 4 or more; both show 6, and the bonus die a success."""
    assert Fraction(*chances.reached(0, needed, 4, zero=True)) == chance


def _deep(dice: int, left: int) -> Fraction:
    """How likely so many dice bring at least `left` successes, die by die, up to eight bonus dice deep."""

    def first(number: int, needed: int, depth: int) -> Fraction:
        if needed <= 0:
            return Fraction(1)
        if not number or depth > 8:
            return Fraction(0)
        found = Fraction(0)
        for face in range(1, 7):
            more = first(number - 1 + (face == 6), needed - (face >= 4), depth + (face == 6))
            found += more / 6
        return found

    return first(dice, left, 0)


@pytest.mark.parametrize(("dice", "needed"), list(product((1, 2, 3), (1, 2, 3))))
def test_the_closed_form_is_what_throwing_die_by_die_gives(dice: int, needed: int) -> None:
    """With so few successes needed, no more bonus dice matter."""
    assert Fraction(*chances.reached(dice, needed, 4, zero=False)) == _deep(dice, needed)


def test_a_pool_brings_three_fifths_of_a_success_a_die() -> None:
    """A half of one, and a sixth of the same again."""
    assert chances.expected(5, 4, zero=False) == 3
    assert chances.expected(0, 4, zero=True) == Fraction(1, 4) + Fraction(1, 36) * Fraction(3, 5)


# -- what is told
def begun() -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(pc("ada"), npc("gob", kp=9, melee=2))
    bout.begin(4, 4)
    return bout


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(("seat", "told"), [("gm", True), ("ana", False)])
def test_no_chance_is_told_against_closed_figures(seat: str, told: bool) -> None:
    """The pool is, and what it brings on average.  [G-66]"""
    arena = begun().arena
    preview = preview_order(arena.book, arena.position, seat, Attack(combatant="ada", target="gob"), "en")
    (test,) = preview.tests
    assert (test.chance is not None, test.against is not None) == (told, told)
    assert test.dice == "3d6"
    assert [(term.source, term.amount) for term in test.terms] == [("might", 2), ("sword", 1)]
    assert preview.affected[0].label == "1.8 successes expected"


def test_a_move_tells_its_way_and_what_is_left() -> None:
    """Zone by zone."""
    arena = begun().arena
    preview = preview_order(arena.book, arena.position, "ana", Move(combatant="ada", to=zone("middle")), "fi")
    (way,) = preview.ways
    assert way.cost_label == "1 toiminto"
    assert (way.steps, way.cost, way.left, way.unit) == ((zone("middle"),), 1, 3, "toimintoa")


@pytest.mark.rule("SA-FREE-02", "SA-FREE-05", "SA-WDRAW-01", "SA-MOVE-03")
def test_who_may_strike_freely_at_an_order_is_foretold() -> None:
    """Enemies in its engagement that can pay for it; not at who withdraws, nor at who has superiority."""
    for weight, strikers in ((2, ["gob"]), (10, [])):
        bout = Bout(pc("ada", weight_halves=weight), npc("gob", initiative=5, kp=9), npc("orc", initiative=2, kp=9))
        bout.begin(4, 4)
        bout.order(Attack(combatant="gob", target="ada"), 4, 2)
        for seat in ("ana", "gm"):
            told = foretold(bout, Move(combatant="ada", to=zone("middle")), seat)
            assert [(one.combatant, one.label) for one in told.affected] == [
                (who, "may strike first") for who in strikers
            ]
            assert told.certain is not bool(strikers)
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    assert foretold(bout, Withdraw(combatant="ada", to=zone("middle"))).affected == ()
    bout.correct("rules.fighters.gob.actions", 0)
    assert foretold(bout, Move(combatant="ada", to=zone("middle"))).affected == ()


# -- spells, zones
def foretold(bout: Bout, order: Order, seat: str = "ana", locale: str = "en") -> Preview:
    """What a seat is told of an order."""
    return preview_order(bout.arena.book, bout.arena.position, seat, order, locale)


def answered(bout: Bout, key: str, seat: str, **picks: object) -> Preview:
    """What a seat is told of an answer."""
    arena, asked = bout.arena, bout.waiting[0]
    return preview_answer(arena.book, arena.position, seat, asked.decision, Choice(key, picks), "en", body_of)


@pytest.mark.rule("SA-ATK-04", "SA-XDEF-03")
@pytest.mark.parametrize(("seat", "chance"), [("gm", 750), ("ana", None)])
def test_a_spell_at_one_is_a_roll_of_learning(seat: str, chance: int | None) -> None:
    """Two dice of 4 or more; with closed figures no chance, but the pool."""
    bout = Bout(pc("ada", spells=("lance",)), npc("gob", kp=9))
    bout.begin(4, 4)
    told = foretold(bout, Cast(combatant="ada", spell="lance", target="gob"), seat)
    (test,) = told.tests
    assert (test.dice, test.chance, test.target) == ("2d6", chance, "gob")
    assert [(term.source, term.amount) for term in test.terms] == [("learning", 2)]
    assert [(one.combatant, one.label) for one in told.affected] == [("gob", "1.2 successes expected")]


@pytest.mark.rule("SA-AOE-01", "SA-FF-01", "SA-FF-02")
@pytest.mark.parametrize("flask", [True, False])
def test_an_attack_on_a_zone_tells_a_roll_for_each_enemy_and_the_defence_of_each_comrade(flask: bool) -> None:
    """Ada's 3 dice against Gob's 1 and Orc's 2; Bea needs half of them, rounded up, of her own 2."""
    entries = (pc("ada", agility=3, learning=3, weapons=("fire_flask",), spells=("blast",), held=("fire_flask",)),
               pc("bea", "ben"), npc("gob", kp=9), npc("orc", ref="bandit"))  # fmt: skip
    bout = Bout(*entries)
    bout.begin(4, 4, 4, 2)
    order: Order = Cast(combatant="ada", spell="blast", to=zone("west"))
    if flask:
        order = AttackArea(combatant="ada", means="fire_flask", to=zone("west"))
    told = foretold(bout, order, "gm")
    found = [(test.combatant, test.target, test.dice, test.against) for test in told.tests]
    assert found == [("ada", "gob", "3d6", 1), ("ada", "orc", "3d6", 2), ("bea", "ada", "2d6", 2)]
    assert [test.chance for test in told.tests] == [875, 563, 333]
    assert {one.combatant for one in told.affected} == {"bea", "gob", "orc"}
    assert told.areas == (SceneArea(places=(zone("west"),)),)


@pytest.mark.rule("SA-AOE-01", "G-66")
def test_of_enemies_whose_figures_are_closed_an_attack_on_a_zone_tells_the_pool_alone() -> None:
    """Of her comrade Ada knows everything."""
    bout = Bout(pc("ada", weapons=("fire_flask",)), pc("bea", "ana"), npc("gob", kp=9))
    bout.begin(4, 4, 4, 2)
    told = foretold(bout, AttackArea(combatant="ada", means="fire_flask", to=zone("west")))
    found = [(test.combatant, test.target, test.against, test.chance) for test in told.tests]
    assert found == [("ada", "gob", None, None), ("bea", "ada", 1, 750)]


@pytest.mark.rule("SA-GEAR-07")
def test_a_spell_is_foretold_with_what_is_put_away_for_it() -> None:
    """Both hands are full: without the swap it is refused, with it the roll is told."""
    bout = Bout(pc("ada", weapons=("bow",), spells=("lance",)), npc("gob", kp=9))
    bout.begin(4, 4)
    with pytest.raises(RuleRefusal):
        foretold(bout, Cast(combatant="ada", spell="lance", target="gob"))
    assert len(foretold(bout, Cast(combatant="ada", spell="lance", target="gob", held=())).tests) == 1


@pytest.mark.rule("SA-ACT-10")
def test_a_spell_that_flies_tells_its_way_and_one_that_heals_how_much() -> None:
    """No dice fall. Bea lacks one body point only; difficult ground costs nothing more."""
    mage = pc("ada", weapons=(), spells=("fly", "mend"), at="glade")
    bout = Bout(mage, pc("bea", "ben", at="glade", now={"kp": 6}), npc("gob", at="bank"), ground=ROUGH)
    bout.begin(4, 4, 4, 2)
    told = foretold(bout, Cast(combatant="ada", spell="fly", to=zone("thicket")))
    (way,) = told.ways
    assert (way.steps, way.cost, way.left, told.tests) == ((zone("thicket"),), 1, 3, ())
    told = foretold(bout, Cast(combatant="ada", spell="mend", target="bea"))
    assert [(one.combatant, one.label) for one in told.affected] == [("bea", "body points back: 1")]
    told = foretold(bout, Cast(combatant="ada", spell="mend", target="bea"), locale="fi")
    assert told.affected[0].label == "kehopisteitä takaisin: 1"


@pytest.mark.rule("SA-AID-02", "SA-DICE-06")
@pytest.mark.parametrize(("learning", "talents", "dice", "chance"), [(2, (), "2d6", 333), (2, ("medic",), "3d6", 563)])
def test_first_aid_tells_its_chance(learning: int, talents: tuple[str, ...], dice: str, chance: int) -> None:
    """Two successes, bonus dice included; 1/3 with two dice, 9/16 with three."""
    bout = Bout(pc("ada", learning=learning, talents=talents), pc("bea", "ben"), npc("gob", at="east"))
    bout.begin(4, 4, 4, 2)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    told = foretold(bout, FirstAid(combatant="ada", target="bea"))
    (test,) = told.tests
    assert (test.dice, test.against, test.chance) == (dice, 2, chance)
    assert [one.combatant for one in told.affected] == ["bea"]


# -- answers
@pytest.mark.rule("SA-PARRY-04", "SA-PARRY-03")
@pytest.mark.parametrize(
    ("might", "kn", "chance", "dice"), [(4, 1, 750, "2d6"), (4, 2, 333, "2d6"), (0, 1, 250, "2d6")]
)
def test_a_parry_tells_how_likely_its_dice_bring_what_the_defence_lacks(
    might: int, kn: int, chance: int, dice: str
) -> None:
    """Of two dice one success or both; of half of 0 the lower of two counts."""
    bout = Bout(pc("ada", might=might), npc("gob", initiative=9, kp=9, kn=kn))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    (test,) = answered(bout, "parry", "ana").tests
    assert (test.label, test.dice, test.against, test.chance) == ("a parry", dice, kn, chance)
    assert answered(bout, "let-pass", "ana").tests == ()
    assert answered(bout, "mind-point", "ana").tests == ()


@pytest.mark.rule("SA-ASSIST-03", "G-15")
def test_an_assist_of_a_failure_tells_the_chance_and_of_a_success_what_it_brings_on_average() -> None:
    """Ada lacks one of two; then she has more than she needs."""
    for faces, against, chance in (((4, 2, 2), 1, 500), ((4, 4, 2), None, None)):
        bout = Bout(pc("ada"), pc("bea", "ben"), npc("gob", kp=9, melee=2))
        bout.begin(4, 4, 4, 2)
        bout.order(Attack(combatant="ada", target="gob"), *faces)
        told = answered(bout, "assist", "ben")
        (test,) = told.tests
        assert (test.combatant, test.target, test.against, test.chance) == ("bea", "ada", against, chance)
        assert [(one.combatant, one.label) for one in told.affected] == [("ada", "0.6 successes expected")]


@pytest.mark.rule("SA-FREE-01")
def test_a_free_strike_tells_the_defence_against_it_or_the_roll_of_a_character() -> None:
    """Whoever is asked sees it; to let go tells nothing."""
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Move(combatant="ada", to=zone("middle")))
    (test,) = answered(bout, "strike", "gm").tests
    assert (test.combatant, test.dice, test.chance) == ("ada", "2d6", 750)
    assert answered(bout, "let-go", "gm").tests == ()
    bout.answer("let-go")
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Hold(combatant="ada"))
    bout.order(Move(combatant="gob", to=zone("middle")))
    for seat, chance in (("ana", None), ("gm", 875)):
        (test,) = answered(bout, "strike", seat).tests
        assert (test.combatant, test.target, test.dice, test.chance) == ("ada", "gob", "3d6", chance)


@pytest.mark.rule("G-55", "SA-MOVE-02")
def test_a_roll_for_difficult_ground_tells_its_chance() -> None:
    """Agility of 2 against 2; the flat cost is certain."""
    setup = Setup(delay=False, rulings=True)
    bout = Bout(pc("ada", at="glade"), npc("gob", at="bank"), setup=setup, ground=ROUGH)
    bout.begin(4, 4)
    bout.order(Move(combatant="ada", to=zone("thicket")))
    (test,) = answered(bout, "roll", "gm").tests
    assert (test.combatant, test.dice, test.against, test.chance) == ("ada", "2d6", 2, 333)
    assert answered(bout, "flat", "gm").tests == ()


@pytest.mark.rule("SA-READY-04")
def test_a_readied_attack_is_foretold_like_the_order() -> None:
    """Whoever carries it out sees the roll."""
    bout = Bout(pc("ada"), npc("gob", at="middle", initiative=3, kp=9))
    bout.begin(4, 4)
    bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.APPROACHES))
    bout.answer("stay-ready")
    bout.order(Move(combatant="gob", to=zone("west")))
    (test,) = answered(bout, "attack-sword", "gm").tests
    assert (test.combatant, test.target, test.dice, test.chance) == ("ada", "gob", "3d6", 875)
