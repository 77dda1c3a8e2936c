"""Questions, and the bodies of their answers, of the parts of a roll."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field

from engine.kit import Question, Visibility


class Parried(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it is parried; or the one who is defended spends a mind point instead.  [G-17]"""

    parry: bool
    mind_point: bool = False


class MindPoint(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a mind point is spent."""

    spend: bool


class AskMindPoint(Question[MindPoint], frozen=True, kw_only=True):
    """To who has failed a roll: is a mind point spent?  [W-22, SA-MP-02]  Default: no. left: mind points."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    left: int


class EarlyMindPoint(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a mind point is spent before comrades are asked."""

    spend: bool


class AskEarlyMindPoint(Question[EarlyMindPoint], frozen=True, kw_only=True):
    """To who has failed a roll that comrades could help: is a mind point spent at once?  [W-22, G-17]

    Then nobody else is asked. Default: no; it is asked again when they have answered. left: mind points.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    left: int


class AskNpcParry(Question[Parried], frozen=True, kw_only=True):
    """To the game master, for an opponent that parries: does it pay to make an attack on it harder?  [G-02]

    Default: no. combatant: who would parry. attacker: whose attack it is. left: actions.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    combatant: str
    attacker: str
    left: int = field(name="actionsLeft")


class Coverage(Struct, frozen=True, kw_only=True, rename="camel"):
    """Extra successes that are given to comrades: how many to whom."""

    covered: dict[str, int] = {}


class AskCoverage(Question[Coverage], frozen=True, kw_only=True):
    """To whoever has withstood an area attack: are extras given to comrades?  [W-26, SA-XDEF-01]  Default: no.

    extras: that may be given. lacking: whom they may be given to, and how many each lacks.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    extras: int
    lacking: dict[str, int]
