"""Shared by the slices: a yes/no answer, what every slice says alike, and how a sheet is read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.system import Table
from engine.kernel.state.decisions import Offer, Question, Visibility
from engine.kernel.state.events import CombatantJoined, CombatantOut
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import RuleRefusal

S = TypeVar("S", bound=Struct)


class NoSetup(Struct, frozen=True):
    """A slice's fights have no setup options."""


class Reply(Struct, frozen=True):
    """Yes or no."""

    yes: bool


class YesNo(Question[Reply], frozen=True, kw_only=True):
    """A question about one combatant; the default is no."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    about: str
    default: str = "no"


def yes_or_no(rule: str, *, possible: bool = True) -> tuple[Offer[Reply], ...]:
    """The two options, or `no` alone."""
    no = Offer("no", Reply(False), rule)
    return (no, Offer("yes", Reply(True), rule)) if possible else (no,)


class Slice(RuleSystem[Any]):
    """What all slices share."""

    language = "en"
    setup = NoSetup

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """The class name is enough for tests."""
        return type(thing).__name__


def sheet_of(event: CombatantJoined, kind: type[S]) -> S:
    """The sheet with which a combatant entered."""
    return msgspec.convert(event.sheet, kind)


def now(state: State[Any] | Fight, who: str, vital: str) -> int:
    """A vital's current value."""
    fight = state.fight if isinstance(state, State) else state
    return fight.combatants[who].vitals[vital].now


def must_act(state: State[Any], who: str) -> None:
    """Refuse an order for a combatant that is not acting or is out."""
    if who not in state.fight.acting or state.fight.combatants[who].out:
        raise RuleRefusal(f"{who} cannot act now", rule="SLICE-TURN", field="combatant")


def hurt(table: Table[Any], who: str, by: int, *, rule: str, vital: str = "life") -> None:
    """Reduce a vital; a combatant with none left is out."""
    table.change(who, vital, -by, rule=rule)
    if now(table.state, who, vital) == 0 and table.state.fight.combatants[who].out is None:
        table.emit(CombatantOut(combatant=who, reason="down"), rule=rule)


def must_know(seen: State[Any], who: str) -> None:
    """Refuse a target that the actor's seat does not see: the same text whether it is hidden or does not exist."""
    if who not in seen.fight.combatants:
        raise RuleRefusal(f"nobody is called {who!r}", rule="SLICE-TARGET", field="target")
