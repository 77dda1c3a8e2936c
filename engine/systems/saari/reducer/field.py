"""How the events of the field change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.kit import events as k
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.state import Engagement, Lying, SaariState


def _joined(own: SaariState, event: e.EngagementJoined) -> SaariState:
    there = own.engagements.get(event.engagement) or Engagement(zone=event.zone, members=())
    grown = structs.replace(there, members=(*there.members, event.combatant))
    return structs.replace(own, engagements={**own.engagements, event.engagement: grown})


def _left(own: SaariState, event: e.EngagementLeft) -> SaariState:
    there = own.engagements[event.engagement]
    members = tuple(member for member in there.members if member != event.combatant)
    others = {key: engagement for key, engagement in own.engagements.items() if key != event.engagement}
    if members:
        others[event.engagement] = structs.replace(there, members=members)
    return structs.replace(own, engagements=others)


def _unseen_out(own: SaariState, event: k.UnseenOut) -> SaariState:
    """They are in no engagement any more."""
    there = {}
    for key, engagement in own.engagements.items():
        members = tuple(who for who in engagement.members if who not in (event.everybody or ()))
        if members:
            there[key] = structs.replace(engagement, members=members)
    return structs.replace(own, engagements=there)


def _swapped(own: SaariState, event: e.GearSwapped) -> SaariState:
    return with_fighter(own, event.combatant, held=event.held)


def _dropped(own: SaariState, event: e.ItemDropped) -> SaariState:
    own = _without(own, event.combatant, event.item)
    lying = Lying(item=event.item, zone=event.zone, weapon=event.weapon, shield=event.shield)
    return structs.replace(own, lying=(*own.lying, lying))


def _used_up(own: SaariState, event: e.ItemUsedUp) -> SaariState:
    return _without(own, event.combatant, event.item)


def _out_of_ammunition(own: SaariState, event: e.AmmunitionSpent) -> SaariState:
    sheet = own.fighters[event.combatant].figures
    if sheet is not None:
        empty = structs.replace(sheet.weapons[event.item], ranged=False)
        sheet = structs.replace(sheet, weapons={**sheet.weapons, event.item: empty})
    return with_fighter(own, event.combatant, figures=sheet)


def _possession_lost(own: SaariState, event: e.PossessionLost) -> SaariState:
    for item in event.items:
        own = _without(own, event.combatant, item)
    sheet = own.fighters[event.combatant].figures
    if sheet is not None:
        sheet = structs.replace(sheet, talents=tuple(talent for talent in sheet.talents if talent.id != event.talent))
    return with_fighter(own, event.combatant, figures=sheet)


def _without(own: SaariState, who: str, item: str) -> SaariState:
    """The item is on the sheet no more, nor in hand."""
    fighter = own.fighters[who]
    sheet = fighter.figures
    if sheet is not None:
        weapons = {key: weapon for key, weapon in sheet.weapons.items() if key != item}
        shields = {key: shield for key, shield in sheet.shields.items() if key != item}
        sheet = structs.replace(sheet, weapons=weapons, shields=shields)
    return with_fighter(own, who, figures=sheet, held=tuple(held for held in fighter.held if held != item))


def _taken(own: SaariState, event: e.ItemTaken) -> SaariState:
    """The first of its name that lies there."""
    found = next(candidate for candidate in own.lying if (candidate.item, candidate.zone) == (event.item, event.zone))
    lying = list(own.lying)
    lying.remove(found)
    sheet = own.fighters[event.combatant].figures
    if sheet is not None:
        weapons = {event.item: found.weapon} if found.weapon is not None else {}
        shields = {event.item: found.shield} if found.shield is not None else {}
        sheet = structs.replace(sheet, weapons=sheet.weapons | weapons, shields=sheet.shields | shields)
    return structs.replace(with_fighter(own, event.combatant, figures=sheet), lying=tuple(lying))


def _mounted(own: SaariState, event: e.Mounted) -> SaariState:
    return with_fighter(own, event.combatant, mount=event.mount)


def _dismounted(own: SaariState, event: e.Dismounted) -> SaariState:
    return with_fighter(own, event.combatant, mount=None)


def _helped(own: SaariState, event: e.AllyHelped) -> SaariState:
    return with_fighter(own, event.combatant, help_used=True)


def _harm_set(own: SaariState, event: e.AllyHarmSet) -> SaariState:
    return structs.replace(own, setup=structs.replace(own.setup, allies_harmable=event.harmable))


HANDLERS: Mapping[type[Event], Handler] = {
    e.EngagementJoined: _joined,
    e.EngagementLeft: _left,
    k.UnseenOut: _unseen_out,
    e.GearSwapped: _swapped,
    e.ItemDropped: _dropped,
    e.ItemTaken: _taken,
    e.ItemUsedUp: _used_up,
    e.AmmunitionSpent: _out_of_ammunition,
    e.PossessionLost: _possession_lost,
    e.Mounted: _mounted,
    e.Dismounted: _dismounted,
    e.AllyHelped: _helped,
    e.AllyHarmSet: _harm_set,
}
