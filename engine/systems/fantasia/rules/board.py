"""Reading the board: who stands on which cells, what the ground is like, which rules are played.

Everything here is None or False in a fight without one.  [FF-GRID-16]
"""

from __future__ import annotations

from engine.kernel.combatant import Cell, Place, Point
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import BoardSet
from engine.kernel.fight import Board
from engine.kernel.system import Table
from engine.systems.fantasia.ground import Facing, Grid, GridRule, Patch
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.grid import Block, behind, counted, in_back_arc, offset, squared
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own

PLAIN = Patch(x=0, y=0)
"""Ground nobody has said anything about: level, open and firm."""
CELL = 100
"""Hundredths of a metre that a cell of a square board measures, where somebody is at a point."""
HUGE = 3
"""Enemies that occupy so many cells a side may be passed through.  [FF-GRID-05]"""
USUAL = 100
"""The size, in percent, up to which somebody occupies one cell, whatever changes his size.  [FF-GRID-12]"""


def grid(state: FF) -> Grid | None:
    """The board as it was set up."""
    return state.own.setup.grid


def plays(state: FF, rule: GridRule) -> bool:
    """Whether a rule of the board is in force.  [FF-GRID-16]"""
    board = grid(state)
    return board is not None and rule not in board.ignored


def side(state: FF, who: str) -> int:
    """How many cells a side somebody occupies: 1, and somebody large his size in metres.  [FF-GRID-12, FF-GRID-13]

    Who is no larger than a person by nature stays on his one cell, however he grows.
    """
    if look.fighter(state, who).size_percent <= USUAL and plays(state, GridRule.ONE_CELL):
        return 1
    return max(1, look.size_percent(state, who) // 100)


def cell_of(state: FF, who: str) -> Cell | None:
    """The cell somebody stands on, of a large one that of least x and y; None without a board."""
    found = state.fight.combatants.get(who)
    if found is None or found.place is None or grid(state) is None:
        return None
    return found.place.cell


def block(state: FF, who: str) -> Block | None:
    """All cells somebody stands on."""
    cell = cell_of(state, who)
    return None if cell is None else Block(cell, side(state, who))


def facing(state: FF, who: str) -> Facing | None:
    """Where somebody looks; None where nobody has said."""
    place = state.fight.combatants[who].place
    return Facing(place.facing) if place and place.facing in Facing.__members__ else None


# -- as the fight begins, and as somebody enters it
def lay_out(table: Table[Own]) -> None:
    """The fight's board is one of squares. RuleRefusal where somebody does not stand on it.  [FF-GRID-16]"""
    state = table.state
    for who in state.fight.combatants:
        require_place(state, who)
    extent = state.fight.board
    if grid(state) is not None and (extent is None or extent.grid != "SQUARE"):
        table.emit(BoardSet(board=Board(grid="SQUARE")), rule="FF-GRID-16")


def require_place(state: FF, who: str) -> None:
    """RuleRefusal where somebody of the fight cannot be where he is placed; who has no place is nowhere in the way.

    On a board he needs cells of it that bear him and where nobody else stands, without one no cell.
    [FF-GRID-06, FF-GRID-16]
    """
    found = state.fight.combatants[who]
    if found.place is None or found.out is not None:
        return
    if grid(state) is None and found.place.point is not None and not holds(state, found.place.point):
        raise RuleRefusal(f"{who} stands off the board", rule="FF-TURN-03", field="place")
    if (found.place.cell is None) is (grid(state) is not None):
        wanted = "a cell" if grid(state) else "no cell: it has no board"
        raise RuleRefusal(f"{who} needs {wanted} in this fight", rule="FF-GRID-16", field="place")
    stands = block(state, who)
    if stands is None:
        return
    if not fits(state, stands):
        raise RuleRefusal(f"{who} stands in a wall or off the board", rule="FF-GRID-06", field="place")
    taken = occupied(state, who) if plays(state, GridRule.END_ON_EMPTY) else {}
    other = next((taken[cell] for cell in stands.cells() if cell in taken), None)
    if other is not None:
        raise RuleRefusal(f"{who} and {other} share a cell", rule="FF-GRID-06", field="place")


# -- the ground
def patch(state: FF, cell: Cell) -> Patch:
    """What a cell is like."""
    board = grid(state)
    for laid in reversed(board.terrain if board else ()):
        if laid.x <= cell.x < laid.x + laid.columns and laid.y <= cell.y < laid.y + laid.rows:
            return laid
    return PLAIN


def open_to(state: FF, cell: Cell) -> bool:
    """Whether anybody can be on a cell: on the board, and no wall."""
    extent = state.fight.board
    edged = extent is not None and extent.grid == "SQUARE" and extent.width > 0 and extent.height > 0
    if edged and extent is not None and not (0 <= cell.x < extent.width and 0 <= cell.y < extent.height):
        return False
    return not patch(state, cell).wall


def holds(state: FF, point: Point) -> bool:
    """Whether a point lies on the ground: within its extent, where it has one, edges included.

    Points are hundredths of a metre; so is the extent of an open board, and a cell of a square one is a metre.
    """
    extent = state.fight.board
    if extent is None or extent.grid == "NONE" or extent.width <= 0 or extent.height <= 0:
        return True
    unit = CELL if extent.grid == "SQUARE" else 1
    return 0 <= point.x <= extent.width * unit and 0 <= point.y <= extent.height * unit


def surface(state: FF, stands: Block) -> int:
    """How high the ground below a block is, in metres: its highest cell bears him."""
    return max(patch(state, cell).height for cell in stands.cells())


def fits(state: FF, stands: Block) -> bool:
    """Whether every cell of a block can be stood on.  [FF-GRID-12, FF-GRID-13]"""
    return all(open_to(state, cell) for cell in stands.cells())


def height(state: FF, who: str) -> int:
    """How high somebody is, in metres."""
    place, stands = state.fight.combatants[who].place, block(state, who)
    if place is None or stands is None:
        return 0
    return max(place.height, surface(state, stands))


def firm(state: FF, who: str) -> bool:
    """Whether there is firm ground below all of somebody; without a board there is.  [FF-ST-55]"""
    stands = block(state, who)
    return stands is None or all(patch(state, cell).firm for cell in stands.cells())


def placed_at(state: FF, who: str, cell: Cell, looks: Facing | None) -> Place:
    """Somebody's place on a cell; who hovers keeps as far above the ground as he was."""
    here, stands = state.fight.combatants[who].place, block(state, who)
    above = max(0, here.height - surface(state, stands)) if here and stands else 0
    ground = surface(state, Block(cell, side(state, who)))
    return Place(cell=cell, height=ground + above, facing=looks.value if looks else None)


# -- who is where
def occupied(state: FF, who: str) -> dict[Cell, str]:
    """Every cell on which somebody else of the fight stands, and who; the fallen who are out of it stand nowhere."""
    found: dict[Cell, str] = {}
    for other in state.fight.combatants.values():
        stands = None if other.id == who or other.out is not None else block(state, other.id)
        found |= dict.fromkeys(stands.cells(), other.id) if stands else {}
    return found


def passable(state: FF, who: str, other: str) -> bool:
    """Whether somebody may move through another's cells.  [FF-GRID-03 to FF-GRID-05]"""
    if other in look.allies(state, who):
        return plays(state, GridRule.THROUGH_ALLIES)
    if not plays(state, GridRule.NOT_THROUGH_ENEMIES):
        return True
    return plays(state, GridRule.THROUGH_HUGE) and side(state, other) >= HUGE


# -- reach and backs
def reach(state: FF, who: str, metres: int) -> int:
    """How many cells somebody reaches hand to hand with a weapon of so many metres.  [FF-GRID-12, -13, -15]"""
    cells = side(state, who)
    return max(metres, cells) if plays(state, GridRule.LARGE_REACH) else metres


def reaches(state: FF, who: str, target: str, metres: int) -> bool | None:
    """Whether somebody reaches a target hand to hand with a weapon of so many metres; None off the board.

    Who occupies one cell reaches straight ahead, back and to both sides, and never the diagonal neighbour; for who
    is larger a diagonal cell counts twice.  [FF-GRID-01, FF-GRID-02, FF-GRID-13 to FF-GRID-15]
    """
    mine, theirs = block(state, who), block(state, target)
    if mine is None or theirs is None:
        return None
    cells = reach(state, who, metres)
    if not plays(state, GridRule.METRE_IS_CELL):
        return squared(mine, theirs) <= cells * cells
    columns, rows = offset(mine, theirs)
    if mine.size == 1:
        if (columns, rows) == (1, 1):
            return not plays(state, GridRule.NO_DIAGONAL)
        if columns and rows and plays(state, GridRule.FOUR_CELLS):
            return False
    return counted(mine, theirs, twice=plays(state, GridRule.DIAGONAL_TWICE)) <= cells


def beside(state: FF, one: str, other: str) -> bool | None:
    """Whether two stand on neighbouring cells; None off the board."""
    mine, theirs = block(state, one), block(state, other)
    if mine is None or theirs is None:
        return None
    columns, rows = offset(mine, theirs)
    return columns + rows <= 1 or ((columns, rows) == (1, 1) and not plays(state, GridRule.NO_DIAGONAL))


def strikes_back(state: FF, who: str, target: str) -> bool:
    """Whether somebody stands straight behind a target.  [FF-GRID-09]"""
    mine, theirs, looks = block(state, who), block(state, target), facing(state, target)
    return mine is not None and theirs is not None and looks is not None and behind(theirs, looks, mine)


def shoots_back(state: FF, who: str, target: str, metres: int) -> bool:
    """Whether somebody is in the quarter behind a target, at half the range of so many metres or less.  [FF-GRID-11]"""
    mine, theirs, looks = block(state, who), block(state, target), facing(state, target)
    if mine is None or theirs is None or looks is None:
        return False
    return in_back_arc(theirs, looks, mine) and 4 * squared(mine, theirs) <= metres * metres
