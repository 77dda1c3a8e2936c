"""Chances in percent: bands by thirds of a range, levels, sizes and flanks.

A roll of d100 succeeds with at most the chance: at 100 and above always, at 0 and below never.  [MN-CBT-03]
"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Odds
from engine.systems.minis.content.catalogue import BANDS, MELEE
from engine.systems.minis.content.kinds import Band, Size
from engine.systems.minis.house_rules import OPPORTUNITY
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import Sum

_RULES = {Band.SHORT: "MN-RNG-02", Band.MEDIUM: "MN-RNG-03", Band.LONG: "MN-RNG-04"}


PERCENT = 100


def succeeds(face: int, chance: int) -> bool:
    """Whether a d100 succeeds against a chance in percent.  [MN-CBT-03]"""
    return face <= chance


def odds_of(chance: Sum) -> Odds:
    """The odds of a d100 against a chance in percent.  [MN-CBT-03]"""
    against = chance.total
    return Odds(
        good=max(0, min(PERCENT, against)),
        of=PERCENT,
        against=against,
        terms=tuple(structs.replace(term, of="against") for term in chance.terms),
        passes=lambda faces: succeeds(faces[0], against),
    )


def band_of(squared: int, reach: int) -> Band | None:
    """The band of a distance: thirds of the maximum range, never rounded; None beyond it.  [MN-RNG-01, MN-RNG-05]

    squared: the square of the distance, reach: the maximum range, in hundredths of an inch.  [MN-GAP-04]
    """
    if 9 * squared <= reach * reach:
        return Band.SHORT
    if 9 * squared <= 4 * reach * reach:
        return Band.MEDIUM
    return Band.LONG if squared <= reach * reach else None


def banded(band: Band, who: str, level: int) -> Sum:
    """The chance of a band for a level, before the target is looked at.  [MN-RNG-02 to MN-RNG-04, MN-MAG-01]"""
    figures, rule = BANDS[band], _RULES[band]
    found = Sum().plus(band.value.lower(), figures.base, rule)
    return found.plus("level", level, rule, who=who, times=figures.per_level)


def at_target(chance: Sum, state: MinisFight, band: Band, target: str, *, flank: bool) -> Sum:
    """With what the target's size and flank add; both where both apply.  [MN-SIZE-01, MN-SIZE-02, MN-FLK-04]"""
    figures, size = BANDS[band], lookup.mini(state, target).size
    by_size = {Size.SMALL: figures.small, Size.LARGE: figures.large}.get(size, 0)
    found = chance.plus(f"size_{size.value.lower()}", by_size, "MN-SIZE-01", who=target)
    return found.plus("flank", figures.flank if flank else 0, "MN-FLK-01")


def shot(state: MinisFight, who: str, target: str, band: Band, *, flank: bool) -> Sum:
    """The chance of a missile.  [MN-RNG-06]"""
    return at_target(banded(band, who, lookup.mini(state, who).level), state, band, target, flank=flank)


def flank_attack(state: MinisFight, who: str) -> Sum:
    """The chance of a flank attack: 65 + 3 for each level; no band, size or flank.  [MN-FLK-02, MN-SIZE-03]"""
    return _melee(state, who, "flank_attack", MELEE["flank_attack"].base, "MN-FLK-02")


def opportunity(state: MinisFight, who: str) -> Sum:
    """The chance of an opportunity attack: 50, or as the table has it, + 2 for each level.  [MN-AOO-01, MN-SIZE-03]"""
    return _melee(state, who, "opportunity_attack", OPPORTUNITY.of(state.fight), "MN-AOO-01")


def _melee(state: MinisFight, who: str, kind: str, base: int, rule: str) -> Sum:
    level = lookup.mini(state, who).level
    return Sum().plus(kind, base, rule).plus("level", level, rule, who=who, times=MELEE[kind].per_level)
