"""Questions, and the bodies of their answers, of what happens to a fighter."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Place, Question, Visibility


class Pass(Struct, frozen=True, kw_only=True, rename="camel"):
    """Do nothing now; what is readied stays readied."""

    acts: bool = False


class AskAmbushStrike(Question[Any], frozen=True, kw_only=True):
    """To a character in ambush: its one attack.  [W-03, SA-AMB-01]  Default: none. Answers: Pass, or the order."""

    bodies: ClassVar[tuple[type[Struct], ...]] = (Pass,)
    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


class AskNpcAmbushStrike(Question[Any], frozen=True, kw_only=True):
    """To whoever plays an enemy in ambush: its one attack.  [W-04, SA-AMB-03]  Default: none. Answers: Pass, the order.

    Who strikes whom is known when it does.  [G-66]
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Pass,)
    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    combatant: str


class AskFireReadied(Question[Any], frozen=True, kw_only=True):
    """To a character that is ready: carry it out now?  [W-14, SA-READY-04]  Default: no. Answers: Pass, or the order.

    combatant: who is ready. target: whose deed it is.
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Pass,)
    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str


class AskNpcFireReadied(Question[Any], frozen=True, kw_only=True):
    """The same of somebody else who is ready, to its player, whenever anybody does something.  [W-14]  Default: no.

    So nobody learns what it waits for; where it does not fit, Pass is the only answer.  [G-66]
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Pass,)
    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    combatant: str
    target: str


class Push(Struct, frozen=True, kw_only=True, rename="camel"):
    """To where somebody is pushed."""

    to: Place


class AskPush(Question[Push], frozen=True, kw_only=True):
    """To the attacker: to which adjacent zone is the target pushed?  [W-25, SA-XATK-02]  Default: the first."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
