"""What a fight taught, in words: for the API and for reports."""

from __future__ import annotations

from api.words.renderer import Renderer
from engine.service.analysis.analysis import Analysis, Fighter, Player, Success
from engine.service.analysis.fairness import Fairness
from engine.service.analysis.rolls import Roll
from schemas import analysis as told

OF_P = 10_000


def analysis_in_words(analysis: Analysis, encounter: str, renderer: Renderer) -> told.FightAnalysis:
    """An analysis as it is published. renderer: of its reader."""
    return told.FightAnalysis(
        encounter=encounter,
        version=analysis.version,
        ended=analysis.ended,
        rolls=tuple(_roll(roll, renderer) for roll in analysis.rolls),
        combatants=tuple(_fighter(fighter, renderer) for fighter in analysis.fighters),
        seats=tuple(_player(player) for player in analysis.players),
        dice=tuple(_dice(die) for die in analysis.dice),
        taken_back=analysis.reverts,
    )


def _roll(roll: Roll, renderer: Renderer) -> told.AnalysedRoll:
    return told.AnalysedRoll(
        version=roll.version,
        by=roll.by,
        label=renderer.purpose(roll.why),
        dice=roll.dice,
        faces=roll.faces,
        typed=roll.typed,
        chance=None if roll.chance is None else round(roll.chance * 1000),
        passed=roll.passed,
    )


def _successes(success: Success) -> told.Successes:
    return told.Successes(
        rolls=success.rolls,
        hits=success.hits,
        expected=round(success.expected * 100),
        spread=round(success.spread * 100),
    )


def _fighter(fighter: Fighter, renderer: Renderer) -> told.AnalysedCombatant:
    return told.AnalysedCombatant(
        combatant=fighter.combatant,
        name=fighter.name,
        side=fighter.side,
        successes=_successes(fighter.success),
        dealt=fighter.dealt,
        taken=fighter.taken,
        healed=fighter.healed,
        harm=tuple(
            told.HarmDealt(
                key=means.means,
                label=renderer.word(means.means) if means.means else "",
                points=means.points,
                times=means.times,
            )
            for means in fighter.means
        ),
        felled=fighter.felled,
        fell=fighter.fell,
        felled_by=fighter.felled_by or None,
        conditions=tuple(
            told.ConditionsPut(key=put.kind, label=renderer.word(put.kind), times=put.times)
            for put in fighter.conditions
        ),
    )


def _player(player: Player) -> told.AnalysedSeat:
    thought = player.thought
    return told.AnalysedSeat(
        seat=player.seat,
        name=player.name,
        successes=_successes(player.success),
        decisions=0 if thought is None else thought.acts,
        median=None if thought is None else round(thought.median * 1000),
        longest=None if thought is None else round(thought.longest * 1000),
    )


def _dice(fairness: Fairness) -> told.DiceFairness:
    return told.DiceFairness(
        sides=fairness.sides,
        typed=fairness.typed,
        dice=fairness.dice,
        faces=fairness.faces,
        p=round(fairness.p * OF_P),
        corrected=round(fairness.corrected * OF_P),
        method=fairness.method,
        excess=round(fairness.excess * 100),
        needed=fairness.needed,
    )
