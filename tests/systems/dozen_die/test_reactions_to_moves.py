"""Who may interrupt a move or march, on which squares, and how often that is asked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Cell
from engine.kernel.state.events import CombatantOut, DecisionOpened, Moved, PolicySet
from engine.kernel.structs.messages import plain
from engine.systems.dozen_die.content.kinds import Ability, Effect, Grade, Occasion, Reach, Skill, Speed, Use
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import (
    ActivationEnded,
    ChargeFellShort,
    ConflictRolled,
    ContactMade,
    MoveHalted,
    OrderFinished,
    ProtectionRolled,
    ReactionMade,
    ShotRolled,
    WeaponUnloaded,
)
from engine.systems.dozen_die.orders import BringIn, Charge, Manner, March, Move, Shoot, Special
from engine.systems.dozen_die.sheet import Sheet, SpecialAction, Wanderer
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, Bout, ana, at, ben, creature, one
from tests.systems.dozen_die.grounds import ground, path
from tests.systems.dozen_die.laid import Setup

ARCHER: dict[str, Any] = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",), "aw": 1}
JAB = Skill(
    id="jab",
    name="Jab",
    use=Use.REACTION,
    ability=Ability.CH,
    grade=Grade.HARD,
    reach=Reach.SQUARES,
    range_squares=9,
    reaction=Speed.ALWAYS,
    occasions=(Occasion.MOVE,),
    effect=Effect.HIT,
)
SHOT = "shoot:x:longbow"
EAST = path((1, 0), (2, 0), (3, 0))


def asked(bout: Bout) -> list[Any]:
    """Every question so far to those who may interrupt a move."""
    return [opened for opened in bout.arena.events(DecisionOpened) if opened.kind == "ReactToMove"]


def runner(rows: str, *others: Any, setup: Setup | None = None, **figures: Any) -> Bout:
    """A hero is activated who runs east; unless others are named an archer is about."""
    bout = Bout(rows, ana("a", **figures), *(others or (ben("x", **ARCHER),)), setup=setup)
    bout.start("a")
    return bout


# -- the examples
@pytest.mark.rule("DD-EX-22", "DD-REA-06", "DD-REA-07", "DD-REA-08", "DD-REA-10", "DD-ARM-06")
def test_dd_ex_22_two_archers_shoot_at_who_crosses_their_view() -> None:
    """From behind a wall to behind an inn: both see him on the second square; he lives, and goes on all the way."""
    rows = "a.....\n......\n......\n.x....\n......\n.y...."
    shut = ground("......", "#.####", "......", "......", "......", "......")
    bout = runner(rows, ben("x", **ARCHER), ben("y", **ARCHER), setup=shut, hp=3)
    bout.order(Move(combatant="a", path=EAST))
    assert bout.place("a") == at(1)
    assert bout.waiting[0].question == {"combatant": "a", "reactors": ["x", "y"], "left": 2}
    assert [(act.what, act.by) for act in bout.waiting[0].interrupts] == [("Move", "a")]
    assert bout.choices == [SHOT, "shoot:y:longbow", "hold", "pass"]
    bout.answer(SHOT, 5, 4)
    assert bout.the(ShotRolled).hits == 1
    assert bout.the(ProtectionRolled).lost == 1
    bout.answer("shoot:y:longbow", 5, 3)
    assert bout.the(ProtectionRolled).lost == 0
    assert bout.asked == ["GoOnHow"]
    bout.answer("keep")
    assert bout.place("a") == at(3)
    assert bout.the(OrderFinished).orders_left == 1
    assert bout.hp("a") == 2


@pytest.mark.rule("DD-EX-24", "DD-REA-10")
def test_dd_ex_24_a_move_is_seen_from_as_far_as_the_weapon_reaches() -> None:
    """AW is 1: at thirteen squares the bow does not reach, at twelve it does, on the square where he comes near."""
    bout = runner("a............x")
    bout.order(Move(combatant="a", path=EAST))
    assert bout.place("a") == at(1)
    assert bout.choices == [SHOT, "hold", "pass"]
    bout.answer("pass")
    assert bout.place("a") == at(3)


# -- where
@pytest.mark.rule("DD-REA-10", "DD-REA-05")
def test_a_move_is_answered_on_its_first_square_too() -> None:
    """Once it is declared; whoever shoots there meets him before he has gone a step."""
    bout = runner("a....x")
    bout.order(Move(combatant="a", path=EAST))
    assert bout.place("a") == at(0)
    bout.answer(SHOT, 12)
    made = bout.the(ReactionMade)
    assert (made.target, made.manner, made.place) == ("a", Manner.MOVE, at(0))
    assert bout.figure("x").activations == 0
    assert bout.of(Moved) == []


def test_who_holds_is_asked_on_the_next_square_and_who_lets_pass_is_not() -> None:
    """Two of three hold, then one of these: each square has one question."""
    archers = [ben(name, **ARCHER) for name in "xyz"]
    bout = runner("a.....\n......\n......\n.x.y.z", *archers)
    bout.order(Move(combatant="a", path=EAST))
    bout.answer("hold", reactors=["x", "y"])
    assert bout.waiting[0].question["reactors"] == ["z"]
    bout.answer("pass")
    assert bout.place("a") == at(1)
    assert bout.waiting[0].question["reactors"] == ["x", "y"]
    bout.answer("pass", reactors=["x"])
    bout.answer("hold")
    assert bout.place("a") == at(2)
    assert bout.waiting[0].question == {"combatant": "a", "reactors": ["y"], "left": 1}
    bout.answer("shoot:y:longbow", 12)
    bout.answer("keep")
    assert bout.place("a") == at(3)
    assert len(asked(bout)) == 5


def test_four_archers_make_no_more_questions_than_things_change() -> None:
    """Six squares: one answer lets all of them pass; all who hold are asked together on each square."""
    rows = ".......\na......\n.......\n.......\n.......\nx.y.z.w"
    east = path(*((x, 1) for x in range(1, 7)))
    archers = [ben(name, **ARCHER) for name in "xyzw"]
    for choice, questions in (("pass", 1), ("hold", 7)):
        bout = runner(rows, *archers, mv=6)
        bout.order(Move(combatant="a", path=east))
        while bout.waiting:
            bout.answer(choice)
        assert len(asked(bout)) == questions
        assert bout.place("a") == at(6, 1)


def test_an_archer_who_sees_him_later_is_asked_when_he_does() -> None:
    """Three behind slits of a wall: each is asked on the one square that he sees; nobody twice."""
    rows = "a......\n.......\n.......\n.x.y.z."
    slits = ground(".......", "#.#.#.#", "#.#.#.#", ".......")
    bout = runner(rows, *(ben(name, **ARCHER) for name in "xyz"), setup=slits, mv=6)
    bout.order(Move(combatant="a", path=path(*((x, 0) for x in range(1, 7)))))
    squares = []
    while bout.waiting:
        squares.append((bout.place("a"), bout.waiting[0].question["reactors"]))
        bout.answer("pass")
    assert [reactors for _, reactors in squares] == [["x"], ["y"], ["z"]]
    assert len(asked(bout)) == 3


# -- who does not
@pytest.mark.rule("DD-REA-23")
def test_an_empty_bow_does_not_answer_the_second_order() -> None:
    """It shot at the first one."""
    bout = runner("a.......x")
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer(SHOT, 12)
    bout.answer("keep")
    bout.order(Move(combatant="a", path=path((2, 0))), draws=HEROES)
    assert len(asked(bout)) == 1


@pytest.mark.rule("DD-REA-15")
def test_both_orders_of_an_activation_can_be_answered() -> None:
    """By one who let the first one pass."""
    bout = runner("a.......x")
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer("pass")
    bout.order(Move(combatant="a", path=path((2, 0))))
    assert bout.choices == [SHOT, "hold", "pass"]
    bout.answer("pass", draws=HEROES)


@pytest.mark.rule("DD-REA-11")
def test_nobody_outside_answers_a_charge() -> None:
    """Neither its target's archer nor one beside; not to a declared charge, nor to a move into contact."""
    for order in (Charge(combatant="a", target="x"), Move(combatant="a", path=path((1, 0), (2, 0), (3, 0)))):
        bout = runner("a...x.y", ben("x", **ARCHER), ben("y", **ARCHER))
        bout.order(order, 1, 12, 12)
        assert asked(bout) == []
        assert bout.the(ContactMade)


