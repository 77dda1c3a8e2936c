"""How the events of positions, cover, distance, screens and mounts change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.kit import events as k
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.content.kinds import Position
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.state import Gap, MercenariesState, Screening


def _moved(own: MercenariesState, event: k.Moved) -> MercenariesState:
    """Who leaves a position leaves its cover.  [RUL-26]"""
    fighter = own.fighters.get(event.combatant)
    if fighter is None or event.from_ == event.to or not (fighter.in_cover or fighter.crouched):
        return own
    return with_fighter(own, event.combatant, in_cover=False, crouched=False)


def _covered(own: MercenariesState, event: e.CoverTaken) -> MercenariesState:
    return with_fighter(own, event.combatant, in_cover=True)


def _uncovered(own: MercenariesState, event: e.CoverLeft) -> MercenariesState:
    return with_fighter(own, event.combatant, in_cover=False, crouched=False)


def _crouched(own: MercenariesState, event: e.Crouched) -> MercenariesState:
    return with_fighter(own, event.combatant, crouched=True)


def _leant_out(own: MercenariesState, event: e.LeantOut) -> MercenariesState:
    return with_fighter(own, event.combatant, crouched=False)


def _distance(own: MercenariesState, event: e.DistanceChanged) -> MercenariesState:
    """Of the pair alone.  [RUL-21]"""
    combatant, other = sorted((event.combatant, event.target))
    others = tuple(gap for gap in own.gaps if (gap.one, gap.other) != (combatant, other))
    return structs.replace(own, gaps=(*others, Gap(one=combatant, other=other, distance=event.distance)))


def _screened(own: MercenariesState, event: e.ScreenSet) -> MercenariesState:
    new = Screening(by=event.combatant, target=event.target, hindering=event.hindering)
    return structs.replace(own, screens=(*own.screens, new))


def _unscreened(own: MercenariesState, event: e.ScreenEnded) -> MercenariesState:
    gone = (event.combatant, event.target, event.hindering)
    return structs.replace(
        own, screens=tuple(screen for screen in own.screens if (screen.by, screen.target, screen.hindering) != gone)
    )


def _mounted(own: MercenariesState, event: e.MountedUp) -> MercenariesState:
    return with_fighter(own, event.combatant, mounted=True)


def _dismounted(own: MercenariesState, event: e.Dismounted) -> MercenariesState:
    return with_fighter(own, event.combatant, mounted=False)


def _ground(own: MercenariesState, event: e.PositionChanged) -> MercenariesState:
    if own.field is None:
        return own
    new = Position(
        side=event.side,
        rank=event.rank,
        cover=event.cover,
        obstacle=event.obstacle,
        trap=event.trap,
        special=event.special,
    )
    others = tuple(
        position for position in own.field.positions if (position.side, position.rank) != (event.side, event.rank)
    )
    return structs.replace(own, field=structs.replace(own.field, positions=(*others, new)))


HANDLERS: Mapping[type[Event], Handler] = {
    k.Moved: _moved,
    e.CoverTaken: _covered,
    e.CoverLeft: _uncovered,
    e.Crouched: _crouched,
    e.LeantOut: _leant_out,
    e.DistanceChanged: _distance,
    e.ScreenSet: _screened,
    e.ScreenEnded: _unscreened,
    e.MountedUp: _mounted,
    e.Dismounted: _dismounted,
    e.PositionChanged: _ground,
}
