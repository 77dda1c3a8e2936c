"""Events of an ambush."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import NOBODY, SIDE, Audience, Event, Weight
from engine.systems.fantasia.commands import Skill


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
