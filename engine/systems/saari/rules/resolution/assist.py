"""W-21: comrades assist a roll, each once.  [SA-ASSIST-01 to SA-ASSIST-04]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part, because
from engine.systems.saari.rules.resolution import complications
from engine.systems.saari.rules.resolution.events import AssistAdded, RollOpened
from engine.systems.saari.rules.resolution.questions import AskAssist, AskFurtherAssist, Assist
from engine.systems.saari.rules.roll import closing, dice, mind_points, tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Throw

COST = 1
UNASSISTED = (Purpose.INITIATIVE, Purpose.ASSIST, Purpose.BASIC_DEFENSE, Purpose.ARMOR_DEFENSE, Purpose.DODGE_DEFENSE)
"""A parry helps those defences.  [G-28]"""
WHOLE = (Purpose.FIRST_AID, Purpose.SHAKE_OFF)
"""Rolls of which only a success matters: extras have no use.  [SA-AID-03, G-48]"""


def offer(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """Ask every comrade in the zone who can pay, in group order.  [SA-ASSIST-01, G-28]

    Who has failed may spend a mind point first; then nobody is asked.  [G-17]
    """
    if plan.attribute is None or plan.purpose in UNASSISTED:
        return
    if plan.assistants is not None:
        for who in plan.assistants:
            help_roll(table, roll, who, plan.attribute)
        return
    early = False
    for who in able(table.state, plan.roller):
        if who == plan.opponent:  # whose own attack caught its comrade
            continue
        record = tally.roll_of(table.state, roll)
        succeeds = tally.succeeds(record)
        if record.mind_point or (succeeds and plan.purpose in WHOLE):
            return
        helped = any(assist.combatant == who for assist in record.assists)
        if helped or not clock.may_react(table.state, who, COST):
            continue
        if not early:
            early = True
            mind_points.offer_early(table, roll, plan)
            if tally.roll_of(table.state, roll).mind_point:
                return
        if _wants(table, who, plan.roller, plan.attribute, further=succeeds):
            clock.pay(table, who, COST, rule="SA-ASSIST-01", payment=Payment.REACTION)
            help_roll(table, roll, who, plan.attribute)


def able(state: SaariFight, roller: str) -> tuple[str, ...]:
    """Comrades who could assist, whether they can pay or not."""
    near = (who for who in lookup.comrades(state, roller) if lookup.same_zone(state, who, roller))
    return lookup.by_group_order(state, tuple(who for who in near if lookup.is_pc(state, who)))


def help_roll(table: Table[SaariState], roll: str, who: str, attribute: Attribute) -> None:
    """Half of the assister's own attribute, on the edge of the assisted roll; its ones and sixes stay its own.

    [SA-ASSIST-02, SA-ASSIST-03, G-15]
    """
    helped = tally.roll_of(table.state, roll)
    score = lookup.score(table.state, who, attribute)
    parts = (Part(attribute.value.lower(), lookup.half(score), "SA-ASSIST-02"),)
    plan = Plan(
        purpose=Purpose.ASSIST, roller=who, attribute=attribute, parts=parts, zero=score == 0, factors=helped.factors
    )
    own = table.new_id()
    opened = RollOpened(
        roll=own,
        combatant=who,
        purpose=Purpose.ASSIST,
        opponent=helped.roller,
        attribute=attribute,
        pool=lookup.half(score),
        zero=score == 0,
        factors=helped.factors,
    )
    table.emit(opened, rule="SA-ASSIST-02", because=because(who=who, pool=parts))
    dice.throw(table, own, lookup.half(score), by=who, zero=score == 0, first=Throw.BASE, why="assist")
    complications.choose(table, own, plan)
    found = closing.close(table, own, plan)
    added = AssistAdded(roll=roll, combatant=who, target=helped.roller, faces=found.faces, successes=found.successes)
    table.emit(added, rule="SA-ASSIST-03")


def _wants(table: Table[SaariState], who: str, roller: str, attribute: Attribute, *, further: bool) -> bool:
    kind = AskFurtherAssist if further else AskAssist
    question = kind(
        offers=(
            Offer("stay-out", Assist(assist=False), "SA-ASSIST-01"),
            Offer("assist", Assist(assist=True), "SA-ASSIST-01"),
        ),
        default="stay-out",
        combatant=who,
        target=roller,
        dice=lookup.half(lookup.score(table.state, who, attribute)),
        zero=lookup.score(table.state, who, attribute) == 0,
    )
    return table.ask(table.state.fight.holders(who), question, rule="SA-ASSIST-01").assist
