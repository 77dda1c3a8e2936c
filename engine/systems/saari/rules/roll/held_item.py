"""W-17: the one held item that helps a roll.  [SA-GEAR-11, SA-GEAR-12]"""

from __future__ import annotations

from msgspec import structs

from engine.kernel.authoring.system import Table
from engine.kernel.state.decisions import Field, Offer
from engine.systems.saari.content.kinds import Defense, Shield
from engine.systems.saari.questions import AskHeldItem, HeldItem
from engine.systems.saari.rules import lookup
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.pools import DEFENSES
from engine.systems.saari.rules.sums import Part
from engine.systems.saari.state import Own

RULE = "SA-GEAR-11"
DEFENDED = {purpose: defense for defense, purpose in DEFENSES.items()}


def choose(table: Table[Own], plan: Plan) -> Plan:
    """The plan with a shield for a defence, asked where several would help; an attack is helped by its weapon."""
    defense: Defense | None = DEFENDED.get(plan.purpose)
    if defense is None:
        return plan
    shields = lookup.held_shields(table.state, plan.roller).values()
    helping = sorted((one for one in shields if defense in one.defenses), key=lambda one: -one.defense_dice)
    if not helping:
        return plan
    means = helping[0].id if len(helping) == 1 else _asked(table, plan, helping)
    chosen = next((one for one in helping if one.id == means), None)
    if chosen is None:
        return plan
    return structs.replace(plan, means=chosen.id, parts=(*plan.parts, Part(chosen.id, chosen.defense_dice, RULE)))


def _asked(table: Table[Own], plan: Plan, helping: list[Shield]) -> str | None:
    among = (*(one.id for one in helping), None)
    question = AskHeldItem(
        offers=(Offer("item", HeldItem(means=helping[0].id), RULE, (Field("means", "one", among),)),),
        default="item",
        combatant=plan.roller,
        attacker=plan.opponent or "",
    )
    return table.ask(table.state.fight.holders(plan.roller), question, rule=RULE).means
