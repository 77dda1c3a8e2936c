"""What happens in Delve: turns, ways, attacks."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from delve.model import Advantage, Attack, Attacked, Budget, Creature, Dodge, Fighter, Move, Opportunity, Own, Taken
from engine.kit import (
    Cell,
    Combatant,
    CombatantOut,
    Condition,
    ConditionGained,
    ConditionLost,
    DataFiles,
    Fight,
    Moved,
    Offer,
    OrderSet,
    Place,
    RoundBegan,
    RuleRefusal,
    State,
    Table,
    TurnBegan,
    WayBarred,
    outcomes,
)

CREATURES = DataFiles(Path(__file__).parent).listed("creatures", "creature", Creature)
Delve = Table[Own]


# -- looking
def standing(fight: Fight) -> list[Combatant]:
    """Those who are still in the fight."""
    return [one for one in fight.combatants.values() if one.out is None]


def cell_of(fight: Fight, who: str) -> Cell:
    """Where a combatant stands."""
    place = fight.combatants[who].place
    assert place is not None and place.cell is not None  # noqa: PT018  # `enter` lets nobody in without
    return place.cell


def between(one: Cell, other: Cell) -> int:
    """In squares."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def distance(fight: Fight, one: str, other: str) -> int:
    """In squares."""
    return between(cell_of(fight, one), cell_of(fight, other))


def creature_of(seen: State[Own], who: str) -> Creature:
    """What a combatant is."""
    return CREATURES[seen.own.fighters[who].creature]


def enemies(fight: Fight, who: str) -> list[str]:
    """In the order in which they have joined."""
    side = fight.combatants[who].side
    return [one.id for one in standing(fight) if one.side != side]


def targets(seen: State[Own], who: str) -> tuple[str, ...]:
    """Whom a combatant reaches."""
    reach = creature_of(seen, who).reach
    return tuple(one for one in enemies(seen.fight, who) if distance(seen.fight, who, one) <= reach)


def ways(seen: State[Own], who: str) -> dict[Cell, int]:
    """The free squares that a combatant can go to, the nearest first, and how many steps each takes."""
    fight = seen.fight
    if fight.ground is None or fight.combatants[who].has("prone"):
        return {}
    space, rows = fight.ground.space, fight.ground.rows
    height, width = len(rows) or space.height, len(rows[0]) if rows else space.width
    taken = {cell_of(fight, one.id) for one in standing(fight) if one.id != who}
    start = cell_of(fight, who)
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if steps[here] == seen.own.fighters[who].squares:
            break
        for y in range(max(here.y - 1, 0), min(here.y + 2, height)):
            for x in range(max(here.x - 1, 0), min(here.x + 2, width)):
                cell = Cell(x, y)
                if cell not in steps and cell not in taken and not (rows and rows[y][x] == "#"):
                    steps[cell] = steps[here] + 1
                    queue.append(cell)
    del steps[start]
    return steps


def advantage_of(seen: State[Own], who: str, target: str) -> Advantage:
    """What speaks for an attack, and what against it; both together are none."""
    fight = seen.fight
    attacker, other = fight.combatants[who], fight.combatants[target]
    near = distance(fight, who, target) <= 1
    good = other.has("prone") and near
    bad = attacker.has("prone") or attacker.has("poisoned") or other.has("dodging") or (other.has("prone") and not near)
    bad = bad or (not near and any(distance(fight, who, one) <= 1 for one in enemies(fight, who)))
    return "NONE" if good == bad else "ADVANTAGE" if good else "DISADVANTAGE"


# -- turns
def begin(table: Delve) -> None:
    """Initiative for everybody, and the first turn."""
    order = []
    for one in standing(table.state.fight):
        (face,) = table.roll("1d20", by=one.id, why="initiative", rule="DV-TURN")
        order.append((-face - creature_of(table.state, one.id).initiative, one.id))
    table.emit(OrderSet(turn_order=tuple(who for _, who in sorted(order))), rule="DV-TURN")
    next_turn(table, "")


def next_turn(table: Delve, after: str) -> None:
    """The fight is decided, or the next one acts with all that it has."""
    fight = table.state.fight
    sides = list(dict.fromkeys(one.side for one in standing(fight)))
    if outcomes.over(table, sides, None, rule="DV-END"):
        return
    order = [*fight.order, *(who for who in fight.combatants if who not in fight.order)]
    at = order.index(after) + 1 if after else 0
    coming = next(who for who in (*order[at:], *order[:at]) if fight.combatants[who].out is None)
    if not after or order.index(coming) < at:
        table.emit(RoundBegan(round=fight.round + 1), rule="DV-TURN")
    table.emit(TurnBegan(acting=(coming,)), rule="DV-TURN")
    lose(table, coming, "dodging")
    table.emit(
        Budget(combatant=coming, squares=creature_of(table.state, coming).speed, action=True, reaction=True),
        rule="DV-TURN",
    )


def end_turn(table: Delve, who: str) -> None:
    """Poison has worn off with the turn."""
    lose(table, who, "poisoned")
    next_turn(table, who)


def spend(table: Delve, who: str, *, squares: int = 0, action: bool = False, reaction: bool = False) -> None:
    """Something of what a combatant has left is used up."""
    has: Fighter = table.state.own.fighters[who]
    left = Budget(
        combatant=who,
        squares=max(has.squares - squares, 0),
        action=has.action and not action,
        reaction=has.reaction and not reaction,
    )
    table.emit(left, rule="DV-TURN")


