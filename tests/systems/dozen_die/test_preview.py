"""What a move, a charge, a shot or a skill of Dozen Die would do, step by step and in exact chances."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer, preview_order
from engine.kernel.scene.preview import Preview, chance_of
from engine.kernel.state.ground.reach import places_in
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.dozen_die.board.ways import Way
from engine.systems.dozen_die.content.kinds import Ability, Passive, Reach, Skill, Use
from engine.systems.dozen_die.orders import Act, Charge, Move, Shoot, Step, StepBy
from engine.systems.dozen_die.rules.basics import chances, values
from engine.systems.dozen_die.rules.board import route
from tests.support.laws.pictures import unseen
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.grounds import ground, path


def told(bout: Bout, order: Order, seat: str = "ana", locale: str = "en") -> Preview:
    """What an order would do."""
    return preview_order(bout.arena.book, bout.arena.position, seat, order, locale)


def begun(*entries: Any, rows: tuple[str, ...], board: str) -> Bout:
    """A fight in which `a` is activated."""
    bout = Bout(board, *entries, setup=ground(*rows))
    bout.start("a")
    return bout


def test_a_way_is_drawn_step_by_step() -> None:
    """Where it may go on, and what it costs so far, until nothing is left."""
    bout = begun(ana("a", mv=3), ben("b"), rows=("......", "..#...", "......"), board="a.....\n......\n.....b")
    start = told(bout, Move(combatant="a"))
    assert start.unfinished == "path: say where to"
    assert {(p.cell.x, p.cell.y) for p in places_in(start.next[0].area) if p.cell} == {(1, 0), (0, 1), (1, 1)}
    steps = path((1, 0), (2, 0), (3, 0))
    said = ("0 squares", "1 square", "2 squares", "3 squares")
    for n in (1, 2, 3):
        drawn = told(bout, Move(combatant="a", path=steps[:n]))
        (way,) = drawn.ways
        assert (way.cost, way.left, way.unit) == (n, 3 - n, "squares")
        assert (way.cost_label, way.left_label) == (said[n], said[3 - n])
        assert [place.cell for place in way.steps] == [step.cell for step in steps[:n]]
        assert drawn.unfinished == ""
        assert bool(drawn.next) is (n < 3)
    assert drawn.certain


def test_where_a_way_may_go_on_is_complete() -> None:
    """Every square and height, walked or jumped to, compared with every single step tried."""
    bout = begun(
        ana("a", mv=4),
        ben("b"),
        rows=("...~...", ".12....", "L2.....", "......."),
        board=".......\n.......\n...a...\n......b",
    )
    way = path((3, 1))
    next_by = {one.by: set(places_in(one.area)) for one in told(bout, Move(combatant="a", path=way)).next}
    walker = route.walker(bout.arena.state, "a", 4)
    for by in (None, StepBy.JUMP):
        tried = set()
        for y in range(-1, 5):
            for x in range(-1, 8):
                for height in (None, *range(-2, 5)):
                    step = Step(cell=at(x, y).cell or pytest.fail("a cell"), height=height, by=by)
                    found = Way(held=walker.held)
                    for wanted in route.wanted((*way, step)):
                        further = walker.further(found, wanted)
                        found = further if isinstance(further, Way) else Way()
                        if not isinstance(further, Way):
                            break
                    else:
                        if not found.steps[-1].leaves:
                            tried.add(found.steps[-1].to.place)
        assert next_by.get(by.value if by else None, set()) == tried


def test_through_a_friend_it_goes_on_and_does_not_end() -> None:
    """The words of the order say why."""
    bout = begun(ana("a"), ana("c"), ben("b"), rows=("......",), board="ac...b")
    onto = Move(combatant="a", path=path((1, 0)))
    drawn = told(bout, onto)
    with pytest.raises(RuleRefusal) as refused:
        bout.arena.order("ana", onto)
    assert drawn.unfinished == refused.value.reason
    assert {p.cell.x for p in places_in(drawn.next[0].area) if p.cell} == {0, 2}


def test_a_step_into_a_wall_is_refused_in_the_words_of_the_order() -> None:
    """With rule and field."""
    bout = begun(ana("a"), ben("b"), rows=(".#....",), board="a....b")
    into = Move(combatant="a", path=path((1, 0)))
    with pytest.raises(RuleRefusal) as foretold:
        told(bout, into)
    with pytest.raises(RuleRefusal) as refused:
        bout.arena.order("ana", into)
    one, other = foretold.value, refused.value
    assert (one.reason, one.rule, one.field) == (other.reason, other.rule, other.field)


def test_a_way_that_is_blocked_is_told_up_to_the_block() -> None:
    """With its cost, beside the reason; of one whose first step is refused there is none."""
    bout = begun(ana("a"), ben("b"), rows=("..#...",), board="a....b")
    with pytest.raises(RuleRefusal) as blocked:
        told(bout, Move(combatant="a", path=path((1, 0), (2, 0), (3, 0))))
    (way,) = blocked.value.ways
    assert [step.cell for step in way.steps] == [at(1, 0).cell]
    assert way.cost == 1
    with pytest.raises(RuleRefusal) as refused:
        told(bout, Move(combatant="a", path=path((3, 0), (2, 0))))
    assert refused.value.ways == ()


def test_hard_ground_on_the_way_is_tested() -> None:
    """With its value, its terms and its chance."""
    bout = begun(ana("a", dx=5), ben("b"), rows=("..~...",), board="a....b")
    drawn = told(bout, Move(combatant="a", path=path((1, 0), (2, 0))))
    (test,) = drawn.tests
    assert (test.combatant, test.dice, test.label) == ("a", "1d12", "wading")
    assert test.against == sum(term.amount or 0 for term in test.terms)
    assert test.chance == round(1000 * min(test.against or 0, 11) / 12)
    assert not drawn.certain


def test_a_charge_tells_the_chance_to_win_the_melee() -> None:
    """From the dice of both: strength 6 against 5, one die each."""
    bout = begun(ana("a", st=6), ben("b", st=5), rows=("......",), board="a..b..")
    drawn = told(bout, Charge(combatant="a", target="b"))
    (test,) = drawn.tests
    dice = {who: values.dice(bout.arena.state, who, values.level(bout.arena.state, who, Passive.MELEE)) for who in "ab"}
    value = {who: values.melee(bout.arena.state, who).total for who in "ab"}
    assert (test.combatant, test.target, test.dice, test.against) == ("a", "b", f"{dice['a']}d12", value["a"])
    assert test.chance == chance_of(*chances.clash_won((value["a"], dice["a"]), (value["b"], dice["b"])))
    assert drawn.ways[0].label.startswith("into contact with")
    assert not drawn.certain


def test_an_archer_is_told_the_chance_of_a_hit() -> None:
    """Two dice against 6: at least one of them three times out of four."""
    bow = {"skills": {"melee": 1, "shooting": 2}, "weapons": ("longbow",), "dx": 4}
    bout = begun(ana("a", **bow), ben("b"), rows=("......",), board="a....b")
    (test,) = told(bout, Shoot(combatant="a", target="b", weapon="longbow")).tests
    assert (test.dice, test.against, test.chance, test.target) == ("2d12", 6, 750, "b")
    assert [(term.source, term.amount) for term in test.terms] == [("dx", 4), ("longbow", 2)]


@pytest.mark.rule("DD-REA-10")
def test_who_may_react_makes_a_move_uncertain_only_where_he_is_seen() -> None:
    """An archer in view of it may shoot; one of whom nobody knows changes nothing of what is told."""
    bow = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("short_bow",), "aw": 9}
    foretold = []
    for archer in ((ben("x", **bow),), (unseen(ben("x", place=at(5, 1), **bow)),), ()):
        bout = begun(
            ana("a"),
            ben("b"),
            *archer,
            rows=("..........",) * 2,
            board=f"a........b\n.....{'x' if archer else '.'}....",
        )
        foretold.append(told(bout, Move(combatant="a", path=path((1, 0), (2, 0)))))
    seen, hidden, alone = foretold
    assert [one.certain for one in foretold] == [False, True, True]
    assert hidden == alone
    assert [way.steps for way in seen.ways] == [way.steps for way in alone.ways]


@pytest.mark.parametrize(("locale", "words"), [("en", "3 squares"), ("fi", "3 ruutua"), ("es", "3 casillas")])
def test_it_is_told_in_the_language_of_its_reader(locale: str, words: str) -> None:
    """The way, and that nothing else decides."""
    bout = begun(ana("a"), ben("b"), rows=("......",), board="a....b")
    told_so = told(bout, Move(combatant="a", to=at(3)), locale=locale)
    assert words in told_so.text
    assert len(told_so.text.splitlines()) == 2


# -- what somebody else still decides
def tricked(**skill: Any) -> Bout:
    """A skill of one's own, of CH 7 and two levels, beside somebody of DX 2 and ST 6."""
    own = Skill(id="trick", name="A trick", use=Use.ACTION, ability=Ability.CH, **skill)
    mine = {"ch": 7, "own_skills": (own,), "skills": {"melee": 1, "trick": 2}}
    return begun(ana("a", **mine), ben("b", dx=2, st=6), rows=("...",), board="a.b")