@pytest.mark.rule("DD-GAP-17")
def test_nobody_answers_a_special_action_or_a_wanderers_entry() -> None:
    """A gate that opens, and a sellsword beside an archer; what she does then is answered."""
    gate = SpecialAction(key="open_gate", name="Open the gate", opens=Cell(2, 0))
    waits = Wanderer(key="w", name="Sellsword", sheet=Sheet(ref="sellsword"))
    bout = Bout("a.+..x", ana("a"), ben("x", **ARCHER), setup=Setup(specials=(gate,), wanderers=(waits,)))
    bout.draw(HEROES, Color.YELLOW)
    bout.order(Special(by="a", special="open_gate"))
    bout.order(BringIn(by="a", wanderer="w", to=at(3)))
    assert asked(bout) == []
    bout.order(Move(combatant="w", path=path((2, 0))))
    assert bout.choices == [SHOT, "hold", "pass"]


@pytest.mark.rule("DD-GAP-17")
def test_nobody_answers_a_push_or_a_reaction() -> None:
    """Who is pushed past archers, and who shoots back, is not shot at for it."""
    bout = runner("a...x.y", ben("x"), ben("y", **ARCHER))
    bout.order(Charge(combatant="a", target="x"), 1, 12, 12)
    assert asked(bout) == []
    bout = Bout("a....x", ana("a", **ARCHER), ana("c"), ben("x", **{**ARCHER, "aw": 9}))
    bout.start("a")
    bout.order(Shoot(combatant="a", target="x", weapon="longbow"))
    bout.answer(SHOT, 12, 12)
    assert bout.waiting == []


