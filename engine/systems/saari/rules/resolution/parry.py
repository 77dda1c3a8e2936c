"""W-20: a parry of an attack that hits, for oneself or a comrade.  [SA-PARRY-01 to SA-PARRY-10]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Question, Table
from engine.systems.saari.content.kinds import Attack, Attribute
from engine.systems.saari.rules.basics import clock, companions, engagements, lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects
from engine.systems.saari.rules.resolution.events import ParryMerged
from engine.systems.saari.rules.resolution.questions import AskParry, AskParryForComrade
from engine.systems.saari.rules.roll import dice, mind_points, tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.questions import Parried
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Throw

COST = 1
RULE = "SA-PARRY-01"


def offer(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Ask those who can parry, the defended one first, until somebody does: one attempt in all.  [SA-PARRY-05]

    The defended one may spend a mind point instead, and then nobody parries.  [G-17]
    """
    assault = plan.assault
    if assault is None or not plan.defends:
        return
    early = False
    for who in tuple(able(table.state, assault)):
        record = tally.roll_of(table.state, roll)
        if tally.succeeds(record) or record.parried_by is not None:
            return
        if not clock.may_react(table.state, who, COST):
            continue
        if who != plan.roller and not early:
            mind_points.offer_early(table, roll, plan)
            if tally.succeeds(tally.roll_of(table.state, roll)):
                return
        early = True
        spendable = who == plan.roller and mind_points.may_spend(table.state, roll, plan)
        answer = _asked(table, who, assault, spendable)
        if answer.mind_point:
            mind_points.spend(table, roll, plan)
        elif answer.parry:
            _parry(table, roll, who, assault)


def able(state: SaariFight, assault: Assault) -> Iterator[str]:
    """Who can parry an attack, whether it can pay or not; nobody its own.

    Of one on a linked ally who is near that, not near its patron.  [SA-PARRY-02, G-34, G-40]
    """
    kind, struck = assault.parried_as, companions.engaged_as(state, assault.struck)
    if kind is None:
        return
    for who in (assault.target, *lookup.by_group_order(state, lookup.comrades(state, assault.target))):
        if (
            who != assault.attacker
            and lookup.is_pc(state, who)
            and near(state, who, struck)
            and can_meet(state, who, kind)
        ):
            yield who


def near(state: SaariFight, who: str, defended: str) -> bool:
    """Oneself, the same engagement, or the same zone while in none.  [SA-PARRY-02, G-34]"""
    if who == defended or who in lookup.engaged_with(state, defended):
        return True
    return lookup.same_zone(state, who, defended) and lookup.engagement_of(state, who) is None


def can_meet(state: SaariFight, who: str, kind: Attack) -> bool:
    """Melee is parried with anything, ranged attacks with a shield, a talent or a spell.

    [SA-PARRY-06, SA-PARRY-07]
    """
    if kind is Attack.MELEE or effects.is_warded(state, who):
        return True
    talents = lookup.figures(state, who).talents
    shields = lookup.held_shields(state, who).values()
    return any(talent.parry_ranged for talent in talents) or any(shield.parry_ranged for shield in shields)


def parry_dice(state: SaariFight, who: str, defended: str) -> int:
    """Half of the parrier's own Might, and what a talent adds for a comrade.  [SA-PARRY-03, G-51]"""
    added = sum(talent.comrade_parry for talent in lookup.figures(state, who).talents) if who != defended else 0
    return lookup.half(lookup.score(state, who, Attribute.MIGHT)) + added


def _asked(table: Table[SaariState], who: str, assault: Assault, spendable: bool) -> Parried:
    offers: tuple[Offer[Parried], ...] = (
        Offer("let-pass", Parried(parry=False), RULE),
        Offer("parry", Parried(parry=True), RULE),
    )
    if spendable:
        offers += (Offer("mind-point", Parried(parry=False, mind_point=True), "G-17"),)
    dice, zero = parry_dice(table.state, who, assault.target), is_zero(table.state, who)
    question: Question[Parried]
    if who == assault.target:
        question = AskParry(
            offers=offers, default="let-pass", combatant=who, attacker=assault.attacker, dice=dice, zero=zero
        )
    else:
        question = AskParryForComrade(
            offers=offers,
            default="let-pass",
            combatant=who,
            target=assault.target,
            attacker=assault.attacker,
            dice=dice,
            zero=zero,
        )
    return table.ask(table.state.fight.holders(who), question, rule=RULE)


def is_zero(state: SaariFight, who: str) -> bool:
    """Whether half of its Might is rolled like an attribute of 0.  [G-07]"""
    return lookup.score(state, who, Attribute.MIGHT) == 0


def _parry(table: Table[SaariState], roll: str, who: str, assault: Assault) -> None:
    """Pay, join the engagement, and throw the dice into the roll.  [SA-PARRY-04, SA-PARRY-10]"""
    clock.pay(table, who, COST, rule="SA-PARRY-01", payment=Payment.REACTION)
    if who != assault.target and assault.kind is Attack.MELEE:
        engagements.join(table, who, companions.engaged_as(table.state, assault.struck), rule="SA-PARRY-10")
    number = parry_dice(table.state, who, assault.target)
    zero = is_zero(table.state, who)
    merged = ParryMerged(roll=roll, combatant=who, target=assault.target, dice=number, zero=zero)
    table.emit(merged, rule="SA-PARRY-04")
    dice.throw(table, roll, number, by=who, zero=zero, first=Throw.PARRY, why="parry")
