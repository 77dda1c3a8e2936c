"""What a movement, an attack or a spell of La Fantasia Final would do, as far as its seat may know the figures."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer, preview_order
from engine.kernel.scene.preview import Preview
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.state.ground.reach import places_in
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup


def told(bout: Bout, order: Order, seat: str = "ana", locale: str = "en") -> Preview:
    """What an order would do."""
    return preview_order(bout.arena.book, bout.arena.position, seat, order, locale)


def over(*cells: tuple[int, int]) -> tuple[Place, ...]:
    """A path."""
    return tuple(Place(cell=Cell(*one)) for one in cells)


def field() -> Bout:
    """A board with a wall beside the hero."""
    return Bout(
        hero(place=cell(0, 0)), foe(place=cell(3, 0)), setup=Setup(grid=Grid(terrain=(Patch(x=1, y=0, wall=True),)))
    )


def test_a_way_is_drawn_cell_by_cell() -> None:
    """Where it may go on, and what it costs so far."""
    bout = field()
    start = told(bout, o.Move(combatant="hero", path=(), to=None))
    assert {(p.cell.x, p.cell.y) for p in places_in(start.next[0].area) if p.cell} == {(0, -1), (0, 1), (-1, 0)}
    drawn = told(bout, o.Move(combatant="hero", path=over((0, 1), (1, 1))))
    (way,) = drawn.ways
    assert (way.cost, way.unit, [place.cell for place in way.steps]) == (2, "m", [Cell(0, 1), Cell(1, 1)])
    assert way.steps[-1].facing == "EAST"
    assert drawn.certain
    assert drawn.unfinished == ""
    with pytest.raises(RuleRefusal, match="at step 1, cell 1, 0"):
        told(bout, o.Move(combatant="hero", path=over((1, 0))))


def test_the_way_to_a_cell_is_the_one_that_is_gone() -> None:
    """Around the wall."""
    bout = field()
    order = o.Move(combatant="hero", to=Place(cell=Cell(2, 0)))
    (way,) = told(bout, order).ways
    bout.order(order)
    assert way.steps[-1] == bout.arena.state.fight.combatants["hero"].place
    assert way.cost == 4


def test_the_chance_to_hit_is_told_to_those_who_know_the_defence() -> None:
    """The game master knows it; the player knows its own terms."""
    bout = Bout(hero(figures=sheet(strength=3), place=cell(0, 0)), foe(place=cell(1, 0)), setup=Setup(grid=Grid()))
    attack = next(offer for offer in bout.offers("hero") if isinstance(offer.body, o.Attack)).body
    (known,), (mine,) = told(bout, attack, "gm").tests, told(bout, attack).tests
    at = sum(term.amount or 0 for term in known.terms if term.of == "faces")
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    hits = sum((a, b) == (6, 6) or ((a, b) != (1, 1) and a + b + at >= (known.against or 0)) for a, b in throws)
    assert known.chance == round(1000 * hits / 36)
    assert known.label == "an attack"
    assert (mine.against, mine.chance) == (None, None)
    assert {term.of for term in mine.terms} == {"faces"}
    assert [term for term in known.terms if term.of == "faces"] == list(mine.terms)


def test_an_area_is_told_with_all_whom_it_holds() -> None:
    """All within its radius of the one at its centre; of each a roll, without criticals where it meets several."""
    bout = Bout(
        hero(figures=sheet(spells=("firaga",), mp=20, mind=2), place=cell(0, 0)),
        foe(place=cell(5, 0)),
        foe("second", place=cell(6, 0)),
        foe("far", place=cell(5, 9)),
        setup=Setup(grid=Grid()),
    )
    drawn = told(bout, o.Cast(caster="hero", spell="firaga", targets=("foe",)), "gm")
    assert [target.combatant for target in drawn.affected] == ["foe", "second"]
    assert {test.target for test in drawn.tests} == {"foe", "second"}
    (held,) = drawn.areas
    cells = {place.cell for place in places_in(held)}
    assert Cell(5, 0) in cells
    assert Cell(5, 9) not in cells


def test_an_area_ends_with_the_board() -> None:
    """What lies beyond its edge is no part of it."""
    bout = Bout(
        hero(figures=sheet(spells=("firaga",), mp=20, mind=2), place=cell(0, 0)),
        foe(place=cell(5, 0)),
        ground=Ground(space=Space(kind="GRID", width=6, height=4)),
    )
    (held,) = told(bout, o.Cast(caster="hero", spell="firaga", targets=("foe",)), "gm").areas
    cells = [place.cell for place in places_in(held)]
    assert Cell(5, 0) in cells
    assert all(one is not None and 0 <= one.x < 6 and 0 <= one.y < 4 for one in cells)


# -- checks
def wrestlers(**theirs: int) -> Bout:
    """The hero, of strength 3 and agility 1, and a foe beside each other."""
    figures = sheet(**{"strength": 1, "agility": 2, **theirs})
    return Bout(
        hero(figures=sheet(strength=3, agility=1), place=cell(0, 0)),
        foe(figures=figures, place=cell(1, 0)),
        setup=Setup(grid=Grid()),
    )


SEIZE = o.Grapple(attacker="hero", target="foe")


def test_a_grapple_tells_its_terms_and_for_what_its_chance_holds() -> None:
    """The opponent answers with the higher of two; a player who may not know its figures is told his own terms."""
    (known,) = told(wrestlers(), SEIZE, "gm").tests
    assert [(term.of, term.source, term.amount) for term in known.terms] == [
        ("faces", "strength", 3),
        ("against", "agility", 2),
    ]
    assert known.chance == 556
    assert known.provided == "if Foe answers with the higher of strength and agility"
    assert "A grapple: 2d6, 55.6 %, if Foe answers" in told(wrestlers(), SEIZE, "gm").text
    (mine,) = told(wrestlers(), SEIZE).tests
    assert (mine.chance, mine.provided, [term.of for term in mine.terms]) == (None, "", ["faces"])


def test_what_a_player_is_told_of_a_grapple_does_not_depend_on_the_foe() -> None:
    """Neither on his figures nor on whether they differ."""
    assert told(wrestlers(), SEIZE) == told(wrestlers(strength=9), SEIZE) == told(wrestlers(agility=1), SEIZE)


def test_where_the_opponent_has_no_real_choice_the_chance_holds_as_it_is() -> None:
    """Strength as high as agility."""
    (test,) = told(wrestlers(agility=1), SEIZE, "gm").tests
    assert (test.provided, test.chance is not None) == ("", True)


def test_who_cannot_act_is_held_without_a_roll() -> None:
    """As far as the player sees, no dice decide."""
    bout = Bout(hero(), foe(conditions=("stunned",)))
    drawn = told(bout, SEIZE)
    assert drawn.tests == ()
    assert drawn.certain


def test_a_check_that_is_asked_for_has_no_chance_yet() -> None:
    """The game master sets its difficulty; his own answer tells it, and so does the attribute of an opponent."""
    bout = wrestlers()
    wish = o.CheckAttribute(combatant="hero", attribute=Attribute.STRENGTH, purpose="lift the gate")
    (test,) = told(bout, wish).tests
    assert (test.chance, test.against, [(t.source, t.amount) for t in test.terms]) == (None, None, [("strength", 3)])
    bout.order(wish)
    for difficulty, chance in ((5, 1000), (10, 583), (16, 0)):
        (ruled,) = answer(bout, "gm", "action", difficulty=difficulty).tests
        assert (ruled.against, ruled.chance, ruled.provided) == (difficulty, chance, "")
    assert answer(bout, "gm", "refuse").tests == ()
    bout = wrestlers()
    bout.order(structs.replace(wish, opponent="foe"))
    (ruled,) = answer(bout, "gm", "action", opposing="AGILITY").tests
    assert (ruled.against, ruled.target, ruled.chance) == (None, "foe", 556)


def test_the_game_master_is_told_the_chance_of_a_jump_for_each_attribute() -> None:
    """Four metres are 8: 2d + 3 or + 1."""
    bout = wrestlers()
    order = o.Jump(combatant="hero", to=cell(0, 4))
    assert told(bout, order).tests[0].provided == "if the game master picks agility"
    bout.order(order)
    assert [answer(bout, "gm", key).tests[0].chance for key in ("strength", "agility")] == [833, 583]


def test_whoever_is_seized_is_told_what_he_would_roll_with() -> None:
    """Not against what: the attribute of whoever began is not told."""
    bout = wrestlers()
    bout.order(SEIZE)
    (test,) = answer(bout, "gm", "strength").tests
    assert (test.combatant, test.target, test.chance) == ("foe", "hero", None)
    assert [(term.source, term.amount) for term in test.terms] == [("strength", 1)]


def test_healing_magic_is_rolled_only_for_those_who_may_not_want_it() -> None:
    """An ally is healed; an enemy may refuse, and the chance holds for that."""
    bout = Bout(hero(figures=sheet(spells=("cure",), mp=20)), hero("friend"), foe())
    assert told(bout, o.Cast(caster="hero", spell="cure", targets=("friend",)), "gm").tests[:1] == ()
    (test,) = told(bout, o.Cast(caster="hero", spell="cure", targets=("foe",)), "gm").tests
    assert (test.label, test.provided) == ("magic", "if Foe does not accept it")


def answer(bout: Bout, seat: str, key: str, **fields: Any) -> Preview:
    """What an answer to the open question would do."""
    arena, asked = bout.arena, bout.waiting[0]
    return preview_answer(arena.book, arena.position, seat, asked.decision, Choice(key, fields), "en", body_of)
