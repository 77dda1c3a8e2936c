"""The course of the fight: beginning, rounds, and the draws from the bag within them.

[DD-ROUND-01, DD-ROUND-02, DD-ACT-01]
"""

from __future__ import annotations

from engine.kit import RoundBegan, RuleRefusal, Table, TurnBegan
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.rules.actions.events import WeaponLoaded
from engine.systems.dozen_die.rules.basics import battle, loads, lookup, sight
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import marching, setting, specials
from engine.systems.dozen_die.rules.board.common_view import on_known_ground
from engine.systems.dozen_die.rules.conflict import damage, effects
from engine.systems.dozen_die.rules.conflict.candidates import candidates
from engine.systems.dozen_die.rules.turns import wanderers
from engine.systems.dozen_die.rules.turns.events import DieDrawn, DieSpent
from engine.systems.dozen_die.state import DozenDieState, Pool


def full_bag(state: DozenDieFight) -> tuple[Die, ...]:
    """All activation dice, by side in order of joining, then green, white, yellow."""
    return tuple(
        Die(side=side, color=color)
        for side in lookup.sides(state)
        for color in Color
        for _ in range(getattr(lookup.dice_of(state, side), color.value.lower()))
    )


def begin(table: Table[DozenDieState]) -> None:
    """Begin the first round. A fight of one side against creatures goes on until that side no longer stands."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    damage.settle_all(table)
    standing = lookup.standing_sides(table.state)
    if len(standing) <= 1:
        event, to = sight.standing(table.state.fight, standing)
        table.emit(event, rule=battle.RULE, to=to)
    next_draw(table)


def refusal(state: DozenDieFight) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can."""
    if state.own.begun:
        return RuleRefusal("the fight has begun", rule="DD-ACT-01")
    misplaced = setting.fault(state)
    if misplaced is not None:
        return misplaced
    if not lookup.standing_sides(state):
        return RuleRefusal("no side of players has a figure on the board", rule="DD-ACT-01")
    return None if full_bag(state) else RuleRefusal("no side has activation dice", rule="DD-DICE-07")


# -- rounds
def _begin_round(table: Table[DozenDieState]) -> None:
    """Return all dice to the bag, and load every ranged weapon."""
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="DD-ROUND-02")
    pools = {side: Pool(dice=lookup.dice_of(table.state, side).pool) for side in lookup.sides(table.state)}
    if pools != table.state.own.pools:
        event, to = sight.pools(table.state.fight, pools)
        table.emit(event, rule="DD-DICE-04", to=to)
    filled, to = sight.bag(table.state.fight, full_bag(table.state))
    table.emit(filled, rule="DD-DICE-07", to=to)
    for who, bearer in table.state.fight.combatants.items():
        figure = lookup.figure(table.state, who)
        if bearer.out is not None:
            continue
        for name, weapon in figure.arms.items():
            if weapon.ranged and name not in figure.loaded:
                table.emit(WeaponLoaded(combatant=who, weapon=name), rule="DD-ROUND-01")


# -- draws
def next_draw(table: Table[DozenDieState], *, anew: bool = False) -> None:
    """Draw the next die that can be used; ends the round and begins the next one where needed.

    Dice that nobody can use are set aside as they come. After a round of only such dice the fight ends in a draw,
    unless it was decided before, and the fight goes on `anew`.
    """
    damage.settle_all(table)
    loads.settle(table)
    while not battle.over(table):
        if not table.state.own.bag:
            if table.state.own.begun and not table.state.own.stirred and not anew:
                battle.decide(table, "")
                return
            _begin_round(table)
            anew = False
        if not table.state.own.bag:
            battle.decide(table, "")
            return
        if _draw(table):
            return


def _draw(table: Table[DozenDieState]) -> bool:
    """Draw one die. Returns whether it can be used; otherwise it is spent.  [DD-ACT-01]"""
    gm, to = table.state.fight.gms()[0], sight.drawing(table.state.fight)
    die = table.draw(table.state.own.bag, by=gm, why="activation", rule="DD-ACT-01", to=to)
    table.emit(DieDrawn(side=die.side, color=die.color), rule="DD-ACT-01")
    effects.expire(table)
    found = marching.eligible(_as_seen(table, die.side), die.side)
    marchers = sight.marchers(table.state.fight, die.side, found)
    if marchers is not None:
        table.emit(marchers[0], rule="DD-MARCH-11", to=marchers[1])
    if not can_do_something(table.state):
        spend(table, idle=True)
        return False
    table.emit(TurnBegan(acting=lookup.own_side(table.state, die.side)), rule="DD-ACT-02")
    return True


def _as_seen(table: Table[DozenDieState], side: str) -> DozenDieFight:
    """The fight as a side sees it: a figure hidden from it does not prevent a march."""
    return table.seen(lookup.seats_of(table.state, side)[0])


def can_do_something(state: DozenDieFight) -> bool:
    """Whether the active side has a figure that speaks for it, and a use for the die in hand."""
    side = lookup.active_side(state)
    if side is None or not lookup.own_side(state, side):
        return False
    return bool(
        candidates(state) or wanderers.waiting(on_known_ground(state)) or marching.left(state) or specials.left(state)
    )


def spend(table: Table[DozenDieState], *, idle: bool) -> None:
    """Set the die in hand aside until the next round."""
    draw = table.state.own.draw
    if draw is not None:
        table.emit(DieSpent(side=draw.side, color=draw.color, idle=idle), rule="DD-ACT-02")
