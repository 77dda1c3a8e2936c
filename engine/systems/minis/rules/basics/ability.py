"""What a mini is able to do: its initiative, and what keeps it from acting or fighting."""

from __future__ import annotations

from engine.kit import Combatant
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.rules.basics import lookup, restrictions
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import Mini

STATUE, FEAR, SPEED, SLOW = "statue", "fear", "speed", "slow"
INITIATIVE_CHANGE = {SPEED: 3, SLOW: -3}
"""What lasting spells add to initiative, at once.  [MN-INIT-05, MN-SPL-05, MN-SPL-13]"""
LOWEST = -102
"""No initiative is lower: the lowest of a sheet with the change of a spell."""


def initiative(state: MinisFight, who: str) -> int:
    """A mini's initiative with its effects; it may be 0 or less.  [MN-INIT-05, MN-GAP-27]"""
    return with_effects(lookup.mini(state, who), state.fight.combatants[who])


def with_effects(mini: Mini, bearer: Combatant) -> int:
    """The same, of a mini and its conditions."""
    return mini.initiative + sum(more for spell, more in INITIATIVE_CHANGE.items() if bearer.has(spell))


def inactive(state: MinisFight, who: str) -> bool:
    """Whether it is a golem that nobody controls: a Command is control too.  [MN-GOL-07, MN-GAP-50]"""
    return stopped(state, who) and not state.fight.combatants[who].has("command")


def stopped(state: MinisFight, who: str) -> bool:
    """Whether it is a golem that has no order of its summoner's any more.  [MN-GOL-07]"""
    if lookup.mini(state, who).kind is not Kind.GOLEM:
        return False
    effect = lookup.effect_on(state, who, "golem")
    return effect is not None and effect.inactive


def feared(state: MinisFight, who: str) -> bool:
    """Whether it runs in fear; a statue does not.  [MN-GAP-50]"""
    bearer = state.fight.combatants[who]
    return bearer.has(FEAR) and not bearer.has(STATUE)


def bar(state: MinisFight, who: str) -> str | None:
    """What keeps a mini from being declared and from acting at its place: a word; None: nothing.  [MN-GAP-50]

    Fear does not: whoever is in fear is declared without being asked, and runs.  [MN-GAP-25]
    """
    if state.fight.combatants[who].has(STATUE):
        return restrictions.STATUE
    return restrictions.INACTIVE if inactive(state, who) else None


def may_fight(state: MinisFight, who: str) -> bool:
    """Whether a mini fights back, and strikes at whoever leaves its reach.  [MN-GAP-08, MN-GAP-12]"""
    mini, bearer = lookup.mini(state, who), state.fight.combatants[who]
    return not (
        mini.used.running
        or bearer.has(STATUE)
        or bearer.has(FEAR)
        or mini.kind is Kind.FAMILIAR
        or inactive(state, who)
    )


def barred(state: MinisFight, who: str, number: int) -> str | None:
    """What keeps a mini in play from being declared for an initiative round: a word of `bars`; None: it is eligible.

    [MN-TURN-03, MN-TURN-04, MN-GAP-50]
    """
    if lookup.mini(state, who).used.acted:
        return restrictions.ACTED
    if initiative(state, who) < number:
        return restrictions.TOO_SLOW
    return bar(state, who) or (restrictions.FEARED if feared(state, who) else None)


def required(state: MinisFight) -> int:
    """The initiative that the present round requires; any will do in the last one, of minis not everybody knows of."""
    return LOWEST if state.own.knowing is not None else state.own.init_round or 0


def eligible(state: MinisFight, who: str, number: int) -> bool:
    """Whether a mini may be declared by its participant for an initiative round."""
    return lookup.in_play(state, who) and barred(state, who, number) is None


def ready(state: MinisFight, who: str, number: int) -> bool:
    """Whether a mini is in play, able to act, has not acted in this turn, and has the initiative for a round."""
    if not lookup.in_play(state, who) or lookup.mini(state, who).used.acted or bar(state, who) is not None:
        return False
    return initiative(state, who) >= number
