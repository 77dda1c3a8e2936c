"""W-26: extra successes of a defence that cover nobody are a riposte.  [SA-XDEF-03 to SA-XDEF-05]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.saari.rules.roll import riposte, tally
from engine.systems.saari.rules.roll.events import ExtrasSpent
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import ExtraUse


def spend(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """They become dice for the next attack of the one who was defended.  [SA-XDEF-03, SA-XDEF-06]"""
    left = tally.unspent(tally.roll_of(table.state, roll))
    if left and plan.defends:
        spent = ExtrasSpent(roll=roll, combatant=plan.roller, use=ExtraUse.RIPOSTE, amount=left)
        table.emit(spent, rule="SA-XDEF-03")
        riposte.win(table, plan.roller, left)
