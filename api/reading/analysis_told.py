"""What a fight taught, in words: for the API and for reports."""

from __future__ import annotations

from api.words.renderer import Renderer
from engine.service.analysis.analysis import Analysis, Fighter, Player, Success
from engine.service.analysis.fairness import Fairness
from engine.service.analysis.rolls import Roll
from schemas import analysis as told

OF_P = 10_000


def analysis_in_words(found: Analysis, encounter: str, renderer: Renderer) -> told.FightAnalysis:
    """An analysis as it is published. renderer: of its reader."""
    return told.FightAnalysis(
        encounter=encounter,
        version=found.version,
        ended=found.ended,
        rolls=tuple(_roll(one, renderer) for one in found.rolls),
        combatants=tuple(_fighter(one, renderer) for one in found.fighters),
        seats=tuple(_player(one) for one in found.players),
        dice=tuple(_dice(one) for one in found.dice),
        taken_back=found.reverts,
    )


def _roll(one: Roll, renderer: Renderer) -> told.AnalysedRoll:
    return told.AnalysedRoll(
        version=one.version,
        by=one.by,
        label=renderer.purpose(one.why),
        dice=one.dice,
        faces=one.faces,
        typed=one.typed,
        chance=None if one.chance is None else round(one.chance * 1000),
        passed=one.passed,
    )


def _successes(one: Success) -> told.Successes:
    return told.Successes(
        rolls=one.rolls, hits=one.hits, expected=round(one.expected * 100), spread=round(one.spread * 100)
    )


def _fighter(one: Fighter, renderer: Renderer) -> told.AnalysedCombatant:
    return told.AnalysedCombatant(
        combatant=one.combatant,
        name=one.name,
        side=one.side,
        successes=_successes(one.success),
        dealt=one.dealt,
        taken=one.taken,
        healed=one.healed,
        harm=tuple(
            told.HarmDealt(
                key=means.means,
                label=renderer.word(means.means) if means.means else "",
                points=means.points,
                times=means.times,
            )
            for means in one.means
        ),
        felled=one.felled,
        fell=one.fell,
        felled_by=one.felled_by or None,
        conditions=tuple(
            told.ConditionsPut(key=put.kind, label=renderer.word(put.kind), times=put.times) for put in one.conditions
        ),
    )


def _player(one: Player) -> told.AnalysedSeat:
    thought = one.thought
    return told.AnalysedSeat(
        seat=one.seat,
        name=one.name,
        successes=_successes(one.success),
        decisions=0 if thought is None else thought.acts,
        median=None if thought is None else round(thought.median * 1000),
        longest=None if thought is None else round(thought.longest * 1000),
    )


def _dice(one: Fairness) -> told.DiceFairness:
    return told.DiceFairness(
        sides=one.sides,
        typed=one.typed,
        dice=one.dice,
        faces=one.faces,
        p=round(one.p * OF_P),
        corrected=round(one.corrected * OF_P),
        method=one.method,
        excess=round(one.excess * 100),
        needed=one.needed,
    )
