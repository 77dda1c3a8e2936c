"""The game master's word: what befalls somebody, and how a battle goes on, ends and is slept off."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.fantasia.commands.words import Remark


class LetFall(Order, frozen=True, kw_only=True):
    """Somebody falls so many metres. GM only.  [FF-MOVE-06]"""

    target: Id
    metres: Annotated[int, msgspec.Meta(ge=1, le=30)]


class SpringTrap(Order, frozen=True, kw_only=True):
    """A trap of the catalogue goes off under somebody. GM only."""

    target: Id
    trap: Id


class GoOn(Order, frozen=True, kw_only=True):
    """The fight goes on although the rules have called it decided. GM only."""

    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """The battle is over, by the game master's word. winner: a side; absent: nobody. GM only."""

    winner: Id | None = None
    note: Remark = ""


class Surrender(Order, frozen=True, kw_only=True):
    """The game master accepts that a side surrenders: all of it who still stand are out of the fight. GM only."""

    side: Id
    note: Remark = ""


class Leave(Order, frozen=True, kw_only=True):
    """Somebody leaves the fight, by the game master's word. GM only."""

    whom: Id
    note: Remark = ""


class ComeBack(Order, frozen=True, kw_only=True):
    """Who left or surrendered is in the fight again, by the game master's word. GM only.

    He is where he was; where another stands there now, one of the two is put elsewhere first.
    """

    whom: Id
    note: Remark = ""


class Rest(Order, frozen=True, kw_only=True):
    """These rest after the battle. GM only.  [FF-REST-01, FF-REST-02]

    hours: full ones. interrupted: then, or for less than 8 hours, the game master is asked what they recover.
    """

    combatants: tuple[Id, ...]
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 8
    interrupted: bool = False