def test_nobody_is_asked_about_whom_his_player_does_not_know_of() -> None:
    """The hero is hidden whole: only the game master may react."""
    bout = Bout("a....xg", ana("a", seen_by=("ana",)), ben("x", **ARCHER), one("g", FOES, None, **ARCHER))
    bout.start("a")
    bout.order(Move(combatant="a", path=EAST))
    assert bout.waiting[0].question["reactors"] == ["g"]
    bout.answer("pass")
    assert bout.waiting == []


# -- marches
@pytest.mark.rule("DD-MARCH-08")
def test_a_march_is_answered_like_a_move() -> None:
    """Before anybody is activated; who is hurt by it is so at once."""
    bout = Bout("a.......x", ana("a", hp=2), ben("x", **ARCHER))
    bout.draw(HEROES)
    bout.order(March(combatant="a", path=path((1, 0))))
    assert [(act.what, act.by) for act in bout.waiting[0].interrupts] == [("March", "a")]
    assert bout.choices == [SHOT, "hold", "pass"]
    bout.answer(SHOT, 1, 12)
    assert bout.the(ReactionMade).manner is Manner.MARCH
    assert bout.has("a", "injured")


@pytest.mark.rule("DD-REA-08")
def test_the_die_still_activates_another_when_a_marcher_falls() -> None:
    """He is gone, his march is over, and it was no activation."""
    bout = Bout("a.......x\nb........", ana("a", hp=1), ana("b"), ben("x", **ARCHER))
    bout.draw(HEROES)
    bout.order(March(combatant="a", path=path((1, 0), (2, 0))))
    bout.answer(SHOT, 1, 12)
    assert bout.the(CombatantOut).combatant == "a"
    bout.activate("b")
    assert bout.acting == ("b",)


@pytest.mark.rule("DD-REA-20")
def test_marches_of_one_draw_and_the_order_after_them_are_answered_each() -> None:
    """By the same spell of speed A: every march counts as an order."""
    jabs = {"skills": {"jab": 1}, "own_skills": (JAB,)}
    bout = Bout("a.......w\nb........", ana("a"), ana("b"), ben("w", **jabs))
    bout.draw(HEROES)
    for who, row in (("a", 0), ("b", 1)):
        bout.order(March(combatant=who, path=path((1, row))))
        bout.answer("use:w:jab", 12)
        bout.answer("keep")
    bout.activate("b")
    bout.order(Move(combatant="b", path=path((2, 1))))
    assert bout.choices == ["use:w:jab", "hold", "pass"]


# -- what it does
@pytest.mark.rule("DD-REA-16", "DD-REA-19")
def test_a_snare_ends_the_move_where_he_is_and_works_twice_a_round() -> None:
    """CH 5: a 5 holds him; nobody may hold on then, and he is not asked how he goes on."""
    bout = runner("a.....w", ben("w", ref="witch"))
    bout.order(Move(combatant="a", path=EAST))
    bout.answer("hold")
    bout.answer("use:w:snare", 5)
    assert bout.the(MoveHalted) == MoveHalted(combatant="a", skill="snare")
    assert bout.place("a") == at(1)
    assert bout.waiting == []
    bout.order(Move(combatant="a", path=path((2, 0))))
    bout.answer("use:w:snare", 12)
    bout.answer("keep", draws=HEROES)
    assert bout.figure("w").reactions_used == {"snare": 2}
    bout.activate("a")
    bout.order(Move(combatant="a", path=path((3, 0))))
    assert bout.choices == ["use:w:spark", "hold", "pass"]


def test_nobody_holds_on_where_the_move_has_ended() -> None:
    """After a snare another may still react, or let him be."""
    bout = runner("a....wv", ben("w", ref="witch"), ben("v", ref="witch"))
    bout.order(Move(combatant="a", path=EAST))
    bout.answer("use:w:snare", 1)
    assert bout.choices == ["use:v:spark", "use:v:snare", "pass"]
    bout.answer("pass")
    assert bout.place("a") == at(0)


