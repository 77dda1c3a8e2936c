"""What the state shares with orders, events and questions: readied actions, and the parts of an open roll."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Readied(Enum):
    """What is readied: one active action other than to ready, to delay or to act as a group.  [G-42]"""

    ATTACK = "ATTACK"
    SPELL = "SPELL"
    MOVE = "MOVE"
    HELP = "HELP"
    OTHER = "OTHER"


class Trigger(Enum):
    """What a readied action waits for, in words as loose as a player's.  [SA-READY-01]

    ANYTHING: whatever somebody else does; its owner decides each time. APPROACHES: somebody comes into the zone or into
    the engagement of whom it guards. MOVES: somebody moves. ATTACKS: somebody attacks. CASTS: somebody casts a spell.
    """

    ANYTHING = "ANYTHING"
    APPROACHES = "APPROACHES"
    MOVES = "MOVES"
    ATTACKS = "ATTACKS"
    CASTS = "CASTS"


class Factor(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that makes each die of a roll easier or harder. late: it was found after the dice fell.

    [SA-EDGE-03, SA-EDGE-05]
    """

    source: str
    advantage: bool
    late: bool = False


class Throw(Enum):
    """Why a batch of dice was thrown.  [SA-DICE-06]

    BASE: the pool. BONUS: for the sixes before. PARRY, PARRY_BONUS: the same of a parry that was merged.
    """

    BASE = "BASE"
    BONUS = "BONUS"
    PARRY = "PARRY"
    PARRY_BONUS = "PARRY_BONUS"


class Batch(Struct, frozen=True, kw_only=True, rename="camel"):
    """Dice that fell together. ignored: the index of the die that does not count.  [SA-DICE-15]"""

    throw: Throw
    faces: tuple[int, ...]
    ignored: int | None = None

    @property
    def counted(self) -> tuple[int, ...]:
        """The faces that count."""
        return tuple(face for index, face in enumerate(self.faces) if index != self.ignored)


class ExtraUse(Enum):
    """What an extra success is used for.

    DAMAGE: SA-XATK-01. EFFECT: SA-XATK-02. COVERAGE: SA-XDEF-01. RIPOSTE: SA-XDEF-03.
    """

    DAMAGE = "DAMAGE"
    EFFECT = "EFFECT"
    COVERAGE = "COVERAGE"
    RIPOSTE = "RIPOSTE"
