"""Defending, lying down, standing up.  [FF-DEF-01 to FF-DEF-03, FF-PRONE-01]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Offer, RuleRefusal, Table
from engine.systems.fantasia.rules.basics.conditions import gain, lose
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.movement.orders import Defend, LieDown, StandUp
from engine.systems.fantasia.state import FantasiaState


def check_defend(state: FantasiaFight, order: Defend) -> None:
    """Always possible: a defender only continues."""


def defend_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """The one offer to defend."""
    yield Offer(key="defend", body=Defend(combatant=who), rule="FF-DEF-01")


def defend(table: Table[FantasiaState], order: Defend) -> None:
    """Until the next own turn: defence 3 higher, physical damage halved, no reactions.  [FF-DEF-01 to FF-DEF-03]

    Magic defence is unchanged, and a natural 12 still hits.  [FF-INT-12]
    """
    gain(table, order.combatant, "defending", rule="FF-DEF-01")


def check_stand(state: FantasiaFight, order: StandUp) -> None:
    """RuleRefusal unless the actor is prone.  [FF-PRONE-01]"""
    if not state.fight.combatants[order.combatant].has("prone"):
        raise RuleRefusal(f"{order.combatant} stands already", rule="FF-PRONE-01")


def stand_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Standing up, if prone."""
    if state.fight.combatants[who].has("prone"):
        yield Offer(key="stand-up", body=StandUp(combatant=who), rule="FF-PRONE-01")


def stand(table: Table[FantasiaState], order: StandUp) -> None:
    """Stand up."""
    lose(table, order.combatant, "prone", reason="stood_up", rule="FF-PRONE-01")


def check_lie(state: FantasiaFight, order: LieDown) -> None:
    """RuleRefusal if the actor is already prone."""
    if state.fight.combatants[order.combatant].has("prone"):
        raise RuleRefusal(f"{order.combatant} lies already", rule="FF-PRONE-01")


def lie_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Lying down, if upright."""
    if not state.fight.combatants[who].has("prone"):
        yield Offer(key="lie-down", body=LieDown(combatant=who), rule="FF-PRONE-01")


def lie(table: Table[FantasiaState], order: LieDown) -> None:
    """Lie down; it costs nothing."""
    gain(table, order.combatant, "prone", rule="FF-PRONE-01")
