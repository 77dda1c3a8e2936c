"""W-16: the difficulty and the factors that are known before the dice.  [SA-DICE-02, SA-EDGE-12]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Field, Offer, Table
from engine.systems.saari.content.kinds import Defense, Purpose
from engine.systems.saari.rules.resolution import edges, plans
from engine.systems.saari.rules.resolution.questions import AskDifficulty, Difficulty
from engine.systems.saari.rules.roll import marks
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Factor

RULE = "SA-DICE-02"
USUAL = 2
"""The target number of a challenging task.  [SA-DICE-08]"""
TASKS = (Purpose.TASK, Purpose.FIRST_AID, Purpose.SHAKE_OFF)
HARDEST = 20


def settle(table: Table[SaariState], roll: str, plan: Plan) -> Plan:
    """The plan with its target number and the factors that the rules fix, or as the game master rules."""
    kn = USUAL if plan.kn is None and plan.purpose in TASKS else plan.kn
    plan = structs.replace(plan, kn=kn)
    factors = edges.fixed(table.state, plan)
    if marks.is_ruled(table.state, roll, plan):
        return _ruled(table, plan, factors)
    return structs.replace(plan, factors=factors)


def _ruled(table: Table[SaariState], plan: Plan, factors: tuple[Factor, ...]) -> Plan:
    """As the game master says: target number, defence, and the whole list of factors.  [SA-EDGE-07 to SA-EDGE-11]"""
    defense = plan.assault.defense if plan.assault is not None and plan.defends else None
    body = Difficulty(kn=plan.kn, defense=defense, advantages=named(factors, True), disadvantages=named(factors, False))
    fields: list[Field] = []
    if plan.kn is not None:
        fields.append(Field("kn", "amount", least=min(0, plan.kn), most=max(HARDEST, plan.kn)))
    if defense is not None:
        fields.append(Field("defense", "one", tuple(Defense)))
    question = AskDifficulty(
        offers=(
            Offer("as-written", body, RULE),
            Offer("ruling", body, RULE, (*fields, *choices(factors))),
        ),
        default="as-written",
        combatant=plan.roller,
        opponent=plan.opponent,
        purpose=plan.purpose,
        kn=plan.kn,
        factors=factors,
        suggested=edges.suggested(table.state, plan),
    )
    ruled = table.ask(table.state.fight.gms(), question, rule=RULE)
    if plan.assault is not None and ruled.defense is not None and ruled.defense is not plan.assault.defense:
        assault = structs.replace(plan.assault, defense=ruled.defense)
        plan = plans.of_defense(table.state, assault)
    return structs.replace(plan, kn=ruled.kn, factors=listed(ruled.advantages, ruled.disadvantages, factors))


def named(factors: tuple[Factor, ...], advantage: bool) -> tuple[str, ...]:
    """The sources on one side, each once."""
    return tuple(dict.fromkeys(factor.source for factor in factors if factor.advantage is advantage))


def choices(factors: tuple[Factor, ...]) -> tuple[Field, Field]:
    """The open choices of both sides: what a game master may name, and what there is already."""
    sources = tuple(dict.fromkeys((*edges.SOURCES, *(factor.source for factor in factors))))
    most = len(sources)
    return Field("advantages", "some", sources, most=most), Field("disadvantages", "some", sources, most=most)


def listed(
    advantages: tuple[str, ...], disadvantages: tuple[str, ...], before: tuple[Factor, ...]
) -> tuple[Factor, ...]:
    """The factors of both lists: those from before stay as they were."""
    wanted = [(source, True) for source in advantages] + [(source, False) for source in disadvantages]
    known = {(factor.source, factor.advantage): factor for factor in before}
    return tuple(known.get(pair) or Factor(source=pair[0], advantage=pair[1]) for pair in wanted)
