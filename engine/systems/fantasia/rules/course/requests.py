"""Requests that the game master decides on: other actions and checks.  [FF-TURN-05, FF-TURN-06]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from engine.kit import Field, Offer, RuleRefusal, Table
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import check as roll_check
from engine.systems.fantasia.rules.basics.dice import opposed
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.course.events import CheckFailed, RequestJudged
from engine.systems.fantasia.rules.course.orders import OtherAction
from engine.systems.fantasia.rules.course.questions import AllowAction, CheckTerms, Judgement, SetCheck
from engine.systems.fantasia.rules.statuses.effort import exert
from engine.systems.fantasia.rules.statuses.events import CheckMade
from engine.systems.fantasia.rules.statuses.order_handlers import perform
from engine.systems.fantasia.rules.turns import phases
from engine.systems.fantasia.rules.turns.events import ActionSpent
from engine.systems.fantasia.rules.turns.orders import CheckAttribute
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Pay, Phase

ASKED = "something the rules do not list"


def _judged(table: Table[FantasiaState], who: str, purpose: str, *, allowed: bool, rule: str) -> None:
    table.emit(RequestJudged(combatant=who, purpose=purpose, allowed=allowed), rule=rule)


# -- other actions
def other(table: Table[FantasiaState], order: OtherAction) -> None:
    """The game master allows it as the normal action, or it costs nothing and does not happen.  [FF-TURN-06]"""
    offers = (
        Offer(key="refuse", body=Judgement(allowed=False), rule="FF-TURN-06"),
        Offer(key="allow", body=Judgement(allowed=True), rule="FF-TURN-06"),
    )
    question = AllowAction(offers=offers, default="refuse", combatant=order.combatant, purpose=order.purpose)
    allowed = table.ask(table.state.fight.gms(), question, rule="FF-TURN-06").allowed
    _judged(table, order.combatant, order.purpose, allowed=allowed, rule="FF-TURN-06")
    if allowed:
        table.emit(ActionSpent(combatant=order.combatant, pay=_pay(table.state)), rule="FF-TURN-06")
        if perform(table, order):
            exert(table, order, Activity.OTHER)


def check_other(state: FantasiaFight, order: OtherAction) -> None:
    """Always possible: the game master decides, not the rules."""


def other_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Asking for any other action."""
    yield Offer(
        key="other",
        body=OtherAction(combatant=who, purpose=ASKED),
        rule="FF-TURN-06",
        fields=(Field("purpose", "text", least=1, most=500),),
    )


def do_other(table: Table[FantasiaState], order: OtherAction) -> None:
    """No effect here: the players tell its result."""


# -- checks
def attribute_check(table: Table[FantasiaState], order: CheckAttribute) -> None:
    """The game master sets difficulty and cost, or refuses; only then is anything spent.  [FF-TURN-05]"""
    question = _terms(table.state, order)
    answer = table.ask(table.state.fight.gms(), question, rule="FF-TURN-05")
    allowed = isinstance(answer, CheckTerms)
    _judged(table, order.combatant, order.purpose, allowed=allowed, rule="FF-TURN-05")
    if not isinstance(answer, CheckTerms):
        return
    if answer.costs:
        table.emit(ActionSpent(combatant=order.combatant, pay=_pay(table.state)), rule="FF-TURN-05")
    if not perform(table, order):
        return
    _check(table, structs.replace(order, attribute=answer.attribute or order.attribute), answer)
    exert(table, order, Activity.CHECK)


def _pay(state: FantasiaFight) -> Pay:
    """The action that pays for something that costs a normal one."""
    turn = state.own.turn
    return Pay.NORMAL if turn is None or turn.normal else Pay.EXTRA


def _check(table: Table[FantasiaState], order: CheckAttribute, answer: CheckTerms) -> None:
    """The roll; without sight a check that needs sight fails without one.  [FF-ST-40]"""
    blind = next(
        (kind.sightless for _, kind in lookup.kinds(table.state.fight.combatants[order.combatant]) if kind.sightless),
        "",
    )
    if answer.sight and blind:
        table.emit(CheckFailed(combatant=order.combatant, attribute=order.attribute, reason="blind"), rule=blind)
        return
    if order.opponent is not None:
        opposed(
            table,
            order.combatant,
            order.attribute,
            order.opponent,
            answer.opposing,
            why="check",
            rule="FF-DICE-03",
        )
        return
    difficulty = totals.of_word(totals.GAME_MASTER, answer.difficulty, "FF-TURN-05")
    made = roll_check(table, order.combatant, order.attribute, difficulty, why="check", rule="FF-DICE-02")
    table.emit(
        CheckMade(
            combatant=order.combatant,
            attribute=order.attribute,
            total=made.total,
            difficulty=made.difficulty,
            passed=made.passed,
        ),
        rule="FF-DICE-02",
        to=made.to,
        because=made.because,
    )


def _terms(state: FantasiaFight, order: CheckAttribute) -> SetCheck:
    which, terms = Field("attribute", "one", tuple(Attribute)), Field("difficulty", "amount", least=0, most=99)
    if order.opponent is not None:
        terms = Field("opposing", "one", tuple(Attribute))
    fields: tuple[Field, ...] = (which, terms)
    if any(kind.sightless for _, kind in lookup.kinds(state.fight.combatants[order.combatant])):
        fields = (*fields, Field("sight", "one", (False, True)))
    offers: list[Offer[Any]] = [Offer(key="refuse", body=Judgement(allowed=False), rule="FF-TURN-05")]
    turn = state.own.turn
    if (
        turn is not None
        and turn.most != 0
        and (turn.normal or turn.extra)
        and Phase.CHECKS in phases.allowed(state, order.combatant)
    ):
        offers.append(
            Offer(
                key="action", body=CheckTerms(costs=True, attribute=order.attribute), rule="FF-TURN-05", fields=fields
            )
        )
    offers.append(
        Offer(key="free", body=CheckTerms(costs=False, attribute=order.attribute), rule="FF-TURN-05", fields=fields)
    )
    return SetCheck(
        offers=tuple(offers),
        default="refuse",
        combatant=order.combatant,
        attribute=order.attribute,
        purpose=order.purpose,
        opponent=order.opponent or "",
    )


def check_check(state: FantasiaFight, order: CheckAttribute) -> None:
    """RuleRefusal where the opponent is not there."""
    if order.opponent is None:
        return
    found = state.fight.require(order.opponent)
    if order.opponent == order.combatant or not lookup.able(found):
        raise RuleRefusal("opponent: somebody else who can act", rule="FF-DICE-03", field="opponent")


def check_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Asking for a check, alone or against an opponent."""
    opponents = (None, *(o for o in lookup.others(state, who) if lookup.able(state.fight.combatants[o])))
    yield Offer(
        key="check",
        body=CheckAttribute(combatant=who, attribute=Attribute.AGILITY, purpose=ASKED),
        rule="FF-TURN-05",
        fields=(
            Field("attribute", "one", tuple(Attribute)),
            Field("opponent", "one", opponents),
            Field("purpose", "text", least=1, most=500),
        ),
    )


def do_check(table: Table[FantasiaState], order: CheckAttribute) -> None:
    """The roll follows from the game master's terms."""