def test_a_spark_is_one_hit_however_many_succeed() -> None:
    """Level 2: two successes, one protection die."""
    bout = runner("a.....w", ben("w", ref="witch", skills={"spark": 2}))
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer("use:w:spark", 1, 2, 12)
    assert bout.the(ConflictRolled).successes == 2
    assert bout.the(ProtectionRolled).hits == 1


@pytest.mark.rule("DD-REA-08")
def test_who_falls_on_the_way_goes_no_further_and_has_no_second_order() -> None:
    """Nor does anybody else shoot at him."""
    bout = runner("a....xy...c", ana("c"), ben("x", **ARCHER), ben("y", **ARCHER), hp=1)
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer(SHOT, 1, 12, draws=FOES)
    assert bout.the(CombatantOut).combatant == "a"
    assert bout.of(Moved) == []
    assert bout.the(ActivationEnded)
    assert bout.figure("y").loaded == ("longbow",)


@pytest.mark.rule("DD-REA-09")
def test_an_injury_on_the_way_counts_after_both_orders() -> None:
    """As for actions."""
    bout = runner("a....x", hp=2)
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer(SHOT, 1, 12)
    bout.answer("keep")
    assert not bout.has("a", "injured")
    bout.order(Move(combatant="a", path=path((2, 0))), draws=HEROES)
    assert bout.has("a", "injured")


def test_the_ground_where_he_is_met_covers_him() -> None:
    """Rocks give 2: DX 3 stops a 5 in them."""
    rocks = ground("r......")
    bout = runner("a.....x", setup=rocks)
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer(SHOT, 5, 5)
    assert bout.the(ProtectionRolled).needed == 5


# -- charges that fall short
@pytest.mark.rule("DD-CHG-03")
def test_a_charge_that_falls_short_is_answered_on_any_square_of_its_way() -> None:
    """In deep mud a die of 9 lets him go one square: he may be met there, or where he began."""
    mud = ground("..qq...")
    bout = runner("a....x.", setup=mud, mv=4)
    bout.order(Charge(combatant="a", target="x", path=path((1, 0), (2, 0), (3, 0), (4, 0))), 9)
    assert bout.the(ChargeFellShort)
    assert bout.choices == [SHOT, "pass"]
    (field,) = bout.waiting[0].offers[0].fields
    assert field.kind == "place"
    first = field.among[0]
    bout.answer(SHOT, 12, place=first)
    assert bout.the(ReactionMade).manner is Manner.MOVE
    assert bout.the(WeaponUnloaded).combatant == "x"
    assert len(asked(bout)) == 1


def test_a_move_that_turned_into_a_charge_and_falls_short_is_answered_from_there_on() -> None:
    """By who held on; not by who had let the order pass, nor by who has reacted. What he went before was a move."""
    sand = ground("..qq........", "............", "............", "............")
    archers = (ben(name, **ARCHER) for name in "xyz")
    bout = runner("a...x.......\n............\n............\n......y....z", *archers, setup=sand, mv=4)
    bout.order(Move(combatant="a", path=path((0, 1), (0, 2))))
    bout.answer("hold")
    bout.answer("pass", reactors=["z"])
    bout.answer("hold", reactors=["y"])
    bout.answer(SHOT, 12)
    bout.answer("turn-path", 9, path=plain(path((1, 0), (2, 0), (3, 0))))
    assert bout.place("a") == at(1)
    assert bout.the(ChargeFellShort).target == "x"
    assert bout.choices == ["shoot:y:longbow", "pass"]
    assert bout.waiting[0].offers[0].fields == ()
    bout.answer("shoot:y:longbow", 12)
    assert bout.the(ReactionMade).place == at(1)


@pytest.mark.parametrize(("choice", "hit"), [(SHOT, 5), ("use:x:spark", 3)])
def test_on_a_way_that_lies_behind_him_its_own_ground_covers_him(choice: str, hit: int) -> None:
    """He charged out of rocks and fell short on open ground: DX 3 and 2 there, DX 3 here."""
    archer = {"weapons": ("longbow",), "skills": {"melee": 1, "shooting": 1, "spark": 1}}
    for which, needed in ((0, 5), (1, 3)):
        bout = runner("a...x", ben("x", **archer), setup=ground("r.qq."))
        bout.order(Charge(combatant="a", target="x", path=path((1, 0), (2, 0), (3, 0))), 1, 9)
        offer = next(offer for offer in bout.waiting[0].offers if offer.key == choice)
        bout.answer(choice, hit, 1, place=offer.fields[0].among[which])
        assert bout.the(ProtectionRolled).needed == needed


