"""Questions within an attack, a grapple or a spell."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.questions.types import Hold, Picked


class NextAttack(Question[Any], frozen=True, kw_only=True):
    """The next attack of a multi-attack: whom, with what? Default: the same again, if the target still stands.

    Answers: Hold (no further attack), or an Attack.  [FF-ATK-11, DW-08]
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold,)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    actor: ClassVar[str] = "attacker"
    attacker: str
    attacks_left: int


class Consent(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a target accepts a spell."""

    willing: bool


class Willing(Question[Consent], frozen=True, kw_only=True):
    """To a target's seat: is this spell wanted? Asked of beneficial magic, and of any other of the target's own side.

    Default: beneficial magic yes from an ally, no from an enemy; any other no, but one aimed at the target by
    itself yes.  [FF-MAG-05, DW-14]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = ""
    target: str
    caster: str
    spell: str


class Opposing(Struct, frozen=True, kw_only=True, rename="camel"):
    """STRENGTH or AGILITY; absent: the higher one."""

    attribute: Attribute | None = None


class OpposeGrapple(Question[Opposing], frozen=True, kw_only=True):
    """To the opponent in a grapple: strength or agility against it? Default: the higher.  [FF-GRAP-02, DW-10]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = ""
    combatant: str
    opponent: str


class CriticalTarget(Question[Picked], frozen=True, kw_only=True):
    """To the attacker: which of the targets hit takes double damage? Default: the first.  [FF-CRIT-03, DW-19]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "attacker"
    attacker: str
