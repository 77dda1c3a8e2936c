"""Outnumbering in an engagement, by weight.  [SA-SUP-01 to SA-SUP-06]"""

from __future__ import annotations

from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.types import Factor


def weight_halves(state: SaariFight, who: str) -> int:
    """How much a combatant counts, in halves; who is out counts nothing.

    Mount and rider count once, as the heavier of the two.  [SA-SUP-03, G-36, G-69]
    """
    if not lookup.in_play(state, who):
        return 0
    fighter = lookup.fighter(state, who)
    talents = fighter.figures.talents if fighter.figures is not None else ()
    own = fighter.weight_halves + sum(talent.weight_halves for talent in talents)
    return own if fighter.mount is None else max(own, lookup.fighter(state, fighter.mount).weight_halves)


def has(state: SaariFight, who: str) -> bool:
    """Whether the side of a combatant weighs one and a half times all others in its engagement; equality counts.

    [SA-SUP-01, SA-SUP-02]
    """
    found = lookup.engagement_of(state, who)
    if found is None:
        return False
    mine = sum(
        weight_halves(state, member) for member in found[1].members if not lookup.are_enemies(state, who, member)
    )
    others = sum(weight_halves(state, member) for member in found[1].members if lookup.are_enemies(state, who, member))
    return 2 * mine >= 3 * others


def edge(state: SaariFight, roller: str) -> list[Factor]:
    """Superiority as an edge of a melee roll: the own side's helps, an enemy's hinders.  [SA-EDGE-10, G-11]"""
    if has(state, roller):
        return [Factor(source="superiority", advantage=True)]
    if any(
        has(state, combatant)
        for combatant in lookup.engaged_with(state, roller)
        if lookup.are_enemies(state, roller, combatant)
    ):
        return [Factor(source="superiority", advantage=False)]
    return []
