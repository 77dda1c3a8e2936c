"""Questions, and the bodies of their answers, of what else a turn is spent on."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.saari.content.kinds import Attribute


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


class Crossing(Struct, frozen=True, kw_only=True, rename="camel"):
    """How difficult ground is crossed. roll: by a roll of Agility; otherwise for one action more."""

    roll: bool


class AskCrossing(Question[Crossing], frozen=True, kw_only=True):
    """To the game master: is a difficult crossing rolled for?  [W-12, SA-MOVE-02]  Default: it costs an action more.

    What he decides others learn as it is done.  [G-66]
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    combatant: str
