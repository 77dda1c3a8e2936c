"""Events of the order of acting: initiative, sides, phases, turns and their actions; and of ambushes."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import NOBODY, SIDE, Audience, Event, Weight
from engine.systems.fantasia.types import Pay, Phase, Skill


class AmbushLaid(Event, frozen=True, kw_only=True):
    """A combatant lies in ambush: a secret of its side.  [FF-SURP-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    skill: Skill


class StealthTested(Event, frozen=True, kw_only=True):
    """An ambusher's 2d + agility or skill.  [FF-SURP-02]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    skill: Skill
    total: int


class WatchTested(Event, frozen=True, kw_only=True):
    """2d + mind of a watcher, whose side does not learn of it.  [FF-SURP-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    total: int


class AmbushSettled(Event, frozen=True, kw_only=True):
    """The lowest ambusher's total against the highest watcher's, 0 where nobody watches.  [FF-SURP-04, 05]

    A tie is noticed. If the ambush is not noticed, only the ambushers' side and the game master know.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, NOBODY]  # noticing an ambush reveals whose it is; otherwise the rules say who reads it
    total: int
    opposed_total: int
    noticed: bool


class AmbushSprung(Event, frozen=True, kw_only=True):
    """These combatants have a free turn each before the fight begins.  [FF-SURP-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    ambushers: tuple[str, ...]


class AmbusherShown(Event, frozen=True, kw_only=True):
    """An ambusher becomes known to everybody. reason: noticed, strikes, over or forgone."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A combatant's initiative: 2d + agility + bonuses.  [FF-INIT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    total: int


class SideRolled(Event, frozen=True, kw_only=True):
    """2d of a whole side, by a player of it or the game master.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    total: int


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


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class ReactionRegained(Event, frozen=True, kw_only=True):
    """A new turn brings a new reaction."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
