"""Who gives a combatant's orders while a status controls its will.  [FF-ST-06, FF-ST-11, FF-ST-80]"""

from __future__ import annotations

from typing import Any

from engine.kit import ControlChanged, Table
from engine.systems.fantasia.content.statuses import Master
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.state import FantasiaState


def commander(state: FantasiaFight, who: str, asked: tuple[str, ...] = ()) -> str | None:
    """The seat that commands a combatant now; None: the game master.

    The game master commands zombies and the confused; whoever commands the charmer commands the charmed;
    all others obey their owner. Two who have charmed each other obey their owners again.
    """
    bearer = state.fight.combatants[who]
    masters = [(condition, kind.master) for condition, kind in lookup.kinds(bearer) if kind.master is not None]
    if any(master is Master.GM for _, master in masters):
        return None
    for condition, _ in masters:
        charmer = condition.source
        if charmer is None or charmer not in state.fight.combatants:
            return None
        if charmer not in asked:
            return commander(state, charmer, (*asked, who))
    return bearer.owner


def lead(state: FantasiaFight, who: str) -> tuple[Any, ...]:
    """Who commands a combatant and what is at work on its will; it compares equal as long as nothing of that changes.

    [FF-ST-06, FF-ST-11, FF-ST-80]
    """
    bearer = state.fight.combatants[who]
    masters = tuple(
        (condition.kind, condition.source) for condition, kind in lookup.kinds(bearer) if kind.master is not None
    )
    return bearer.controller, masters, lookup.turned(bearer)


def settle(table: Table[FantasiaState], who: str, *, rule: str) -> None:
    """Hand a combatant over after a change of control, and with it those who obey it."""
    for other in (who, *_obedient(table.state, who)):
        wanted = commander(table.state, other)
        if table.state.fight.combatants[other].controller != wanted:
            table.emit(ControlChanged(combatant=other, controller=wanted), rule=rule)


def settle_from_start(table: Table[FantasiaState], who: str) -> None:
    """Hand over a combatant that enters under control, or is put under control by a correction."""
    masters = [kind for _, kind in lookup.kinds(table.state.fight.combatants[who]) if kind.master is not None]
    if masters:
        settle(table, who, rule=masters[0].master_carries or masters[0].carries)


def follow(table: Table[FantasiaState], who: str) -> None:
    """The game master has handed a combatant over: those who obey it follow.  [FF-ST-11]"""
    for other in _obedient(table.state, who):
        settle_from_start(table, other)


def _obedient(state: FantasiaFight, who: str) -> tuple[str, ...]:
    """Combatants charmed by this one, and those charmed by them."""
    found = [who]
    for master in found:
        found += [
            c.id
            for c in state.fight.combatants.values()
            if c.id not in found
            and any(kind.master is Master.CAUSE and condition.source == master for condition, kind in lookup.kinds(c))
        ]
    return tuple(found[1:])
