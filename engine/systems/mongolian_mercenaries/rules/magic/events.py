"""Events of spells."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight


class SpellOutcome(Enum):
    """What a spell comes to, for one whom it reaches, or (FAILED) for all.

    WORKS: it has its effect. FAILED: the test failed.  [MM-MAG-21]  WEAKENED: magic resistance left no success of it.
    [MM-RES-03]  RESISTED: by a test.  [MM-RES-01]  IMMUNE: such spells are ignored.  [MM-RES-05]
    """

    WORKS = "WORKS"
    FAILED = "FAILED"
    WEAKENED = "WEAKENED"
    RESISTED = "RESISTED"
    IMMUNE = "IMMUNE"


class SpellDeclared(Event, frozen=True, kw_only=True):
    """A spell, before it is paid and tested. held_in: what it is cast from; null: it is learned.  [MM-DW-12]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spell", "held_in")
    combatant: str
    spell: str
    held_in: str | None = None
    targets: tuple[str, ...] = ()
    position: int | None = field(default=None, name="spellPosition")


class SpellEnded(Event, frozen=True, kw_only=True):
    """What a spell comes to. target: for whom; null: for itself. successes: against that one.  [MM-MAG-21]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    spell: str
    outcome: SpellOutcome = field(name="spellOutcome")
    target: str | None = field(default=None, name="spellTarget")
    successes: int = 0
