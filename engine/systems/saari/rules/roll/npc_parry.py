"""An opponent with the trait parries before the roll: one action, and one success more is needed.  [G-02]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Offer, Table
from engine.systems.saari.content.kinds import Attack, Trait
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.roll.events import NpcParried
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.questions import AskNpcParry, Parried
from engine.systems.saari.state import SaariState

RULE = "G-02"
COST, HARDER = 1, 1


def offer(table: Table[SaariState], plan: Plan) -> Plan:
    """The plan with the target number as it is after the parry; whether one was declined nobody reads.  [G-66]

    Unless figures are open, every opponent that could pay for a parry is asked: whoever counts the steps of an attack
    does not learn from them who has the trait.
    """
    assault = plan.assault
    if assault is None or plan.kn is None or not plan.attacks:
        return plan
    who = assault.target
    if assault.parried_as is not Attack.MELEE or not clock.may_react(table.state, who, COST):
        return plan
    has_trait = Trait.PARRY in lookup.figures(table.state, who).traits
    if not has_trait and table.state.fight.figures_open:
        return plan
    parry = (Offer("parry", Parried(parry=True), RULE),) if has_trait else ()
    question = AskNpcParry(
        offers=(Offer("let-pass", Parried(parry=False), RULE), *parry),
        default="let-pass",
        combatant=who,
        attacker=assault.attacker,
        left=lookup.fighter(table.state, who).actions,
    )
    if not table.ask(table.state.fight.holders(who), question, rule=RULE).parry:
        return plan
    clock.pay(table, who, COST, rule=RULE, payment=Payment.REACTION)
    table.emit(NpcParried(combatant=who, target=assault.attacker), rule=RULE)
    # A number below 0 counts as 0 before it is raised.  [SA-DICE-12]
    return structs.replace(plan, kn=max(0, plan.kn) + HARDER)
