"""Initiative, turns, and the end of a fight."""

from __future__ import annotations

from collections.abc import Iterator

import engine.kit as k
from delve.chapters import basics as b
from delve.chapters import fighting
from delve.model import EndTurn


def sides(fight: k.Fight) -> list[str]:
    """Those of which somebody can fight."""
    return list(dict.fromkeys(creature.side for creature in fight.standing if b.able(creature)))


def begin(table: b.Delve) -> None:
    """Initiative for everybody, and the first turn."""
    if table.state.fight.round:
        raise k.RuleRefusal("the fight has begun", rule="DV-TURN")
    order = []
    for creature in table.state.fight.standing:
        (face,) = table.roll("1d20", by=creature.id, why="initiative", rule="DV-TURN")
        order.append((-face - b.creature_of(table.state, creature.id).initiative, creature.id))
    table.emit(k.OrderSet(turn_order=tuple(who for _, who in sorted(order))), rule="DV-TURN")
    next_turn(table, "")


def next_turn(table: b.Delve, after: str) -> None:
    """The fight is decided, or the next one acts with all that it has; whoever lies dying rolls on its turn."""
    while not k.outcomes.over(table, sides(table.state.fight), None, rule="DV-END"):
        coming, anew = k.turns.coming(table.state.fight, after)
        if anew:
            table.emit(k.RoundBegan(round=table.state.fight.round + 1), rule="DV-TURN")
        if table.state.fight.combatants[coming].has("dying"):
            fighting.save_from_death(table, coming)
        if b.able(table.state.fight.combatants[coming]):
            table.emit(k.TurnBegan(acting=(coming,)), rule="DV-TURN")
            b.lose(table, coming, "dodging")
            b.leave(table, coming, squares=b.creature_of(table.state, coming).speed, action=True, reaction=True)
            return
        after = coming


def offers(seen: b.Seen, who: str) -> Iterator[k.Offer[k.Order]]:
    """Whoever acts may end its turn."""
    yield k.Offer("end-turn", EndTurn(combatant=who), "DV-TURN")


def end(table: b.Delve, order: EndTurn) -> None:
    """Poison has worn off with the turn."""
    b.lose(table, order.combatant, "poisoned")
    next_turn(table, order.combatant)


def go_on(table: b.Delve, who: str) -> None:
    """After an order: the end of the fight, or the next turn where who acts can do no more."""
    fight = table.state.fight
    if fight.outcome is None and who in fight.acting and (len(sides(fight)) <= 1 or not b.able(fight.combatants[who])):
        next_turn(table, who)
