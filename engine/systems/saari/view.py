"""The state as a seat sees it.  [G-66]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.state import Fighter, SaariState


def seen(own: SaariState, fight: Fight, seat: str | None) -> SaariState:
    """Without hidden combatants, and without the figures of those whose side the seat is not of."""
    if fight.is_gm(seat):
        return own
    known = {who for who, one in fight.combatants.items() if fight.sees(seat, one)}
    close = fight.close(seat)
    fighters = {
        who: _without(one if fight.figures_open or who in close else _closed(one), known)
        for who, one in own.fighters.items()
        if who in known
    }
    engagements = {
        key: structs.replace(one, members=tuple(who for who in one.members if who in known))
        for key, one in own.engagements.items()
        if not known.isdisjoint(one.members)
    }
    return structs.replace(
        own,
        count=own.count if known.issuperset(fight.acting) else 0,
        stirred=False,
        idle_rounds=0,
        marks=(),
        ruled=(),
        fighters=fighters,
        engagements=engagements,
        pc_order=tuple(who for who in own.pc_order if who in known),
        npc_order=tuple(who for who in own.npc_order if who in known),
        ambush_used=tuple(who for who in own.ambush_used if who in known),
        rolls=tuple(
            one if one.parried_by is None or one.parried_by in known else structs.replace(one, parried_by=None)
            for one in own.rolls
            if one.roller in known and (one.opponent is None or one.opponent in known)
        ),
    )


def _without(one: Fighter, known: set[str]) -> Fighter:
    """Without the names of whom the seat does not know: who waits for one of those seems to wait for anybody."""
    ready, figures = one.ready, one.figures
    if ready is not None:
        watched = ready.watched if ready.watched in known else ""
        toward = ready.toward if ready.toward in known else ""
        one = structs.replace(one, ready=structs.replace(ready, watched=watched, toward=toward))
    if one.mount is not None and one.mount not in known:
        one = structs.replace(one, mount=None)
    if figures is not None and figures.patron is not None and figures.patron not in known:
        one = structs.replace(one, figures=structs.replace(figures, patron=None))
    return one


def _closed(one: Fighter) -> Fighter:
    """Of a character others see what it has readied; of anybody else that something is, not for what."""
    ready = one.ready
    if ready is not None and one.kind is not Kind.PC:
        ready = structs.replace(ready, action=None, trigger=None, watched="", enemies=False, toward="", note="")
    return structs.replace(one, figures=None, ref="", surprise_used=False, ready=ready)
