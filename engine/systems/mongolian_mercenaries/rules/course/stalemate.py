"""A fight in which nothing happens: after some quiet rounds all are asked to break it off.  [MM-DW-29, RUL-84]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.house_rules import QUIET
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.self_playing import plays_itself
from engine.systems.mongolian_mercenaries.rules.course.events import RoundsQuiet
from engine.systems.mongolian_mercenaries.rules.course.questions import AskBreakOff, BreakOff
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "RUL-84"


def broken_off(table: Table[MercenariesState]) -> bool:
    """At the end of a round: whether all agree; after a refusal the count begins anew.

    Who plays itself agrees.
    """
    quiet = table.state.own.quiet_rounds
    if quiet < QUIET.of(table.state.fight):
        return False
    offers = (Offer("go-on", BreakOff(agreed=False), RULE), Offer("break-off", BreakOff(agreed=True), RULE))
    asks = [
        (seat, AskBreakOff(offers=offers, default="go-on", side=side, quiet=quiet))
        for seat, side in voters(table.state).items()
    ]
    agreed = all(answer.agreed for answer in table.ask_all(asks, rule="MM-DW-29")) if asks else True
    table.emit(RoundsQuiet(quiet=quiet, ends=agreed), rule=RULE)
    return agreed


def voters(state: MercenariesFight) -> dict[str, str]:
    """Every seat with somebody on the field, and the first side for which it answers."""
    found: dict[str, str] = {}
    for side in SIDES:
        for who in lookup.active(state, side):
            if not plays_itself(state, who):
                for seat in state.fight.holders(who):
                    found.setdefault(seat, side)
    return found
