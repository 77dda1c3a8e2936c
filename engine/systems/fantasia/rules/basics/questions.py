"""Questions, and the bodies of their answers, of all chapters."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class Picked(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant."""

    target: str


class CriticalTarget(Question[Picked], frozen=True, kw_only=True):
    """To the attacker: which of the targets hit takes double damage? Default: the first.  [FF-CRIT-03, DW-19]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "attacker"
    attacker: str
