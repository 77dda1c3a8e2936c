"""Giving up.  [G-36]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, departures
from engine.systems.saari.rules.basics import engagements, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import battle
from engine.systems.saari.rules.turns import rounds
from engine.systems.saari.rules.turns.events import Conceded
from engine.systems.saari.rules.turns.orders import Concede
from engine.systems.saari.state import Phase, SaariState

RULE = "G-36"
CONCEDED = "conceded"
"""Why combatants of whoever has given up are out."""


def concede(table: Table[SaariState], order: Concede) -> None:
    """All of one's own seat and side leave the fight; nobody strikes after them."""
    refused = refusal(table.state, order.combatant)
    if refused is not None:
        raise refused
    bearer = table.state.fight.combatants[order.combatant]
    seat = bearer.owner or table.state.fight.gms()[0]
    table.emit(Conceded(giver=seat, side=bearer.side), rule=RULE)
    departures.leave(
        table,
        _own(table.state, order.combatant),
        reason=CONCEDED,
        rule=RULE,
        before=lambda who: engagements.leave(table, who, rule=RULE),
    )
    for key in tuple(table.state.own.engagements):
        engagements.dissolve(table, key)
    acting = table.state.fight.acting
    if not battle.over(table) and not any(lookup.in_play(table.state, who) for who in acting):
        rounds.go_on(table)


def _own(state: SaariFight, who: str) -> tuple[str, ...]:
    """Those in play of the same seat and side."""
    mine = state.fight.combatants[who]
    people = state.fight.combatants
    return tuple(
        combatant
        for combatant in lookup.here(state)
        if (people[combatant].owner, people[combatant].side) == (mine.owner, mine.side)
    )


def refusal(state: SaariFight, who: str) -> RuleRefusal | None:
    """Why this combatant's seat cannot give up; None where it can. The kernel asks whose it is."""
    state.fight.require(who)
    if state.own.phase is not Phase.ACTIONS:
        return RuleRefusal("nobody is fighting", rule=RULE)
    if who not in lookup.here(state):
        return RuleRefusal(f"{who} is out of the fight", rule=RULE, field="combatant")
    return None


def offers(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Giving up, at any time."""
    if refusal(state, who) is None:
        yield Offer("concede", Concede(combatant=who), RULE)
