"""Questions of actions."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Id, Question, Visibility
from engine.systems.dozen_die.content.kinds import Ability, Grade


class Resisting(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a target resists with: an ability, or one of its skills."""

    ability: Ability | None = None
    skill: Id | None = None


class ResistHow(Question[Resisting], frozen=True, kw_only=True):
    """To the target of an opposed action: with what does it resist? Default: the usual ability.  [DD-W15]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    opponent: str
    skill: str


class Affected(Struct, frozen=True, kw_only=True, rename="camel"):
    """The figures that successes are used on, one each."""

    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()


class AffectWhom(Question[Affected], frozen=True, kw_only=True):
    """To a player with several uses for successes: which figures do they affect? Default: nobody.  [DD-W16]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    skill: str
    successes: int


class Graded(Struct, frozen=True, kw_only=True, rename="camel"):
    """The difficulty."""

    grade: Grade


class HowHard(Question[Graded], frozen=True, kw_only=True):
    """To the game master: how hard is this? Neither skill nor map says so. Default: hard.  [DD-W17]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatant: str
    skill: str
