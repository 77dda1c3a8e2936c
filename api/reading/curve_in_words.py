"""How the chances of a fight went, in words and whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from api.words.renderer import Renderer
from engine.service.analysis.curve import Point, Step
from engine.service.analysis.curve_growth import GrownCurve
from schemas import analysis as told


def curve_in_words(
    grown: GrownCurve, encounter: str, version: int, renderer: Renderer, turns: Mapping[int, str]
) -> told.FightCurve:
    """A curve as it is published. turns: the sentences of the steps that turned most, by the last version of each."""
    curve = grown.curve
    pairs = {before.version: (before, after) for before, after in pairwise(curve.points)}
    shifts = {step.last: _shifts(step, *pairs[step.before]) for step in curve.steps}
    return told.FightCurve(
        encounter=encounter,
        version=version,
        ended=curve.complete,
        complete=grown.complete,
        done=round(grown.done * 1000),
        sides=tuple(
            told.CurveSide(
                side=side,
                label=renderer.option("side", side),
                luck=round(grown.luck[side] * 1000) if side in grown.luck else None,
            )
            for side in curve.sides
        ),
        points=tuple(_point(point, grown) for point in curve.points),
        acts=tuple(
            told.CurveAct(first=candidate.first, last=candidate.last, shifts=shifts[candidate.last])
            for candidate in curve.steps
        ),
        turns=tuple(
            told.TurningPoint(version=step.last, text=turns.get(step.last, ""), shifts=shifts[step.last])
            for step in (curve.steps[number] for number in curve.turns)
        ),
        fights=grown.fights,
    )


def _shifts(step: Step, before: Point, after: Point) -> tuple[told.CurveShift, ...]:
    """The whole numbers add up to the change from point to point as the others do."""
    found = []
    for side, chance in before.chances.items():
        middle = _within(chance + step.choice[side]) if any(step.dice.values()) else _tenths(after.chances[side], after)
        dice, choice = _tenths(after.chances[side], after) - middle, middle - _tenths(chance, before)
        found.append(told.CurveShift(side=side, dice=dice, choice=choice))
    return tuple(found)


def _point(point: Point, grown: GrownCurve) -> told.CurvePoint:
    return told.CurvePoint(
        version=point.version,
        chances=tuple(
            told.CurveChance(side=side, value=_tenths(value, point), error=round(point.errors[side] * 1000))
            for side, value in point.chances.items()
        ),
        runs=point.runs,
        finished=point.version in grown.finished,
    )


def _tenths(chance: float, point: Point) -> int:
    """Of a percent: certain is the outcome alone."""
    return round(chance * 1000) if point.runs == 0 else _within(chance)


def _within(chance: float) -> int:
    return min(999, max(1, round(chance * 1000)))
