"""Which one of several of the same name is meant: "Wolf", "Wolf 2", "Wolf 3".

Numbers count those of whom everybody knows, in the order in which everybody came to know of them: so they tell of
nobody hidden, and stay as they are. Whoever is hidden has none of these: in the view of who knows of him he has the
next one that is free there.
"""

from __future__ import annotations

from msgspec import structs

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import Fight


def numbered(fight: Fight, combatant: str) -> Fight:
    """The fight in which a combatant has a number, if everybody knows of it and it has none yet."""
    who = fight.combatants.get(combatant)
    if who is None or who.seen_by is not None or who.number:
        return fight
    others = [member for member in fight.combatants.values() if member.number and member.id != who.id]
    number = 1 + max((other.number for other in others if other.name == who.name), default=0)
    taken = {other.name for other in others}
    while number > 1 and f"{who.name} {number}" in taken:
        number += 1
    named = structs.replace(who, number=number)
    return structs.replace(fight, combatants={**fight.combatants, combatant: named})


def renumbered(before: Fight, after: Fight, combatant: str) -> Fight:
    """The fight after a correction: with another name a combatant has another number."""
    was, who = before.combatants.get(combatant), after.combatants.get(combatant)
    if was is None or who is None:
        return after
    if was.name != who.name and who.number:
        people = {**after.combatants, combatant: structs.replace(who, number=0)}
        after = structs.replace(after, combatants=people)
    return numbered(after, combatant)


def mark_of(seen: Fight, who: Combatant) -> str:
    """What stands behind a combatant's name to tell it apart in a view: ` 2`, or nothing.

    Who is hidden has the next number that is free there: the one that it gets if it is the next to be revealed.
    """
    if who.number:
        return f" {who.number}" if who.number > 1 else ""
    alike = [combatant for combatant in seen.combatants.values() if combatant.name == who.name]
    if len(alike) < 2:
        return ""
    taken = {combatant.name for combatant in seen.combatants.values()}
    number = max(combatant.number for combatant in alike)
    for combatant in alike:
        if combatant.number:
            continue
        number += 1
        while number > 1 and f"{who.name} {number}" in taken:
            number += 1
        if combatant.id == who.id:
            break
    return f" {number}" if number > 1 else ""
