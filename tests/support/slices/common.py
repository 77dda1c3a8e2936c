"""What the slices share: an answer of yes or no, the plain parts of the protocol, and how a sheet is read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.decisions import Offer, Question, Visibility
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import CombatantJoined, CombatantOut
from engine.kernel.fight import Fight, State
from engine.kernel.system import Rule, Table

S = TypeVar("S", bound=Struct)


class NoSetup(Struct, frozen=True):
    """Nothing is chosen when a fight of a slice is made."""


class Reply(Struct, frozen=True):
    """Yes or no."""

    yes: bool


class YesNo(Question[Reply], frozen=True, kw_only=True):
    """A question about one combatant; silence means no."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    about: str
    default: str = "no"


def yes_or_no(rule: str, *, possible: bool = True) -> tuple[Offer[Reply], ...]:
    """The two options, or `no` alone."""
    no = Offer("no", Reply(False), rule)
    return (no, Offer("yes", Reply(True), rule)) if possible else (no,)


class Slice:
    """The parts of the protocol that are alike in all slices."""

    language = "en"
    version = 1
    setup: type[Struct] = NoSetup
    content: Mapping[str, Mapping[str, Struct]] = {}
    rules: Mapping[str, Rule] = {}

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """The class's name will do for tests."""
        return type(thing).__name__


def sheet_of(event: CombatantJoined, kind: type[S]) -> S:
    """The sheet with which somebody entered."""
    return msgspec.convert(event.sheet, kind)


def now(state: State[Any] | Fight, who: str, vital: str) -> int:
    """A vital's present figure."""
    fight = state.fight if isinstance(state, State) else state
    return fight.combatants[who].vitals[vital].now


def must_act(state: State[Any], who: str) -> None:
    """Refuse an order of somebody whose turn it is not, or who is out."""
    if who not in state.fight.acting or state.fight.combatants[who].out:
        raise RuleRefusal(f"{who} cannot act now", rule="SLICE-TURN", field="combatant")


def hurt(table: Table[Any], who: str, by: int, *, rule: str, vital: str = "life") -> None:
    """Take life away; who has none left is out."""
    table.change(who, vital, -by, rule=rule)
    if now(table.state, who, vital) == 0 and table.state.fight.combatants[who].out is None:
        table.emit(CombatantOut(combatant=who, reason="down"), rule=rule)


def must_know(seen: State[Any], who: str) -> None:
    """Refuse a target that the actor's seat does not see: the same words whether it hides or never was."""
    if who not in seen.fight.combatants:
        raise RuleRefusal(f"nobody is called {who!r}", rule="SLICE-TARGET", field="target")
