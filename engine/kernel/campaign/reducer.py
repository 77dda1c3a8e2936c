"""How the facts of its fights change a campaign's part of the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from engine.kernel.campaign.differences import with_part
from engine.kernel.state import campaign_events as c
from engine.kernel.state.campaign import CampaignFight, CampaignState, Member
from engine.kernel.state.events import CombatantJoined, CombatantReturned, EncounterForked
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Event


def _fight(own: CampaignState, fight: str, *stages: str) -> CampaignFight:
    found = own.fights.get(fight)
    if found is None or found.stage not in stages:
        raise Fault(f"{fight} is {found.stage if found else 'no fight of this campaign'}")
    return found


def _with_member(own: CampaignState, member: str, **changes: Any) -> CampaignState:
    kept = structs.replace(own.members[member], **changes)
    return structs.replace(own, members={**own.members, member: kept})


def _with_fight(own: CampaignState, fight: str, **changes: Any) -> CampaignState:
    kept = structs.replace(own.fights[fight], **changes)
    return structs.replace(own, fights={**own.fights, fight: kept})


def _freed(own: CampaignState, members: Iterable[str]) -> CampaignState:
    for member in members:
        own = _with_member(own, member, fight="")
    return own


def _planned(own: CampaignState, event: c.FightPlanned, version: int) -> CampaignState:
    if event.fight in own.fights or event.entering is None:
        raise Fault(f"{event.fight} is planned already")
    for entered in event.entering:
        if own.members[entered.member].fight:
            raise Fault(f"{entered.member} is in a fight")
        own = _with_member(own, entered.member, fight=event.fight)
    there = {entered.member: entered.combatant for entered in event.entering}
    fight = CampaignFight(name=event.name, stage="PLANNED", members=there, planned=version)
    return structs.replace(own, fights={**own.fights, event.fight: fight})


def _taken_in(own: CampaignState, event: c.FightTakenIn, version: int) -> CampaignState:
    there = own.fights.get(event.fight)
    if event.entering is None or (there is not None and there.stage != "RELEASED"):
        raise Fault(f"{event.fight} is taken in already")
    own = structs.replace(own, fights={name: found for name, found in own.fights.items() if name != event.fight})
    planned = c.FightPlanned(fight=event.fight, name=event.name, members=event.members, entering=event.entering)
    return _with_fight(_planned(own, planned, version), event.fight, stage="RUNNING", begun=version, taken_in=True)


def _settled(own: CampaignState, event: c.FightSettled, version: int) -> CampaignState:
    fight = _fight(own, event.fight, "RUNNING", "SETTLED")
    if fight.settled != event.supersedes:
        raise Fault(f"{event.fight} was settled at version {fight.settled}")
    if not event.supersedes:
        own = _freed(own, fight.members)
    return _with_fight(
        own,
        event.fight,
        stage="SETTLED",
        settled=version,
        version=event.fight_version,
        head=event.head,
        outcome=event.result,
        anew=False,
    )


def _carried(own: CampaignState, event: c.Carried) -> CampaignState:
    fight = _fight(own, event.fight, "SETTLED")
    if event.combatant not in fight.members:
        raise Fault(f"{event.combatant} was not in {event.fight}")
    if event.carried != "SHEET":
        return own
    return _with_member(
        own, event.combatant, sheet=with_part(own.members[event.combatant].sheet, event.about, event.value)
    )


def evolve_campaign(own: CampaignState, event: Event, version: int) -> CampaignState:
    """The campaign's part after an event; the same object where nothing changes. version: of the event."""
    match event:
        case CombatantJoined():
            return structs.replace(own, members={**own.members, event.combatant: Member(sheet=event.sheet)})
        case c.FightPlanned():
            return _planned(own, event, version)
        case c.FightTakenIn():
            return _taken_in(own, event, version)
        case c.FightBegun():
            _fight(own, event.fight, "PLANNED")
            return _with_fight(own, event.fight, stage="RUNNING", begun=version)
        case c.FightReleased():
            fight = _fight(own, event.fight, "PLANNED", "RUNNING")
            return _with_fight(_freed(own, fight.members), event.fight, stage="RELEASED")
        case c.FightReplaced():
            fight = _fight(own, event.fight, "RUNNING", "SETTLED")
            return _with_fight(own, event.fight, replaced_by=event.replacement, anew=fight.stage == "SETTLED")
        case c.FightSettled():
            return _settled(own, event, version)
        case c.Carried():
            return _carried(own, event)
        case c.MemberDied():
            _fight(own, event.fight, "SETTLED")
            return _with_member(own, event.combatant, fell_in=event.fight, fell_at=event.fight_cause)
        case EncounterForked():
            # Fights that run stay with the parent: nobody is in two of them.
            for name, fight in own.fights.items():
                if fight.stage in ("PLANNED", "RUNNING"):
                    own = _with_fight(_freed(own, fight.members), name, stage="RELEASED")
            return own
        case CombatantReturned() if own.members[event.combatant].fell_in:
            return _with_member(own, event.combatant, fell_in="", fell_at=0)
    return own
