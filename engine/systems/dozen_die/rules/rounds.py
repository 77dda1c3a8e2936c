"""The fight as a whole: it begins, rounds follow each other, and in them draws from the bag.

[DD-ROUND-01, DD-ROUND-02, DD-ACT-01]
"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import RoundBegan, TurnBegan
from engine.kernel.system import Table
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.events import BagFilled, DieDrawn, DieSpent, MarchersFound, PoolsSet, WeaponLoaded, WentOn
from engine.systems.dozen_die.rules import (
    arrivals,
    battle,
    board,
    effects,
    harm,
    loads,
    look,
    marching,
    setting,
    specials,
)
from engine.systems.dozen_die.rules.candidates import candidates
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own, Pool


def full_bag(state: DD) -> tuple[Die, ...]:
    """All activation dice, by side in order of joining, then green, white, yellow."""
    return tuple(
        Die(side=side, color=color)
        for side in look.sides(state)
        for color in Color
        for _ in range(getattr(look.dice_of(state, side), color.value.lower()))
    )


def begin(table: Table[Own]) -> None:
    """The first round. A fight of one side against creatures goes on till that side stands no more."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    board.lay_out(table)
    harm.settle_all(table)
    standing = look.standing_sides(table.state)
    if len(standing) <= 1:
        table.emit(WentOn(sides=standing), rule=battle.RULE)
    next_draw(table)


def refusal(state: DD) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can."""
    if state.own.begun:
        return RuleRefusal("the fight has begun", rule="DD-ACT-01")
    if not look.standing_sides(state):
        return RuleRefusal("no side of players has a figure on the board", rule="DD-ACT-01")
    if not full_bag(state):
        return RuleRefusal("no side has activation dice", rule="DD-DICE-07")
    return setting.fault(state)


# -- rounds
def _begin_round(table: Table[Own]) -> None:
    """All dice return to the bag, and every ranged weapon is loaded."""
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="DD-ROUND-02")
    pools = {side: Pool(dice=look.dice_of(table.state, side).pool) for side in look.sides(table.state)}
    if pools != table.state.own.pools:
        table.emit(PoolsSet(pools=pools), rule="DD-DICE-04")
    table.emit(BagFilled(bag=full_bag(table.state)), rule="DD-DICE-07")
    for who, bearer in table.state.fight.combatants.items():
        figure = look.figure(table.state, who)
        if bearer.out is not None:
            continue
        for name, weapon in figure.arms.items():
            if weapon.ranged and name not in figure.loaded:
                table.emit(WeaponLoaded(combatant=who, weapon=name), rule="DD-ROUND-01")


# -- draws
def next_draw(table: Table[Own], *, anew: bool = False) -> None:
    """The next die with which something can be done; the round's end and the next one's beginning on the way.

    Dice with which nobody can do anything are laid aside as they come. After a round of such dice alone nobody wins,
    unless that was said before, and the fight goes on `anew`.
    """
    harm.settle_all(table)
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


def _draw(table: Table[Own]) -> bool:
    """One die out of the bag. Whether something can be done with it; otherwise it is spent.  [DD-ACT-01]"""
    die = table.draw(table.state.own.bag, by=table.state.fight.gms()[0], why="activation", rule="DD-ACT-01")
    table.emit(DieDrawn(side=die.side, color=die.color), rule="DD-ACT-01")
    effects.expire(table)
    found = marching.eligible(_as_seen(table, die.side), die.side)
    if found:
        table.emit(MarchersFound(side=die.side, eligible=found), rule="DD-MARCH-11")
    if not can_do_something(table.state):
        spend(table, idle=True)
        return False
    table.emit(TurnBegan(acting=look.own_side(table.state, die.side)), rule="DD-ACT-02")
    return True


def _as_seen(table: Table[Own], side: str) -> DD:
    """The fight as a side sees it: whoever is hidden from it keeps nobody from marching."""
    return table.seen(look.seats_of(table.state, side)[0])


def can_do_something(state: DD) -> bool:
    """Whether the active side has a figure that speaks for it, and something to do with the die in hand."""
    side = look.active_side(state)
    if side is None or not look.own_side(state, side):
        return False
    return bool(candidates(state) or arrivals.waiting(state) or marching.left(state) or specials.left(state))


def spend(table: Table[Own], *, idle: bool) -> None:
    """The die in hand is laid aside till the next round."""
    draw = table.state.own.draw
    if draw is not None:
        table.emit(DieSpent(side=draw.side, color=draw.color, idle=idle), rule="DD-ACT-02")
