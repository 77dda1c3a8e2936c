"""The reasons of an applied roll: its whole record, as its dice fell and as others changed it."""

from __future__ import annotations

import pytest

from engine.kernel.structs.messages import plain
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.events import Batch, FacesDrawn, Factor, RollApplied, Throw
from engine.systems.saari.orders import Attack
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.roll import record, tally
from engine.systems.saari.sheet import Setup
from engine.systems.saari.state import Assisted, Roll
from tests.support.fights.arena import Arena
from tests.systems.saari.bout import BOOK, SEATS, Bout, npc, pc

EASY, HARD = Factor(source="tools", advantage=True), Factor(source="cover", advantage=False)
TWO = (Part("might", 2, "SA-ATK-01"),)


def rolled(*faces: int, kn: int = 2, **more: object) -> Roll:
    """A roll of dice that fell together."""
    batches = (Batch(throw=Throw.BASE, faces=faces),)
    return Roll(id="r", purpose=Purpose.TASK, roller="ada", kn=kn, batches=batches, **more)  # type: ignore[arg-type]


def terms(found: Roll, number: str) -> list[tuple[str, int | None]]:
    """The terms of one number."""
    return [(term.source, term.amount) for term in record.reasons_of(found, TWO).terms if term.of == number]


@pytest.mark.rule("SA-DICE-06", "SA-PARRY-04", "SA-COMP-01")
def test_typed_dice_are_asked_for_batch_by_batch_and_told_so() -> None:
    """The pool, its bonus die, the dice of the parry, their bonus dice, and the bonus die of those."""
    fight = Arena(
        BOOK,
        (pc("ada", might=4), npc("gob", kn=3, initiative=9, kp=9)),
        dice=None,
        setup=plain(Setup(delay=False)),
        seats=SEATS,
        ground=Bout(pc("ada")).arena.fight.ground,
    )
    fight.order("gm", BOOK.decode_order({"saari": {"begin": {}}}), (4, 4))
    fight.order("gm", Attack(combatant="gob", target="ada"))
    asked = []
    for answer in ((6, 1), (2,), "parry", (6, 4), (6,), (1,)):
        (pending,) = fight.pending
        asked.append(pending.question["dice"])
        done = fight.answer("ana", answer) if isinstance(answer, str) else fight.answer("ana", faces=answer)
    assert asked == ["2d6", "1d6", 2, "2d6", "1d6", "1d6"]
    drawn = [one.event for one in fight.stream if isinstance(one.event, FacesDrawn)][1:]
    assert [(one.throw, one.faces) for one in drawn] == [
        (Throw.BASE, (6, 1)),
        (Throw.BONUS, (2,)),
        (Throw.PARRY, (6, 4)),
        (Throw.PARRY_BONUS, (6,)),
        (Throw.PARRY_BONUS, (1,)),
    ]
    (applied,) = [one for one in done if isinstance(one.event, RollApplied)]
    assert isinstance(applied.event, RollApplied)
    found = (applied.event.pool, applied.event.threshold, applied.event.successes, applied.event.extras)
    assert found == (4, 4, 4, 1)
    assert not applied.event.complication
    assert [(one.source, one.of, one.amount) for one in applied.draft.because.terms] == [
        ("dodge", "pool", 2),
        ("parry", "pool", 2),
        ("threshold", "threshold", 4),
        ("base", "successes", 1),
        ("parry", "successes", 2),
        ("parry_bonus", "successes", 1),
        ("successes", "extras", 4),
        ("kn", "extras", -3),
    ]


@pytest.mark.rule("SA-EDGE-01", "SA-EDGE-02", "SA-EDGE-03", "SA-EDGE-04")
@pytest.mark.parametrize(
    ("factors", "told"),
    [
        ((), []),
        ((EASY,), [("tools", -1)]),
        ((HARD,), [("cover", 1)]),
        ((EASY, HARD), [("tools", -1), ("cover", 1)]),
        ((EASY, EASY), [("tools", -1), ("tools", -1), ("one_step", 1)]),
        ((HARD, HARD, HARD), [("cover", 1)] * 3 + [("one_step", -2)]),
    ],
)
def test_the_threshold_is_told_factor_by_factor(factors: tuple[Factor, ...], told: list[tuple[str, int]]) -> None:
    """Together they are one step at most."""
    found = terms(rolled(4, factors=factors), "threshold")
    assert found == [("threshold", 4), *told]
    assert sum(amount or 0 for _, amount in found) == tally.threshold(factors)


@pytest.mark.rule("SA-ASSIST-03", "SA-XDEF-01", "G-43", "SA-MP-03", "SA-DICE-12")
@pytest.mark.parametrize(
    ("found", "successes", "extras"),
    [
        (rolled(4, 4, 4), [("base", 3)], [("successes", 3), ("kn", -2)]),
        (rolled(4, 2, kn=-1), [("base", 1)], [("successes", 1)]),
        (rolled(4, 2), [("base", 1)], []),
        (rolled(4, 2, mind_point=True), [("base", 1)], [("successes", 1), ("kn", -2), ("mind_point", 1)]),
        (rolled(4, 2, covered=1), [("base", 1), ("coverage", 1)], [("successes", 1), ("kn", -2), ("coverage", 1)]),
        (
            rolled(4, 2, assists=(Assisted(combatant="bea", faces=(4, 6)), Assisted(combatant="cid", faces=(3,)))),
            [("base", 1), ("assist", 2)],
            [("successes", 3), ("kn", -2)],
        ),
    ],
)
def test_successes_and_extras_are_told_by_who_gave_them(
    found: Roll, successes: list[tuple[str, int]], extras: list[tuple[str, int]]
) -> None:
    """Of a failure there are no extras to tell; the terms always add up."""
    assert (terms(found, "successes"), terms(found, "extras")) == (successes, extras)
    assert sum(amount for _, amount in successes) == tally.successes(found)
    assert sum(amount for _, amount in extras) == tally.extras(found)


@pytest.mark.rule("G-07")
def test_the_two_dice_of_half_a_might_of_0_are_no_dice_of_the_pool() -> None:
    """As with an attribute of 0, the lower of them counts."""
    found = rolled(4)
    found = Roll(
        id="r",
        purpose=found.purpose,
        roller="ada",
        batches=(*found.batches, Batch(throw=Throw.PARRY, faces=(5, 2), ignored=0)),
    )
    assert record.parry_dice(found) == 0