def test_a_skill_that_the_game_master_grades_tells_for_which_grade_its_chance_holds() -> None:
    """Hard, unless he says otherwise; each of his answers tells its own."""
    bout, order = tricked(), Act(combatant="a", skill="trick")
    (test,) = told(bout, order).tests
    assert (test.against, test.provided) == (7, "if the game master calls it hard")
    bout.order(order)
    chances_told = [answer(bout, key).tests[0].chance for key in ("EASY", "NORMAL", "HARD", "VERY_HARD")]
    assert chances_told[2] == test.chance
    assert sorted(map(int, filter(None, chances_told)), reverse=True) == chances_told
    assert answer(bout, "VERY_EASY").tests == ()


def test_a_target_with_a_choice_is_taken_to_resist_with_what_is_best() -> None:
    """Strength 6 rather than dexterity 2; its own player is told each."""
    bout = tricked(reach=Reach.AWARENESS, resisted_by=(Ability.DX, Ability.ST))
    order = Act(combatant="a", skill="trick", targets=("b",))
    (test,) = told(bout, order).tests
    assert test.provided == "if B resists with what is best"
    bout.order(order)
    mine = {key: answer(bout, key).tests[0].chance for key in ("dx", "st")}
    assert mine["st"] == 1000 - (test.chance or 0)
    assert (mine["dx"] or 0) < (mine["st"] or 0)


def answer(bout: Bout, key: str) -> Preview:
    """What an answer to the open question would do."""
    arena, asked = bout.arena, bout.waiting[0]
    return preview_answer(arena.book, arena.position, asked.seats[0], asked.decision, Choice(key), "en", body_of)
