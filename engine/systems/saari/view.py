"""The state as a seat sees it.  [G-66]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.state import Fighter, SaariState


def view(own: SaariState, fight: Fight, seat: str | None) -> SaariState:
    """Without hidden combatants, and without the figures of those whose side the seat is not of."""
    if fight.is_gm(seat):
        return own
    known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
    close = fight.close(seat)
    fighters = {
        who: _without(fighter if fight.figures_open or who in close else _closed(fighter), known)
        for who, fighter in own.fighters.items()
        if who in known
    }
    engagements = {
        key: structs.replace(engagement, members=tuple(who for who in engagement.members if who in known))
        for key, engagement in own.engagements.items()
        if not known.isdisjoint(engagement.members)
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
            roll if roll.parried_by is None or roll.parried_by in known else structs.replace(roll, parried_by=None)
            for roll in own.rolls
            if roll.roller in known and (roll.opponent is None or roll.opponent in known)
        ),
    )


def _without(fighter: Fighter, known: set[str]) -> Fighter:
    """Without the names of whom the seat does not know: who waits for one of those seems to wait for anybody."""
    ready, figures = fighter.ready, fighter.figures
    if ready is not None:
        watched = ready.watched if ready.watched in known else ""
        toward = ready.toward if ready.toward in known else ""
        fighter = structs.replace(fighter, ready=structs.replace(ready, watched=watched, toward=toward))
    if fighter.mount is not None and fighter.mount not in known:
        fighter = structs.replace(fighter, mount=None)
    if figures is not None and figures.patron is not None and figures.patron not in known:
        fighter = structs.replace(fighter, figures=structs.replace(figures, patron=None))
    return fighter


def _closed(fighter: Fighter) -> Fighter:
    """Of a character others see what it has readied; of anybody else that something is, not for what."""
    ready = fighter.ready
    if ready is not None and fighter.kind is not Kind.PC:
        ready = structs.replace(ready, action=None, trigger=None, watched="", enemies=False, toward="", note="")
    return structs.replace(fighter, figures=None, ref="", surprise_used=False, ready=ready)
