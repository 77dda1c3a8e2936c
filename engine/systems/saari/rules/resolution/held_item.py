"""W-17: the one held item that helps a roll, of whatever kind.  [SA-GEAR-11, SA-GEAR-12]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Field, Offer, Table
from engine.systems.saari.content.kinds import Defense, Purpose, RollBonus
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.resolution.questions import AskHeldItem, HeldItem
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.pools import DEFENSES
from engine.systems.saari.state import SaariState

RULE = "SA-GEAR-11"
DEFENDED = {purpose: defense for defense, purpose in DEFENSES.items()}
UNHELPED = (Purpose.ASSIST,)
"""Half of an attribute, and nothing else.  [SA-ASSIST-02]"""


def choose(table: Table[SaariState], plan: Plan) -> Plan:
    """The plan with the one held item that helps it, asked where several would.

    The weapon of an attack is one of them: another in its place takes its dice away.
    """
    helping = able(table.state, plan)
    if not helping:
        return plan
    means = next(iter(helping)) if len(helping) == 1 else _asked(table, plan, tuple(helping))
    return with_item(plan, means, helping.get(means or "", 0))


def best(state: SaariFight, plan: Plan) -> Plan:
    """The plan as it is where nobody is asked."""
    helping = able(state, plan)
    return with_item(plan, next(iter(helping)), next(iter(helping.values()))) if helping else plan


def with_item(plan: Plan, means: str | None, dice: int) -> Plan:
    """The plan with this item, and no other."""
    if any((part.source, part.amount, part.rule) == (means, dice, RULE) for part in plan.parts):
        return plan
    parts = tuple(part for part in plan.parts if part.rule != RULE)
    if means is not None:
        parts = (*parts, Part(means, dice, RULE))
    return structs.replace(plan, means=plan.means or means or "", parts=parts)


def able(state: SaariFight, plan: Plan) -> dict[str, int]:
    """Items in hand that give a roll dice, the best first, and how many they give."""
    if plan.purpose in UNHELPED:
        return {}
    who, weapon = plan.roller, plan.means if plan.attacks else ""
    # The weapon of an attack gives its dice; it may have been lost by an earlier roll of the same attack.
    found = {part.source: part.amount for part in plan.parts if part.rule == RULE}
    for key, thing in lookup.held_weapons(state, who).items():
        found[key] = found.get(key, 0) + _given(thing.bonuses, plan.purpose, weapon)
    defense: Defense | None = DEFENDED.get(plan.purpose)
    for key, shield in lookup.held_shields(state, who).items():
        own = shield.defense_dice if defense in shield.defenses else 0
        found[key] = own + _given(shield.bonuses, plan.purpose, weapon)
    # Of equals the weapon that attacks, else what is held first.
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0] != weapon))
    return {key: dice for key, dice in ranked if dice}


def _given(bonuses: tuple[RollBonus, ...], purpose: Purpose, weapon: str) -> int:
    return sum(bonus.dice for bonus in bonuses if bonus.purpose is purpose and bonus.weapon in (None, weapon))


def _asked(table: Table[SaariState], plan: Plan, helping: tuple[str, ...]) -> str | None:
    question = AskHeldItem(
        offers=(Offer("item", HeldItem(means=helping[0]), RULE, (Field("means", "one", (*helping, None)),)),),
        default="item",
        combatant=plan.roller,
        attacker=plan.opponent or "",
    )
    return table.ask(table.state.fight.holders(plan.roller), question, rule=RULE).means
