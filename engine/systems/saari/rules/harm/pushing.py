"""Forced movement: pushed to an adjacent zone, which provokes nobody.  [G-46]"""

from __future__ import annotations

from engine.kit import Offer, Place, Table, place_field
from engine.systems.saari.ground import crossings
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.harm import places
from engine.systems.saari.rules.harm.questions import AskPush, Push
from engine.systems.saari.state import SaariState

RULE = "G-46"


def push(table: Table[SaariState], who: str, *, by: str, rule: str) -> None:
    """To a zone that whoever pushes chooses; with only one nobody is asked, with none nothing happens.  [W-25]"""
    zones = ways(table, who, by)
    if not zones:
        return
    there = tuple(Place(zone=zone) for zone in zones)
    to = there[0]
    if len(there) > 1:
        question = AskPush(
            offers=(Offer("push", Push(to=to), rule, (place_field("to", there),)),),
            default="push",
            combatant=by,
            target=who,
        )
        to = table.ask(table.state.fight.holders(by), question, rule=rule).to
    places.go(table, who, to, rule=rule)


def ways(table: Table[SaariState], who: str, by: str) -> tuple[str, ...]:
    """The adjacent zones, as far as those who push know of them."""
    known = [table.seen(seat) for seat in table.state.fight.holders(by)]
    zone = lookup.zone(table.state, who)
    if zone is None:
        return ()
    there = crossings(lookup.ground(table.state), zone)
    return tuple(to for to in there if all(to in crossings(lookup.ground(seen), zone) for seen in known))
