"""Requirements of a position for a fight to begin in it, or for a figure to enter it.  [DD-GAP-41]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.kit import RuleRefusal
from engine.systems.dozen_die.board.footprint import footprint_at
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors
from engine.systems.dozen_die.sheet import Setup

RULE = "DD-GAP-41"


def require_distinct(setup: Setup) -> None:
    """RuleRefusal where a setup names a side or a special action twice, or gives dice to neutrals.

    [DD-DICE-07, DD-ACT-12]
    """
    sides, keys = {lookup.NEUTRAL}, set[str]()
    for number, dice in enumerate(setup.dice):
        if dice.side in sides:
            reason = f"side: {dice.side!r} has dice already, or none at all"
            raise RuleRefusal(reason, rule="DD-DICE-07", field=f"dice.{number}.side")
        sides.add(dice.side)
    for number, special in enumerate(setup.specials):
        if (special.opens is None) is (special.door is None):
            reason = "opens: the square of a door, or door: the key of one; one of the two"
            raise RuleRefusal(reason, rule="DD-ACT-12", field=f"specials.{number}.opens")
        if special.key in keys:
            raise RuleRefusal(f"key: {special.key!r} twice", rule="DD-ACT-12", field=f"specials.{number}.key")
        keys.add(special.key)


def fault(state: DozenDieFight) -> RuleRefusal | None:
    """What is wrong with the set-up position; None where nothing is."""
    return _misplaced(state) or _shared(state) or _touching(state) or next(doorless(state), None)


def require_room(state: DozenDieFight, who: str) -> None:
    """RuleRefusal, of the field `place`, where a newcomer to the fight cannot be."""
    found = _misplaced(state, who) or _shared(state, who) or _touching(state, who)
    if found is not None:
        raise RuleRefusal(found.reason, rule=found.rule, field="place")


def _misplaced(state: DozenDieFight, newcomer: str | None = None) -> RuleRefusal | None:
    """Everybody must be on the board, on ground that can be walked or on a face that can be climbed."""
    land = board.land(state)
    for who, bearer in state.fight.combatants.items():
        if bearer.out is not None or newcomer not in (None, who):
            continue
        stand = footprint_at(bearer.place, lookup.figure(state, who).size)
        if stand is None:
            continue
        if not land.on_board(stand) or not land.fits(stand) or stand.height < land.floor(stand):
            return RuleRefusal(f"{who} cannot stand where he was set up", rule=RULE)
        if stand.height > land.floor(stand) and land.climbing(stand, stand.height) is None:
            return RuleRefusal(f"{who} hangs in the air where he was set up", rule=RULE)
    return None


def _shared(state: DozenDieFight, newcomer: str | None = None) -> RuleRefusal | None:
    """One figure per square, with all the squares it takes."""
    taken: dict[tuple[int, int], str] = {}
    for who, stand in board.stands(state).items():
        for at in stand.cells():
            if at in taken and newcomer in (None, who, taken[at]):
                return RuleRefusal(f"{taken[at]} and {who} stand on one square", rule=RULE)
            taken[at] = who
    return None


def _touching(state: DozenDieFight, newcomer: str | None = None) -> RuleRefusal | None:
    """No contact between foreign figures, except in a position from the middle of a fight."""
    if state.own.adventure.restored:
        return None
    near, people = _neighbours(state), board.stands(state)
    if newcomer is not None:
        about = near(newcomer) if newcomer in people else {}
        people = {who: stand for who, stand in people.items() if who == newcomer or who in about}
    for who in people:
        found = near(who)
        for foe in (person for person in people if person in found):
            concerned = newcomer in (None, who, foe) and lookup.foreign(state, who, foe)
            if concerned and board.touches(state, who, foe):
                return RuleRefusal(f"{who} and {foe} are set up in contact", rule="DD-PUSH-01")
    return None


def _neighbours(state: DozenDieFight) -> Callable[[str], Mapping[str, None]]:
    """Tells who stands on the squares of a figure or on those around it, itself included."""
    stands = board.stands(state)
    there: dict[tuple[int, int], list[str]] = {}
    for who, stand in stands.items():
        for cell in stand.cells():
            there.setdefault(cell, []).append(who)
    around = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]

    def near(who: str) -> Mapping[str, None]:
        cells = ((x + dx, y + dy) for x, y in stands[who].cells() for dx, dy in around)
        return dict.fromkeys(other for cell in cells for other in there.get(cell, ()))

    return near


def doorless(state: DozenDieFight) -> Iterator[RuleRefusal]:
    """Special actions that open no door of which everybody knows: everybody reads what they open.  [DD-ACT-12]"""
    land = board.land(state)
    for number, special in enumerate(state.own.adventure.specials):
        if special.door is not None:
            found, field = doors.door(state, special.door), "door"
            there = found is not None and found.seen_by is None
        else:
            square = land.square((special.opens.x, special.opens.y)) if special.opens is not None else None
            there, field = square is not None and square.door is not None, "opens"
        if not there:
            reason = f"{special.key} opens a door, but there is none"
            yield RuleRefusal(reason, rule="DD-ACT-12", field=f"setup.dozenDie.specials.{number}.{field}")
