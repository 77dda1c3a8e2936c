"""The board as the fight stands: its land, who stands where, and who is who's crowd."""

from __future__ import annotations

from engine.kernel.combatant import Place
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import BoardSet
from engine.kernel.fight import Board
from engine.kernel.system import Table
from engine.systems.dozen_die.board.contact import Crowd, in_contact
from engine.systems.dozen_die.board.ground import Ground
from engine.systems.dozen_die.board.land import Land, land_of
from engine.systems.dozen_die.board.sight import sees
from engine.systems.dozen_die.board.stand import Stand, distance, stand_at
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.sheet import Setup, Weather
from engine.systems.dozen_die.state import Own

INCH = "in"
"""The unit of length: a square is an inch."""


def ground(state: DD) -> Ground:
    """The ground that was set up; where nothing was, open ground as large as the fight's own board.  [DD-TERR-06]"""
    if state.own.adventure.ground is not None:
        return state.own.adventure.ground
    board = state.fight.board
    if board is None or board.width < 1 or board.height < 1:
        return Ground()
    return Ground(width=board.width, depth=board.height)


def land(state: DD) -> Land:
    """The ground with the doors that have been opened since, and the weather.  [DD-TERR-16]"""
    return land_of(ground(state), state.own.opened, state.own.weather is Weather.HURRICANE)


def require_ground(setup: Setup) -> None:
    """RuleRefusal where the ground that is set up makes no board."""
    try:
        if setup.ground is not None:
            land_of(setup.ground)
    except RuleRefusal as refusal:
        refusal.field = f"ground.{refusal.field}"
        raise


def lay_out(table: Table[Own]) -> None:
    """The fight's board is as large as its ground."""
    found, known = land(table.state), table.state.fight.board
    board = Board(grid="SQUARE", width=found.width, height=found.depth, unit=INCH)
    if known != board:
        table.emit(BoardSet(board=board), rule="DD-TERR-06")


# -- who is where
def stand(state: DD, who: str) -> Stand | None:
    """Where somebody stands; None for who is not on the board."""
    found = state.fight.combatants.get(who)
    if found is None or not look.stands_on(state, who, found):
        return None
    return stand_at(found.place, look.figure(state, who).size)


def stands(state: DD) -> dict[str, Stand]:
    """Everybody on the board, in order of joining, and where he stands."""
    found = {who: stand(state, who) for who in state.fight.combatants}
    return {who: where for who, where in found.items() if where is not None}


def crowd(state: DD, who: str) -> Crowd:
    """Everybody else on the board, as somebody looks at them."""
    return Crowd(*others(state, who))


def others(state: DD, who: str) -> tuple[dict[str, Stand], dict[str, Stand]]:
    """Where everybody else on the board stands, in order of joining: (of his own side, foreign)."""
    own: dict[str, Stand] = {}
    foreign: dict[str, Stand] = {}
    for other, where in stands(state).items():
        if other != who:
            (foreign if look.foreign(state, who, other) else own)[other] = where
    return own, foreign


# -- between two
def apart(state: DD, one: str, other: str) -> int | None:
    """Squares between two; None where one of them is not on the board.  [DD-GAP-07]"""
    mine, theirs = stand(state, one), stand(state, other)
    return None if mine is None or theirs is None else distance(mine, theirs)


def touches(state: DD, one: str, other: str) -> bool:
    """Whether two on the board are in contact.  [DD-CHG-04]"""
    mine, theirs = stand(state, one), stand(state, other)
    return mine is not None and theirs is not None and in_contact(land(state), mine, theirs)


def in_sight(state: DD, one: str, other: str) -> bool:
    """Whether a line of sight runs between two on the board.  [DD-GAP-16]"""
    mine, theirs = stand(state, one), stand(state, other)
    return mine is not None and theirs is not None and sees(land(state), mine, theirs)


def cover(state: DD, who: str, at: Place | None = None) -> tuple[str, int]:
    """(terrain, bonus): what shelters somebody from shots; of several squares the least cover counts.

    Who hangs on a face has none. at: where he is met; None: where he stands.  [DD-TERR-02, DD-GAP-14]
    """
    where = stand(state, who) if at is None else stand_at(at, look.figure(state, who).size)
    if where is None or where.height > land(state).floor(where):
        return "", 0
    found = [t for t in (land(state).terrain(at) for at in where.cells()) if t is not None]
    least = min(found, key=lambda terrain: terrain.cover_class, default=None)
    return ("", 0) if least is None else (least.id, least.cover_class)
