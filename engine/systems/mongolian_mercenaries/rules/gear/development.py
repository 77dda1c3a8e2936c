"""Levels: what a character gets by experience, and what that buys outside fights.  [MM-ATTR-13 to MM-ATTR-16]"""

from __future__ import annotations

from engine.kit import Table, VitalLimitChanged
from engine.systems.mongolian_mercenaries.house_rules import EXPERIENCE
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.gear import transfer
from engine.systems.mongolian_mercenaries.rules.gear.events import ExperienceKept, LevelGained
from engine.systems.mongolian_mercenaries.rules.gear.figures import max_health, max_power
from engine.systems.mongolian_mercenaries.state import MercenariesState

POINTS = ((21, 6), (11, 4), (2, 2))
"""Development points for reaching a level of at least so much.  [MM-ATTR-14]"""
SKILL_COSTS, ATTRIBUTE_COSTS = 1, 2
"""Development points for one more; never in a fight.  [MM-ATTR-15, MM-ATTR-21]"""
HIGHEST_SKILL = 5
"""[MM-SKILL-01]"""


def threshold(state: MercenariesFight, level: int) -> int:
    """Experience needed to rise from a level.  [MM-ATTR-16, RUL-58]"""
    return EXPERIENCE.of(state.fight) * level


def points_for(level: int) -> int:
    """Development points for reaching a level.  [MM-ATTR-14]"""
    return next((points for least, points in POINTS if level >= least), 0)


def can_raise(skill: int) -> bool:
    """Whether points can raise a skill: not one of 0 or less, and none beyond 5.  [MM-SKILL-01, MM-SKILL-04]"""
    return 0 < skill < HIGHEST_SKILL


def gain(table: Table[MercenariesState], who: str, xp: int) -> None:
    """A character keeps its experience, and rises as often as that is enough for.  [MM-ATTR-13, MM-REC-06]

    In a fight of a campaign it keeps all of it: its table is the campaign's own, and it rises between fights.
    [MM-OUT-30]
    """
    level = lookup.figures(table.state, who).level
    left = lookup.fighter(table.state, who).xp + xp
    while not table.state.fight.campaign and left >= threshold(table.state, level):
        left -= threshold(table.state, level)
        level += 1
        rise(table, who, level)
    if left != lookup.fighter(table.state, who).xp:
        table.emit(ExperienceKept(combatant=who, xp=left), rule="MM-ATTR-16")


def rise(table: Table[MercenariesState], who: str, level: int) -> None:
    """Health and Power are full, and one more each.  [MM-ATTR-11, MM-ATTR-12, MM-ATTR-13]"""
    gained = LevelGained(combatant=who, level=level, points=points_for(level))
    table.emit(
        gained, rule="MM-ATTR-13", because=because(developmentPoints=(Part("level", gained.points, "MM-ATTR-14"),))
    )
    figures = transfer.figures_of(lookup.fighter(table.state, who))
    for name, limit in ((HEALTH, max_health(figures)), (POWER, max(0, max_power(figures)))):
        if table.state.fight.combatants[who].vitals[name].max != limit:
            table.emit(VitalLimitChanged(combatant=who, vital=name, limit=limit), rule="MM-ATTR-11")
        missing = limit - lookup.vital(table.state, who, name)
        if missing > 0:
            parts = (Part("level", missing, "MM-ATTR-13"),)
            table.change(who, name, missing, rule="MM-ATTR-13", because=because(change=parts))
