"""Descriptions of an analysis's names that no docstring describes: see `schemas.glossary`."""

from __future__ import annotations

ANALYSIS = {
    "FightAnalysis.rolls": "The rolls that count, in their order.",
    "AnalysedRoll.faces": "As they fell.",
    "AnalysedCombatant.successes": "Its own rolls.",
    "CurveResult": "The curve, or why there is none.",
    "FightCurve.sides": "Those of which somebody is in the fight; none before it has begun to be worked out.",
    "CurvePoint.chances": "One for each side.",
    "CurveChance.error": "The standard error, in tenths of a percent.",
    "CurveAct.shifts": "One for each side.",
    "CurveShift.choice": "By what was chosen, against the usual; above zero where it was better.",
    "CurveSide.luck": "Null: not known yet, or no roll has a known chance.",
    "AnalysedSeat.successes": "The rolls of its combatants, and its own.",
    "HarmDealt.points": "All together.",
    "ConditionsPut.times": "How often.",
    "DiceFairness.sides": "How many faces such a die has.",
    "DiceFairness.typed": "Whether people typed them.",
    "DiceFairnessMethod": "How a p-value was found.",
    "DiceFairnessMethod.CHI_SQUARE": "By chi-square: a fair die would show each face five times or more.",
    "DiceFairnessMethod.EXACT": "Exactly, over everything that could have fallen.",
    "DiceFairnessMethod.DRAWN": "By 10,000 draws of fair dice from a fixed seed.",
}
