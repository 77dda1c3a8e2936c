"""What keeps a spell from somebody: magic resistance, immunity, and the resistance test.  [MM-RES-01 to MM-RES-09]"""

from __future__ import annotations

from math import comb

from msgspec import structs

from engine.kit import Odds, Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.moments import used
from engine.systems.mongolian_mercenaries.content.kinds import Does, Figure, Spell, When
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows.hits import SUCCESS
from engine.systems.mongolian_mercenaries.rules.magic import targets
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Purpose

RESISTANCE = "resistance"
FACES = 8


def magic(state: MercenariesFight, who: str, target: str, spell: Spell) -> int:
    """Successes that a target's cards add to a spell test against it, or (below 0) take of it.  [MM-RES-03, MM-RES-06]

    Nobody resists its own spell.
    """
    if target == who:
        return 0
    return sums.figure(targets.moment(state, who, target, spell, When.USED), target, Figure.MAGIC).total


def left(state: MercenariesFight, who: str, target: str, spell: Spell, successes: int) -> int:
    """Successes against a target; vulnerability adds to a passed test alone.  [MM-RES-03, MM-RES-06, RUL-50]"""
    return max(0, successes + magic(state, who, target, spell)) if successes > 0 else 0


def odds(state: MercenariesFight, who: str, reached: tuple[str, ...], spell: Spell, pool: int) -> Odds:
    """How often a spell test leaves a success against anybody."""
    needed = 1 + min((max(0, -magic(state, who, combatant, spell)) for combatant in reached), default=0)
    good, bad = FACES - SUCCESS + 1, SUCCESS - 1
    failed = sum(comb(pool, hits) * good**hits * bad ** (pool - hits) for hits in range(min(needed, pool + 1)))
    return Odds(good=FACES**pool - failed, of=FACES**pool)


def immune(state: MercenariesFight, who: str, target: str, spell: Spell) -> bool:
    """Whether a target ignores such spells completely: by type, such as Mental and Sensory, school or path.

    [MM-RES-05, MM-MAG-16, MM-MAG-17, RUL-49]
    """
    return sums.immune(targets.moment(state, who, target, spell, When.USED), target, spell)


def irresistible(state: MercenariesFight, who: str, target: str, spell: Spell, successes: int) -> bool:
    """Whether there is no test against it, by skill or successes.  [MM-RES-02, MM-MAG-20]"""
    now = targets.moment(state, who, target, spell, When.USED, successes)
    found = used(now, targets.source_of(spell), who, (target,))
    return any(effect.effect.does is Does.IRRESISTIBLE for effect in found)


def resists(table: Table[MercenariesState], target: str, *, against: str, means: str, rule: str = "MM-RES-01") -> bool:
    """TS(resistance) of who has the skill, against what an opponent brings; a spell, or a hostile potion.

    All or nothing.  [MM-RES-01, MM-RES-09, MM-SKILL-15, RUL-51, MM-DW-18]
    """
    state = table.state
    if not lookup.are_opponents(state, against, target) or lookup.skill(state, target, RESISTANCE) <= 0:
        return False
    plan = plans.standard(state, target, RESISTANCE, Purpose.RESISTANCE, rule=rule)
    return pipeline.resolve(table, structs.replace(plan, opponent=against, means=means)).passed
