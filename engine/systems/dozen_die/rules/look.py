"""Reading the state: who is there, whose it is, who decides for it. Nothing here decides."""

from __future__ import annotations

from engine.kernel.combatant import Combatant
from engine.kernel.errors import Fault
from engine.kernel.fight import State
from engine.systems.dozen_die.sheet import Dice
from engine.systems.dozen_die.state import Figure, Own

DD = State[Own]
"""A fight of this system at one moment."""

NEUTRAL = "neutral"
"""The side of creatures and NPCs; every other side is a player's."""


def figure(state: DD, who: str) -> Figure:
    """A combatant's part of the system's state. Fault where there is none."""
    found = state.own.figures.get(who)
    if found is None:
        raise Fault(f"there is no figure {who!r}")
    return found


def hp(state: DD, who: str) -> int:
    """Hit points somebody has left."""
    return state.fight.combatants[who].vitals["hp"].now


def standing(state: DD, who: str) -> bool:
    """Whether somebody is on the board: neither a casualty nor gone from it, nor still waiting beside it."""
    return stands_on(state, who, state.fight.combatants[who])


def stands_on(state: DD, who: str, bearer: Combatant) -> bool:
    """The same of a combatant at hand. A game master may set anybody anywhere: without a board all is on it."""
    place = bearer.place
    if bearer.out is not None or place is None or place.cell is None:
        return False
    board, size, cell = state.fight.board, figure(state, who).size, place.cell
    if board is None:
        return True
    return cell.x >= 0 and cell.y >= 0 and cell.x + size <= board.width and cell.y + size <= board.height


def here(state: DD) -> tuple[str, ...]:
    """Everybody on the board, in order of joining."""
    return tuple([who for who, bearer in state.fight.combatants.items() if stands_on(state, who, bearer)])


def neutral(state: DD, who: str) -> bool:
    """Whether somebody belongs to no player."""
    return state.fight.combatants[who].side == NEUTRAL


def foreign(state: DD, who: str, other: str) -> bool:
    """Whether two figures are of different sides: neutrals are one side, and foreign to every player.  [DD-CHG-01]"""
    return state.fight.combatants[who].side != state.fight.combatants[other].side


def foes(state: DD, who: str) -> tuple[str, ...]:
    """Every figure on the board that is foreign to somebody, in order of joining."""
    return tuple(other for other in here(state) if foreign(state, who, other))


def own_side(state: DD, side: str) -> tuple[str, ...]:
    """The figures of a side that are on the board, in order of joining."""
    return tuple(who for who in here(state) if state.fight.combatants[who].side == side)


def sides(state: DD) -> tuple[str, ...]:
    """The players' sides, in order of joining."""
    found = dict.fromkeys(c.side for c in state.fight.combatants.values())
    return tuple(side for side in found if side != NEUTRAL)


def standing_sides(state: DD) -> tuple[str, ...]:
    """The players' sides that have a figure on the board, in order of joining."""
    return tuple(side for side in sides(state) if own_side(state, side))


def active_side(state: DD) -> str | None:
    """The side whose die is in hand; None between draws.  [DD-ACT-01]"""
    return state.own.draw.side if state.own.draw is not None else None


def others_in_turn(state: DD) -> tuple[str, ...]:
    """The players' sides that are not active, beginning behind the active one: the order in which they are asked."""
    all_sides, active = sides(state), active_side(state)
    start = all_sides.index(active) + 1 if active in all_sides else 0
    return tuple(side for side in (*all_sides[start:], *all_sides[:start]) if side != active)


def seats_of(state: DD, side: str) -> tuple[str, ...]:
    """The seats that give the orders of a side's figures, in order of joining; the GM's where nobody does."""
    controllers = [c.controller for c in state.fight.combatants.values() if c.side == side]
    return tuple(seat for seat in state.fight.seats if seat in controllers) or state.fight.gms()


def speaks(state: DD, who: str) -> bool:
    """Whether somebody speaks for his side: of each seat's figures on the board the first one does."""
    bearer = state.fight.combatants[who]
    of_seat = (c for c in own_side(state, bearer.side) if state.fight.combatants[c].controller == bearer.controller)
    return next(of_seat, None) == who


def deciders(state: DD, who: str) -> tuple[str, ...]:
    """The seats that decide for a figure: its player's, and for a neutral whoever activated it, or else his opponent.

    Of several opponents it is the next behind the active side; the GM, where that one does not know of him.
    [DD-REA-02, DD-REA-03]
    """
    bearer = state.fight.combatants[who]
    activation = state.own.activation
    if not neutral(state, who) or (activation is not None and who in activation.figures):
        return state.fight.holders(who)
    opponents = others_in_turn(state)
    seats = seats_of(state, opponents[0]) if opponents else ()
    return tuple(seat for seat in seats if state.fight.sees(seat, bearer)) or state.fight.gms()


def pool(state: DD, who: str) -> int | None:
    """How many dice a figure's side has for a roll, beside an activation die; None for neutrals: always enough.

    Who comes into a running round with a side of its own has those of the setup.  [DD-DICE-04]
    """
    side = state.fight.combatants[who].side
    if side == NEUTRAL:
        return None
    found = state.own.pools.get(side)
    return dice_of(state, side).pool if found is None else found.dice + found.extra


def dice_of(state: DD, side: str) -> Dice:
    """The dice of a side: the setup's, or those that a side has where it says nothing.  [DD-DICE-07]"""
    return next((dice for dice in state.own.adventure.dice if dice.side == side), Dice(side=side))
