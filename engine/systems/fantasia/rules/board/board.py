"""Reading the board: occupied cells, properties of the ground, rules in force.

Everything here is None or False in a fight without one.  [FF-GRID-16]
"""

from __future__ import annotations

from engine.kit import Cell, Place, Point, RuleRefusal, spend
from engine.kit.board import NO_EDGES, Edges
from engine.kit.ground import Ground, SceneArea, SceneOutline, Space
from engine.systems.fantasia.ground import Facing, Floor, Grid, GridRule, edges_on, floors_of
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.grid import Block, behind, counted, in_back_arc, offset, squared

CELL = 100
"""Size of a cell of a square board in hundredths of a metre, the unit of points."""
HUGE = 3
"""Side length in cells from which enemies may be passed through.  [FF-GRID-05]"""
USUAL = 100
"""The natural size, in percent, up to which a combatant occupies one cell, whatever changes it.  [FF-GRID-12]"""
Standing = dict[Cell, list[str]]
"""Who stands on a cell."""


NONE = Ground()
ALL = Grid()


def ground(state: FantasiaFight) -> Ground:
    """The ground that was set up; without one there are no places that it names."""
    return NONE if state.fight.ground is None else state.fight.ground


def space(state: FantasiaFight) -> Space:
    """How places are told apart."""
    return ground(state).space


def grid(state: FantasiaFight) -> Grid | None:
    """The rules of the board, where the ground is one.  [FF-GRID-16]"""
    return (state.own.setup.grid or ALL) if space(state).kind == "GRID" else None


def plays(state: FantasiaFight, rule: GridRule) -> bool:
    """Whether a rule of the board is in force.  [FF-GRID-16]"""
    board = grid(state)
    return board is not None and rule not in board.ignored


def side(state: FantasiaFight, who: str) -> int:
    """Side length in cells of a combatant: 1, and its size in metres if it is large.  [FF-GRID-12, FF-GRID-13]

    A combatant that is naturally no larger than a person stays on one cell, however it grows.
    """
    return cells_of(lookup.fighter(state, who).size_percent, lookup.size_percent(state, who), grid(state))


