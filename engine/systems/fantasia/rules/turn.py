"""Rounds and turns: what a turn begins with, what it holds, how it ends.  [FF-TURN-01 to FF-TURN-07]"""

from __future__ import annotations

from engine.kernel.combatant import Condition
from engine.kernel.decisions import Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import OutcomeReached, RoundBegan, TurnBegan
from engine.kernel.messages import Order
from engine.kernel.system import Table
from engine.systems.fantasia import commands as o
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.events import ActionsGiven, ActionSpent, ReactionRegained, TurnEnded
from engine.systems.fantasia.questions import EndBattle, Verdict
from engine.systems.fantasia.rules import look, unconscious
from engine.systems.fantasia.rules.actions import ACTIONS, perform
from engine.systems.fantasia.rules.conditions import lose
from engine.systems.fantasia.rules.initiative import roll_initiative
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.requests import attribute_check, other
from engine.systems.fantasia.state import Own

UNTIL_TURN = "OWN_TURN_START"
"""The end of what lasts until its bearer's next turn begins."""

FREE = (o.LieDown, o.LetGo, o.CheckAttribute)
"""Orders that need neither of the two actions: a check costs what the game master says."""
EITHER = (o.Move, o.StandUp, o.Draw, o.Reload, o.BreakFree)
"""Orders that the movement action pays, or the normal one.  [FF-TURN-04, FF-TURN-07]"""


# -- the fight
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
        if begin_turn(table, who):
            return
        if _end(table, who):
            return
        after = who


def _following(state: FF, after: str | None) -> str | None:
    """Who acts next in this round; None at its end. The dead and those out of the fight have no turns."""
    order = state.fight.order
    start = order.index(after) + 1 if after in order else 0
    return next((who for who in order[start:] if state.fight.combatants[who].out is None), None)


# -- one turn
def begin_turn(table: Table[Own], who: str) -> bool:
    """What happens as a turn starts, in this order; then its two actions, if he can act. Whether he can.

    What lasted until now ends, an unused readied action is lost, the reaction is back; the death counter runs.
    """
    table.emit(TurnBegan(acting=(who,)), rule="FF-INIT-01")
    for condition in table.state.fight.combatants[who].conditions:
        if _ends_now(condition):
            kind = CONDITIONS.get(condition.kind)
            rule = "FF-READY-03" if condition.kind == "readied" else kind.carries if kind else "FF-TURN-01"
            lose(table, who, condition.kind, reason="turn", rule=rule)
    if look.fighter(table.state, who).reacted:
        table.emit(ReactionRegained(combatant=who), rule="FF-REACT-02")
    if table.state.fight.combatants[who].has("unconscious"):
        unconscious.tick(table, who)
    if not look.able(table.state.fight.combatants[who]):
        return False
    table.emit(ActionsGiven(combatant=who, normal=1, movement=1), rule="FF-TURN-01")
    return True


def _ends_now(condition: Condition) -> bool:
    """Whether a condition lasts until its bearer's turn begins; one set up without an end has its kind's."""
    kind = CONDITIONS.get(condition.kind)
    return (condition.until or (kind.until if kind else "")) == UNTIL_TURN


def end_turn(table: Table[Own], who: str) -> None:
    """His turn is over, and the next begins, unless the battle is."""
    if not _end(table, who):
        _next_turn(table, after=who)


def _end(table: Table[Own], who: str) -> bool:
    """A turn ends. Whether the battle does, as the game master says where at most one side still stands."""
    table.emit(TurnEnded(combatant=who), rule="FF-TURN-01")
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


# -- orders of a turn
def payments(state: FF, order: type[Order]) -> tuple[o.Pay, ...]:
    """Which of the actions left could pay for an order, the default first.  [FF-TURN-01, FF-TURN-04, FF-TURN-07]"""
    turn = state.own.turn
    if turn is None:
        return ()
    normal = (o.Pay.NORMAL,) if turn.normal else ()
    if order in EITHER:
        return (*((o.Pay.MOVEMENT,) if turn.movement else ()), *normal)
    return normal


def payment(state: FF, order: Order) -> o.Pay | None:
    """The action that pays for an order; None for a free one. RuleRefusal where none is left."""
    if isinstance(order, FREE):
        return None
    can = payments(state, type(order))
    wanted: o.Pay | None = getattr(order, "pay", None)
    rule = "FF-TURN-07" if isinstance(order, EITHER) else "FF-TURN-01"
    if not can:
        raise RuleRefusal("no action is left for that in this turn", rule=rule)
    if wanted is None:
        return can[0]
    if wanted not in can:
        raise RuleRefusal(f"pay: the {wanted.value.lower()} action is used", rule=rule, field="pay")
    return wanted


def require_turn(state: FF, order: Order, who: str) -> None:
    """RuleRefusal unless it is his turn, and he can act; a turn can be ended even so."""
    if who not in state.fight.acting:
        raise RuleRefusal(f"it is not the turn of {who}", rule="FF-INIT-01")
    if not isinstance(order, o.EndTurn) and not look.able(look.combatant(state, who)):
        raise RuleRefusal(f"{who} cannot act", rule="FF-KO-08")


def play(table: Table[Own], order: Order) -> None:
    """An order of somebody whose turn it is: refused, or paid and played out."""
    who = o.actor_of(order)
    require_turn(table.state, order, who)
    if isinstance(order, o.EndTurn):
        end_turn(table, who)
        return
    paid = payment(table.state, order)
    ACTIONS[type(order)].check(table.seen(table.seat), order)
    match order:
        case o.OtherAction():
            other(table, order)
        case o.CheckAttribute():
            attribute_check(table, order)
        case o.LieDown() | o.LetGo():
            ACTIONS[type(order)].do(table, order)
        case _:
            if paid is not None:
                table.emit(ActionSpent(combatant=who, pay=paid), rule="FF-TURN-01")
            perform(table, order)
    if who in table.state.fight.acting and not look.able(table.state.fight.combatants[who]):
        end_turn(table, who)
