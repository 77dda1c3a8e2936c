"""W-31: actions left at the end of a round are carried over, where that is agreed.  [SA-DELAY-01 to SA-DELAY-03]"""

from __future__ import annotations

from engine.kit import Field, Offer, Table
from engine.systems.saari.house_rules import CARRIED
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.turns.events import ActionsCarried
from engine.systems.saari.rules.turns.questions import AskCarryOver, CarryOver
from engine.systems.saari.state import SaariState


def at_round_end(table: Table[SaariState]) -> None:
    """Ask everybody with actions left, once; what is not carried over lapses.  [G-41, G-05]"""
    if not table.state.own.setup.delay:
        return
    for who in lookup.by_group_order(table.state, lookup.here(table.state)):
        fighter = lookup.fighter(table.state, who)
        if fighter.actions > 0 and not fighter.delay_used:
            carried = _asked(table, who, fighter.actions)
            if carried:
                clock.pay(table, who, carried, rule="SA-DELAY-01", payment=Payment.DELAY)
                table.emit(ActionsCarried(combatant=who, carried=carried), rule="SA-DELAY-01")


def _asked(table: Table[SaariState], who: str, left: int) -> int:
    most = min(CARRIED.of(table.state.fight), left)
    question = AskCarryOver(
        offers=(
            Offer("lapse", CarryOver(carried=0), "G-05"),
            Offer("carry", CarryOver(carried=most), "SA-DELAY-01", (Field("carried", "amount", least=1, most=most),)),
        ),
        default="lapse",
        combatant=who,
        left=left,
    )
    return table.ask(table.state.fight.holders(who), question, rule="SA-DELAY-01").carried
