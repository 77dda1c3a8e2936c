"""Factors of a roll that follow from the state.  [SA-EDGE-09 to SA-EDGE-12, G-68]"""

from __future__ import annotations

from engine.systems.saari.content.kinds import Attack
from engine.systems.saari.ground import has_cover
from engine.systems.saari.house_rules import CROWDED
from engine.systems.saari.rules.basics import companions, lookup, superiority
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import ambush, effects
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.types import Factor

SOURCES = (
    "preparation",
    "tools",
    "surprise",
    "superiority",
    "surroundings",
    "cover",
    "own_engagement",
    "mounted",
    "other",
)
"""What the game master may name.  [SA-EDGE-07 to SA-EDGE-12]"""


def fixed(state: SaariFight, plan: Plan) -> tuple[Factor, ...]:
    """Factors that count unless the game master says otherwise."""
    found = (*plan.factors, *ambush.edge(state, plan.purpose))
    if state.own.setup.superiority_edge:
        found += superior(state, plan)
    return (*found, *written(state, plan))


def suggested(state: SaariFight, plan: Plan) -> tuple[Factor, ...]:
    """Factors that count only if the game master says so.  [G-11]"""
    return () if state.own.setup.superiority_edge else superior(state, plan)


def superior(state: SaariFight, plan: Plan) -> tuple[Factor, ...]:
    """Outnumbering, for attacks in melee and the defence against them.  [SA-EDGE-10, G-11]"""
    if plan.assault is None or plan.assault.kind is not Attack.MELEE:
        return ()
    return tuple(superiority.edge(state, plan.roller))


def written(state: SaariFight, plan: Plan) -> tuple[Factor, ...]:
    """Factors of the rules: an enemy's are the opposite ones on the defence.  [SA-EDGE-12, G-68]"""
    assault = plan.assault
    if assault is None or assault.hazard is not None:
        return ()
    helped = plan.attacks
    fears = effects.fear_factors(state, plan.roller, plan.opponent) if helped else ()
    edges = tuple(Factor(source=source, advantage=better is helped) for source, better in of_attacker(state, assault))
    return (*edges, *fears)


def of_attacker(state: SaariFight, assault: Assault) -> tuple[tuple[str, bool], ...]:
    """(source, whether it is good for the attacker).

    Shooting into others' engagements has none, unless the table has it so.  [G-26]
    """
    who, target = assault.attacker, assault.target
    found: list[tuple[str, bool]] = []
    if assault.kind is Attack.MELEE:
        on_foot = not companions.is_mounted(state, target) and not companions.is_giant(state, target)
        if companions.is_mounted(state, who) and on_foot:
            found.append(("mounted", True))  # [SA-MOUNT-02, G-65]
        return tuple(found)
    zone = lookup.zone(state, target)
    if zone is not None and has_cover(lookup.ground(state), zone):
        found.append(("cover", False))  # [G-12]
    if target in lookup.engaged_with(state, who) and lookup.are_enemies(state, who, target):
        found.append(("own_engagement", False))  # [SA-SHOOT-04]
    elif CROWDED.of(state.fight) and _in_others(state, who, target):
        found.append(("others_engagement", False))  # [G-26]
    return tuple(found)


def _in_others(state: SaariFight, who: str, target: str) -> bool:
    """Whether somebody is in an engagement that an attacker is not in."""
    theirs = lookup.engagement_of(state, target)
    return theirs is not None and theirs != lookup.engagement_of(state, who)
