"""Questions of the time between fights."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class InjuryChoice(Struct, frozen=True, kw_only=True, rename="camel"):
    """Which of the outcomes of an entry, from 1."""

    outcome: int


class ChooseInjury(Question[InjuryChoice], frozen=True, kw_only=True):
    """To the owner of a figure: which outcome of this entry?  [DD-OUT-02, B-DD-2]  Default: the first."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    face: int
