"""The state as a seat sees it. Figures of opponents are open unless the setup hides those of enemies."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.mongolian_mercenaries.state import MercenariesState


def seen(own: MercenariesState, fight: Fight, seat: str | None) -> MercenariesState:
    """Without hidden combatants, and without figures that the seat may not know."""
    if fight.is_gm(seat):
        return own
    known = {who for who, one in fight.combatants.items() if fight.sees(seat, one)}
    close = fight.close(seat)
    fighters = {
        who: one
        if fight.figures_open or who in close
        else structs.replace(one, figures=None, ref="", ammunition={}, initiative=None)
        for who, one in own.fighters.items()
        if who in known
    }
    return structs.replace(
        own,
        fighters=fighters,
        captives=tuple(who for who in own.captives if who in known),
        rewarded=tuple(who for who in own.rewarded if who in known),
        looted=tuple(who for who in own.looted if who in known),
        treated=tuple(who for who in own.treated if who in known),
        repairing=tuple(who for who in own.repairing if who in known),
        forces=tuple(one for one in own.forces if one.bearer in (*known, "") and one.by in (*known, "")),
        uses=tuple(one for one in own.uses if one.bearer in known),
        gaps=tuple(one for one in own.gaps if one.one in known and one.other in known),
        patrons={one: by for one, by in own.patrons.items() if one in known and by in known},
        afflicted=tuple(one for one in own.afflicted if one.bearer in known),
        screens=tuple(one for one in own.screens if one.by in known and one.target in known),
        rolls=tuple(
            one for one in own.rolls if one.tester in known and (one.opponent is None or one.opponent in known)
        ),
    )
