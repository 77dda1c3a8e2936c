"""Reading the state: who is in play, what somebody has, who is whose enemy. Nothing here decides."""

from __future__ import annotations

from engine.kit import Combatant, Fault, State
from engine.kit.ground import Ground
from engine.systems.saari.content.catalogue import FISTS, WEAPONS
from engine.systems.saari.content.kinds import Attribute, Kind, Shield, Weapon
from engine.systems.saari.ground import BARE
from engine.systems.saari.state import Engagement, Fighter, Figures, SaariState

SaariFight = State[SaariState]
"""A fight of this system at one moment."""

KP = "kp"
"""Body points.  [SA-KP-01]"""
MP = "mp"
"""Mind points.  [SA-MP-01]"""
UNCONSCIOUS = "unconscious"
"""Why a character without body points is out; it may be brought back.  [SA-KP-02]"""
DEFEATED = "defeated"
"""Why anybody else without body points is out.  [G-37]"""

ACTORS = (Kind.PC, Kind.NPC)
"""Those who have initiative.  [SA-INIT-10]"""


def half(number: int) -> int:
    """Half of a number, rounded up.  [SA-DICE-14, SA-ATTR-03]"""
    return -(-number // 2)


def fighter(state: SaariFight, who: str) -> Fighter:
    """A combatant's part of the state. Fault where there is none."""
    found = state.own.fighters.get(who)
    if found is None:
        raise Fault(f"there is no fighter {who!r}")
    return found


def figures(state: SaariFight, who: str) -> Figures:
    """A combatant's sheet. Fault where it is closed to the seat whose view this is.  [G-66]"""
    found = fighter(state, who).figures
    if found is None:
        raise Fault(f"the figures of {who!r} are closed here")
    return found


def score(state: SaariFight, who: str, attribute: Attribute) -> int:
    """An attribute of a character."""
    return figures(state, who).score(attribute)


def is_pc(state: SaariFight, who: str) -> bool:
    """Whether it is a player's character, who rolls.  [SA-DICE-01]"""
    return fighter(state, who).kind is Kind.PC


def vital(state: SaariFight, who: str, name: str) -> int:
    """A vital's present value. Fault where it has none, or where it is closed here."""
    found = state.fight.combatants[who].vitals.get(name)
    if found is None:
        raise Fault(f"{who!r} has no {name} here")
    return found.now


# -- who is in play
def stands(bearer: Combatant) -> bool:
    """Whether a combatant is in the fight."""
    return bearer.out is None


def in_play(state: SaariFight, who: str) -> bool:
    """The same by id; False for somebody unknown."""
    bearer = state.fight.combatants.get(who)
    return bearer is not None and stands(bearer)


def actors(state: SaariFight) -> tuple[str, ...]:
    """Everybody with initiative, in order of joining, whether in play or not."""
    return tuple(who for who in state.fight.combatants if state.own.fighters[who].kind in ACTORS)


def here(state: SaariFight) -> tuple[str, ...]:
    """Those of them who are in play."""
    return tuple(who for who in actors(state) if in_play(state, who))


def are_enemies(state: SaariFight, combatant: str, other: str) -> bool:
    """Whether two are of different sides.  [SA-SUP-02]"""
    return state.fight.combatants[combatant].side != state.fight.combatants[other].side


def enemies(state: SaariFight, who: str) -> tuple[str, ...]:
    """Enemies in play."""
    return tuple(other for other in here(state) if are_enemies(state, who, other))


def comrades(state: SaariFight, who: str) -> tuple[str, ...]:
    """Others of the own side in play."""
    return tuple(other for other in here(state) if other != who and not are_enemies(state, who, other))


def by_group_order(state: SaariFight, whom: tuple[str, ...]) -> tuple[str, ...]:
    """Characters first, each group in its order.  [SA-INIT-06, SA-INIT-09]"""
    order = {who: place for place, who in enumerate((*state.own.pc_order, *state.own.npc_order))}
    return tuple(sorted(whom, key=lambda who: (order.get(who, len(order)), who)))


# -- where
def ground(state: SaariFight) -> Ground:
    """The ground of the fight."""
    return state.fight.ground or BARE


def zone(state: SaariFight, who: str) -> str | None:
    """The zone that a combatant is in; None: one that is not known here."""
    place = state.fight.combatants[who].place
    return place.zone if place is not None else None


def same_zone(state: SaariFight, combatant: str, other: str) -> bool:
    """Whether two are in the same zone."""
    return zone(state, combatant) is not None and zone(state, combatant) == zone(state, other)


def engagement_of(state: SaariFight, who: str) -> tuple[str, Engagement] | None:
    """The engagement that a combatant is in; None: none."""
    for key, engagement in state.own.engagements.items():
        if who in engagement.members:
            return key, engagement
    return None


def engaged_with(state: SaariFight, who: str) -> tuple[str, ...]:
    """The others in its engagement."""
    found = engagement_of(state, who)
    return () if found is None else tuple(other for other in found[1].members if other != who)


# -- gear
def held_weapons(state: SaariFight, who: str) -> dict[str, Weapon]:
    """Weapons in hand, in the order of the sheet, and bare hands.  [G-22]"""
    member = fighter(state, who)
    mine = figures(state, who).weapons
    return {key: weapon for key, weapon in mine.items() if key in member.held} | {
        FISTS: mine.get(FISTS, WEAPONS[FISTS])
    }


def held_shields(state: SaariFight, who: str) -> dict[str, Shield]:
    """Shields in hand."""
    member = fighter(state, who)
    return {key: shield for key, shield in figures(state, who).shields.items() if key in member.held}
