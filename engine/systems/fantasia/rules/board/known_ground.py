"""The ground as it is known: by all who read a question, and by whoever aims at somebody.  [FF-GRID-01, FF-ATK-01]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from engine.kit import Combatant, LineBarred, Table
from engine.kit.ground import barred, on_ground, seen_ground
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.state import FantasiaState

Reaches = Callable[[FantasiaFight, str], bool]
"""Whether a target is reached, in a fight as it is or as it is known."""


def commonly_known(state: FantasiaFight) -> FantasiaFight:
    """A view of the fight, on the ground as everybody knows it: what is offered where all read it."""
    ground = state.fight.ground
    return state if ground is None else on_ground(state, seen_ground(ground, None))


def openly_known(state: FantasiaFight, who: str) -> FantasiaFight:
    """A view of the fight, on the ground as everybody knows it, with nobody whom some do not see who see a combatant.

    What nobody decides goes by it: else everybody could read from what happens that something hidden is there.
    [FF-ST-06, FF-FUM-08]
    """
    there = state.fight.combatants
    open_to_all = {c.id: c for c in there.values() if c.id == who or _seen_with(there[who], c)}
    if len(open_to_all) < len(there):
        state = structs.replace(state, fight=structs.replace(state.fight, combatants=open_to_all))
    return commonly_known(state)


def _seen_with(combatant: Combatant, other: Combatant) -> bool:
    """Whether all seats that see one combatant see another."""
    return other.seen_by is None or (combatant.seen_by is not None and set(combatant.seen_by) <= set(other.seen_by))


def known_to_actor(table: Table[FantasiaState], who: str) -> FantasiaFight:
    """The fight as whoever leads a combatant knows it: the seat that answers for it, or its confusion.  [FF-ST-06]"""
    actor = table.state.fight.combatants.get(who)
    if actor is not None and lookup.turned(actor):
        return openly_known(table.state, who)
    return table.seen(lookup.seat_of(table.state, who) or table.seat)


def reached(
    table: Table[FantasiaState], who: str, targets: Sequence[str], reaches: Reaches, *, by_mistake: bool = False
) -> tuple[str, ...]:
    """Those of the targets that ground of which the actor's player did not know does not shield.

    by_mistake: nobody has aimed at them; they have been found on the ground as everybody knows it.
    """
    state = table.state
    known = (openly_known(state, who) if by_mistake else known_to_actor(table, who)).fight.ground

    def shielded(target: str) -> bool:
        return target != who and barred(state, known, lambda there: reaches(there, target))

    return tuple(target for target in targets if not shielded(target))


def tell_shielded(
    table: Table[FantasiaState], who: str, targets: Sequence[str], met: Sequence[str], *, rule: str
) -> None:
    """State which targets are not among those met."""
    for target in targets:
        if target not in met:
            table.emit(LineBarred(combatant=who, target=target), rule=rule)
