"""What cards do at the start of a round, of a turn, and at the end of a round, in the order of the queue.

The end of a round is the phase of effects: damage over time comes there, before what ends with the round.  [RUL-03]
"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Moment, answer_at, answers_of
from engine.systems.mongolian_mercenaries.content.kinds import Uses, When
from engine.systems.mongolian_mercenaries.rules.attack import effects
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.magic import summons
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = {When.ROUND_STARTS: "MM-ROUND-01", When.TURN_STARTS: "MM-ROUND-03", When.ROUND_ENDS: "RUL-03"}


def order(state: MercenariesFight) -> tuple[str, ...]:
    """Everybody on the field: in the queue, each with its summons behind it, then whoever has no place in it."""
    queued = [combatant for who in initiative.queue(state) for combatant in (who, *summons.of(state, who))]
    return tuple(
        dict.fromkeys(combatant for combatant in (*queued, *state.own.fighters) if lookup.on_field(state, combatant))
    )


def round_starts(table: Table[MercenariesState]) -> None:
    """After what has expired."""
    _each(table, When.ROUND_STARTS)


def round_ends(table: Table[MercenariesState]) -> None:
    """Burning, poison and the like.  [MM-ST-03, RUL-60]"""
    _each(table, When.ROUND_ENDS)


def turn_starts(table: Table[MercenariesState], who: str) -> bool:
    """What happens to somebody as its turn begins; true where it cannot take its turn any more.

    A turn that Wait has moved began before.  [MM-INIT-04]
    """
    if not lookup.fighter(table.state, summons.leader(table.state, who)).waited:
        _work(table, who, When.TURN_STARTS)
    return not lookup.on_field(table.state, who)


def _each(table: Table[MercenariesState], when: When) -> None:
    for who in order(table.state):
        if lookup.on_field(table.state, who):
            _work(table, who, when)


def _work(table: Table[MercenariesState], who: str, when: When) -> None:
    for key in [answer.key for answer in answers_of(_moment(table.state, who, when), who)]:
        found = answer_at(_moment(table.state, who, when), key)
        if found is None or effects.is_spent(table.state, found) or not lookup.on_field(table.state, who):
            continue
        if found.ability.uses is not Uses.ANY:
            effects.use(table, found, when, rule=RULE[when])
        effects.carry(table, found, _moment(table.state, who, when), rule=RULE[when])


def _moment(state: MercenariesFight, who: str, when: When) -> Moment:
    return active_cards.moment(state, who, when=when)
