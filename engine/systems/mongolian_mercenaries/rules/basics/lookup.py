"""Reading the state: who is in the fight, what somebody has, who is whose opponent. Nothing here decides."""

from __future__ import annotations

from engine.kit import Fault, State
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.sides import opposite
from engine.systems.mongolian_mercenaries.state import Fighter, Figures, MercenariesState, Stage

MercenariesFight = State[MercenariesState]
"""A fight of this system at one moment."""

HEALTH = "health"
"""What somebody can take before it drops out.  [MM-ATTR-11, MM-ATTR-19]"""
POWER = "power"
"""[MM-ATTR-12]"""

DYING = "dying"
"""Why an eliminated character is out.  [MM-WND-04]"""
KILLED = "killed"
"""Why anybody else eliminated is out, allies and pets too.  [MM-WND-04, RUL-78]"""
FLED = "fled"
"""Why is out who has left the battlefield.  [MM-MOVE-13]"""
CAPTURED = "captured"
"""Why is out who has surrendered.  [MM-MOVE-14]"""
DEAD = "dead"
"""Why a character is out whom nobody saves.  [RUL-56]"""


def fighter(state: MercenariesFight, who: str) -> Fighter:
    """A combatant's part of the state. Fault where there is none."""
    found = state.own.fighters.get(who)
    if found is None:
        raise Fault(f"there is no fighter {who!r}")
    return found


def figures(state: MercenariesFight, who: str) -> Figures:
    """A combatant's figures. Fault where they are closed to the seat whose view this is."""
    found = fighter(state, who).figures
    if found is None:
        raise Fault(f"the figures of {who!r} are closed here")
    return found


def attribute(state: MercenariesFight, who: str, name: str) -> int:
    """An attribute as it is now.  [MM-ATTR-20]"""
    found = figures(state, who).attribute(name)
    for changed in state.own.hooks.attributes:
        found = changed(state, who, name, found)
    return found


def skill(state: MercenariesFight, who: str, name: str) -> int:
    """A skill as it is now.  [MM-SKILL-01]"""
    found = figures(state, who).skill(name)
    for changed in state.own.hooks.skills:
        found = changed(state, who, name, found)
    return found


def is_pc(state: MercenariesFight, who: str) -> bool:
    """Whether it is a player's character."""
    return fighter(state, who).kind is Kind.PC


def vital(state: MercenariesFight, who: str, name: str) -> int:
    """Health or Power now. Fault where it is closed here."""
    found = state.fight.combatants[who].vitals.get(name)
    if found is None:
        raise Fault(f"{who!r} has no {name} here")
    return found.now


def side_of(state: MercenariesFight, who: str) -> str:
    """`party` or `enemies`."""
    return state.fight.combatants[who].side


# -- who is in the fight
def in_play(state: MercenariesFight, who: str) -> bool:
    """Whether somebody is not out: on the field or in reserve. False for somebody unknown."""
    bearer = state.fight.combatants.get(who)
    return bearer is not None and bearer.out is None


def between_fights(state: MercenariesFight) -> bool:
    """Whether this is the company between fights: over, and on no field. Then nobody has a position."""
    return state.own.stage is Stage.OVER and state.own.field is None


def on_field(state: MercenariesFight, who: str) -> bool:
    """Whether somebody is in play and has a position."""
    return in_play(state, who) and state.fight.combatants[who].place is not None


def members(state: MercenariesFight, side: str) -> tuple[str, ...]:
    """All of a side, in order of joining, whether in play or not."""
    return tuple(who for who, combatant in state.fight.combatants.items() if combatant.side == side)


def active(state: MercenariesFight, side: str) -> tuple[str, ...]:
    """Those of a side who are on the field."""
    return tuple(who for who in members(state, side) if on_field(state, who))


def active_opponents(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Opponents on the field."""
    return active(state, opposite(side_of(state, who)))


def active_allies(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Others of the own side on the field."""
    return tuple(combatant for combatant in active(state, side_of(state, who)) if combatant != who)


def are_opponents(state: MercenariesFight, combatant: str, other: str) -> bool:
    """Whether two are of different sides."""
    return side_of(state, combatant) != side_of(state, other)


def patron(state: MercenariesFight, who: str) -> str | None:
    """Whose summon somebody is; None: nobody's, or of nobody on its own side. What everybody sees.  [MM-MAG-12]"""
    by = state.own.patrons.get(who)
    people = state.fight.combatants
    if by is None or by == who or by not in people or who not in people or people[by].side != people[who].side:
        return None
    return by


# -- where
def battlefield(state: MercenariesFight) -> Battlefield:
    """The battlefield. Fault before the opening."""
    found = state.own.field
    if found is None:
        raise Fault("there is no battlefield yet")
    return found


def rank(state: MercenariesFight, who: str) -> int:
    """The number of its position, 1 to 5. Fault where it has none."""
    place = state.fight.combatants[who].place
    if place is None or place.rank is None:
        raise Fault(f"{who!r} has no position")
    return place.rank
