"""Successes, bonus dice, attribute 0, edge, target numbers and complications.  [SA-DICE, SA-EDGE, SA-COMP-01 to 04]"""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.events import Batch, FacesDrawn, Factor, RollApplied, RollOpened, Throw
from engine.systems.saari.orders import Attack
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.state import Assisted, Roll
from tests.systems.saari.bout import Bout, npc, pc


def roll(*faces: int, kn: int | None = 2, **more: object) -> Roll:
    """A roll whose faces fell in one batch."""
    batches = (Batch(throw=Throw.BASE, faces=faces),)
    return Roll(id="r", purpose=Purpose.TASK, roller="ada", kn=kn, batches=batches, **more)  # type: ignore[arg-type]


EASY, HARD = Factor(source="tools", advantage=True), Factor(source="tools", advantage=False)


@pytest.mark.rule("SA-DICE-05", "SA-DICE-07")
def test_a_four_is_a_success_and_the_target_number_must_be_met() -> None:
    """Three is none; exactly the number is enough."""
    assert tally.succeeds(roll(4, 4, 3))
    assert not tally.succeeds(roll(4, 3, 3))


@pytest.mark.rule("SA-DICE-09", "SA-DICE-10", "SA-DICE-11", "SA-DICE-12")
@pytest.mark.parametrize(
    ("kn", "faces", "success", "extras"),
    [
        (2, (4, 4, 5), True, 1),
        (2, (4, 4), True, 0),
        (2, (4,), False, 0),
        (0, (3, 3), False, 0),
        (0, (4, 3), True, 1),
        (0, (4, 5), True, 2),
        (-3, (4, 5), True, 2),
        (-3, (2,), False, 0),
    ],
)
def test_extras_are_what_is_above_the_number(kn: int, faces: tuple[int, ...], success: bool, extras: int) -> None:
    """Against 0 one success is needed and is an extra already; below 0 counts as 0."""
    assert tally.succeeds(roll(*faces, kn=kn)) is success
    assert tally.extras(roll(*faces, kn=kn)) == extras


@pytest.mark.rule("SA-EDGE-01", "SA-EDGE-02", "SA-EDGE-03", "SA-EDGE-04")
@pytest.mark.parametrize(
    ("factors", "least"),
    [
        ((), 4),
        ((EASY,), 3),
        ((HARD,), 5),
        ((EASY, HARD), 4),
        ((EASY, EASY, EASY), 3),
        ((HARD, HARD), 5),
        ((EASY, EASY, HARD), 3),
        ((EASY, HARD, HARD), 5),
    ],
)
def test_factors_cancel_and_do_not_add_up(factors: tuple[Factor, ...], least: int) -> None:
    """One for one; what is left counts once."""
    assert tally.threshold(factors) == least


@pytest.mark.rule("SA-COMP-01", "SA-COMP-02", "SA-COMP-03", "SA-EDGE-06")
@pytest.mark.parametrize(
    ("faces", "complicated"),
    [((1, 4, 4), True), ((1, 6, 4), False), ((1, 1, 6, 5), True), ((2, 3), False), ((), False)],
)
def test_more_ones_than_sixes_are_a_complication(faces: tuple[int, ...], complicated: bool) -> None:
    """Equal numbers are none; success and threshold do not matter."""
    for factors in ((), (EASY,), (HARD,)):
        assert tally.complicated(roll(*faces, factors=factors)) is complicated


@pytest.mark.rule("SA-ASSIST-03")
def test_assists_add_successes() -> None:
    """They make extras too."""
    helped = roll(4, 1, assists=(Assisted(combatant="bea", faces=(4, 5, 2)),))
    assert (tally.successes(helped), tally.extras(helped)) == (3, 1)


@pytest.mark.rule("SA-EDGE-05", "SA-ASSIST-03", "G-15")
@pytest.mark.parametrize(("factors", "successes"), [((), 2), ((EASY,), 3), ((HARD,), 1)])
def test_the_faces_of_an_assist_count_on_the_edge_of_the_roll_also_a_late_one(
    factors: tuple[Factor, ...], successes: int
) -> None:
    """They are counted anew with the others; a complication is not."""
    helped = roll(2, 2, factors=factors, assists=(Assisted(combatant="bea", faces=(3, 4, 6, 1, 1)),))
    assert (tally.successes(helped), tally.complicated(helped)) == (successes, False)


@pytest.mark.rule("SA-XDEF-01")
def test_covered_successes_give_no_extras() -> None:
    """They only bring the roll up to its number."""
    assert tally.succeeds(roll(4, covered=1))
    assert tally.extras(roll(4, 4, covered=3)) == 0


@pytest.mark.rule("SA-MP-02", "SA-MP-03", "SA-MP-04")
def test_a_mind_point_is_a_success_without_extras() -> None:
    """Against 0 neither; a complication stays."""
    saved = roll(1, 2, kn=0, mind_point=True)
    assert tally.succeeds(saved)
    assert tally.extras(saved) == 0
    assert tally.complicated(saved)


# -- at the table
@pytest.mark.rule("SA-DICE-03", "SA-DICE-06")
def test_every_six_adds_a_die_batch_after_batch() -> None:
    """The whole pool, then the dice that it earned, then those that they earned."""
    bout = Bout(pc("ada", might=3), npc("gob", melee=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 6, 6, 2, 3, 6, 2, 5)
    drawn = bout.of(FacesDrawn)
    assert [one.faces for one in drawn] == [(6, 6, 2, 3), (6, 2), (5,)]
    assert [one.throw for one in drawn] == [Throw.BASE, Throw.BONUS, Throw.BONUS]
    assert bout.rolls() == ["4d6 melee_attack", "2d6 melee_attack", "1d6 melee_attack"]
    bout.answer("keep")
    assert bout.the(RollApplied).successes == 4


@pytest.mark.rule("SA-DICE-15")
@pytest.mark.parametrize(("faces", "counted"), [((6, 6, 3), (6, 3)), ((6, 1), (1,)), ((2, 5), (2,)), ((4, 4), (4,))])
def test_of_an_attribute_of_0_the_lower_of_two_dice_counts(faces: tuple[int, ...], counted: tuple[int, ...]) -> None:
    """The other one is no success, no six and no one."""
    bout = Bout(pc("ada", personality=0), npc("gob"))
    bout.begin(*faces)
    drawn = bout.of(FacesDrawn)
    assert drawn[0].faces == faces[:2]
    shown = tuple(face for one in drawn for index, face in enumerate(one.faces) if index != one.ignored)
    assert shown == counted


@pytest.mark.rule("SA-DICE-15", "G-06")
def test_bonus_dice_beside_an_attribute_of_0_are_thrown_with_it() -> None:
    """Two dice of which the lower counts, and those of the weapon in the same draw.  [G-06]"""
    bout = Bout(pc("ada", might=0, discipline=0), npc("gob", melee=3))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 5, 4, 2)
    assert bout.the(RollOpened).pool == 1
    assert bout.the(FacesDrawn).faces == (5, 4, 2)
    assert bout.the(FacesDrawn).ignored == 0
