"""Questions within an attack, a grapple or a spell."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kernel.decisions import Question, Visibility
from engine.systems.fantasia.questions.words import Chosen, Picked


class NextAttack(Question[Any], frozen=True, kw_only=True):
    """The next attack of a multi-attack: whom, with what? Default: the same again, if he still stands.  [FF-ATK-11]

    Answers: Hold (no further attack), or an Attack.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    attacker: str
    attacks_left: int


class Consent(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether somebody lets a spell work on him."""

    willing: bool


class Willing(Question[Consent], frozen=True, kw_only=True):
    """To a target's seat: does he want this spell? Default: yes from an ally, no from an enemy.  [FF-MAG-05]"""

    target: str
    caster: str
    spell: str


class OpposeGrapple(Question[Chosen], frozen=True, kw_only=True):
    """To the other one in a grapple: strength or agility against it? Default: the higher.  [FF-GRAP-02]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str
    opponent: str


class CriticalTarget(Question[Picked], frozen=True, kw_only=True):
    """To the attacker: which of those hit takes double damage? Default: the first.  [FF-CRIT-03]"""

    attacker: str
