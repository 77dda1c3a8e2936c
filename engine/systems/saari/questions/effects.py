"""The questions of effects."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Place, Question, Visibility


class Push(Struct, frozen=True, kw_only=True, rename="camel"):
    """To where somebody is pushed."""

    to: Place


class AskPush(Question[Push], frozen=True, kw_only=True):
    """To the attacker: to which adjacent zone is the target pushed?  [W-25, SA-XATK-02]  Default: the first."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str


QUESTIONS: tuple[type[Question[Any]], ...] = (AskPush,)
