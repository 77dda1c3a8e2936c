"""Movement: so many metres, to a point or just so far.  [FF-TURN-03, FF-MOVE-01, FF-MOVE-02]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.combatant import Place, Point
from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Manner, Move
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.events import MovedAbout
from engine.systems.fantasia.rules.figures import figure
from engine.systems.fantasia.rules.grapple import held_fast, moved_away, require_loose
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.space import HUNDREDTHS, metres_between
from engine.systems.fantasia.state import Own


def limit(state: FF, who: str, manner: Manner) -> int:
    """How far one movement goes, in metres; half, rounded down, if not walking, and at least 1.  [FF-MOVE-02]"""
    metres = figure(state, who, Figure.MOVEMENT)
    return metres if manner is Manner.WALK else max(1, metres // 2)


def _manners(state: FF, who: str) -> tuple[Manner, ...]:
    """On the ground one can only crawl, and only there."""
    if state.fight.combatants[who].has("prone"):
        return (Manner.CRAWL,)
    return (Manner.WALK, Manner.CLIMB, Manner.STEALTH)


def _here(state: FF, who: str) -> Point | None:
    place = state.fight.combatants[who].place
    return place.point if place else None


def check(state: FF, order: Move) -> None:
    """RuleRefusal unless he can get that far, in that manner."""
    who = order.combatant
    require_loose(state, who)
    if order.manner not in _manners(state, who):
        raise RuleRefusal("manner: who lies crawls, who stands does not", rule="FF-MOVE-02", field="manner")
    most = limit(state, who, order.manner)
    here = _here(state, who)
    if here is None:
        if order.to is not None:
            raise RuleRefusal("to: this fight has no places, say how many metres", rule="FF-TURN-03", field="to")
        if not 1 <= order.metres <= most:
            raise RuleRefusal(f"metres: 1 to {most}", rule="FF-MOVE-01", field="metres")
        return
    if order.to is None or order.to.point is None:
        raise RuleRefusal("to: a point, in hundredths of a metre", rule="FF-TURN-03", field="to")
    if order.metres:
        raise RuleRefusal("metres: the place says how far", rule="FF-TURN-03", field="metres")
    if not 1 <= metres_between(here, order.to.point) <= most:
        raise RuleRefusal(f"to: another point within {most} m", rule="FF-MOVE-01", field="to")


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Each manner of moving; on a field with places four samples of where to."""
    if held_fast(state, who):
        return
    here = _here(state, who)
    for manner in _manners(state, who):
        most = limit(state, who, manner)
        key, rule = f"move-{manner.value.lower()}", "FF-MOVE-01" if manner is Manner.WALK else "FF-MOVE-02"
        if here is None:
            yield Offer(
                key=key,
                body=Move(combatant=who, metres=most, manner=manner),
                rule=rule,
                fields=(Field("metres", "amount", least=1, most=most),),
            )
            continue
        step = most * HUNDREDTHS
        ways = ((step, 0), (-step, 0), (0, step), (0, -step))
        samples = tuple(Place(point=Point(here.x + dx, here.y + dy)) for dx, dy in ways)
        yield Offer(
            key=key,
            body=Move(combatant=who, to=samples[0], manner=manner),
            rule=rule,
            fields=(Field("to", "place", samples, exact=False),),
        )


def do(table: Table[Own], order: Move) -> None:
    """He is there, or has gone that far."""
    who, here = order.combatant, _here(table.state, order.combatant)
    metres = order.metres
    if here is not None and order.to is not None and order.to.point is not None:
        metres = metres_between(here, order.to.point)
    table.emit(MovedAbout(combatant=who, metres=metres, manner=order.manner), rule="FF-TURN-03")
    if order.to is not None:
        table.emit(Moved(combatant=who, from_=table.state.fight.combatants[who].place, to=order.to), rule="FF-TURN-03")
    moved_away(table, who)
