"""Anything else: the list of actions is not complete.  [SA-ACT-14, G-63]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.actions.events import TaskJudged
from engine.systems.saari.rules.actions.orders import OtherAction
from engine.systems.saari.rules.actions.questions import AskTask, Task
from engine.systems.saari.rules.attacks import free_strikes
from engine.systems.saari.rules.basics import clock, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import interrupts
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "G-63"
COST, KN, HARDEST = 2, 2, 20


def check(state: SaariFight, order: OtherAction) -> None:
    """RuleRefusal where somebody would roll who does not.  [SA-DICE-01]"""
    if order.attribute is not None and not lookup.is_pc(state, order.combatant):
        reason = f"attribute: {order.combatant} rolls nothing: only players roll"
        raise RuleRefusal(reason, rule="SA-DICE-01", field="attribute")


def cost(state: SaariFight, order: OtherAction) -> int:
    """2 actions, unless the game master is asked, who may name another cost.  [G-63]"""
    return 0 if state.own.setup.rulings else COST


def do(table: Table[SaariState], order: OtherAction) -> None:
    """Judged and paid for; it gives free strikes if the game master says so, and is rolled if there is a roll."""
    who, outside = order.combatant, clock.is_outside(table.state)
    task = _judged(table, order)
    judged = TaskJudged(
        combatant=who,
        allowed=task.allowed,
        cost=task.cost if task.allowed and not outside else 0,
        attribute=task.attribute if task.allowed else None,
        kn=task.kn if task.allowed and task.attribute is not None else None,
        provokes=task.provokes,
        note=order.note,
    )
    table.emit(judged, rule=RULE)
    if not task.allowed:
        return
    if table.state.own.setup.rulings and not outside:
        clock.pay(table, who, task.cost, rule=RULE)
    if order.held is not None:
        gear.swap(table, who, order.held)
    if task.provokes and not free_strikes.at_action(table, who):
        return
    if not interrupts.before(table, order):
        return
    if task.attribute is not None:
        state = table.state
        plan = Plan(
            purpose=Purpose.TASK,
            roller=who,
            attribute=task.attribute,
            parts=pools.of_attribute(state, who, task.attribute, "SA-ATTR-10")
            + pools.bonuses(state, who, Purpose.TASK),
            zero=lookup.score(state, who, task.attribute) == 0,
            kn=task.kn,
        )
        pipeline.resolve(table, plan)


def _judged(table: Table[SaariState], order: OtherAction) -> Task:
    """The game master's ruling; by default 2 actions, and what the player proposes against 2.  [SA-DICE-02]

    Who has fewer left than that does it only for a cost that the game master names: there is no overdraft.  [G-03]
    """
    outside = clock.is_outside(table.state)
    left = 0 if outside else lookup.fighter(table.state, order.combatant).actions
    usual = Task(cost=min(COST, left), attribute=order.attribute, kn=KN)
    if not table.state.own.setup.rulings:
        return usual
    rolled: tuple[Attribute | None, ...] = (None,)
    if lookup.is_pc(table.state, order.combatant):
        rolled = (None, *Attribute)
    proposed = (Offer("as-proposed", usual, RULE),) if left >= COST or outside else ()
    question = AskTask(
        offers=(
            *proposed,
            Offer(
                "rule",
                usual,
                RULE,
                (
                    Field("cost", "amount", least=0, most=left),
                    Field("attribute", "one", rolled),
                    Field("kn", "amount", least=0, most=HARDEST),
                    Field("provokes", "one", (False, True)),
                ),
            ),
            Offer("forbid", Task(allowed=False, cost=0), RULE),
        ),
        default="as-proposed" if proposed else "forbid",
        combatant=order.combatant,
        attribute=order.attribute,
        note=order.note,
    )
    return table.ask(table.state.fight.gms(), question, rule=RULE)


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Whatever its player says."""
    rolled: tuple[Attribute | None, ...] = (None, *Attribute) if lookup.is_pc(state, who) else (None,)
    yield Offer(
        "other-action",
        OtherAction(combatant=who, note="-"),
        "SA-ACT-14",
        (Field("note", "text", least=1, most=500), Field("attribute", "one", rolled)),
    )
