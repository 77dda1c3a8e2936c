"""Events of the order of acting: initiative, sides, phases, turns and their actions."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.fantasia.commands import Pay, Phase


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A combatant's initiative: 2d + agility + bonuses.  [FF-INIT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    total: int


class SideBlock(Struct, frozen=True, rename="camel"):
    """Sides that take their turns together: one, or several that alternate, in order of beginning."""

    sides: tuple[Annotated[str, SIDE], ...]


class SideRolled(Event, frozen=True, kw_only=True):
    """2d of a whole side, by a player of it or the game master.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    total: int


class SidesOrdered(Event, frozen=True, kw_only=True):
    """The order in which sides act, from now on.  [FF-INIT-04, FF-INIT-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("all_blocks",)
    words: ClassVar[tuple[str, ...]] = ("blocks", "all_blocks")
    blocks: tuple[SideBlock, ...]
    all_blocks: tuple[SideBlock, ...] | None = None

    @property
    def in_full(self) -> tuple[SideBlock, ...]:
        """All of them, for the reducer."""
        return self.blocks if self.all_blocks is None else self.all_blocks


class SideBegan(Event, frozen=True, kw_only=True):
    """A combatant of this side acts next, until another side begins.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]


class ActionDeclared(Event, frozen=True, kw_only=True):
    """The kind of action a combatant will take in this round: a secret of its side until it acts.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    phase: Phase


class PhaseBegan(Event, frozen=True, kw_only=True):
    """Combatants who declared this kind of action act now.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    phase: Phase


class TurnDelayed(Event, frozen=True, kw_only=True):
    """A combatant delays its turn, to act later in the round.  [FF-DELAY-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class TurnResumed(Event, frozen=True, kw_only=True):
    """A delayed combatant acts now; total: its initiative for the rest of the fight.  [FF-DELAY-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    total: int


class ActionsGiven(Event, frozen=True, kw_only=True):
    """The actions of a turn: so many normal and movement actions.  [FF-TURN-01]

    extra: of either kind. most: a limit for all of them together; null: no such limit.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    normal: int
    movement: int
    extra: int = 0
    most: int | None = None


class ActionSpent(Event, frozen=True, kw_only=True):
    """One of the actions of a turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    pay: Pay


class ActionLost(Event, frozen=True, kw_only=True):
    """A declared action has no effect: it has become impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    reason: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
