"""Events of the order of acting: initiative, sides, phases, turns and what they hold."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.commands import Pay, Phase


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A combatant's initiative: 2d + agility + bonuses.  [FF-INIT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class SideBlock(Struct, frozen=True, rename="camel"):
    """Sides that take their turns together: one, or several that alternate, the one that begins first."""

    sides: tuple[str, ...]


class SideRolled(Event, frozen=True, kw_only=True):
    """2d of a whole side, by a player of it or the game master.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    total: int


class SidesOrdered(Event, frozen=True, kw_only=True):
    """The order in which sides act, from now on.  [FF-INIT-04, FF-INIT-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("all_blocks",)
    words: ClassVar[tuple[str, ...]] = ("blocks", "all_blocks")
    blocks: tuple[SideBlock, ...]
    all_blocks: tuple[SideBlock, ...] | None = None

    @property
    def in_full(self) -> tuple[SideBlock, ...]:
        """All of them, for folding."""
        return self.blocks if self.all_blocks is None else self.all_blocks


class SideBegan(Event, frozen=True, kw_only=True):
    """Somebody of this side acts next, until another one's turn comes.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str


class ActionDeclared(Event, frozen=True, kw_only=True):
    """What kind of action somebody will take in this round: his side's secret till he acts.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    phase: Phase


class PhaseBegan(Event, frozen=True, kw_only=True):
    """Now those act who will take this kind of action.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    phase: Phase


class TurnDelayed(Event, frozen=True, kw_only=True):
    """A combatant lets his turn pass, to act later in the round.  [FF-DELAY-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class TurnResumed(Event, frozen=True, kw_only=True):
    """Who delayed acts now; total: his initiative for the rest of the fight.  [FF-DELAY-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class ActionsGiven(Event, frozen=True, kw_only=True):
    """What a turn holds: so many normal and movement actions.  [FF-TURN-01]

    extra: of either kind. most: no more than so many of them all; null: no such limit.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    normal: int
    movement: int
    extra: int = 0
    most: int | None = None


class ActionSpent(Event, frozen=True, kw_only=True):
    """One of the actions of a turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    pay: Pay


class ActionLost(Event, frozen=True, kw_only=True):
    """A declared action comes to nothing: by now it is impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    reason: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
