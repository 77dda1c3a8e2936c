"""What cards do at once to somebody: states, healing, Power.  [MM-ST-01, MM-MAG-08]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment
from engine.systems.mongolian_mercenaries.cards.sums import number
from engine.systems.mongolian_mercenaries.rules.attack import dying
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.state import MercenariesState


def state(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """A state comes onto each.  [MM-ST-01]"""
    for who in effect.on:
        if effect.effect.state is not None:
            states.gain(table, who, effect.effect.state, by=effect.bearer, lasts=effect.effect.lasts, rule=rule)


def end_state(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """States end: such as Burning by water.  [MM-ELM-02]"""
    for who in effect.on:
        for kind in effect.effect.states:
            states.lose(table, who, kind, rule=rule)


def heal(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """Health comes back, up to its maximum; who is Dying of Health alone comes back with it.  [RUL-56]"""
    for who in effect.on:
        out = table.state.fight.combatants[who].out
        if out in (None, lookup.DYING):
            _gain(table, effect, moment, who, HEALTH, rule)
            dying.heal_back(table, who)


def power(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """Power comes back, or goes.  [MM-ATTR-12]"""
    for who in effect.on:
        _gain(table, effect, moment, who, POWER, rule)


def _gain(table: Table[MercenariesState], effect: Applied, moment: Moment, who: str, vital: str, rule: str) -> None:
    amount = effect.effect.amount
    points = 0 if amount is None else number(amount, moment.parties[effect.bearer].skills, moment.successes)
    reasons = because(change=(Part(effect.source, points, rule, who=effect.bearer),))
    table.change(who, vital, points, rule=rule, because=reasons)
