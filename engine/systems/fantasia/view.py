"""The state of the game as a seat sees it."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.fantasia.rules.basics import known_sides
from engine.systems.fantasia.state import FantasiaState, Fighter


def view(own: FantasiaState, fight: Fight, seat: str | None) -> FantasiaState:
    """The state as a seat sees it: sheets, stock, stowed weapons and readied actions only of its own side."""
    if fight.is_gm(seat):
        return own
    fighters: dict[str, Fighter] = {}
    close = fight.close(seat)
    for who, fighter in own.fighters.items():
        combatant = fight.combatants.get(who)
        if combatant is None or not fight.sees(seat, combatant):
            continue
        if who not in close:
            declared = fighter.declared if who in own.acted else None
            if (fighter.waiting, fighter.declared, fighter.lurking) != (None, declared, None):
                fighter = structs.replace(fighter, waiting=None, declared=declared, lurking=None)
        if fighter.waiting and not _knows(fight, seat, fighter.waiting.watched):
            fighter = structs.replace(fighter, waiting=None)
        if fighter.activation and not all(_knows(fight, seat, t) for t in fighter.activation.targets):
            known = tuple(t for t in fighter.activation.targets if _knows(fight, seat, t))
            fighter = structs.replace(fighter, activation=structs.replace(fighter.activation, targets=known))
        if not fight.figures_open and who not in close:
            fighter = fighter.closed
        fighters[who] = fighter
    turn = own.turn if own.turn is None or own.turn.combatant in fighters else None
    ambush = own.ambush
    if ambush is not None:
        # A seat knows of an ambush as soon as it knows of an ambusher.
        whom = tuple(c for c in ambush.ambushers if c in fighters)
        left = tuple(c for c in ambush.waiting if c in fighters)
        ambush = structs.replace(ambush, ambushers=whom, waiting=left) if whom else None
    return structs.replace(
        own,
        ambush=ambush,
        fighters=fighters,
        turn=turn,
        acted=tuple([c for c in own.acted if c in fighters]),
        passed=own.passed if own.passed in fighters else None,
        delaying=tuple([c for c in own.delaying if c in fighters]),
        holding=tuple([c for c in own.holding if c in fighters]),
        sides=known_sides.seen(own.sides, fight, seat),
    )


def _knows(fight: Fight, seat: str | None, who: str) -> bool:
    """Whether a seat may read this name: it is no combatant's, or that of one the seat knows of."""
    named = fight.combatants.get(who)
    return named is None or fight.sees(seat, named)
