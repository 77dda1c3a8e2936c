"""Events of an ambush."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.commands import Skill


class AmbushLaid(Event, frozen=True, kw_only=True):
    """Somebody lies in ambush: his side's secret.  [FF-SURP-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    skill: Skill


class StealthTested(Event, frozen=True, kw_only=True):
    """An ambusher's 2d + agility or skill.  [FF-SURP-02]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    skill: Skill
    total: int


class WatchTested(Event, frozen=True, kw_only=True):
    """2d + mind of somebody on the watch, whose side does not learn of it.  [FF-SURP-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class AmbushSettled(Event, frozen=True, kw_only=True):
    """The lowest ambusher's total against the highest watcher's, 0 where nobody is on the watch.  [FF-SURP-04, 05]

    A tie is noticed. Where it is not, only the ambushers' side and the game master know.
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    total: int
    opposed_total: int
    noticed: bool


class AmbushSprung(Event, frozen=True, kw_only=True):
    """These have a free turn each before the fight begins.  [FF-SURP-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    ambushers: tuple[str, ...]


class AmbusherShown(Event, frozen=True, kw_only=True):
    """Everybody knows of an ambusher now. reason: noticed, strikes, over or forgone."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str
