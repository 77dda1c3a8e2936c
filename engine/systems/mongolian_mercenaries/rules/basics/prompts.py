"""Asking for a combatant: its seat, or nobody where it plays itself.  [MM-GEN-08]"""

from __future__ import annotations

from engine.kit import A, Question, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.self_playing import plays_itself
from engine.systems.mongolian_mercenaries.sides import PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState


def ask(table: Table[MercenariesState], who: str, question: Question[A], *, rule: str) -> A:
    """The answer for a combatant; who plays itself takes the default, and nobody is asked."""
    if plays_itself(table.state, who):
        return question.offer(question.default).body
    return table.ask(table.state.fight.holders(who), question, rule=rule)


def characters(state: MercenariesFight) -> tuple[str, ...]:
    """The characters of the party, in play or not; where it has none, all of it."""
    party = lookup.members(state, PARTY)
    return tuple(who for who in party if lookup.is_pc(state, who)) or party


def party_seats(state: MercenariesFight) -> tuple[str, ...]:
    """The seats that answer for the party, any of them for all."""
    return tuple(dict.fromkeys(seat for who in characters(state) for seat in state.fight.holders(who)))


def party_knows(state: MercenariesFight, who: str) -> bool:
    """Whether all who answer for the party know that somebody is there."""
    return all(state.fight.sees(seat, state.fight.combatants[who]) for seat in party_seats(state))
