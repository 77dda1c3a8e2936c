"""Handing a combatant to another seat, and taking it back.

The GM and the operator hand over any combatant. A player offers one of its own, and another seat accepts or declines;
the lender may take it back at any time, unless the rules have given it to another seat meanwhile.
"""

from __future__ import annotations

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.events import ControlChanged, ControlOffered, ControlOfferEnded
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal


def _combatant(fight: Fight, by: str | None, combatant: str) -> Combatant:
    """RuleRefusal in the same words for a missing combatant and one that this seat does not know of."""
    fight.require_going_on()
    who = fight.combatants.get(combatant)
    if who is None or not (by is None or fight.sees(by, who)):
        raise RuleRefusal(f"there is no combatant {combatant!r}", code="UNKNOWN", field="combatant")
    return who


def _rules(fight: Fight, by: str | None) -> bool:
    return by is None or fight.is_gm(by)


def handed_over(fight: Fight, by: str | None, combatant: str, to: str | None) -> ControlChanged | ControlOffered:
    """The fact that a combatant takes orders from another seat, or that a player offers it. to: None: the GM.

    by: the seat that wants it; None: the operator.
    """
    who = _combatant(fight, by, combatant)
    taker = fight.seats.get(to) if to is not None else None
    if to is not None and taker is None:
        there = ", ".join(fight.seats)
        raise RuleRefusal(f"there is no seat {to!r} at this table: {there}", code="UNKNOWN", field="seat")
    if not _rules(fight, by) and who.controller != by:
        raise RuleRefusal(f"{combatant} is not yours to order", code="NOT_YOURS", field="combatant")
    if taker is not None and taker.role == "SPECTATOR":
        raise RuleRefusal(f"{taker.seat} looks on: hand over to a player or a game master", field="seat")
    if who.controller == to:
        raise RuleRefusal(f"{combatant} takes orders from there already", field="seat")
    if taker is not None and not fight.sees(taker.seat, who):
        raise RuleRefusal(f"{taker.seat} does not know of {combatant}: let him be seen first", field="seat")
    if _rules(fight, by):
        return ControlChanged(combatant=combatant, controller=to)
    if taker is None:
        raise RuleRefusal("name the seat that shall have him", field="seat")
    if who.owner != by:
        raise RuleRefusal(f"{combatant} is not yours: only his owner and the GM hand him over", code="NOT_YOURS")
    return ControlOffered(combatant=combatant, giver=str(by), taker=taker.seat)


def handover_answered(fight: Fight, by: str, combatant: str, accept: bool) -> ControlChanged | ControlOfferEnded:
    """The fact that a seat accepts or declines an offered combatant."""
    who = _combatant(fight, by, combatant)
    offer = fight.offered.get(combatant)
    if offer is None or by != offer.taker:
        raise RuleRefusal(f"nobody hands {combatant} over to you", code="UNKNOWN", field="combatant")
    if accept and who.controller != offer.giver:
        raise RuleRefusal(f"{combatant} takes orders from somebody else by now", field="combatant")
    return ControlChanged(combatant=combatant, controller=by) if accept else ControlOfferEnded(combatant=combatant)


def recalled(fight: Fight, by: str | None, combatant: str) -> ControlChanged | ControlOfferEnded:
    """The fact that a combatant returns to its lender (by the GM: its owner), or an offer is withdrawn."""
    who = _combatant(fight, by, combatant)
    offer, lent = fight.offered.get(combatant), fight.handed.get(combatant)
    if offer is not None and (by == offer.giver or _rules(fight, by)):
        return ControlOfferEnded(combatant=combatant)
    if _rules(fight, by) and who.controller != who.owner:
        return ControlChanged(combatant=combatant, controller=who.owner)
    if lent is not None and lent.giver == by and lent.taker == who.controller:
        return ControlChanged(combatant=combatant, controller=by)
    raise RuleRefusal(f"you have handed {combatant} to nobody", field="combatant")
