"""Screens and blocks: who stands before an ally, or in an opponent's way.

[MM-MOVE-07 to MM-MOVE-10, RUL-23, RUL-82]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.field import permits
from engine.systems.mongolian_mercenaries.rules.field.events import ScreenEnded, ScreenSet
from engine.systems.mongolian_mercenaries.rules.field.orders import Block, Screen
from engine.systems.mongolian_mercenaries.state import MercenariesState, Screening
from engine.systems.mongolian_mercenaries.types import Hindering


def holding(state: MercenariesFight) -> tuple[Screening, ...]:
    """Those that hold: both are on the field and can act, and all see who screens or blocks.  [RUL-82]"""
    return tuple(
        screen
        for screen in state.own.screens
        if lookup.on_field(state, screen.by)
        and lookup.on_field(state, screen.target)
        and state.fight.combatants[screen.by].seen_by is None
        and permits.able(state, screen.by)
        and permits.able(state, screen.target)
    )


def bar(state: MercenariesFight, strike: Strike, target: str) -> RuleRefusal | None:
    """Why a melee attack on a target is barred; ranged ones never are.  [MM-MOVE-08, MM-MOVE-09, RUL-77]"""
    if not strike.melee:
        return None
    here = holding(state)
    blockers = {
        screening.by
        for screening in here
        if screening.hindering is Hindering.BLOCK and screening.target == strike.attacker
    }
    if blockers and (target not in blockers or len(strike.targets) > 1):
        reason = "target: only whoever blocks the attacker"
        return RuleRefusal(reason, rule="MM-MOVE-09", field="target", why=WhyNot.CONDITION)
    if any(screening.hindering is Hindering.SCREEN and screening.target == target for screening in here):
        reason = "target: an ally screens it from melee attacks"
        return RuleRefusal(reason, rule="MM-MOVE-08", field="target", why=WhyNot.OUT_OF_REACH)
    return None


# -- ending
def end_of(table: Table[MercenariesState], who: str, *, rule: str) -> None:
    """All in which somebody stands, before whom or behind whom, are over."""
    for screen in table.state.own.screens:
        if who in (screen.by, screen.target):
            table.emit(ScreenEnded(combatant=screen.by, target=screen.target, hindering=screen.hindering), rule=rule)


def fallen(table: Table[MercenariesState], who: str) -> None:
    """Who is out screens and blocks nobody.  [RUL-82]"""
    end_of(table, who, rule="RUL-82")


def settle(table: Table[MercenariesState], who: str) -> bool:
    """As a turn begins: what no longer holds is over. False: the turn goes on.  [RUL-82]"""
    settle_all(table)
    return False


def settle_all(table: Table[MercenariesState]) -> None:
    """Before a turn, and before what lasts a number of turns is over: it does not hold again after that.  [RUL-82]"""
    kept = holding(table.state)
    for screen in table.state.own.screens:
        if screen not in kept:
            table.emit(
                ScreenEnded(combatant=screen.by, target=screen.target, hindering=screen.hindering), rule="RUL-82"
            )


# -- the orders
def near_enough(state: MercenariesFight, combatant: str, other: str) -> bool:
    """Exactly at close distance; at very close too where the table has it so.  [RUL-23]"""
    there = distances.between(state, combatant, other)
    return there is Distance.CLOSE or (there is Distance.VERY_CLOSE and state.own.setup.screen_at_very_close)


def require_seen(state: MercenariesFight, who: str) -> None:
    """RuleRefusal for somebody hidden: a screen or a block is marked for all to see.  [MM-MOVE-07]"""
    if state.fight.combatants[who].seen_by is not None:
        raise RuleRefusal("combatant: whoever is hidden stands in nobody's way", rule="MM-MOVE-07", field="combatant")


def check_screen(state: MercenariesFight, order: Screen) -> None:
    """RuleRefusal unless it is an ally, and an opponent is close to who screens it.  [MM-MOVE-07]"""
    who, target = order.combatant, order.target
    state.fight.require(target)
    require_seen(state, who)
    if target not in lookup.active_allies(state, who):
        raise RuleRefusal("target: an ally on the field", rule="MM-MOVE-07", field="target")
    if not any(near_enough(state, who, other) for other in lookup.active_opponents(state, who)):
        raise RuleRefusal("no opponent is at close distance", rule="MM-MOVE-07", field="combatant")


def check_block(state: MercenariesFight, order: Block) -> None:
    """RuleRefusal unless it is an opponent at close distance.  [MM-MOVE-07]"""
    who, target = order.combatant, order.target
    state.fight.require(target)
    require_seen(state, who)
    if target not in lookup.active_opponents(state, who):
        raise RuleRefusal("target: an opponent on the field", rule="MM-MOVE-07", field="target")
    if not near_enough(state, who, target):
        raise RuleRefusal(
            "target: only an opponent at close distance can be blocked", rule="MM-MOVE-07", field="target"
        )


def do_screen(table: Table[MercenariesState], order: Screen) -> None:
    """The earlier one of who screens is over: each performs one at a time.  [RUL-23]"""
    _set(table, order.combatant, order.target, Hindering.SCREEN)


def do_block(table: Table[MercenariesState], order: Block) -> None:
    """The same in an opponent's way."""
    _set(table, order.combatant, order.target, Hindering.BLOCK)


def _set(table: Table[MercenariesState], who: str, target: str, hindering: Hindering) -> None:
    table.emit(ScreenSet(combatant=who, target=target, hindering=hindering), rule="MM-MOVE-07")


def screen_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each ally."""
    for target in lookup.active_allies(state, who):
        body = Screen(combatant=who, target=target)
        if legal(check_screen, state, body):
            yield Offer("screen", body, "MM-MOVE-07")


def block_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each opponent at close distance."""
    for target in lookup.active_opponents(state, who):
        body = Block(combatant=who, target=target)
        if legal(check_block, state, body):
            yield Offer("block", body, "MM-MOVE-07")
