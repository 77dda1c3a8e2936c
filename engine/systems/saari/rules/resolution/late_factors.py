"""W-19: factors that are found after the dice fell; the same faces count anew.  [SA-EDGE-05, G-13]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.saari.rules.resolution.difficulty import choices, named
from engine.systems.saari.rules.resolution.events import FactorChanged
from engine.systems.saari.rules.resolution.questions import AskLateFactor, LateFactors
from engine.systems.saari.rules.roll import marks, tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "SA-EDGE-05"


def judge(table: Table[SaariState], roll: str, plan: Plan) -> bool:
    """Ask the game master about a roll that he has marked. Whether a factor has changed."""
    record = tally.roll_of(table.state, roll)
    if not marks.is_ruled(table.state, roll, plan):
        return False
    body = LateFactors(advantages=named(record.factors, True), disadvantages=named(record.factors, False))
    question = AskLateFactor(
        offers=(Offer("none", body, RULE), Offer("change", body, RULE, choices(record.factors))),
        default="none",
        combatant=plan.roller,
        successes=tally.successes(record),
        kn=record.kn,
        factors=record.factors,
    )
    ruled = table.ask(table.state.fight.gms(), question, rule=RULE)
    changed = False
    for advantage, before, after in (
        (True, body.advantages, ruled.advantages),
        (False, body.disadvantages, ruled.disadvantages),
    ):
        for source in dict.fromkeys((*before, *after)):
            if (source in before) is not (source in after):
                event = FactorChanged(
                    roll=roll, combatant=plan.roller, source=source, advantage=advantage, added=source in after
                )
                table.emit(event, rule=RULE)
                changed = True
    return changed
