"""The state of the game as a seat sees it."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Cell, Fight
from engine.kit.ground import knows_all, seen_ground
from engine.systems.dozen_die.board.terrain_map import terrain_map_of
from engine.systems.dozen_die.state import DozenDieState


def view(own: DozenDieState, fight: Fight, seat: str | None) -> DozenDieState:
    """The state as a seat sees it: the game is open, only fully hidden combatants are left out.

    Sides of which the seat knows nobody are left out too; that follows from the types of the state.
    """
    own = structs.replace(own, opened=opened) if (opened := _opened(own, fight, seat)) != own.opened else own
    known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
    if len(known) == len(own.figures):
        return own
    draw, activation = own.draw, own.activation
    if draw is not None:
        draw = structs.replace(
            draw,
            eligible=tuple(who for who in draw.eligible if who in known),
            marched=tuple(who for who in draw.marched if who in known),
        )
    if activation is not None:
        figures = tuple(who for who in activation.figures if who in known)
        done = tuple(who for who in activation.done if who in known)
        held = tuple(c for c in activation.held if c.attacker in known and c.defender in known)
        activation = structs.replace(activation, figures=figures, done=done, held=held) if figures else None
    figures_known = {who: figure for who, figure in own.figures.items() if who in known}
    fates = {who: fate for who, fate in own.fates.items() if who in known}
    reacted = tuple(who for who in own.reacted if who in known)
    return structs.replace(own, figures=figures_known, draw=draw, activation=activation, fates=fates, reacted=reacted)


def _opened(own: DozenDieState, fight: Fight, seat: str | None) -> tuple[Cell, ...]:
    """The squares of opened doors of which a seat knows."""
    if not own.opened or fight.ground is None or fight.is_gm(seat) or knows_all(fight.ground, seat):
        return own.opened
    land = terrain_map_of(seen_ground(fight.ground, seat))
    return tuple(at for at in own.opened if (square := land.square((at.x, at.y))) is not None and square.door)
