"""Reading the state: who is there, who owns and who decides for a figure. Nothing here decides."""

from __future__ import annotations

from engine.kit import Combatant, Fault, State
from engine.systems.dozen_die.house_rules import POOL
from engine.systems.dozen_die.sheet import Dice
from engine.systems.dozen_die.state import DozenDieState, Figure

DozenDieFight = State[DozenDieState]
"""A fight of this system at one moment."""

NEUTRAL = "neutral"
"""The side of creatures and NPCs; every other side is a player's."""


def figure(state: DozenDieFight, who: str) -> Figure:
    """A combatant's part of the system's state. Fault where there is none."""
    found = state.own.figures.get(who)
    if found is None:
        raise Fault(f"there is no figure {who!r}")
    return found


def hp(state: DozenDieFight, who: str) -> int:
    """Hit points that a figure has left."""
    return state.fight.combatants[who].vitals["hp"].now


def standing(state: DozenDieFight, who: str) -> bool:
    """Whether a figure is on the board: no casualty, not gone, not still waiting beside it."""
    return stands_on(state, who, state.fight.combatants[who])


def stands_on(state: DozenDieFight, who: str, bearer: Combatant) -> bool:
    """The same for a given combatant. A game master may place anybody anywhere: without a board everybody is on it."""
    place = bearer.place
    if bearer.out is not None or place is None or place.cell is None:
        return False
    ground, size, cell = state.fight.ground, figure(state, who).size, place.cell
    if ground is None:
        return True
    space = ground.space
    return cell.x >= 0 and cell.y >= 0 and cell.x + size <= space.width and cell.y + size <= space.height


def here(state: DozenDieFight) -> tuple[str, ...]:
    """Everybody on the board, in order of joining."""
    found: tuple[str, ...] | None = state.kept.get(here)
    if found is None:
        found = state.kept[here] = tuple(_here(state))
    return found


def _here(state: DozenDieFight) -> list[str]:
    people, ground = state.fight.combatants, state.fight.ground
    if ground is None:
        return [who for who, person in people.items() if person.out is None and person.place and person.place.cell]
    figures, width, height = state.own.figures, ground.space.width, ground.space.height
    found = list[str]()
    for who, bearer in people.items():
        place = bearer.place
        if bearer.out is not None or place is None or (cell := place.cell) is None:
            continue
        size = figures[who].size
        if cell.x >= 0 and cell.y >= 0 and cell.x + size <= width and cell.y + size <= height:
            found.append(who)
    return found


def neutral(state: DozenDieFight, who: str) -> bool:
    """Whether a figure belongs to no player."""
    return state.fight.combatants[who].side == NEUTRAL


def foreign(state: DozenDieFight, who: str, other: str) -> bool:
    """Whether two figures are of different sides: neutrals are one side, and foreign to every player.  [DD-CHG-01]"""
    return state.fight.combatants[who].side != state.fight.combatants[other].side


def foes(state: DozenDieFight, who: str) -> tuple[str, ...]:
    """Every figure on the board foreign to this one, in order of joining."""
    people = state.fight.combatants
    side = people[who].side
    return tuple([other for other in here(state) if people[other].side != side])


def own_side(state: DozenDieFight, side: str) -> tuple[str, ...]:
    """The figures of a side that are on the board, in order of joining."""
    people = state.fight.combatants
    return tuple([who for who in here(state) if people[who].side == side])


def sides(state: DozenDieFight) -> tuple[str, ...]:
    """The players' sides, in order of joining."""
    known: tuple[str, ...] | None = state.kept.get(sides)
    if known is None:
        found = dict.fromkeys([c.side for c in state.fight.combatants.values()])
        known = state.kept[sides] = tuple([side for side in found if side != NEUTRAL])
    return known


def standing_sides(state: DozenDieFight) -> tuple[str, ...]:
    """The players' sides that have a figure on the board, in order of joining."""
    return tuple(side for side in sides(state) if own_side(state, side))


def active_side(state: DozenDieFight) -> str | None:
    """The side whose die is in hand; None between draws.  [DD-ACT-01]"""
    return state.own.draw.side if state.own.draw is not None else None


def others_in_turn(state: DozenDieFight) -> tuple[str, ...]:
    """The players' sides that are not active, starting after the active one: the order in which they are asked."""
    all_sides, active = sides(state), active_side(state)
    start = all_sides.index(active) + 1 if active in all_sides else 0
    return tuple(side for side in (*all_sides[start:], *all_sides[:start]) if side != active)


def seats_of(state: DozenDieFight, side: str) -> tuple[str, ...]:
    """The seats that give orders to a side's figures, in order of joining; the GM's where there are none."""
    controllers = [c.controller for c in state.fight.combatants.values() if c.side == side]
    return tuple(seat for seat in state.fight.seats if seat in controllers) or state.fight.gms()


def speaks(state: DozenDieFight, who: str) -> bool:
    """Whether a figure speaks for its side: the first of each seat's figures on the board does."""
    bearer = state.fight.combatants[who]
    of_seat = (c for c in own_side(state, bearer.side) if state.fight.combatants[c].controller == bearer.controller)
    return next(of_seat, None) == who


def deciders(state: DozenDieFight, who: str) -> tuple[str, ...]:
    """The seats that decide for a figure: its player's; for a neutral the seat that activated it, else its opponent's.

    Of several opponents it is the next after the active side; the GM, where that one does not know of the figure.
    [DD-REA-02, DD-REA-03]
    """
    bearer = state.fight.combatants[who]
    activation = state.own.activation
    if not neutral(state, who) or (activation is not None and who in activation.figures):
        return state.fight.holders(who)
    opponents = others_in_turn(state)
    seats = seats_of(state, opponents[0]) if opponents else ()
    return tuple(seat for seat in seats if state.fight.sees(seat, bearer)) or state.fight.gms()


def pool(state: DozenDieFight, who: str) -> int | None:
    """How many dice a figure's side has for a roll, beside an activation die; None for neutrals: always enough.

    A side that joins in a running round has the dice of the setup.  [DD-DICE-04]
    """
    side = state.fight.combatants[who].side
    if side == NEUTRAL:
        return None
    found = state.own.pools.get(side)
    return dice_of(state, side).pool if found is None else found.dice + found.extra


def dice_of(state: DozenDieFight, side: str) -> Dice:
    """The dice of a side: the setup's, or the usual ones where it gives none.  [DD-DICE-07]"""
    found = next((dice for dice in state.own.adventure.dice if dice.side == side), None)
    return Dice(side=side, pool=POOL.of(state.fight)) if found is None else found
