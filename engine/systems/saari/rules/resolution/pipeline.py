"""The course of a roll, window after window. The record is in the state till it is applied; rules keep its id alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Odds, Table
from engine.systems.saari.rules.basics import chances
from engine.systems.saari.rules.basics.sums import because, total
from engine.systems.saari.rules.resolution import (
    ally_help,
    assist,
    attack_extras,
    complications,
    defense_extras,
    difficulty,
    held_item,
    late_factors,
    parry,
    partial,
)
from engine.systems.saari.rules.resolution.events import RollOpened
from engine.systems.saari.rules.roll import coverage, dice, marks, mind_points, npc_parry, riposte, spoiled, tally
from engine.systems.saari.rules.roll.closing import Outcome, close
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Throw


def resolve(table: Table[SaariState], plan: Plan) -> Outcome:
    """A roll from its difficulty to its end."""
    return resolve_together(table, (plan,))[0]


def resolve_together(table: Table[SaariState], plans: Sequence[Plan]) -> list[Outcome]:
    """Rolls against one area attack: each stage for all of them, so that extras can be given to comrades.

    [SA-XDEF-01, G-43]
    """
    rolls = [open_roll(table, plan) for plan in plans]
    judged = {roll for roll, plan in rolls if marks.is_ruled(table.state, roll, plan)}
    for roll, plan in rolls:
        react(table, roll, plan)
    if len(rolls) > 1:
        coverage.share(table, rolls)
    for roll, plan in rolls:
        settle(table, roll, plan, judged)
    return [apply(table, roll, plan, judged) for roll, plan in rolls]


def open_roll(table: Table[SaariState], plan: Plan) -> tuple[str, Plan]:
    """W-16 to W-19: difficulty, held item, allies, riposte; the dice fall, and are judged.

    The roll's id, and the plan as it was rolled.
    """
    roll = table.new_id()
    spoiled.require_standing(table.state, plan)
    marks.take(table, roll, plan)
    plan = difficulty.settle(table, roll, plan)
    spoiled.require_standing(table.state, plan)
    plan = npc_parry.offer(table, plan)
    plan = held_item.choose(table, plan)
    plan = ally_help.take(table, plan)
    plan = riposte.join(table, plan)
    spoiled.require_standing(table.state, plan)
    opened = RollOpened(
        roll=roll,
        combatant=plan.roller,
        purpose=plan.purpose,
        opponent=plan.opponent,
        attribute=plan.attribute,
        means=plan.means,
        kn=plan.kn,
        pool=total(plan.parts),
        zero=plan.zero,
        factors=plan.factors,
    )
    table.emit(opened, rule="SA-DICE-03", because=because(who=plan.roller, pool=plan.parts))
    why = plan.purpose.value.lower()
    pool, kn = total(plan.parts), plan.kn

    def odds() -> Odds:
        needed = max(1, kn or 0)
        good, of = chances.reached(pool, needed, tally.threshold(plan.factors), zero=plan.zero)
        return Odds(good=good, of=of, against=needed)

    told = odds if kn is not None and (pool or plan.zero) else None
    dice.throw(table, roll, pool, by=plan.roller, zero=plan.zero, first=Throw.BASE, why=why, odds=told)
    late_factors.judge(table, roll, plan)
    return roll, plan


def react(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """W-20, W-21: parry and assists."""
    parry.offer(table, roll, plan)
    assist.offer(table, roll, plan)


def settle(table: Table[SaariState], roll: str, plan: Plan, judged: set[str]) -> None:
    """W-22 to W-24: mind point, complication, partial success.

    Where something has happened since the dice fell a factor may still be found.  [SA-EDGE-05, G-13]
    judged: rolls of which the game master was asked already, as long as nothing has happened.
    """
    mind_points.offer(table, roll, plan)
    if tally.is_touched(tally.roll_of(table.state, roll)):
        judged.discard(roll)
    judge_late(table, roll, plan, judged)
    complications.choose(table, roll, plan)
    partial.judge(table, roll, plan)


def judge_late(table: Table[SaariState], roll: str, plan: Plan, judged: set[str]) -> bool:
    """Ask for a late factor, once more where the roll was marked while something else was asked. Whether one changed.

    [SA-EDGE-05, G-13]
    """
    if roll in judged or not marks.is_ruled(table.state, roll, plan):
        return False
    judged.add(roll)
    if not late_factors.judge(table, roll, plan):
        return False
    resettle(table, roll, plan)
    return True


def resettle(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """The faces count otherwise: a mind point that was not needed comes back, a failure is reacted to anew.  [G-13]"""
    mind_points.refund(table, roll, plan)
    if not tally.succeeds(tally.roll_of(table.state, roll)):
        react(table, roll, plan)
        mind_points.offer(table, roll, plan)
    complications.choose(table, roll, plan)


def apply(table: Table[SaariState], roll: str, plan: Plan, judged: set[str]) -> Outcome:
    """W-25, W-26, and the end of the roll. What is spent is chosen anew if a factor was found over it.  [G-13]"""
    while True:
        before = tally.standing(tally.roll_of(table.state, roll))
        chosen = attack_extras.choose(table, roll, plan)
        changed = judge_late(table, roll, plan, judged)
        if not changed and tally.standing(tally.roll_of(table.state, roll)) == before:
            break
        if not changed:  # the game master has corrected the roll itself
            resettle(table, roll, plan)
    attack_extras.spend(table, roll, plan, chosen)
    defense_extras.spend(table, roll, plan)
    return close(table, roll, plan)
