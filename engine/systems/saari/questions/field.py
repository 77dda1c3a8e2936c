"""The questions of the field."""

from __future__ import annotations

from typing import Any, ClassVar

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


class AllyHelp(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the ally helps."""

    helped: bool


class AskAllyHelp(Question[AllyHelp], frozen=True, kw_only=True):
    """To who rolls: does an ally help, once in a round?  [W-18, SA-ALLY-04]  Default: no.

    combatant: who rolls. ally: who would help. dice: that it gives.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    ally: str
    dice: int


class AllyHarm(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it is harmed."""

    harmed: bool


class AskAllyHarm(Question[AllyHarm], frozen=True, kw_only=True):
    """To the game master: does an attack harm an ally?  [W-29, SA-ALLY-02]  Default: no.

    What he decides others learn as it is done.  [G-66]  combatant: who attacks. target: the ally.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    combatant: str
    target: str


class AskNpcHarm(Question[AllyHarm], frozen=True, kw_only=True):
    """To the game master, where two opponents fight each other: does the attack hit?  [G-54]  Default: no.

    What he decides others learn as it is done.  [G-66]  combatant: who attacks. target: whom.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    combatant: str
    target: str


QUESTIONS: tuple[type[Question[Any]], ...] = (
    AskFreeStrike, AskNpcFreeStrike, AskLeaving, AskCrossing, AskAllyHelp, AskAllyHarm, AskNpcHarm,
)  # fmt: skip
