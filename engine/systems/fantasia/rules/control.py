"""Who gives somebody's orders while his will is not his own.  [FF-ST-06, FF-ST-11, FF-ST-80]"""

from __future__ import annotations

from engine.kernel.events import ControlChanged
from engine.kernel.system import Table
from engine.systems.fantasia.content.statuses import Master
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own


def commander(state: FF, who: str, asked: tuple[str, ...] = ()) -> str | None:
    """The seat that commands somebody now; None: the game master.

    A zombie and the confused are the game master's; the charmed obey whoever commands the one who charmed them;
    all others are their owner's. Two who have charmed each other are each their owner's again.
    """
    bearer = state.fight.combatants[who]
    masters = [(condition, kind.master) for condition, kind in look.kinds(bearer) if kind.master is not None]
    if any(master is Master.GM for _, master in masters):
        return None
    for condition, _ in masters:
        charmer = condition.source
        if charmer is None or charmer not in state.fight.combatants:
            return None
        if charmer not in asked:
            return commander(state, charmer, (*asked, who))
    return bearer.owner


def settle(table: Table[Own], who: str, *, rule: str) -> None:
    """Somebody's will has changed: he is handed over, and so is whoever obeys him."""
    for other in (who, *_obedient(table.state, who)):
        wanted = commander(table.state, other)
        if table.state.fight.combatants[other].controller != wanted:
            table.emit(ControlChanged(combatant=other, controller=wanted), rule=rule)


def settle_from_start(table: Table[Own], who: str) -> None:
    """Who enters with a will not his own, or is given one by correction, is handed over too."""
    masters = [kind for _, kind in look.kinds(table.state.fight.combatants[who]) if kind.master is not None]
    if masters:
        settle(table, who, rule=masters[0].master_carries or masters[0].carries)


def _obedient(state: FF, who: str) -> tuple[str, ...]:
    """Whom he has charmed, and whom they have."""
    found = [who]
    for master in found:
        found += [
            c.id
            for c in state.fight.combatants.values()
            if c.id not in found
            and any(kind.master is Master.CAUSE and condition.source == master for condition, kind in look.kinds(c))
        ]
    return tuple(found[1:])
