"""W-36: acting as a group: one leads and rolls, the others help.  [SA-GROUP-01 to SA-GROUP-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.actions.events import GroupJoined, TaskJudged
from engine.systems.saari.rules.actions.orders import GroupAction
from engine.systems.saari.rules.actions.questions import AskGroupTask, AskJoinGroup, GroupTask, JoinGroup
from engine.systems.saari.rules.basics import clock, gear, lookup
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

COST, JOINING, HARDEST = 2, 1, 20
KN = 2
"""What a typical task needs; each who joins makes it one more.  [SA-DICE-08, SA-GROUP-03]"""


def check(state: SaariFight, order: GroupAction) -> None:
    """RuleRefusal unless a character leads that can pay. Only players roll.  [SA-DICE-01]"""
    if not lookup.is_pc(state, order.combatant):
        raise RuleRefusal(f"{order.combatant} cannot lead a group: only players roll", rule="SA-DICE-01")
    if order.target is not None:
        state.fight.require(order.target)
        if order.target not in _others(state, order.combatant):
            raise RuleRefusal("target: somebody else in the fight", rule="SA-GROUP-02", field="target")
    if not clock.is_outside(state):
        clock.require_affordable(state, order.combatant, COST)


def cost(state: SaariFight, order: GroupAction) -> int:
    """2 actions, paid when the game master allows it where he is asked.  [SA-GROUP-01]"""
    return 0 if state.own.setup.rulings else COST


def do(table: Table[SaariState], order: GroupAction) -> None:
    """Comrades join before the dice, for one action each; then all roll. Only who leads may use a mind point.

    Outside a fight it costs nobody anything.  [SA-GROUP-04 to SA-GROUP-06, G-29]
    """
    who, outside = order.combatant, clock.is_outside(table.state)
    task = _judged(table, order)
    if not task.allowed:
        table.emit(TaskJudged(combatant=who, allowed=False, cost=0, note=order.note), rule="SA-GROUP-02")
        return
    if table.state.own.setup.rulings and not outside:
        clock.pay(table, who, COST, rule="SA-GROUP-01")
    if order.held is not None:
        gear.swap(table, who, order.held)
    joined: tuple[str, ...] = ()
    for comrade in _comrades(table.state, who):
        if (outside or clock.may_react(table.state, comrade, JOINING)) and _joins(table, comrade, order):
            if not outside:
                clock.pay(table, comrade, JOINING, rule="G-29", payment=Payment.REACTION)
            table.emit(GroupJoined(combatant=comrade, target=who), rule="SA-GROUP-03")
            joined = (*joined, comrade)
    state = table.state
    plan = Plan(
        purpose=Purpose.TASK,
        roller=who,
        opponent=order.target,
        attribute=order.attribute,
        parts=pools.of_attribute(state, who, order.attribute, "SA-ATTR-10") + pools.bonuses(state, who, Purpose.TASK),
        zero=lookup.score(state, who, order.attribute) == 0,
        kn=task.kn + len(joined),
        assistants=joined,
    )
    pipeline.resolve(table, plan)


def _judged(table: Table[SaariState], order: GroupAction) -> GroupTask:
    """The game master's ruling, where he wants to be asked: an attack he forbids.  [SA-DICE-02, SA-GROUP-02]"""
    usual = GroupTask(kn=KN)
    if not table.state.own.setup.rulings:
        return usual
    question = AskGroupTask(
        offers=(
            Offer("as-proposed", usual, "G-63"),
            Offer("rule", usual, "SA-DICE-02", (Field("kn", "amount", least=0, most=HARDEST),)),
            Offer("forbid", GroupTask(allowed=False), "SA-GROUP-02"),
        ),
        default="as-proposed",
        combatant=order.combatant,
        attribute=order.attribute,
        target=order.target,
        note=order.note,
    )
    return table.ask(table.state.fight.gms(), question, rule="SA-GROUP-02")


def _others(state: SaariFight, who: str) -> tuple[str, ...]:
    return tuple(
        combatant for combatant in state.fight.combatants if combatant != who and lookup.in_play(state, combatant)
    )


def _comrades(state: SaariFight, who: str) -> tuple[str, ...]:
    pcs = tuple(comrade for comrade in lookup.comrades(state, who) if lookup.is_pc(state, comrade))
    return lookup.by_group_order(state, pcs)


def _joins(table: Table[SaariState], who: str, order: GroupAction) -> bool:
    question = AskJoinGroup(
        offers=(
            Offer("stay-out", JoinGroup(join=False), "SA-GROUP-06"),
            Offer("join", JoinGroup(join=True), "SA-GROUP-06"),
        ),
        default="stay-out",
        combatant=who,
        target=order.combatant,
        dice=lookup.half(lookup.score(table.state, who, order.attribute)),
    )
    return table.ask(table.state.fight.holders(who), question, rule="SA-GROUP-06").join


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """With any attribute, where there is a comrade."""
    able = clock.is_outside(state) or lookup.fighter(state, who).actions >= COST
    if able and lookup.is_pc(state, who) and _comrades(state, who):
        yield Offer(
            "group-action",
            GroupAction(combatant=who, attribute=Attribute.AGILITY),
            "SA-ACT-08",
            (
                Field("attribute", "one", tuple(Attribute)),
                Field("target", "one", (None, *_others(state, who))),
                Field("note", "text", least=0, most=500),
            ),
        )
