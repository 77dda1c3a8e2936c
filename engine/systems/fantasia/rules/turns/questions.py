"""Questions, and the bodies of their answers, of initiative, phases, turns and ambushes."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, ClassVar

from msgspec import Struct

from engine.kit import SIDE, Question, Visibility
from engine.systems.fantasia.types import Phase


class Roll(Enum):
    """One roll for a whole group, or one each."""

    SHARED = "SHARED"
    EACH = "EACH"


class Shared(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a group rolls."""

    rolls: Roll


class GroupInitiative(Question[Shared], frozen=True, kw_only=True):
    """To the game master: does this group of enemies roll once, or each alone? Default: once.  [FF-INIT-03, DW-02]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    group: str
    members: tuple[str, ...]


class Settling(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a tie of sides is settled: another roll, or alternating turns."""

    interleaved: bool


class SideTie(Question[Settling], frozen=True, kw_only=True):
    """To the game master: these sides rolled the same; again, or interleave? Default: again.  [FF-INIT-06, DW-05]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("sides",)
    sides: tuple[Annotated[str, SIDE], ...]


class Declared(Struct, frozen=True, kw_only=True, rename="camel"):
    """A kind of action."""

    phase: Phase


class DeclareAction(Question[Declared], frozen=True, kw_only=True):
    """As a side begins: which kind of action will this combatant take? Default: a melee attack.  [FF-INIT-07, DW-36]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str


class Now(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a delayed combatant acts now."""

    act: bool


class ActNow(Question[Now], frozen=True, kw_only=True):
    """To a delayed combatant: act between this turn and the next? Default: wait.  [FF-DELAY-02, DW-13]

    after: whose turn is over.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    after: str


class ByChance(Struct, frozen=True, kw_only=True, rename="camel"):
    """Let chance decide."""


class ConfusedDeed(Question[Any], frozen=True, kw_only=True):
    """To the game master: what does a confused combatant do, and to which ally? Default: chance.  [FF-ST-42, DW-24]

    Answers: ByChance, or the order.
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (ByChance,)
    ruling: ClassVar[bool] = True
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str


class Verdict(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the battle is over."""

    ended: bool


class EndBattle(Question[Verdict], frozen=True, kw_only=True):
    """To the game master: at most one side stands; is the battle over? Default: yes.  [DW-34]

    standing: that side, or "".
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("standing",)
    standing: Annotated[str, SIDE]
