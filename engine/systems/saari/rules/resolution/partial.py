"""W-24: a failed roll may be a partial success; no rule that asks for a success takes it for one.  [SA-DICE-13]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.saari.rules.resolution.events import PartialGranted
from engine.systems.saari.rules.resolution.questions import AskPartial, Partial
from engine.systems.saari.rules.roll import marks, tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "SA-DICE-13"


def judge(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Ask the game master about a failed roll of any kind that he has marked."""
    record = tally.roll_of(table.state, roll)
    if not marks.is_ruled(table.state, roll, plan) or record.kn is None or tally.succeeds(record):
        return
    question = AskPartial(
        offers=(Offer("failure", Partial(partial=False), RULE), Offer("partial", Partial(partial=True), RULE)),
        default="failure",
        combatant=plan.roller,
    )
    if table.ask(table.state.fight.gms(), question, rule=RULE).partial:
        table.emit(PartialGranted(roll=roll, combatant=plan.roller), rule=RULE)
