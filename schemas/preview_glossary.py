"""Descriptions of a preview's names that no docstring describes: see `schemas.glossary`."""

from __future__ import annotations

PREVIEW = {
    "PreviewResult": "The result of asking what an order or an answer would do.",
    "PreviewNext.by": "What such a step has as `by`; null: nothing.",
    "PreviewWay.combatant": "Who goes, by key.",
    "PreviewWay.unit": "The unit of cost and of what is left, in words.",
    "PreviewWay.costLabel": "The cost with its unit, in words; empty: it is not counted.",
    "PreviewWay.leftLabel": "What is left, with its unit, in words; empty: it is not counted.",
    "PreviewTarget.combatant": "Whom, by key.",
    "PreviewTest.label": "What is rolled, in words.",
    "PreviewTest.provided": "What somebody has to choose first for the chance to hold, in words; empty: nothing.",
    "PreviewTest.dice": "How many dice with how many faces: `2d6`.",
    "PreviewTest.rule": "Its rule; null: none is named.",
    "PreviewTest.terms": "The terms of its numbers that you know: `faces` is added to the dice, `against` decides.",
    "PreviewRequest.command": "An order, as for `submit`.",
    "PreviewRequest.decision": "An open decision, by its id or key.",
    "PreviewRequest.choice": "The answer to it.",
}
