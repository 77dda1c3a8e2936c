"""Dice and checks."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import DiceRolled
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import CheckMade, ConcentrationTested, OpposedCheckMade, RequestJudged
from engine.systems.fantasia.rules.basics.dice import half_die
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def asking(opponent: str | None = None) -> o.CheckAttribute:
    return o.CheckAttribute(combatant="hero", attribute=Attribute.AGILITY, purpose="climb the wall", opponent=opponent)


@pytest.mark.rule("FF-DICE-01")
def test_ff_dice_01_a_d_is_a_six_sided_die_and_several_are_added() -> None:
    """Two dice of a sword add up with the attribute; what is rolled are d6."""
    bout = Bout(hero(figures=sheet(strength=1, weapons=("sword",))), foe())
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword"), 4, 3, 6, 2)
    assert [roll.dice for roll in bout.of(DiceRolled)] == ["2d6", "2d6"]
    assert bout.hp("foe") == 20 - (6 + 2 + 1)


@pytest.mark.rule("FF-DICE-02")
@pytest.mark.parametrize(("faces", "passed"), [((4, 3), True), ((4, 2), False)])
def test_ff_dice_02_reaching_the_difficulty_is_enough(faces: tuple[int, int], passed: bool) -> None:
    """2d + agility 2 against 9: a total of 9 passes, 8 does not."""
    bout = Bout(hero(figures=sheet(agility=2)), foe())
    bout.order(asking())
    bout.answer("free", *faces, difficulty=9)
    made = bout.the(CheckMade)
    assert (made.total, made.difficulty, made.passed) == (sum(faces) + 2, 9, passed)


@pytest.mark.rule("FF-DICE-03")
@pytest.mark.parametrize(("mine", "theirs", "passed"), [((3, 3), (3, 2), True), ((3, 3), (3, 3), False)])
def test_ff_dice_03_the_higher_total_wins_and_a_tie_changes_nothing(
    mine: tuple[int, int], theirs: tuple[int, int], passed: bool
) -> None:
    """Both roll 2d + their attribute, the asker first; equal totals are not enough for him."""
    bout = Bout(hero(figures=sheet(agility=1)), foe(figures=sheet(mind=1)))
    bout.order(asking("foe"))
    bout.answer("action", *mine, *theirs, opposing="MIND")
    made = bout.the(OpposedCheckMade)
    assert (made.total, made.opposed_total, made.passed) == (sum(mine) + 1, sum(theirs) + 1, passed)


@pytest.mark.rule("FF-DICE-04")
def test_ff_dice_04_half_a_die() -> None:
    """1-2 is 1, 3-4 is 2, 5-6 is 3."""
    assert [half_die(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("FF-DICE-05")
@pytest.mark.parametrize(("faces", "difficulty", "passed"), [((6, 6), 13, False), ((1, 1), 2, True)])
def test_ff_dice_05_twelve_and_two_mean_nothing_on_a_check(
    faces: tuple[int, int], difficulty: int, passed: bool
) -> None:
    """Two sixes fail against 13, two ones pass against 2, and nobody is asked about a fumble."""
    bout = Bout(hero(), foe())
    bout.order(asking())
    bout.answer("free", *faces, difficulty=difficulty)
    assert bout.the(CheckMade).passed is passed
    assert bout.asked == []


@pytest.mark.rule("FF-DICE-05")
def test_ff_dice_05_twelve_and_two_mean_nothing_for_initiative() -> None:
    """Two ones and two sixes are a total of 2 and 12."""
    from engine.kernel.state.orders import Begin

    bout = Bout(hero(), foe(), begin=False)
    bout.order(Begin(), 1, 1, 6, 6, seat="gm")
    assert [bout.fighter(who).initiative for who in ("hero", "foe")] == [2, 12]
    assert bout.asked == []


@pytest.mark.rule("FF-DICE-05")
@pytest.mark.parametrize(("faces", "passed"), [((6, 6), False), ((1, 1), True)])
def test_ff_dice_05_twelve_and_two_mean_nothing_for_concentration(faces: tuple[int, int], passed: bool) -> None:
    """Mind -6 fails a check of 7 with two sixes; mind 5 passes it with two ones."""
    caster = sheet(mind=5 if passed else -6, mp=4, spells=("fire",))
    bout = Bout(hero("guard", sheet(strength=1)), foe("mage", caster))
    bout.order(o.Ready(combatant="guard", action=o.Readied.ATTACK))
    bout.end("guard")
    bout.order(o.Cast(caster="mage", spell="fire", targets=("guard",)))
    magic = (1, 2) if passed else ()
    extra = () if not passed else (1, 1)
    bout.answer("attack-unarmed", 6, 5, 1, *faces, *magic, *extra)
    assert bout.the(ConcentrationTested).passed is passed


@pytest.mark.rule("FF-TURN-05")
def test_ff_turn_05_a_chosen_check_costs_what_the_gm_says() -> None:
    """As the normal action it is gone; for nothing it stays; refused, nothing is rolled."""
    bout = Bout(hero(), foe())
    bout.order(asking())
    assert bout.waiting[0].seats == ("gm",)
    assert bout.waiting[0].default == "refuse"
    bout.answer("refuse")
    assert bout.the(RequestJudged).allowed is False
    assert bout.state.own.turn.normal == 1
    bout.order(asking())
    bout.answer("free", 3, 3, difficulty=7)
    assert bout.state.own.turn.normal == 1
    bout.order(asking())
    bout.answer("action", 3, 3, difficulty=7)
    assert bout.state.own.turn.normal == 0
    bout.order(asking())
    assert bout.choices == ["refuse", "free"]


@pytest.mark.rule("FF-TURN-05")
def test_ff_turn_05_a_forced_check_costs_nothing() -> None:
    """The opponent of a check and the one who concentrates spend none of their actions."""
    bout = Bout(hero(), foe())
    bout.order(asking("foe"))
    bout.answer("action", 3, 3, 4, 4, opposing="AGILITY")
    bout.end("hero")
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 1)


def test_a_check_against_oneself_or_the_fallen_is_refused() -> None:
    """Somebody else who can act must oppose it."""
    bout = Bout(hero(), foe(), hero("friend", conditions=("unconscious",)))
    assert bout.refuse(asking("hero")).rule == "FF-DICE-03"
    assert bout.refuse(asking("friend")).rule == "FF-DICE-03"
    assert bout.refuse(asking("nobody")).code == "UNKNOWN"
