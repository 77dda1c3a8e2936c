"""The fight as a whole: it begins, rounds follow each other, and it is decided.  [FF-INIT-01]"""

from __future__ import annotations

from engine.kernel.decisions import Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import OutcomeReached, RoundBegan, TurnBegan
from engine.kernel.system import Table
from engine.systems.fantasia.questions import EndBattle, Verdict
from engine.systems.fantasia.rules import look, turn, unconscious
from engine.systems.fantasia.rules.initiative import roll_initiative
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own


def begin(table: Table[Own]) -> None:
    """Initiative, and the first turn of the first round."""
    if table.state.own.begun:
        raise RuleRefusal("the fight has begun", rule="FF-INIT-01")
    if not table.state.fight.combatants:
        raise RuleRefusal("nobody is here to fight", rule="FF-INIT-01")
    for who in tuple(table.state.fight.combatants):
        bearer = table.state.fight.combatants[who]
        if bearer.vitals["hp"].now == 0 and look.standing(bearer):
            unconscious.fall(table, who)
    _begin_round(table)
    _next_turn(table, after=None)


def go_on(table: Table[Own]) -> None:
    """The rules called it decided, the game master does not: the next turn begins."""
    state = table.state
    if state.fight.acting or state.fight.outcome is None or state.own.turn is None:
        raise RuleRefusal("the fight is going on", rule="FF-TURN-01")
    _next_turn(table, after=state.own.turn.combatant)


def _begin_round(table: Table[Own]) -> None:
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="FF-INIT-01")
    roll_initiative(table)


def end_turn(table: Table[Own], who: str) -> None:
    """His turn is over, and the next begins, unless the battle is."""
    turn.end(table, who)
    if not _over(table):
        _next_turn(table, after=who)


def _next_turn(table: Table[Own], after: str | None) -> None:
    """The next who can act gets his turn; turns of those who cannot begin and end at once on the way."""
    while True:
        who = _following(table.state, after)
        if who is None:
            _begin_round(table)
            who = _following(table.state, None)
        if who is None:
            _decide(table, "")
            return
        if turn.start(table, who):
            return
        turn.end(table, who)
        if _over(table):
            return
        after = who


def _following(state: FF, after: str | None) -> str | None:
    """Who acts next in this round; None at its end. The dead and those out of the fight have no turns."""
    order = state.fight.order
    start = order.index(after) + 1 if after in order else 0
    return next((who for who in order[start:] if state.fight.combatants[who].out is None), None)


# -- how it ends
def _over(table: Table[Own]) -> bool:
    """Whether the battle is, as the game master says where at most one side still stands."""
    sides = tuple(dict.fromkeys(c.side for c in table.state.fight.combatants.values() if look.standing(c)))
    if len(sides) > 1:
        return False
    standing = sides[0] if sides else ""
    offers = (
        Offer(key="over", body=Verdict(ended=True), rule="FF-KO-01"),
        Offer(key="go-on", body=Verdict(ended=False), rule="FF-KO-01"),
    )
    question = EndBattle(offers=offers, default="over", standing=standing)
    if not table.ask(table.state.fight.gms(), question, rule="FF-KO-01").ended:
        return False
    _decide(table, standing)
    return True


def _decide(table: Table[Own], standing: str) -> None:
    table.emit(OutcomeReached(result=standing), rule="FF-KO-01")
    table.emit(TurnBegan(acting=()), rule="FF-KO-01")
