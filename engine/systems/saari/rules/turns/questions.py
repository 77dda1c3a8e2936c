"""Questions, and the bodies of their answers, of the course of a fight."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class CancelReady(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether what is readied is given up."""

    cancel: bool


class AskCancelReady(Question[CancelReady], frozen=True, kw_only=True):
    """To who is ready: give it up?  [W-07, W-32, SA-READY-02, SA-READY-03]  Default: no.

    cost: actions for staying ready: at its own count 1, at the end of a round 0.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    cost: int


class CarryOver(Struct, frozen=True, kw_only=True, rename="camel"):
    """How many actions are carried over."""

    carried: int


class AskCarryOver(Question[CarryOver], frozen=True, kw_only=True):
    """To who has actions left at the end of a round: carry 1 or 2 over?  [W-31, SA-DELAY-01]  Default: no."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    left: int
