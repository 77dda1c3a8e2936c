"""Questions, and the bodies of their answers, of all chapters."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


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
