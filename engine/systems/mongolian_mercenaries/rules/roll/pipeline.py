"""The course of a test: opened, thrown, perhaps repeated, settled.

The second result is binding: there is no third try.  [MM-LUCK-05]  The dice of the first one are public before its
tester is asked, and all that its faces would do is lost with it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engine.kit import Odds, Reckons, Table
from engine.systems.mongolian_mercenaries.content.kinds import Figure
from engine.systems.mongolian_mercenaries.rules.basics.sums import because, total
from engine.systems.mongolian_mercenaries.rules.blows import durations
from engine.systems.mongolian_mercenaries.rules.roll import judging, lucky_break
from engine.systems.mongolian_mercenaries.rules.roll.events import RollOpened, RollSettled, RollThrown
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan, Result
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Form

Reading = Callable[[Plan], Odds]
"""How often a plan passes by a reading of its own."""


def resolve(table: Table[MercenariesState], plan: Plan, *, odds: Reading | None = None) -> Result:
    """A test from its opening to its end. odds: of a reading of its own."""
    roll = table.new_id()
    opened = RollOpened(
        roll=roll,
        combatant=plan.tester,
        purpose=plan.purpose,
        form=plan.form,
        tested=plan.tested,
        value=plan.value.amount,
        modifier=total(plan.modifiers),
        total=plan.value.amount + total(plan.modifiers),
        opponent=plan.opponent,
        means=plan.means,
    )
    reasons = because(testedTotal=(plan.value, *plan.modifiers))
    table.emit(opened, rule=plan.rule, because=reasons)
    result = _thrown(table, roll, plan, odds, lucky=False)
    if not result.passed:
        again = lucky_break.repeated(table, roll, plan)
        if again is not None:
            result = _thrown(table, roll, again, odds, lucky=True)
    settled = RollSettled(
        roll=roll,
        combatant=plan.tester,
        purpose=plan.purpose,
        passed=result.passed,
        successes=result.successes,
    )
    table.emit(settled, rule=plan.rule, because=because(table.last))
    if plan.form is Form.SUCCESS:
        durations.use_up(table, plan.tester, Figure.TEST_DICE)
    return result


def _thrown(table: Table[MercenariesState], roll: str, plan: Plan, odds: Reading | None, *, lucky: bool) -> Result:
    """One throw. Of no dice none fall, and it fails.  [MM-TEST-05, MM-TEST-08]"""
    faces: tuple[int, ...] = ()
    if not plan.automatic:
        reckoned = odds or (judging.odds if plan.passes is None else None)
        why = plan.purpose.value.lower()
        told: Reckons | None = None if reckoned is None else lambda: _with_terms(reckoned(plan), plan)
        mine = table.roll(
            judging.dice(plan), by=plan.tester, why=why, rule=plan.rule, known_to=plan.known_to, odds=told
        )
        faces = (*mine, *_against(table, plan, mine, why))
    passed = not plan.automatic and judging.passes(plan, faces)
    successes = judging.successes(plan, faces)
    thrown = RollThrown(roll=roll, combatant=plan.tester, faces=faces, successes=successes, passed=passed, lucky=lucky)
    table.emit(thrown, rule="MM-LUCK-01" if lucky else plan.rule)
    return Result(passed, faces, successes, lucky)


def _against(table: Table[MercenariesState], plan: Plan, mine: tuple[int, ...], why: str) -> tuple[int, ...]:
    """The opponent's die of an opposed test, which its own side rolls.  [MM-TEST-01, MM-MOVE-01]"""
    if plan.form is not Form.OPPOSED or plan.opponent is None:
        return ()
    told: Reckons | None = None if plan.passes else lambda: judging.odds_against(plan, mine)
    return table.roll(judging.dice(plan), by=plan.opponent, why=why, rule=plan.rule, known_to=plan.known_to, odds=told)


def _with_terms(odds: Odds, plan: Plan) -> Odds:
    """The chance with what the dice, or the left side, are made of."""
    if odds.passes is None and plan.passes is not None:
        odds = structs.replace(odds, passes=plan.passes)
    return odds if odds.terms else structs.replace(odds, terms=because(faces=(plan.value, *plan.modifiers)).terms)