def cells_of(natural: int, percent: int, rules: Grid | None) -> int:
    """Side length in cells of what naturally has this size, and has that one now, both in percent. rules: None: there
    is no board.  [FF-GRID-12, FF-GRID-13]"""
    if natural <= USUAL and rules is not None and GridRule.ONE_CELL not in rules.ignored:
        return 1
    return max(1, percent // 100)


def cell_of(state: FantasiaFight, who: str) -> Cell | None:
    """The cell of a combatant, of a large one that of least x and y; None without a board."""
    found = state.fight.combatants.get(who)
    if found is None or found.place is None or grid(state) is None:
        return None
    return found.place.cell


def block(state: FantasiaFight, who: str) -> Block | None:
    """All cells of a combatant."""
    cell = cell_of(state, who)
    return None if cell is None else Block(cell, side(state, who))


def facing(state: FantasiaFight, who: str) -> Facing | None:
    """The direction a combatant looks in; None where it was never set."""
    place = state.fight.combatants[who].place
    return Facing(place.facing) if place and place.facing in Facing.__members__ else None


# -- as the fight begins, and on entry
def require_places(state: FantasiaFight) -> None:
    """RuleRefusal for a combatant that cannot be where it was set up.  [FF-GRID-16]"""
    there = _standing(state)
    for who in state.fight.combatants:
        _require_place(state, who, there)


def misplaced(state: FantasiaFight) -> RuleRefusal | None:
    """What is wrong with somebody's place; None where nobody's is."""
    there = _standing(state)
    for who in state.fight.combatants:
        try:
            _require_place(state, who, there)
        except RuleRefusal as refusal:
            return refusal
    return None


def require_place(state: FantasiaFight, who: str) -> None:
    """RuleRefusal where a combatant cannot be at its place; one without a place is in nobody's way.

    On a board it needs free cells of the board that bear it, without one no cell.
    [FF-GRID-06, FF-GRID-16]
    """
    _require_place(state, who, _standing(state))


def _require_place(state: FantasiaFight, who: str, there: Standing) -> None:
    """there: who stands where."""
    found = state.fight.combatants[who]
    if found.place is None or found.out is not None:
        return
    if grid(state) is None and found.place.point is not None and not holds(state, found.place.point):
        raise RuleRefusal(f"{who} stands off the board", rule="FF-TURN-03", field="place")
    require_kind(state, who)
    stands = block(state, who)
    if stands is None:
        return
    if not fits(state, stands):
        raise RuleRefusal(f"{who} stands in a wall or off the board", rule="FF-GRID-06", field="place")
    alone = plays(state, GridRule.END_ON_EMPTY)
    others = (other for cell in stands.cells() for other in reversed(there.get(cell, ())) if other != who)
    other = next(others, None) if alone else None
    if other is not None:
        raise RuleRefusal(f"{who} and {other} share a cell", rule="FF-GRID-06", field="place")


def require_kind(state: FantasiaFight, who: str) -> None:
    """RuleRefusal for a cell where there is no board, and for another place on one.  [FF-GRID-16]"""
    place = state.fight.combatants[who].place
    if place is not None and (place.cell is None) is (grid(state) is not None):
        wanted = "a cell" if grid(state) else "no cell: it has no board"
        raise RuleRefusal(f"{who} needs {wanted} in this fight", rule="FF-GRID-16", field="place")


# -- ground
def floor(state: FantasiaFight, cell: Cell) -> Floor:
    """What a cell is."""
    return floors_of(ground(state)).at(cell)


def on_board(state: FantasiaFight, cell: Cell) -> bool:
    """Whether a cell lies on the board; every one does where it has no edge."""
    return _within(space(state), cell)


def _within(extent: Space, cell: Cell) -> bool:
    edged = extent.kind == "GRID" and extent.width > 0 and extent.height > 0
    return not edged or (0 <= cell.x < extent.width and 0 <= cell.y < extent.height)


def open_to(state: FantasiaFight, cell: Cell) -> bool:
    """Whether a cell can be entered at all: on the board, and no wall."""
    return open_on(ground(state), cell)


def open_on(laid: Ground, cell: Cell) -> bool:
    """The same of a ground."""
    return _within(laid.space, cell) and not floors_of(laid).at(cell).wall


def holds(state: FantasiaFight, point: Point) -> bool:
    """Whether a point is on the ground: within its extent, where it has one, edges included.

    Points are hundredths of a metre; so is the extent of an open board, and a cell of a square one is a metre.
    """
    extent = space(state)
    if extent.kind not in ("GRID", "PLANE") or extent.width <= 0 or extent.height <= 0:
        return True
    unit = CELL if extent.kind == "GRID" else 1
    return 0 <= point.x <= extent.width * unit and 0 <= point.y <= extent.height * unit


def outline(state: FantasiaFight) -> SceneArea | None:
    """The whole ground; None where it has no edge."""
    extent = space(state)
    if extent.kind not in ("GRID", "PLANE") or extent.width <= 0 or extent.height <= 0:
        return None
    unit = CELL if extent.kind == "GRID" else 1
    right, down = extent.width * unit, extent.height * unit
    corners = (Point(0, 0), Point(right, 0), Point(right, down), Point(0, down))
    return SceneArea(outlines=(SceneOutline(points=corners),))


def surface(state: FantasiaFight, stands: Block) -> int:
    """The height of the ground below a block, in metres: that of its highest cell."""
    return max(floor(state, cell).height for cell in stands.cells())


def fits(state: FantasiaFight, stands: Block) -> bool:
    """Whether every cell of a block can be stood on, and no wall runs through it.  [FF-GRID-12, FF-GRID-13]"""
    if stands.size > 1 and edges(state).astride(stands.corner.x, stands.corner.y, stands.size):
        return False
    laid = ground(state)
    return all(open_on(laid, cell) for cell in stands.cells())


# -- walls, doors and windows between cells
def edges(state: FantasiaFight) -> Edges:
    """What stands between cells, and what cells hide."""
    return NO_EDGES if state.fight.ground is None or grid(state) is None else edges_on(state.fight.ground)


def joined(state: FantasiaFight, block: Block, other: Block) -> bool:
    """Whether two blocks reach each other past walls: no wall crosses the line between two of their nearest cells.

    What nobody passes is a wall here, though one may see through it.  [FF-GRID-01]
    """
    walls = edges(state)
    if walls.none:
        return True
    apart = offset(block, other)
    return any(
        walls.joined((mine.x, mine.y), (theirs.x, theirs.y))
        for mine in block.cells()
        for theirs in other.cells()
        if (abs(mine.x - theirs.x), abs(mine.y - theirs.y)) == apart
    )


def sees(state: FantasiaFight, who: str, target: str) -> bool:
    """Whether nothing blocks the line from a combatant's middle to another's; always off the board.

    Nobody sees into a cell that hides either.

    What is lower than both of them blocks nothing.
    """
    walls = edges(state)
    if walls.none:
        return True
    mine, theirs = block(state, who), block(state, target)
    if mine is None or theirs is None:
        return True
    low = min(height(state, who), height(state, target))
    return walls.sight((mine.corner.x, mine.corner.y, mine.size), (theirs.corner.x, theirs.corner.y, theirs.size), low)


def height(state: FantasiaFight, who: str) -> int:
    """The height of a combatant, in metres."""
    place, stands = state.fight.combatants[who].place, block(state, who)
    if place is None or stands is None:
        return 0
    return max(place.height, surface(state, stands))


def firm(state: FantasiaFight, who: str) -> bool:
    """Whether there is firm ground below all of a combatant; always without a board.  [FF-ST-55]"""
    stands = block(state, who)
    return stands is None or all(floor(state, cell).firm for cell in stands.cells())


def placed_at(state: FantasiaFight, who: str, cell: Cell, looks: Facing | None) -> Place:
    """A combatant's place on a cell; one that hovers keeps its height above the ground."""
    here, stands = state.fight.combatants[who].place, block(state, who)
    above = max(0, here.height - surface(state, stands)) if here and stands else 0
    ground = surface(state, Block(cell, side(state, who)))
    return Place(cell=cell, height=ground + above, facing=looks.value if looks else None)


# -- occupied cells
def occupied(state: FantasiaFight, who: str) -> dict[Cell, str]:
    """Every cell occupied by somebody else, and by whom; the fallen who are out of the fight occupy none."""
    found: dict[Cell, str] = {}
    for cell, there in _standing(state).items():
        others = [other for other in there if other != who]
        if others:
            found[cell] = others[-1]
    return found


def _standing(state: FantasiaFight) -> Standing:
    """Every cell on which somebody stands, and who does; the fallen who are out of the fight stand nowhere."""
    spend(5 * len(state.fight.combatants))
    found: Standing = {}
    for who in state.fight.combatants.values():
        stands = None if who.out is not None else block(state, who.id)
        for cell in stands.cells() if stands else ():
            found.setdefault(cell, []).append(who.id)
    return found


def passable(state: FantasiaFight, who: str, other: str) -> bool:
    """Whether a combatant may move through another's cells.  [FF-GRID-03 to FF-GRID-05]"""
    if other in lookup.allies(state, who):
        return plays(state, GridRule.THROUGH_ALLIES)
    if not plays(state, GridRule.NOT_THROUGH_ENEMIES):
        return True
    return plays(state, GridRule.THROUGH_HUGE) and side(state, other) >= HUGE


# -- reach and backs
def reach(state: FantasiaFight, who: str, metres: int) -> int:
    """The melee reach in cells of a weapon of so many metres.  [FF-GRID-12, -13, -15]"""
    cells = side(state, who)
    return max(metres, cells) if plays(state, GridRule.LARGE_REACH) else metres


def reaches(state: FantasiaFight, who: str, target: str, metres: int) -> bool | None:
    """Whether a target is in melee reach with a weapon of so many metres; None off the board."""
    mine, theirs = block(state, who), block(state, target)
    return None if mine is None or theirs is None else reached(state, mine, theirs, reach(state, who, metres))


def reached(state: FantasiaFight, mine: Block, theirs: Block, cells: int) -> bool:
    """Whether a combatant on one block has another in melee reach. cells: as far as it reaches.

    A combatant on one cell reaches straight ahead, back and to both sides, never the diagonal neighbour; for a
    larger one a diagonal cell counts twice. Nobody reaches through a wall.

    [FF-GRID-01, FF-GRID-02, FF-GRID-13 to FF-GRID-15]
    """
    if not joined(state, mine, theirs):
        return False
    if not plays(state, GridRule.METRE_IS_CELL):
        return squared(mine, theirs) <= cells * cells
    columns, rows = offset(mine, theirs)
    if mine.size == 1:
        if (columns, rows) == (1, 1):
            return not plays(state, GridRule.NO_DIAGONAL)
        if columns and rows and plays(state, GridRule.FOUR_CELLS):
            return False
    return counted(mine, theirs, twice=plays(state, GridRule.DIAGONAL_TWICE)) <= cells


def beside(state: FantasiaFight, combatant: str, other: str) -> bool | None:
    """Whether two combatants are on adjacent cells, with no wall between; None off the board."""
    mine, theirs = block(state, combatant), block(state, other)
    if mine is None or theirs is None:
        return None
    if not joined(state, mine, theirs):
        return False
    columns, rows = offset(mine, theirs)
    return columns + rows <= 1 or ((columns, rows) == (1, 1) and not plays(state, GridRule.NO_DIAGONAL))


def strikes_back(state: FantasiaFight, who: str, target: str) -> bool:
    """Whether a combatant is straight behind a target.  [FF-GRID-09]"""
    mine, theirs, looks = block(state, who), block(state, target), facing(state, target)
    return mine is not None and theirs is not None and looks is not None and behind(theirs, looks, mine)


def shoots_back(state: FantasiaFight, who: str, target: str, metres: int) -> bool:
    """Whether a combatant is in the quarter behind a target, at half the range in metres or less.  [FF-GRID-11]"""
    mine, theirs, looks = block(state, who), block(state, target), facing(state, target)
    if mine is None or theirs is None or looks is None:
        return False
    return in_back_arc(theirs, looks, mine) and 4 * squared(mine, theirs) <= metres * metres
