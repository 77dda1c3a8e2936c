"""W-36: acting as a group: one leads and rolls, the others help.  [SA-GROUP-01 to SA-GROUP-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.authoring.system import Table
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.saari.commands import GroupAction
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.events import GroupJoined, Payment
from engine.systems.saari.questions import AskJoinGroup, JoinGroup
from engine.systems.saari.rules import clock, lookup
from engine.systems.saari.rules.lookup import SA
from engine.systems.saari.rules.roll import pipeline, pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import Own

COST, JOINING = 2, 1
KN = 2
"""What a typical task needs; each who joins makes it one more.  [SA-DICE-08, SA-GROUP-03]"""


def check(state: SA, order: GroupAction) -> None:
    """RuleRefusal unless a character leads. Only players roll.  [SA-DICE-01]"""
    if not lookup.is_pc(state, order.combatant):
        raise RuleRefusal(f"{order.combatant} cannot lead a group: only players roll", rule="SA-DICE-01")


def cost(state: SA, order: GroupAction) -> int:
    """2 actions.  [SA-GROUP-01]"""
    return COST


def do(table: Table[Own], order: GroupAction) -> None:
    """Comrades join before the dice, for one action each; then all roll. Only who leads may use a mind point.

    [SA-GROUP-04 to SA-GROUP-06, G-29]
    """
    who = order.combatant
    joined: tuple[str, ...] = ()
    for one in _comrades(table.state, who):
        if clock.may_react(table.state, one, JOINING) and _joins(table, one, order):
            clock.pay(table, one, JOINING, rule="G-29", payment=Payment.REACTION)
            table.emit(GroupJoined(combatant=one, target=who), rule="SA-GROUP-03")
            joined = (*joined, one)
    state = table.state
    plan = Plan(
        purpose=Purpose.TASK,
        roller=who,
        attribute=order.attribute,
        parts=pools.of_attribute(state, who, order.attribute, "SA-ATTR-10") + pools.bonuses(state, who, Purpose.TASK),
        zero=lookup.score(state, who, order.attribute) == 0,
        kn=KN + len(joined),
        assistants=joined,
    )
    pipeline.resolve(table, plan)


def _comrades(state: SA, who: str) -> tuple[str, ...]:
    pcs = tuple(one for one in lookup.comrades(state, who) if lookup.is_pc(state, one))
    return lookup.by_group_order(state, pcs)


def _joins(table: Table[Own], who: str, order: GroupAction) -> bool:
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


def options(state: SA, who: str) -> Iterator[Offer[Order]]:
    """With any attribute, where there is a comrade."""
    if lookup.is_pc(state, who) and _comrades(state, who):
        yield Offer(
            "group-action",
            GroupAction(combatant=who, attribute=Attribute.AGILITY),
            "SA-ACT-08",
            (Field("attribute", "one", tuple(Attribute)), Field("note", "text", least=0, most=500)),
        )
