"""Rest after a battle: all points after a night's hours, a share where it is interrupted.  [FF-REST-01, FF-REST-02]"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.kit import Combatant, Field, Offer, RuleRefusal, Table, Vital
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.house_rules import WHOLE_REST
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.statuses.events import Rested
from engine.systems.fantasia.rules.statuses.orders import Rest
from engine.systems.fantasia.rules.statuses.questions import Recovery, RestShare
from engine.systems.fantasia.rules.statuses.unconscious import wake
from engine.systems.fantasia.state import FantasiaState

RESTLESS = ("statue", "stop", "frozen")
"""Conditions under which nobody rests.  [FF-REST-03]"""

HOURLY = 10
"""Percent restored per hour of an incomplete rest.  [FF-REST-02]"""


def _tired(state: FantasiaFight) -> tuple[str, ...]:
    """Combatants that can rest: all that are there and not dead, once the battle is over."""
    fight = state.fight
    if fight.acting or fight.outcome is None:
        return ()
    return tuple(c.id for c in fight.combatants.values() if c.out is None and not lookup.dead(c))


def options(state: FantasiaFight) -> Iterable[Offer[Any]]:
    """Rest for any of them, of any length."""
    whom = _tired(state)
    if whom:
        fields = (
            Field("combatants", "some", whom, least=1, most=len(whom)),
            Field("hours", "amount", least=1, most=99),
            Field("interrupted", "one", (False, True)),
        )
        yield Offer(key="rest", body=Rest(combatants=whom), rule="FF-REST-01", fields=fields)


def rest(table: Table[FantasiaState], order: Rest) -> None:
    """They recover the same share of all their points, rounded down."""
    tired = _tired(table.state)
    if not tired:
        raise RuleRefusal("nobody rests while the fight goes on", rule="FF-REST-01")
    rest_together(table, order, tired)


def may_rest(bearer: Combatant) -> bool:
    """Whether somebody between fights rests at all: not as a statue, stopped or frozen.  [FF-REST-03]"""
    return not any(bearer.has(kind) for kind in RESTLESS)


def rest_together(table: Table[Any], order: Rest, tired: Collection[str]) -> None:
    """The same, of those who are tired, in a fight or between fights: nothing but figures and conditions counts."""
    whom = order.combatants
    if not whom or len(set(whom)) != len(whom) or not set(whom) <= set(tired):
        raise RuleRefusal("combatants: who is there and not dead, each once", rule="FF-REST-01", field="combatants")
    whole = order.hours >= WHOLE_REST.of(table.state.fight) and not order.interrupted
    percent = totals.of_word("undisturbed", 100, "FF-REST-01") if whole else _share(table, order)
    rule = "FF-REST-01" if whole else "FF-REST-02"
    for who in whom:
        rested = Rested(combatant=who, hours=order.hours, percent=int(percent))
        version = table.emit(rested, rule=rule, because=totals.why(percent=percent))
        for vital, figure in table.state.fight.combatants[who].vitals.items():
            more = _recovered(vital, figure, int(percent), rule).private(table.state.fight, who)
            table.change(who, vital, int(more), rule=rule, because=totals.why(version, change=more))
        if percent:
            wake(table, who)


def _recovered(vital: str, figure: Vital, percent: int, rule: str) -> totals.Total:
    """So many percent of the maximum, up to the maximum."""
    most = figure.max or 0
    part = totals.share(
        totals.of_word(vital, most, "FF-STAT-06"), Factor(source="rest", times=percent, over=100, carries=rule)
    )
    return totals.Total(max(0, min(part, most - figure.now)), part.terms)


def _share(table: Table[Any], order: Rest) -> totals.Total:
    suggested = min(100, HOURLY * order.hours)
    offers = (
        Offer(key="hourly", body=Recovery(percent=suggested), rule="FF-REST-02"),
        Offer(
            key="own",
            body=Recovery(percent=suggested),
            rule="FF-REST-02",
            fields=(Field("percent", "amount", least=0, most=100),),
        ),
    )
    question = RestShare(offers=offers, default="hourly", combatants=order.combatants, hours=order.hours)
    percent = table.ask(table.state.fight.gms(), question, rule="FF-REST-02").percent
    if percent == suggested:
        return totals.Total(percent, totals.of_word("hour", HOURLY, "FF-REST-02", times=order.hours).terms)
    return totals.of_word(totals.GAME_MASTER, percent, "FF-REST-02")
