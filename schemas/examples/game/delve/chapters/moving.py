"""Ways on the grid, getting up, and enemies whose side is left."""

from __future__ import annotations

from collections.abc import Iterator

import engine.kit as k
from delve.chapters import basics as b
from delve.chapters import fighting
from delve.model import Move, StandUp
from engine.kit import board
from engine.kit.ground import Ground


def is_floor(ground: Ground | None, cell: k.Cell) -> bool:
    """Whether a square is on the board, and no wall."""
    if ground is None:
        return False
    rows, space = ground.rows, ground.space
    height, width = len(rows) or space.height, len(rows[0]) if rows else space.width
    return 0 <= cell.x < width and 0 <= cell.y < height and not (rows and rows[cell.y][cell.x] == "#")


def ways(seen: b.Seen, who: str) -> dict[k.Cell, tuple[k.Cell, ...]]:
    """The free squares that a combatant can go to, the nearest first, each with the way there."""
    fight = seen.fight
    if fight.combatants[who].has("prone") or fight.combatants[who].has("bound"):
        return {}
    taken = {creature.place for creature in fight.standing}

    def is_free(cell: k.Cell) -> bool:
        return is_floor(fight.ground, cell) and k.Place(cell=cell) not in taken

    return board.ways(b.cell_of(fight, who), is_free, seen.own.fighters[who].squares)


def offers(seen: b.Seen, who: str) -> Iterator[k.Offer[k.Order]]:
    """Getting up, and every square in reach."""
    if can_stand_up(seen, who):
        yield k.Offer("stand-up", StandUp(combatant=who), "DV-MOVE")
    if places := [k.Place(cell=cell) for cell in ways(seen, who)]:
        yield k.Offer("move", Move(combatant=who, to=places[0]), "DV-MOVE", (k.place_field("to", places),))


def move(table: b.Delve, order: Move) -> None:
    """Go to a square; enemies whose side is left may strike first."""
    who, to, there = order.combatant, order.to, ways(table.seen(table.seat), order.combatant)
    if to.cell not in there or to != k.Place(cell=to.cell):
        raise k.RuleRefusal("that square is too far, taken, or a wall", rule="DV-MOVE", field="to")
    b.leave(table, who, squares=table.state.own.fighters[who].squares - len(there[to.cell]))
    for enemy in leaving(table, who, to.cell):
        if b.able(table.state.fight.combatants[who]) and b.able(table.state.fight.combatants[enemy]):
            fighting.react(table, enemy, who)
    if not b.able(table.state.fight.combatants[who]) or table.state.fight.combatants[who].has("prone"):
        return
    if any(there.place == to for there in table.state.fight.standing):
        table.emit(k.WayBarred(combatant=who, ahead=to), rule="DV-MOVE")  # by somebody whom it did not see
    else:
        table.emit(k.Moved(combatant=who, from_=k.Place(cell=b.cell_of(table.state.fight, who)), to=to), rule="DV-MOVE")


def leaving(table: b.Delve, who: str, to: k.Cell) -> list[str]:
    """The enemies, known to all, whose side is left by going there."""
    seen = table.seen(None).fight
    there = b.enemies(seen, who) if who in seen.combatants else []
    near = [foe for foe in there if b.distance(seen, who, foe) <= 1 < b.between(to, b.cell_of(seen, foe))]
    return [foe for foe in near if table.state.own.fighters[foe].reaction]


def half_speed(seen: b.Seen, who: str) -> int:
    """What it takes to get up."""
    return b.creature_of(seen, who).speed // 2


def can_stand_up(seen: b.Seen, who: str) -> bool:
    """Whether somebody lies and has enough of its speed left."""
    return seen.fight.combatants[who].has("prone") and seen.own.fighters[who].squares >= half_speed(seen, who)


def stand_up(table: b.Delve, order: StandUp) -> None:
    """Get up."""
    if not can_stand_up(table.state, order.combatant):
        raise k.RuleRefusal("nobody lies here who could get up", rule="DV-MOVE")
    who = order.combatant
    b.leave(table, who, squares=table.state.own.fighters[who].squares - half_speed(table.state, who))
    b.lose(table, who, "prone")
