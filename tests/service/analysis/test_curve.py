"""The curve: dice and choice add up exactly, the last point is the outcome, and what is known is found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.service.analysis.curve import Share, Task, made, split
from engine.service.analysis.curve_growth import curve_of
from engine.service.analysis.outline import acts_of, outline_of
from engine.service.proof.folding import positions
from engine.service.reading.views import decode_whole
from tests.service.analysis.test_analysis import recording


def test_an_archer_by_hand() -> None:
    """Hits at 60 %, needs two hits of four shots: misses, lets one pass, hits, hits."""
    behind = [0.8208, 0.648, 0.36, 0.6, 1.0]
    again = [0.6 * 0.936 + 0.4 * 0.648, None, 0.36, 0.6]
    steps = split(behind, again)
    dice, choice = ([round(one[part], 4) for one in steps] for part in (0, 1))
    assert dice == [-0.1728, 0, 0.24, 0.4]
    assert choice == [0, -0.288, 0, 0]
    assert sum(dice) + sum(choice) == pytest.approx(1 - 0.8208)


def test_a_fight_adds_up_to_its_outcome() -> None:
    """For each side, to the last bit; what rolls no dice has no luck; the last point is no guess."""
    book, entries = recording("mercenaries_won")
    recorded = [decode_whole(book, entry) for entry in entries]
    asked: list[Task] = []

    def make(tasks: Sequence[Task]) -> list[Share]:
        asked.extend(tasks)
        return [made(book, task) for task in tasks]

    found = curve_of(book, recorded, make, first=4, more=4)
    assert found.complete
    assert len(found.points) == len(found.steps) + 1 > 3
    last = found.points[-1]
    assert (last.runs, sorted(last.chances.values())) == (0, [0.0, 1.0])
    for side in found.sides:
        turned = sum(step.dice[side] + step.choice[side] for step in found.steps)
        assert turned == pytest.approx(last.chances[side] - found.points[0].chances[side])
    assert any(not any(step.dice.values()) for step in found.steps)
    assert len([task for task in asked if task.first == 0]) <= 2 * len(found.steps)
    assert curve_of(book, recorded, lambda tasks: [made(book, task) for task in tasks], first=4, more=4) == found


def test_that_a_fight_is_called_off_is_no_fault_of_the_act_before_it() -> None:
    """It is an act of its own, without dice."""
    book, entries = recording("called_off")
    recorded = [decode_whole(book, entry) for entry in entries]
    last = acts_of(book, recorded, list(positions(book, recorded)))[-1]
    assert (last.order, last.rolls) == (None, False)
    assert type(recorded[last.first - 1].event).__name__ == "EncounterEnded"


def test_what_the_policy_would_do_itself_is_no_choice() -> None:
    """To the last bit: the same runs are both; and what it does without dice changes nothing."""
    book, entries = recording("mercenaries_won")
    recorded = [decode_whole(book, entry) for entry in entries]
    stood = list(positions(book, recorded))
    spans = outline_of(book, acts_of(book, recorded, stood), stood[-1]).spans
    found = curve_of(book, recorded, lambda tasks: [made(book, task) for task in tasks], first=4, more=4)
    assert len(found.steps) == len(spans)
    usual = [step for step, span in zip(found.steps, spans, strict=True) if span.usual and span.again]
    assert usual
    assert not any(value for step in usual for value in step.choice.values())
    still = [step for step, span in zip(found.steps, spans, strict=True) if span.still]
    assert still
    assert not any(value for step in still for value in (*step.choice.values(), *step.dice.values()))
