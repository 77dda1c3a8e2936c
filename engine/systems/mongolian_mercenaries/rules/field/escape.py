"""Escape: from afar, by speed and luck against a d20.  [MM-MOVE-11 to MM-MOVE-13, RUL-30]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Distance
from engine.systems.mongolian_mercenaries.house_rules import AWAY
from engine.systems.mongolian_mercenaries.rules.basics import distances, leaving, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.field import movement, permits, steadfast
from engine.systems.mongolian_mercenaries.rules.field.events import TurnEnded
from engine.systems.mongolian_mercenaries.rules.field.orders import Escape
from engine.systems.mongolian_mercenaries.rules.roll import pipeline
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Form, Purpose


def possible(state: MercenariesFight, who: str) -> bool:
    """Whether an escape may be attempted now."""
    return refusal(state, who) is None


def refusal(state: MercenariesFight, who: str) -> RuleRefusal | None:
    """Why it may not: it never does, too near an opponent, none there, or held fast.

    [MM-MOVE-11, MM-MOR-06, MM-MOR-10, RUL-30, RUL-73]
    """
    never = steadfast.refusal(state, who)
    if never is not None:
        return never
    nearest = distances.smallest(state, who)
    if nearest is None:
        return RuleRefusal("there is no opponent to escape from", rule="RUL-30", field="combatant")
    farthest = lookup.battlefield(state).farthest
    if nearest.level < min(Distance.MEDIUM.level, farthest.level):
        return RuleRefusal("an opponent is too near for an escape", rule="MM-MOVE-11", field="combatant")
    card = permits.forbidding(state, who, Activity.MOVEMENT)
    return RuleRefusal(f"combatant: it cannot move ({card})", rule="RUL-73", field="combatant") if card else None


def plan_of(state: MercenariesFight, who: str) -> Plan:
    """Speed + luck + 2 for each level above medium > d20; who has no luck adds 0.  [MM-MOVE-12, RUL-30]"""
    rule, nearest = "MM-MOVE-12", distances.smallest(state, who) or Distance.MEDIUM
    beyond = max(0, nearest.level - Distance.MEDIUM.level)
    return Plan(
        tester=who,
        purpose=Purpose.ESCAPE,
        form=Form.ESCAPE,
        tested="speed",
        value=Part("speed", lookup.attribute(state, who, "speed"), rule, who=who),
        modifiers=(
            Part("luck", lookup.attribute(state, who, "luck"), rule, who=who),
            Part("distance", AWAY.of(state.fight) * beyond, rule, who=who),
            *movement.pursuit(state, who),
        ),
        skill=False,
        rule=rule,
    )


def attempt(table: Table[MercenariesState], who: str) -> bool:
    """Whether somebody gets away; if not, its turn is over.  [MM-MOVE-13]"""
    movement.begin(table, who)
    if not pipeline.resolve(table, plan_of(table.state, who)).passed:
        table.emit(TurnEnded(combatant=who), rule="MM-MOVE-13", because=because(table.last))
        return False
    leaving.leave(table, who, lookup.FLED, rule="MM-MOVE-13")
    return True


def check(state: MercenariesFight, order: Escape) -> None:
    """RuleRefusal where it is not legal."""
    refused = refusal(state, order.combatant)
    if refused is not None:
        raise refused


def do(table: Table[MercenariesState], order: Escape) -> None:
    """The attempt."""
    attempt(table, order.combatant)


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    if possible(state, who):
        yield Offer("escape", Escape(combatant=who), "MM-MOVE-11")
