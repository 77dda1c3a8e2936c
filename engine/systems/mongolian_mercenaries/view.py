"""The state as a seat sees it. Figures of opponents are open unless the setup hides those of enemies."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.mongolian_mercenaries.state import MercenariesState


def view(own: MercenariesState, fight: Fight, seat: str | None) -> MercenariesState:
    """Without hidden combatants, and without figures that the seat may not know."""
    if fight.is_gm(seat):
        return own
    known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
    close = fight.close(seat)
    fighters = {
        who: fighter
        if fight.figures_open or who in close
        else structs.replace(fighter, figures=None, ref="", ammunition={}, initiative=None)
        for who, fighter in own.fighters.items()
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
        forces=tuple(force for force in own.forces if force.bearer in (*known, "") and force.by in (*known, "")),
        uses=tuple(use for use in own.uses if use.bearer in known),
        gaps=tuple(gap for gap in own.gaps if gap.one in known and gap.other in known),
        patrons={combatant: by for combatant, by in own.patrons.items() if combatant in known and by in known},
        afflicted=tuple(affliction for affliction in own.afflicted if affliction.bearer in known),
        screens=tuple(screen for screen in own.screens if screen.by in known and screen.target in known),
        rolls=tuple(
            roll for roll in own.rolls if roll.tester in known and (roll.opponent is None or roll.opponent in known)
        ),
    )
