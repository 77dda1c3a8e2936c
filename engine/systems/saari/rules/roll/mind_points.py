"""W-22: a mind point turns a failed roll into a success.  [SA-MP-02 to SA-MP-04, G-16, G-17]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.rules.roll.events import MindPointReturned, MindPointSpent
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.questions import AskEarlyMindPoint, AskMindPoint, EarlyMindPoint, MindPoint
from engine.systems.saari.state import SaariState

RULE = "SA-MP-02"
EARLY = "G-17"
FORBIDDEN = (Purpose.INITIATIVE, Purpose.ASSIST)
"""Rolls on which none is spent; who joins a group action assists.  [SA-MP-09, SA-MP-10, G-16]"""


def may_spend(state: SaariFight, roll: str, plan: Plan) -> bool:
    """Whether its roller has failed, and has a point left.  [SA-MP-06]"""
    if plan.purpose in FORBIDDEN or tally.succeeds(tally.roll_of(state, roll)):
        return False
    return lookup.vital(state, plan.roller, lookup.MP) > 0


def offer(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Ask who has failed, when comrades have done what they would."""
    if not may_spend(table.state, roll, plan):
        return
    question = AskMindPoint(
        offers=(Offer("keep", MindPoint(spend=False), RULE), Offer("spend", MindPoint(spend=True), RULE)),
        default="keep",
        combatant=plan.roller,
        left=lookup.vital(table.state, plan.roller, lookup.MP),
    )
    if table.ask(table.state.fight.holders(plan.roller), question, rule=RULE).spend and may_spend(
        table.state, roll, plan
    ):
        spend(table, roll, plan)


def offer_early(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Ask who has failed, before comrades are: then they are not. Where the setup wants it.  [G-17]"""
    if not table.state.own.setup.early_mind_points or not may_spend(table.state, roll, plan):
        return
    question = AskEarlyMindPoint(
        offers=(Offer("wait", EarlyMindPoint(spend=False), EARLY), Offer("spend", EarlyMindPoint(spend=True), EARLY)),
        default="wait",
        combatant=plan.roller,
        left=lookup.vital(table.state, plan.roller, lookup.MP),
    )
    if table.ask(table.state.fight.holders(plan.roller), question, rule=EARLY).spend:
        spend(table, roll, plan)


def spend(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """The failure is a success.  [SA-MP-02]"""
    table.change(plan.roller, lookup.MP, -1, rule=RULE)
    table.emit(MindPointSpent(roll=roll, combatant=plan.roller), rule=RULE)


def refund(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Give the point back where the faces are a success by themselves now.  [G-13]"""
    record = tally.roll_of(table.state, roll)
    if record.mind_point and tally.meets(record):
        table.change(plan.roller, lookup.MP, 1, rule="G-13")
        table.emit(MindPointReturned(roll=roll, combatant=plan.roller), rule="G-13")
