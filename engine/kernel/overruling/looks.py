"""Who may change how something is shown. It is beside the fight: rules, dry runs and take-backs never depend on it."""

from __future__ import annotations

from engine.kernel.overruling.gm_tools import SetBackdrop, SetLooks
from engine.kernel.state.events import BackdropSet, CombatantLooksSet, LooksSet, SeatLooksSet, SideLooksSet
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal

LooksEvent = LooksSet | CombatantLooksSet | SeatLooksSet | SideLooksSet


def looks_set(fight: Fight, by: str | None, tool: SetLooks) -> LooksEvent:
    """The fact that a combatant, a seat, a side or the fight is shown otherwise. by: the seat that wants it.

    The GM changes anything, a seat its own and those of the combatants that it owns. RuleRefusal: not allowed, nobody
    of that name, or more than one named; a combatant or side that the seat does not know counts as missing.
    """
    fight.require_going_on()
    named = [name for name in ("combatant", "seat", "side") if getattr(tool, name) is not None]
    if len(named) > 1:
        raise RuleRefusal("name a combatant, a seat or a side, or none of them for the fight", field=named[1])
    own = False
    if tool.combatant is not None:
        who = fight.combatants.get(tool.combatant)
        if who is None or not fight.sees(by, who):
            raise RuleRefusal(f"there is no combatant {tool.combatant!r}", code="UNKNOWN", field="combatant")
        own = by is not None and who.owner == by
    elif tool.seat is not None:
        if tool.seat not in fight.seats:
            there = ", ".join(fight.seats)
            reason = f"there is no seat {tool.seat!r} at this table: {there}"
            raise RuleRefusal(reason, code="UNKNOWN", field="seat")
        own = tool.seat == by
    elif tool.side is not None:
        known = (who.side for who in fight.combatants.values() if fight.sees(by, who))
        if tool.side not in known:
            raise RuleRefusal(f"nobody is of the side {tool.side!r}", code="UNKNOWN", field="side")
    if not own and not fight.is_gm(by):
        reason = "a seat changes its own looks and those of its combatants, the GM all others"
        raise RuleRefusal(reason, code="NOT_YOURS", field=named[0] if named else "")
    return _event(tool)


def _event(tool: SetLooks) -> LooksEvent:
    if tool.combatant is not None:
        return CombatantLooksSet(combatant=tool.combatant, looks=tool.looks)
    if tool.seat is not None:
        return SeatLooksSet(whose=tool.seat, looks=tool.looks)
    if tool.side is not None:
        return SideLooksSet(side=tool.side, looks=tool.looks)
    return LooksSet(looks=tool.looks)


def restated(event: LooksEvent) -> SetLooks:
    """The tool that states this event."""
    match event:
        case CombatantLooksSet():
            return SetLooks(combatant=event.combatant, looks=event.looks)
        case SeatLooksSet():
            return SetLooks(seat=event.whose, looks=event.looks)
        case SideLooksSet():
            return SetLooks(side=event.side, looks=event.looks)
    return SetLooks(looks=event.looks)


def backdrop_set(fight: Fight, by: str | None, tool: SetBackdrop) -> BackdropSet:
    """The fact that another picture lies below the ground. RuleRefusal for anybody but the GM."""
    fight.require_going_on()
    if not fight.is_gm(by):
        raise RuleRefusal("only the GM may do this", code="NOT_YOURS")
    return BackdropSet(backdrop=tool.backdrop)
