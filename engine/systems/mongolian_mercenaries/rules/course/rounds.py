"""The course of a clash: rounds, turns in the order of the queue, the end of each round.  [MM-ROUND-01, MM-PHASE-04]

Nobody plans ahead: each decides when its turn comes.  [RUL-03]
"""

from __future__ import annotations

from engine.kit import RoundBegan, RuleRefusal, Table, TurnBegan
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import harm
from engine.systems.mongolian_mercenaries.rules.course import battle, opening, starting
from engine.systems.mongolian_mercenaries.rules.course.events import ClashBegan, RoundEnded
from engine.systems.mongolian_mercenaries.rules.field import budget
from engine.systems.mongolian_mercenaries.rules.field.events import TurnEnded
from engine.systems.mongolian_mercenaries.rules.magic import summons
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage


def refusal(state: MercenariesFight) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can."""
    if state.own.stage is not Stage.SETUP:
        return RuleRefusal("the fight has begun", rule="MM-PHASE-01")
    if len(battle.standing(state)) < 2:
        return RuleRefusal("a fight needs somebody on either side", rule="MM-PHASE-01")
    return None


def begin(table: Table[MercenariesState]) -> None:
    """The opening, and the first round."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    opening.play(table)
    table.emit(ClashBegan(), rule="MM-PHASE-01")
    for who in tuple(table.state.fight.combatants):
        harm.check(table, who, asking=False)  # who comes without Health
    begin_round(table)
    # Who starts on a trap sets it off; only now does what it brings last through a round.  [MM-FIELD-07]
    for side in SIDES:
        for who in lookup.active(table.state, side):
            for start in table.state.own.hooks.starts:
                start(table, who)
            positions.entered(table, who)
    go_on(table)


def begin_round(table: Table[MercenariesState]) -> None:
    """Effects expire, reserve enters, the queue is computed.  [MM-ROUND-01]"""
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="MM-ROUND-01")
    for expire in table.state.own.hooks.expire:
        expire(table)
    for side in SIDES:
        for who in lookup.members(table.state, side):
            enter(table, who)
    budget.grant(table)
    initiative.set_all(table)


def enter(table: Table[MercenariesState], who: str) -> None:
    """From reserve, or revived, onto a free position, which it chooses.  [MM-DW-06, RUL-52, RUL-56]"""
    free = positions.free(table.state, lookup.side_of(table.state, who))
    if free and lookup.in_play(table.state, who) and not lookup.on_field(table.state, who):
        starting.stand(table, who, free, cover=False, preferred=free[0], rule="MM-DW-06")


def go_on(table: Table[MercenariesState]) -> None:
    """The next turn, or the next round.  A fight runs to the end of its round.  [MM-ROUND-05, MM-DW-26]"""
    while table.state.own.stage is Stage.CLASH:
        harm.recheck(table)
        who = initiative.next_actor(table.state)
        if who is None:
            end_round(table)
            if table.state.own.stage is Stage.CLASH:
                begin_round(table)
            continue
        if turn(table, who):
            return


def turn(table: Table[MercenariesState], who: str) -> bool:
    """A turn begins, with the summons that act in it; false where nobody has anything left of it.  [MM-MAG-13]

    Whoever has no action when it begins has had its turn.  [MM-ACT-04]
    """
    group = (who, *(combatant for combatant in summons.together(table.state, who) if combatant != who))
    table.emit(TurnBegan(acting=group), rule="MM-ROUND-03")
    for combatant in group:
        spent = any(hook(table, combatant) for hook in table.state.own.hooks.turn_begins)
        if spent and not lookup.fighter(table.state, combatant).acted:
            table.emit(TurnEnded(combatant=combatant), rule="MM-ROUND-03")
    left = summons.together(table.state, who)
    for combatant in group:
        # Who begins with no action, as a card may have it, has had its turn: else it would be its turn for ever.
        if (
            combatant not in left
            and lookup.on_field(table.state, combatant)
            and not lookup.fighter(table.state, combatant).acted
        ):
            table.emit(TurnEnded(combatant=combatant), rule="MM-ACT-04")
    if left and left != group:
        table.emit(TurnBegan(acting=left), rule="MM-MAG-13")
    return bool(left)


def end_round(table: Table[MercenariesState]) -> None:
    """The end of a round, and of the fight where a side is out.  [MM-ROUND-04]"""
    for step in table.state.own.hooks.round_ends:
        step(table)
    table.emit(RoundEnded(), rule="MM-ROUND-04")
    battle.over(table)
