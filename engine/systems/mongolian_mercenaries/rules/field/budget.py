"""The budget of a round: one Large and one Minor action, the Large one worth two Minor ones.

Speed gives no more.  [MM-ACT-01, MM-ACT-02, RUL-04]
"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Figure
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.field.events import ActionPaid, BudgetSet
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

SWAP = 2
"""Minor actions for a Large one."""


def grant(table: Table[MercenariesState]) -> None:
    """What cards add to the budgets of this round; nobody's falls below 0.  [MM-ACT-04]"""
    state = table.state
    for side in SIDES:
        for who in lookup.active(state, side):
            fighter, moment = lookup.fighter(state, who), active_cards.moment(state, who)
            large = sums.figure(moment, who, Figure.LARGE_ACTIONS, fighter.large)
            minor = sums.figure(moment, who, Figure.MINOR_ACTIONS, fighter.minor)
            granted = BudgetSet(combatant=who, large=max(0, large.total), minor=max(0, minor.total))
            if (granted.large, granted.minor) != (fighter.large, fighter.minor):
                table.emit(granted, rule="MM-ACT-04")


def affords(state: MercenariesFight, who: str, cost: Cost | None) -> bool:
    """Whether an action can still be paid for. Two Large ones never can: nothing gives a Large one back."""
    fighter = lookup.fighter(state, who)
    return cost is None or fighter.large > 0 or (cost is Cost.MINOR and fighter.minor > 0)


def require(state: MercenariesFight, who: str, cost: Cost | None) -> None:
    """RuleRefusal where an action cannot be paid for."""
    if not affords(state, who, cost):
        what = "Large" if cost is Cost.LARGE else "Minor"
        raise RuleRefusal(f"there is no {what} action left", rule="MM-ACT-01", field="combatant", why=WhyNot.NO_BUDGET)


def pay(table: Table[MercenariesState], who: str, cost: Cost | None) -> None:
    """Pay for an action; a Minor one with none left swaps the Large one first."""
    if cost is None:
        return
    fighter = lookup.fighter(table.state, who)
    left, small, swapped = fighter.large, fighter.minor, False
    if cost is Cost.LARGE:
        left -= 1
    else:
        if not small:
            left, small, swapped = left - 1, SWAP, True
        small -= 1
    paid = ActionPaid(combatant=who, cost=cost, large=left, minor=small, swapped=swapped)
    table.emit(paid, rule="MM-ACT-02" if swapped else "MM-ACT-01")


def spent(state: MercenariesFight, who: str) -> bool:
    """Whether nothing is left."""
    fighter = lookup.fighter(state, who)
    return fighter.large < 1 and fighter.minor < 1
