"""Grapples: seizing, holding, breaking free.  [FF-GRAP-01 to FF-GRAP-05]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.conditions import gain, lose
from engine.systems.fantasia.rules.basics.dice import opposed
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import EITHER, higher, require_target, standing_target
from engine.systems.fantasia.rules.board.known_ground import reached, tell_shielded
from engine.systems.fantasia.rules.statuses.orders import BreakFree, Grapple, LetGo
from engine.systems.fantasia.rules.statuses.questions import OpposeGrapple, Opposing
from engine.systems.fantasia.rules.statuses.status import attacked
from engine.systems.fantasia.state import FantasiaState

ESCAPE = 2
"""A combatant so many times the grappler's size moves freely.  [FF-GRAP-05]"""


def grappler(state: FantasiaFight, who: str) -> str | None:
    """The combatant that holds this one."""
    condition = state.fight.combatants[who].condition("grappled")
    return condition.source if condition else None


def held_by(state: FantasiaFight, who: str) -> str | None:
    """The combatant held by this one."""
    return next((c for c in state.fight.combatants if who == grappler(state, c)), None)


def held_fast(state: FantasiaFight, who: str) -> bool:
    """Whether a grapple prevents moving: not for at least twice the grappler's size.  [FF-GRAP-05]"""
    holder = grappler(state, who)
    if holder is None or holder not in state.own.fighters:
        return holder is not None
    return lookup.size_percent(state, who) < ESCAPE * lookup.size_percent(state, holder)


def require_loose(state: FantasiaFight, who: str) -> None:
    """RuleRefusal for a move of a held combatant.  [FF-GRAP-03]"""
    if held_fast(state, who):
        raise RuleRefusal(f"{who} is held and must break free first", rule="FF-GRAP-03", why=WhyNot.CONDITION)


def moved_away(table: Table[FantasiaState], who: str) -> None:
    """After a move: a grapple ends when the two are no longer adjacent; without places, by any move."""
    for bearer, holder in ((who, grappler(table.state, who)), (held_by(table.state, who), who)):
        if bearer is None or holder is None:
            continue
        placed = distances.placed(table.state, bearer) and distances.placed(table.state, holder)
        if not placed or not distances.beside(table.state, bearer, holder):
            lose(table, bearer, "grappled", reason="moved", rule="FF-GRAP-03")


def _attribute(state: FantasiaFight, who: str, wanted: Attribute | None) -> Attribute:
    if wanted is not None and wanted not in EITHER:
        raise RuleRefusal("attribute: STRENGTH or AGILITY", rule="FF-GRAP-02", field="attribute")
    return wanted or higher(state, who)


def _opposing(table: Table[FantasiaState], who: str, opponent: str) -> Attribute:
    """The opponent's attribute, chosen after the first one's.  [FF-GRAP-02]"""
    offers = (
        Offer(key="higher", body=Opposing(), rule="FF-GRAP-02"),  # the higher one follows from the sheet
        *(Offer(key=which.value.lower(), body=Opposing(attribute=which), rule="FF-GRAP-02") for which in EITHER),
    )
    question = OpposeGrapple(offers=offers, default="higher", combatant=who, opponent=opponent)
    chosen = table.ask(table.state.fight.holders(opponent), question, rule="FF-GRAP-02").attribute
    return chosen or higher(table.state, opponent)


# -- seize
def check(state: FantasiaFight, order: Grapple) -> None:
    """RuleRefusal unless both are free to grapple, and adjacent."""
    require_target(state, order.attacker, order.target)
    _attribute(state, order.attacker, order.attribute)
    who, target = order.attacker, order.target
    if held_by(state, who) is not None:
        raise RuleRefusal(f"{who} holds somebody already", rule="FF-GRAP-01", why=WhyNot.CONDITION)
    if grappler(state, target) is not None:
        reason = f"target: {target} is held already"
        raise RuleRefusal(reason, rule="FF-GRAP-01", field="target", why=WhyNot.CONDITION)
    if not _seizable(state, who, target):
        raise distances.unreached(state, who, target, distances.ARM, rule="FF-GRAP-01", field="target")


def _seizable(state: FantasiaFight, who: str, target: str) -> bool:
    return (
        standing_target(state, target)
        and grappler(state, target) is None
        and distances.beside(state, who, target)
        and held_by(state, who) is None
    )


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every combatant that could be seized."""
    targets = tuple(t for t in lookup.others(state, who) if _seizable(state, who, t))
    if targets:
        yield Offer(
            key="grapple",
            body=Grapple(attacker=who, target=targets[0], attribute=higher(state, who)),
            rule="FF-GRAP-01",
            fields=(Field("target", "one", targets), Field("attribute", "one", EITHER)),
        )


def do(table: Table[FantasiaState], order: Grapple) -> None:
    """An opposed check that the grappler must win; a target that cannot act is held without one.  [FF-GRAP-01]

    It is a kind of attack: also a failed one frees whom the grappler has charmed.  [FF-ST-48]
    """
    who, target = order.attacker, order.target
    met = reached(table, who, (target,), lambda there, t: distances.beside(there, who, t))
    tell_shielded(table, who, (target,), met, rule="FF-GRAP-01")
    if not met:
        return
    attacked(table, who, target)
    if lookup.able(table.state.fight.combatants[target]):
        which = _attribute(table.state, who, order.attribute)
        opposing = _opposing(table, who, target)
        if not opposed(table, who, which, target, opposing, why="grapple", rule="FF-GRAP-01"):
            return
    gain(table, target, "grappled", source=who, rule="FF-GRAP-03")


# -- break free
def check_free(state: FantasiaFight, order: BreakFree) -> None:
    """RuleRefusal unless the actor is held."""
    if grappler(state, order.combatant) is None:
        raise RuleRefusal(f"nobody holds {order.combatant}", rule="FF-GRAP-04")
    _attribute(state, order.combatant, order.attribute)


def free_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Breaking free, if held."""
    if grappler(state, who) is not None:
        yield Offer(
            key="break-free",
            body=BreakFree(combatant=who, attribute=higher(state, who)),
            rule="FF-GRAP-04",
            fields=(Field("attribute", "one", EITHER),),
        )


def break_free(table: Table[FantasiaState], order: BreakFree) -> None:
    """An opposed check that the held combatant must win.  [FF-GRAP-04]"""
    who = order.combatant
    holder = grappler(table.state, who)
    if holder is None:
        return
    which = _attribute(table.state, who, order.attribute)
    opposing = _opposing(table, who, holder)
    if opposed(table, who, which, holder, opposing, why="escape", rule="FF-GRAP-04"):
        lose(table, who, "grappled", reason="escaped", rule="FF-GRAP-04")


# -- let go
def check_let_go(state: FantasiaFight, order: LetGo) -> None:
    """RuleRefusal unless the actor holds somebody."""
    if held_by(state, order.combatant) is None:
        raise RuleRefusal(f"{order.combatant} holds nobody", rule="FF-GRAP-03")


def let_go_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Releasing the held combatant."""
    if held_by(state, who) is not None:
        yield Offer(key="let-go", body=LetGo(combatant=who), rule="FF-GRAP-03")


def let_go(table: Table[FantasiaState], order: LetGo) -> None:
    """The grapple ends; it costs nothing."""
    target = held_by(table.state, order.combatant)
    if target is not None:
        lose(table, target, "grappled", reason="released", rule="FF-GRAP-03")
