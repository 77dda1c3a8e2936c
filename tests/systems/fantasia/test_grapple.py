"""Grapples."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ConditionLost
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import ActionSpent, OpposedCheckMade
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet
from tests.systems.fantasia.test_status import cast, mage


def seize(**more: object) -> o.Grapple:
    return o.Grapple(attacker="hero", target="foe", **more)  # type: ignore[arg-type]


def holding(figures: Sheet | None = None, *, mine: Sheet | None = None, places: bool = False) -> Bout:
    """The hero holds the foe, whose turn it is."""
    spots = (at(0), at(1)) if places else (None, None)
    bout = Bout(hero(figures=mine, place=spots[0]), foe(figures=figures, place=spots[1]), foe("second"))
    bout.order(seize())
    bout.answer("strength", 6, 5, 1, 1)
    bout.end("hero")
    return bout


@pytest.mark.rule("FF-GRAP-01", "FF-TURN-02")
@pytest.mark.parametrize(("theirs", "held"), [((3, 2), True), ((3, 3), False), ((4, 3), False)])
def test_ff_grap_01_the_grappler_must_win_an_opposed_check(theirs: tuple[int, int], held: bool) -> None:
    """A normal action; equal totals are not enough, and a failure costs only the action."""
    bout = Bout(hero(), foe())
    bout.order(seize())
    bout.answer("strength", 3, 3, *theirs)
    assert bout.of(ActionSpent) == []
    assert bout.state.own.turn.normal == 0
    assert bout.has("foe", "grappled") is held


@pytest.mark.rule("FF-GRAP-01", "FF-ST-48")
@pytest.mark.parametrize("theirs", [(1, 1), (6, 6)])
def test_ff_grap_01_who_seizes_somebody_it_has_charmed_sets_it_free(theirs: tuple[int, int]) -> None:
    """A grapple is a kind of attack, also one that fails."""
    bout = Bout(hero(figures=mage("charm")), foe(figures=sheet(hp=99)))
    bout.order(cast("charm", "foe"), 6, 5)
    bout.end("hero")
    assert bout.has("foe", "charmed")
    bout.end("foe")
    bout.order(seize())
    assert (bout.has("foe", "charmed"), bout.rule_of(ConditionLost)) == (False, "FF-ST-48")
    assert bout.waiting[0].seats == ("gm",)
    bout.answer("strength", 3, 3, *theirs)


@pytest.mark.rule("FF-GRAP-01", "FF-DICE-05")
def test_ff_grap_01_no_critical_and_no_fumble() -> None:
    """Two sixes lose against a higher total, and two ones ask for nothing."""
    for faces in ((6, 6), (1, 1)):
        bout = Bout(hero(), foe(figures=sheet(strength=20)))
        bout.order(seize())
        bout.answer("strength", *faces, 1, 1)
        assert not bout.has("foe", "grappled")
        assert bout.asked == []


@pytest.mark.rule("FF-GRAP-01")
def test_ff_grap_01_within_a_metre_and_one_at_a_time() -> None:
    """Too far, holding somebody already, held already: refused and not offered."""
    bout = Bout(hero(place=at(0)), foe(place=at(2)), foe("second", place=at(1)), hero("friend", place=at(1)))
    assert bout.refuse(seize()).rule == "FF-GRAP-01"
    bout.order(o.Grapple(attacker="hero", target="second"))
    bout.answer("agility", 6, 6, 1, 1)
    for who in ("hero", "foe", "second"):
        bout.end(who)
    assert bout.refuse(o.Grapple(attacker="friend", target="second")).field == "target"
    bout.end("friend")
    assert bout.refuse(o.Grapple(attacker="hero", target="friend")).reason == "hero holds somebody already"
    assert "grapple" not in bout.keys("hero")


@pytest.mark.rule("FF-GRAP-01")
def test_ff_grap_01_who_cannot_act_is_held_without_a_check() -> None:
    """No dice, no question."""
    bout = Bout(hero(), foe(conditions=("unconscious",)), foe("second"))
    bout.order(seize())
    assert bout.has("foe", "grappled")


@pytest.mark.rule("FF-GRAP-02")
def test_ff_grap_02_each_picks_strength_or_agility() -> None:
    """The attacker with his order, the other one when asked; unsaid it is the higher, for both checks."""
    strong = sheet(strength=3, agility=1)
    bout = Bout(hero(figures=strong), foe(figures=sheet(strength=1, agility=2), seat="bea"))
    assert bout.refuse(seize(attribute=Attribute.MIND)).field == "attribute"
    bout.order(seize(attribute=Attribute.AGILITY))
    assert (bout.asked, bout.waiting[0].seats) == (["OpposeGrapple"], ("bea",))
    assert (bout.waiting[0].default, bout.choices) == ("higher", ["higher", "strength", "agility"])
    bout.answer("strength", 6, 6, 1, 1)
    made = bout.the(OpposedCheckMade)
    assert (made.attribute, made.opposing) == (Attribute.AGILITY, Attribute.STRENGTH)
    assert (made.total, made.opposed_total) == (13, 3)
    bout.end("hero")
    bout.order(o.BreakFree(combatant="foe"))
    bout.answer("higher", 2, 2, 3, 3)
    made = bout.the(OpposedCheckMade)
    assert (made.attribute, made.opposing) == (Attribute.AGILITY, Attribute.STRENGTH)


@pytest.mark.rule("FF-GRAP-03")
def test_ff_grap_03_who_is_held_cannot_move_but_may_attack() -> None:
    """A move is refused and not offered; the rest of the turn is his."""
    bout = holding()
    assert bout.refuse(o.Move(combatant="foe", metres=1)).rule == "FF-GRAP-03"
    assert not any(key.startswith("move") for key in bout.keys("foe"))
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 1, 2)


@pytest.mark.rule("FF-GRAP-03")
def test_ff_grap_03_the_grappler_may_let_go_or_go_away() -> None:
    """Letting go is free; moving off ends it too; without holding anybody it is refused."""
    bout = holding()
    bout.end("foe")
    bout.end("second")
    bout.order(o.LetGo(combatant="hero"))
    assert bout.the(ConditionLost).reason == "released"
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 1)
    assert bout.refuse(o.LetGo(combatant="hero")).rule == "FF-GRAP-03"
    bout = holding()
    bout.end("foe")
    bout.end("second")
    bout.order(o.Move(combatant="hero", metres=1))
    assert not bout.has("foe", "grappled")


@pytest.mark.rule("FF-GRAP-03")
def test_ff_grap_03_with_places_it_holds_as_long_as_they_stay_side_by_side() -> None:
    """The grappler steps around him, still within a metre; then away."""
    bout = holding(places=True)
    bout.end("foe")
    bout.end("second")
    bout.order(o.Move(combatant="hero", to=at(1, 1)))
    assert bout.has("foe", "grappled")
    bout.order(o.Move(combatant="hero", to=at(3, 1)))
    assert not bout.has("foe", "grappled")


@pytest.mark.rule("FF-GRAP-03", "FF-KO-08")
def test_ff_grap_03_it_ends_when_either_can_no_longer_act() -> None:
    """The grappler falls; the one who is held dies."""
    bout = holding(sheet(strength=50))
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 1, 2, 1)
    assert bout.has("hero", "unconscious")
    assert not bout.has("foe", "grappled")
    bout = holding(mine=sheet(strength=50))
    bout.end("foe")
    bout.end("second")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 1, 2, 1)
    assert not bout.has("foe", "grappled")


@pytest.mark.rule("FF-GRAP-03")
def test_ff_grap_03_it_ends_with_a_grappler_who_dies_at_once() -> None:
    """An ogre without a death counter holds the foe, and is slain."""
    bout = holding(sheet(strength=50), mine=sheet(ref="ogre"))
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 1, 2, 1)
    assert bout.has("hero", "dead")
    assert not bout.has("foe", "grappled")


@pytest.mark.rule("FF-GRAP-04")
@pytest.mark.parametrize(("mine", "free"), [((4, 3), True), ((3, 3), False)])
@pytest.mark.parametrize("pay", [o.Pay.NORMAL, o.Pay.MOVEMENT])
def test_ff_grap_04_the_held_must_win_to_get_free(mine: tuple[int, int], free: bool, pay: o.Pay) -> None:
    """Either action pays; a tie leaves him held."""
    bout = holding()
    bout.order(o.BreakFree(combatant="foe", pay=pay))
    bout.answer("strength", *mine, 3, 3)
    assert bout.has("foe", "grappled") is not free
    turn = bout.state.own.turn
    assert (turn.normal, turn.movement) == ((0, 1) if pay is o.Pay.NORMAL else (1, 0))


@pytest.mark.rule("FF-GRAP-04")
def test_ff_grap_04_who_is_not_held_has_nothing_to_break() -> None:
    """Refused and not offered."""
    bout = Bout(hero(), foe())
    assert bout.refuse(o.BreakFree(combatant="hero")).rule == "FF-GRAP-04"
    assert "break-free" not in bout.keys("hero")


@pytest.mark.rule("FF-GRAP-05")
@pytest.mark.parametrize(("size", "free"), [(199, False), (200, True)])
def test_ff_grap_05_twice_the_size_moves_freely(size: int, free: bool) -> None:
    """At exactly twice he walks off, without a check, and the grapple is over."""
    bout = holding(sheet(size_percent=size))
    if free:
        bout.order(o.Move(combatant="foe", metres=1))
        assert not bout.has("foe", "grappled")
    else:
        assert bout.refuse(o.Move(combatant="foe", metres=1)).rule == "FF-GRAP-03"
