"""How the events of positions, cover, distance, screens and mounts change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.kit import events as k
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.content.kinds import Position
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.state import Gap, Own, Screening


def _moved(own: Own, event: k.Moved) -> Own:
    """Who leaves a position leaves its cover.  [RUL-26]"""
    one = own.fighters.get(event.combatant)
    if one is None or event.from_ == event.to or not (one.in_cover or one.crouched):
        return own
    return with_fighter(own, event.combatant, in_cover=False, crouched=False)


def _covered(own: Own, event: e.CoverTaken) -> Own:
    return with_fighter(own, event.combatant, in_cover=True)


def _uncovered(own: Own, event: e.CoverLeft) -> Own:
    return with_fighter(own, event.combatant, in_cover=False, crouched=False)


def _crouched(own: Own, event: e.Crouched) -> Own:
    return with_fighter(own, event.combatant, crouched=True)


def _leant_out(own: Own, event: e.LeantOut) -> Own:
    return with_fighter(own, event.combatant, crouched=False)


def _distance(own: Own, event: e.DistanceChanged) -> Own:
    """Of the pair alone.  [RUL-21]"""
    one, other = sorted((event.combatant, event.target))
    others = tuple(gap for gap in own.gaps if (gap.one, gap.other) != (one, other))
    return structs.replace(own, gaps=(*others, Gap(one=one, other=other, distance=event.distance)))


def _screened(own: Own, event: e.ScreenSet) -> Own:
    new = Screening(by=event.combatant, target=event.target, hindering=event.hindering)
    return structs.replace(own, screens=(*own.screens, new))


def _unscreened(own: Own, event: e.ScreenEnded) -> Own:
    gone = (event.combatant, event.target, event.hindering)
    return structs.replace(
        own, screens=tuple(one for one in own.screens if (one.by, one.target, one.hindering) != gone)
    )


def _mounted(own: Own, event: e.MountedUp) -> Own:
    return with_fighter(own, event.combatant, mounted=True)


def _dismounted(own: Own, event: e.Dismounted) -> Own:
    return with_fighter(own, event.combatant, mounted=False)


def _ground(own: Own, event: e.PositionChanged) -> Own:
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
    others = tuple(one for one in own.field.positions if (one.side, one.rank) != (event.side, event.rank))
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
