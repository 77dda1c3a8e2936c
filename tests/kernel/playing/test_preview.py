"""A preview tells what an order would do by what its seat sees, refuses in the order's words, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.playing.position import Position
from engine.kernel.playing.preview import preview_order
from engine.kernel.scene.preview import Foreseen, Preview, PreviewNext, PreviewWay, chance_of
from engine.kernel.state.combatant import Place
from engine.kernel.state.events import Moved
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kernel.structs.odds import Odds
from engine.kernel.structs.reasons import Reasons, Term
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Falling
from tests.support.slices.fantasia import Fantasia, Sneak
from tests.support.slices.ready import fantasia_fight

SNEAK = Sneak(combatant="strago")
Rule = Callable[[Table[Any], Order], None]
Told = Callable[[Any, str, Struct, str], Foreseen | None]


def playing(rule: Rule, told: Told | None = None) -> Arena:
    """A fight with somebody hidden, in which every order is played by this rule."""

    class Ruled(Fantasia):
        def play(self, order: Order, table: Table[Any]) -> None:
            """By the rule."""
            rule(table, order)

    if told is not None:
        Ruled.preview = lambda self, *args: told(*args)  # type: ignore[attr-defined]  # a hook that systems may have
    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Ruled())
    return arena


def foretold(arena: Arena, order: Order = SNEAK, seat: str = "ana", locale: str = "en") -> Preview:
    """What the order would do; nothing happens."""
    before, state = len(arena.stream), arena.state
    found = preview_order(arena.book, Position(len(arena.stream), state), seat, order, locale)
    assert (len(arena.stream), arena.state) == (before, state)
    return found


def test_without_dice_the_order_is_told_to_its_end() -> None:
    """Where somebody goes, and whom it concerns."""

    def rule(table: Table[Any], order: Order) -> None:
        for zone in ("moor", "yard"):
            here = table.state.fight.combatants["strago"].place
            table.emit(Moved(combatant="strago", from_=here, to=Place(zone=zone)), rule="T-1")
        table.change("kefka", "life", -1, rule="T-1")

    told = foretold(playing(rule), seat="gm")
    assert told.certain
    assert told.ways == (PreviewWay(combatant="strago", steps=(Place(zone="moor"), Place(zone="yard"))),)
    assert [target.combatant for target in told.affected] == ["kefka"]
    assert "As far as you see, no dice decide." in told.text


def test_the_first_roll_is_a_test_with_the_terms_that_are_known() -> None:
    """Nothing after it is told; private terms are for those who know the figures."""

    def rule(table: Table[Any], order: Order) -> None:
        terms = (Term(source="level", of="faces", amount=2), Term(source="luck", of="faces", amount=1, private=True))
        table.roll("2d6", by="strago", why="attack", rule="T-1", because=Reasons(terms=terms), known_to=("gm",))
        table.change("kefka", "life", -1, rule="T-1")

    (test,) = foretold(playing(rule)).tests
    assert (test.dice, test.combatant, test.rule, test.chance) == ("2d6", "strago", "T-1", None)
    assert [term.source for term in test.terms] == ["level"]
    told = foretold(playing(rule), seat="gm")
    assert [term.source for term in told.tests[0].terms] == ["level", "luck"]
    assert not told.certain
    assert told.affected == ()


@pytest.mark.parametrize(("to", "knowing"), [(("gm",), None), (None, ("gm",))])
def test_the_odds_of_a_roll_are_for_those_who_see_it_and_know_its_numbers(to: Any, knowing: Any) -> None:
    """For nobody else, who is not told that there are any; and no play asks for them."""
    asked: list[str] = []

    def odds() -> Odds:
        asked.append("odds")
        return Odds(good=21, of=36, against=7, terms=(Term(source="level", of="against", amount=7),))

    def rule(table: Table[Any], order: Order) -> None:
        table.roll("2d6", by="strago", why="attack", rule="T-1", to=to, known_to=knowing, odds=odds)

    arena = playing(rule)
    (test,) = foretold(arena).tests
    assert (test.chance, test.against, test.terms, asked) == (None, None, (), [])
    (test,) = foretold(arena, seat="gm").tests
    assert (test.chance, test.against, [term.amount for term in test.terms]) == (583, 7, [7])
    arena.dice = Falling((3, 4))
    arena.order("gm", SNEAK)
    assert asked == ["odds"]


def test_it_is_refused_in_the_words_of_the_order() -> None:
    """With its rule and field."""

    def rule(table: Table[Any], order: Order) -> None:
        raise RuleRefusal("to: too far", rule="T-1", field="to")

    arena = playing(rule)
    with pytest.raises(RuleRefusal) as told:
        foretold(arena)
    with pytest.raises(RuleRefusal) as done:
        arena.order("ana", SNEAK)
    assert (told.value.reason, told.value.rule, told.value.field) == ("to: too far", "T-1", "to")
    assert (done.value.reason, done.value.rule, done.value.field) == ("to: too far", "T-1", "to")


def test_whoever_is_not_seen_stops_no_preview() -> None:
    """The order would be stopped by somebody hidden: the seat is told what it sees, the game master is refused."""

    def rule(table: Table[Any], order: Order) -> None:
        if "lurker" in table.state.fight.combatants:
            raise RuleRefusal("lurker stands there", rule="T-1", field="to")
        table.change("strago", "life", -1, rule="T-1")

    arena = playing(rule)
    assert foretold(arena).certain
    with pytest.raises(RuleRefusal, match="lurker"):
        foretold(arena, seat="gm")


def test_another_seats_combatant_is_refused() -> None:
    """As in an order."""
    with pytest.raises(RuleRefusal) as refused:
        foretold(playing(lambda table, order: None), seat="ben")
    assert refused.value.code in ("NOT_YOURS", "UNKNOWN")


def test_a_way_that_may_not_end_yet_is_told_with_what_stands_against_its_end() -> None:
    """Only where the field of the way is at fault; any other refusal stays one."""
    more = Foreseen(
        ways=(PreviewWay(combatant="strago", steps=(Place(zone="moor"),), cost=1, left=2, unit="zones"),),
        next=(PreviewNext(area=SceneArea(places=(Place(zone="yard"),))), PreviewNext(by="JUMP", area=SceneArea())),
        unfinished="path",
    )

    def rule(field: str) -> Rule:
        def refuse(table: Table[Any], order: Order) -> None:
            raise RuleRefusal("somebody stands there", rule="T-1", field=field)

        return refuse

    told = foretold(playing(rule("path"), lambda *_: more))
    assert (told.unfinished, told.certain) == ("somebody stands there", False)
    assert [(way.cost_label, way.left_label) for way in told.ways] == [("1 zones", "2 zones")]
    assert [one.by for one in told.next] == [None]
    assert "Strago goes 1 zones, 2 zones left." in told.text
    with pytest.raises(RuleRefusal, match="somebody stands there"):
        foretold(playing(rule("to"), lambda *_: more))


def test_a_system_that_fails_to_foresee_is_a_fault_of_ours() -> None:
    """Nothing of it is told."""

    def fails(*_: Any) -> Foreseen | None:
        raise KeyError("lurker")

    with pytest.raises(Fault):
        foretold(playing(lambda table, order: None, fails))


def test_of_a_refused_order_a_system_need_foresee_nothing() -> None:
    """The refusal stays what it is."""

    def refuse(table: Table[Any], order: Order) -> None:
        raise RuleRefusal("no such weapon", rule="T-1", field="weapon")

    def fails(*_: Any) -> Foreseen | None:
        raise KeyError("nobody")

    with pytest.raises(RuleRefusal, match="no such weapon"):
        foretold(playing(refuse, fails))


@pytest.mark.parametrize(
    ("good", "of", "chance"), [(0, 36, 0), (36, 36, 1000), (21, 36, 583), (1, 3, 333), (2, 3, 667)]
)
def test_chances_are_rounded_to_the_nearest_tenth_of_a_percent(good: int, of: int, chance: int) -> None:
    """In whole numbers."""
    assert chance_of(good, of) == chance
