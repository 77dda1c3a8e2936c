"""Whole sides that act one after the other, or alternate after a tie.  [FF-INIT-04 to FF-INIT-06]"""

from __future__ import annotations

from engine.kit import Fight, Offer, OrderSet, Table
from engine.systems.fantasia.rules.basics import known_sides, lookup, totals
from engine.systems.fantasia.rules.basics.dice import roll
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.turns import phases
from engine.systems.fantasia.rules.turns.events import SideBegan, SideRolled
from engine.systems.fantasia.rules.turns.initiative import is_player
from engine.systems.fantasia.rules.turns.questions import Settling, SideTie
from engine.systems.fantasia.sheet import Initiative
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import SideBlock


def _of_players(fight: Fight, side: str) -> bool:
    return any(c.side == side and is_player(fight, c.id) for c in fight.combatants.values())


def _party_first(fight: Fight, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Players' sides before the game master's, each in order of joining."""
    return tuple(sorted(sides, key=lambda side: not _of_players(fight, side)))


# -- the order of sides
def roll_sides(table: Table[FantasiaState]) -> None:
    """Every side without a roll rolls 2d, once for the whole fight; then everybody has a place."""
    state = table.state
    present = dict.fromkeys(c.side for c in state.fight.combatants.values() if c.out is None)
    new = tuple(side for side in present if side not in state.own.sides.rolls)
    if new:
        first = not state.own.sides.blocks
        rolled = {side: _roll(table, side) for side in new}
        blocks = _settled(table, rolled) if first else _inserted(table.state, rolled)
        event, to = known_sides.ordered(table.state.fight, blocks)
        table.emit(event, rule="FF-INIT-04", to=to)
    order = _listed(table.state)
    if order != table.state.fight.turn_order:
        table.emit(OrderSet(turn_order=order), rule="FF-INIT-04")


def _roll(table: Table[FantasiaState], side: str) -> int:
    """The first player at the table rolls for a side of players; the game master for every other."""
    fight = table.state.fight
    owners = {c.owner for c in fight.combatants.values() if c.side == side}
    players = [s.seat for s in fight.seats.values() if s.role == "PLAYER" and s.seat in owners]
    to = known_sides.recipients_of(fight, side)
    total = roll(table, 2, by=(players or list(fight.gms()))[0], why="initiative", rule="FF-INIT-04", to=to)
    because = totals.why(total=totals.of_dice("2d6", total, table.last))
    table.emit(SideRolled(side=side, total=total), rule="FF-INIT-04", to=to, because=because)
    return total


def _settled(table: Table[FantasiaState], rolled: dict[str, int]) -> tuple[SideBlock, ...]:
    """From high to low; the game master decides whether a tie is rolled again or interleaved.  [FF-INIT-06]"""
    blocks: list[SideBlock] = []
    for total in sorted(set(rolled.values()), reverse=True):
        tied = _party_first(table.state.fight, tuple(side for side in rolled if rolled[side] == total))
        if len(tied) == 1 or _interleaved(table, tied):
            blocks.append(SideBlock(sides=tied))
        else:
            blocks += _settled(table, {side: _roll(table, side) for side in tied})
    return tuple(blocks)


def _interleaved(table: Table[FantasiaState], tied: tuple[str, ...]) -> bool:
    offers = (
        Offer(key="again", body=Settling(interleaved=False), rule="FF-INIT-06"),
        Offer(key="interleave", body=Settling(interleaved=True), rule="FF-INIT-06"),
    )
    question = SideTie(offers=offers, default="again", sides=tied)
    return table.ask(table.state.fight.gms(), question, rule="FF-INIT-06").interleaved


def _inserted(state: FantasiaFight, rolled: dict[str, int]) -> tuple[SideBlock, ...]:
    """Sides that join later take the place of their roll, behind those with the same roll."""
    blocks, rolls = list(state.own.sides.blocks), state.own.sides.rolls
    for side, total in rolled.items():
        lower = (n for n, block in enumerate(blocks) if max(rolls[s] for s in block.sides) < total)
        blocks.insert(next(lower, len(blocks)), SideBlock(sides=(side,)))
    return tuple(blocks)


def _listed(state: FantasiaFight) -> tuple[str, ...]:
    """Everybody, side after side, each in order of joining."""
    sides = [side for block in state.own.sides.blocks for side in block.sides]
    return tuple(c.id for side in sides for c in state.fight.combatants.values() if c.side == side)


# -- whose turn it is
def waiting(state: FantasiaFight, block: SideBlock) -> tuple[str, ...]:
    """Members of these sides with a place and without a turn in this round, in order of joining."""
    here = state.fight.combatants
    return tuple(
        who
        for who in here
        if who in state.fight.turn_order
        and here[who].side in block.sides
        and here[who].out is None
        and who not in state.own.acted
    )


def candidates(table: Table[FantasiaState]) -> tuple[str, ...]:
    """Combatants that may act next; none at the end of the round.

    Turns of those who cannot act come first and do not count in an alternation. Interleaved, the sides alternate while
    they have members left; then the rest of one follows. In phases only those of one kind are next.
    """
    for block in table.state.own.sides.blocks:
        left = waiting(table.state, block)
        if not left:
            continue
        if len(block.sides) == 1:
            _up(table, block.sides[0])
        here = table.state.fight.combatants
        unable = tuple(who for who in left if not lookup.able(here[who]))
        if unable:
            return unable[:1]
        if table.state.own.setup.initiative is Initiative.PHASES:
            left = phases.present(table, left)
        side = _next_side(table.state, block, left)
        _up(table, side)
        return tuple(who for who in left if here[who].side == side)
    return ()


def _next_side(state: FantasiaFight, block: SideBlock, left: tuple[str, ...]) -> str:
    """The side after the one that acted last, of those with members left."""
    sides, up = block.sides, state.own.sides.up
    start = sides.index(up) + 1 if up in sides else 0
    having = {state.fight.combatants[who].side for who in left}
    return next(side for side in (*sides[start:], *sides[:start]) if side in having)


def _up(table: Table[FantasiaState], side: str) -> None:
    if table.state.own.sides.up != side:
        table.emit(SideBegan(side=side), rule="FF-INIT-04", to=known_sides.recipients_of(table.state.fight, side))
