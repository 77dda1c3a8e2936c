"""W-12: difficult ground costs an action more, or is rolled for, as the game master decides.

[SA-MOVE-02, SA-WDRAW-02, G-55]
"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.actions.questions import AskCrossing, Crossing
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "SA-MOVE-02"
KN = 2


def rolled_for(table: Table[SaariState], who: str, difficult: int) -> bool:
    """Whether difficult crossings of a way are rolled for. difficult: how many; each costs an action more otherwise.

    Without rulings they are paid for already. Who has too few actions left for the flat cost rolls.
    """
    if not difficult or not table.state.own.setup.rulings:
        return False
    if lookup.fighter(table.state, who).actions < difficult:
        return True
    question = AskCrossing(
        offers=(Offer("flat", Crossing(roll=False), RULE), Offer("roll", Crossing(roll=True), RULE)),
        default="flat",
        combatant=who,
    )
    if table.ask(table.state.fight.gms(), question, rule=RULE).roll:
        return True
    clock.pay(table, who, difficult, rule=RULE)
    return False


def succeeds(table: Table[SaariState], who: str) -> bool:
    """Agility against 2. Who does not roll comes across.  [G-55, SA-DICE-01]"""
    return not lookup.is_pc(table.state, who) or pipeline.resolve(table, plan(table.state, who)).success


def plan(state: SaariFight, who: str) -> Plan:
    """The roll for one difficult crossing.  [G-55]"""
    return Plan(
        purpose=Purpose.TASK,
        roller=who,
        attribute=Attribute.AGILITY,
        parts=pools.of_attribute(state, who, Attribute.AGILITY, "G-55"),
        zero=lookup.score(state, who, Attribute.AGILITY) == 0,
        kn=KN,
    )
