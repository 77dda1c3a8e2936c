"""The questions of the clock: who strikes from ambush, who stays ready, who joins, who carries over."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.saari.content.kinds import Attribute


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


class JoinGroup(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it joins."""

    join: bool


class AskJoinGroup(Question[JoinGroup], frozen=True, kw_only=True):
    """To a comrade of who leads a group action: does it join, for one action?  [W-36, SA-GROUP-06]  Default: no.

    combatant: who would join. target: who leads. dice: of its help.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    dice: int


class Task(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game master's ruling on an action. attribute: null: nothing is rolled."""

    allowed: bool = True
    cost: int = 2
    attribute: Attribute | None = None
    kn: int = 2
    provokes: bool = False


class AskTask(Question[Task], frozen=True, kw_only=True):
    """To the game master: what does this cost, and how hard is it?  [G-63]  Default: 2 actions, target number 2.

    attribute: that its player proposes. note: what is to be done. With fewer actions left the default is to forbid it.
    [G-03]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("attribute", "note")
    combatant: str
    attribute: Attribute | None
    note: str


class GroupTask(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game master's ruling on a group action. kn: before anybody joins."""

    allowed: bool = True
    kn: int = 2


class AskGroupTask(Question[GroupTask], frozen=True, kw_only=True):
    """To the game master: how hard is this for a group? An attack it cannot be.  [G-63, SA-GROUP-02]

    Default: as it is proposed, against 2. attribute: that is rolled. target: whom it concerns. note: what is to be
    done.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("attribute", "note")
    combatant: str
    attribute: Attribute
    target: str | None
    note: str


QUESTIONS: tuple[type[Question[Any]], ...] = (
    AskAmbushStrike, AskNpcAmbushStrike, AskFireReadied, AskNpcFireReadied, AskCancelReady, AskCarryOver, AskJoinGroup,
    AskTask, AskGroupTask,
)  # fmt: skip
