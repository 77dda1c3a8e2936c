"""MM-DW-05: a failed test is repeated with luck, once a day.  [MM-LUCK-01 to MM-LUCK-07]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part
from engine.systems.mongolian_mercenaries.rules.roll.events import LuckyBreakUsed
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.rules.roll.questions import AskLuckyBreak, LuckyBreak
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-LUCK-01"
LUCK = "luck"


def may_repeat(state: MercenariesFight, plan: Plan) -> bool:
    """Whether who has failed has luck, has not used it today, and has what is tested; luck itself is no test for it.

    [MM-LUCK-03, MM-LUCK-06, MM-LUCK-07]
    """
    used = lookup.fighter(state, plan.tester).lucky_break_day == state.own.setup.day
    lacking = plan.skill and plan.value.amount <= 0
    return not used and not lacking and plan.tested != LUCK and lookup.attribute(state, plan.tester, LUCK) > 0


def repeated(table: Table[MercenariesState], roll: str, plan: Plan) -> Plan | None:
    """Ask who has failed, never who has passed; the same test with luck in place of what was tested, or None.

    Form and modifiers stay.  [MM-LUCK-02, MM-LUCK-04, RUL-34]
    """
    if not may_repeat(table.state, plan):
        return None
    question = AskLuckyBreak(
        offers=(Offer("keep", LuckyBreak(repeat=False), RULE), Offer("repeat", LuckyBreak(repeat=True), RULE)),
        default="keep",
        combatant=plan.tester,
        purpose=plan.purpose,
        tested=plan.tested,
        luck=lookup.attribute(table.state, plan.tester, LUCK),
    )
    if not table.ask(table.state.fight.holders(plan.tester), question, rule="MM-DW-05").repeat:
        return None
    table.emit(LuckyBreakUsed(roll=roll, combatant=plan.tester, day=table.state.own.setup.day), rule=RULE)
    value = Part(LUCK, lookup.attribute(table.state, plan.tester, LUCK), "MM-LUCK-04", who=plan.tester)
    return structs.replace(plan if plan.again is None else plan.again(value), value=value, skill=False)