def gain(table: Delve, who: str, kind: str, source: str) -> None:
    """A condition, once."""
    if not table.state.fight.combatants[who].has(kind):
        table.emit(
            ConditionGained(
                combatant=who, condition=kind, kind=kind, source=source, amount=None, left=None, until="its turn"
            ),
            rule="DV-CONDITION",
        )


def lose(table: Delve, who: str, kind: str) -> None:
    """A condition ends, where there is one."""
    found: Condition | None = next((c for c in table.state.fight.combatants[who].conditions if c.kind == kind), None)
    if found is not None:
        lost = ConditionLost(combatant=who, condition=found.key, kind=kind, reason="over")
        table.emit(lost, rule="DV-CONDITION")


# -- orders
def attack(table: Delve, order: Attack) -> None:
    """An order to attack."""
    who = order.combatant
    require_action(table, who)
    if order.target not in targets(table.seen(table.seat), who):
        raise RuleRefusal("that is no enemy within reach", rule="DV-ATTACK", field="target")
    spend(table, who, action=True)
    strike(table, who, order.target)


def require_action(table: Delve, who: str) -> None:
    """RuleRefusal where the action of this turn is used up."""
    if not table.state.own.fighters[who].action:
        raise RuleRefusal("the action of this turn is used up", rule="DV-TURN")


def strike(table: Delve, who: str, target: str) -> None:
    """A twenty-sided die against armour, two of them with advantage or disadvantage; then damage."""
    me, way = creature_of(table.state, who), advantage_of(table.state, who, target)
    faces = table.roll("1d20" if way == "NONE" else "2d20", by=who, why="attack", rule="DV-ATTACK")
    face = min(faces) if way == "DISADVANTAGE" else max(faces)
    critical = face == 20
    hit = critical or (face > 1 and face + me.attack >= creature_of(table.state, target).armour)
    told = Attacked(combatant=who, target=target, advantage=way, total=face + me.attack, hit=hit, critical=critical)
    table.emit(told, rule="DV-ATTACK")
    if not hit:
        return
    count, sides = me.damage.split("d")
    dice = f"{int(count) * (2 if critical else 1)}d{sides}"
    harm = sum(table.roll(dice, by=who, why="damage", rule="DV-DAMAGE")) + me.bonus
    table.change(target, "points", -harm, rule="DV-DAMAGE")
    fall_or_suffer(table, who, target)


def fall_or_suffer(table: Delve, who: str, target: str) -> None:
    """Without points it is out of the fight; else the rider of the hit takes hold."""
    rider = creature_of(table.state, who).rider
    if table.state.fight.combatants[target].vitals["points"].now == 0:
        table.emit(CombatantOut(combatant=target, reason="down"), rule="DV-END")
    elif rider:
        gain(table, target, rider, who)


def move(table: Delve, order: Move) -> None:
    """Go to a square; enemies whose side is left may strike first."""
    who, to = order.combatant, order.to
    steps = ways(table.seen(table.seat), who)
    if to.cell not in steps or to != Place(cell=to.cell):
        raise RuleRefusal("that square is too far, taken, or a wall", rule="DV-MOVE", field="to")
    here = cell_of(table.state.fight, who)
    spend(table, who, squares=steps[to.cell])
    for enemy in leaving(table, who, to.cell):
        if table.state.fight.combatants[who].out is None:
            react(table, enemy, who)
    if table.state.fight.combatants[who].out is not None:
        return
    if any(one.place == to for one in standing(table.state.fight)):
        table.emit(WayBarred(combatant=who, ahead=to), rule="DV-MOVE")  # by somebody whom it did not see
    else:
        table.emit(Moved(combatant=who, from_=Place(cell=here), to=to), rule="DV-MOVE")


def leaving(table: Delve, who: str, to: Cell) -> list[str]:
    """The enemies, known to all, whose side is left by going there."""
    seen = table.seen(None).fight
    if not table.state.own.opportunity or who not in seen.combatants:
        return []
    return [
        one
        for one in enemies(seen, who)
        if distance(seen, who, one) <= 1
        and between(to, cell_of(seen, one)) > 1
        and table.state.own.fighters[one].reaction
    ]


def react(table: Delve, enemy: str, who: str) -> None:
    """Ask an enemy whether it strikes."""
    offers = (Offer("strike", Taken(yes=True), "DV-OPPORTUNITY"), Offer("wait", Taken(yes=False), "DV-OPPORTUNITY"))
    question = Opportunity(offers=offers, default="strike", combatant=enemy, target=who)
    if table.ask(table.state.fight.holders(enemy), question, rule="DV-OPPORTUNITY").yes:
        spend(table, enemy, reaction=True)
        strike(table, enemy, who)


def dodge(table: Delve, order: Dodge) -> None:
    """Attacks on the dodger have disadvantage until its next turn."""
    require_action(table, order.combatant)
    spend(table, order.combatant, action=True)
    gain(table, order.combatant, "dodging", order.combatant)


def half_speed(seen: State[Own], who: str) -> int:
    """What it takes to get up."""
    return creature_of(seen, who).speed // 2


def stand_up(table: Delve, who: str) -> None:
    """Get up."""
    if not can_stand_up(table.state, who):
        raise RuleRefusal("nobody lies here who could get up", rule="DV-MOVE")
    spend(table, who, squares=half_speed(table.state, who))
    lose(table, who, "prone")


def can_stand_up(seen: State[Own], who: str) -> bool:
    """Whether somebody lies and has enough of its speed left."""
    lies = seen.fight.combatants[who].has("prone")
    return lies and seen.own.fighters[who].squares >= half_speed(seen, who)