@pytest.mark.rule("DD-GAP-15")
def test_a_hider_is_noticed_from_his_first_step_on() -> None:
    """Before it only by who is near enough to notice him: AW is 1 and 6."""
    near = {**ARCHER, "aw": 6}
    bout = runner("a.....y..x", ben("x", **ARCHER), ben("y", **near), conditions=("hidden",))
    bout.order(Move(combatant="a", path=path((1, 0))))
    assert bout.waiting[0].question["reactors"] == ["y"]
    assert bout.has("a", "hidden")
    bout.answer("pass")
    assert bout.waiting[0].question["reactors"] == ["x"]
    assert not bout.has("a", "hidden")


@pytest.mark.rule("DD-REA-10")
def test_who_drops_into_range_is_answered_where_he_lies() -> None:
    """From two levels up, twelve squares from the archer then; his order is over, so he is not asked how he goes on."""
    bout = runner("a............x", setup=ground("2............."), place=at(0, 0, 2))
    bout.order(Move(combatant="a", path=path((1, 0))), 1, 1)
    assert bout.waiting[0].question == {"combatant": "a", "reactors": ["x"], "left": 0}
    bout.answer(SHOT, 12)
    assert bout.waiting == []
    assert bout.the(OrderFinished).orders_left == 1


# -- whom they ask
@pytest.mark.rule("DD-GAP-25", "DD-GAP-38")
def test_sides_are_asked_in_turn_and_again_for_what_is_left() -> None:
    """The one behind the active side first; a trigger-happy creature with it."""
    bout = runner(
        "a......\n.......\n.......\nu.g.x..",
        one("u", "others", "ben", **ARCHER),
        one("x", FOES, None, **ARCHER),
        creature("g", ref="gnoll_archer"),
    )
    bout.order(Move(combatant="a", path=EAST))
    assert (bout.waiting[0].seats, bout.waiting[0].question["reactors"]) == (("ben",), ["u", "g"])
    bout.answer("pass")
    assert (bout.waiting[0].seats, bout.waiting[0].question["reactors"]) == (("gm",), ["x"])


@pytest.mark.rule("DD-GAP-38")
def test_what_others_see_of_a_window_on_the_way_is_the_window() -> None:
    """Reactors, options and answers are open to everybody."""
    bout = runner("a....x")
    bout.order(Move(combatant="a", path=EAST))
    seen = [BOOK.seen(bout.state, seat).fight.window for seat in ("gm", "ana", "ben", "eye", None)]
    assert all(window == seen[0] for window in seen)
    bout.answer("hold")
    assert all(recorded.draft.to is None for recorded in bout.last)


def test_a_table_that_never_asks_lets_everybody_pass() -> None:
    """Without a trace."""
    bout = runner("a....x")
    bout.arena.fact(PolicySet(kind="ReactToMove", asked=False))
    bout.order(Move(combatant="a", path=EAST))
    assert bout.place("a") == at(3)
    assert asked(bout) == []


@pytest.mark.parametrize(("kind", "questions"), [("ReactToMove", 0), ("ReactToAction", 1), ("ReactToCharge", 1)])
def test_a_seat_that_never_reacts_to_moves_is_not_asked(kind: str, questions: int) -> None:
    """What it settled for actions or charges does not count."""
    bout = runner("a....x")
    bout.arena.preferences = {f"ben {kind}": "never"}
    bout.order(Move(combatant="a", path=EAST))
    assert len(bout.waiting) == questions


def test_a_seat_that_always_reacts_shoots_at_the_first_square() -> None:
    """The first way to react that it has."""
    bout = runner("a....x")
    bout.arena.preferences = {"ben ReactToMove": "always"}
    bout.order(Move(combatant="a", path=EAST), 12)
    assert bout.the(ReactionMade).means == "longbow"


@pytest.mark.rule("DD-GAP-22")
def test_a_pack_moves_as_one_order() -> None:
    """Whoever has shot at one of its miniatures does not react to another in the same order, but in the next."""
    bout = Bout(
        "a....w\nb.....", ana("a", pack="rats"), ana("b", pack="rats"), ben("w", skills={"jab": 1}, own_skills=(JAB,))
    )
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 0))))
    bout.answer("use:w:jab", 12)
    bout.answer("keep")
    bout.order(Move(combatant="b", path=path((1, 1))))
    assert bout.waiting == []
    bout.order(Move(combatant="b", path=path((2, 1))))
    assert bout.choices == ["use:w:jab", "hold", "pass"]
