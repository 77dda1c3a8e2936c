"""Which parts of a hit are told to whom, where the figures of enemies are closed.  [MM-ATK-06, MM-ATK-07]"""

from __future__ import annotations

from msgspec import structs

from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.sides import ENEMIES


def disclosed(state: MercenariesFight, strike: Strike, target: str, parts: Parts) -> Parts:
    """Parts of which those of closed figures are private: the target's, and what an enemy's card does to others' blows.

    What the attacker's own figures do shows itself. Where the private ones come to nothing they are not told at all:
    that something is withheld would betray them.
    """
    if state.fight.figures_open:
        return parts
    secret = [bool(_closed(state, strike, target, part)) for part in parts]
    if not sum(part.amount for part, private in zip(parts, secret, strict=True) if private):
        return tuple(part for part, private in zip(parts, secret, strict=True) if not private)
    return tuple(structs.replace(part, private=private) for part, private in zip(parts, secret, strict=True))


def _closed(state: MercenariesFight, strike: Strike, target: str, part: Part) -> tuple[str, ...]:
    """Those whose closed figures a part would tell."""
    return tuple(
        combatant
        for combatant in dict.fromkeys((part.who, part.card_of))
        if combatant == target
        or (combatant not in (None, strike.attacker) and lookup.side_of(state, combatant) == ENEMIES)
    )


def recipients_of(state: MercenariesFight, strike: Strike, target: str, parts: Parts) -> tuple[str, ...] | None:
    """The seats that may know all private parts; None: there are none."""
    whose = {who: None for part in parts if part.private for who in _closed(state, strike, target, part)}
    if not whose:
        return None
    known = [state.fight.recipients_of(state.fight.combatants[who]) for who in whose]
    return tuple(seat for seat in known[0] if all(seat in seats for seats in known))
