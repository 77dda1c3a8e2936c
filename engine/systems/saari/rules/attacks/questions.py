"""Questions, and the bodies of their answers, of attacks, free strikes and getting away."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class FreeStrike(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it strikes. means: with what; null: not at all."""

    means: str | None = None


class AskFreeStrike(Question[FreeStrike], frozen=True, kw_only=True):
    """To a character whose enemy provokes: does it strike, for one action?  [W-13, SA-FREE-01]  Default: no.

    combatant: who may strike. target: who provokes.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str


class AskNpcFreeStrike(Question[FreeStrike], frozen=True, kw_only=True):
    """The same of another enemy, to its player: a strike that is not made looks like none.  [W-13, G-66]"""

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    combatant: str
    target: str


class Leaving(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it gets away first. disengage: for the cost of disengaging; otherwise free strikes are accepted."""

    disengage: bool


class AskLeaving(Question[Leaving], frozen=True, kw_only=True):
    """To who attacks outside its engagement: does it disengage first?  [W-11, SA-MELEE-04]  Default: no.

    target: whom it attacks. cost: of disengaging, in actions.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    cost: int
