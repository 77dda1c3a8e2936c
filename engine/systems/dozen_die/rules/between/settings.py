"""What a table of Dozen Die sets for its campaign: the table of recovery is not in the source, and has no default.

[DD-OUT-02]
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import RuleRefusal, Thing

Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Change = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class RecoveryFor(Enum):
    """Who rolls for recovery: those who fell, or all characters of players.  [DD-OUT-02]"""

    FALLEN = "FALLEN"
    ALL = "ALL"


class HpBetween(Enum):
    """With how many hit points who did not fall begins the next adventure: with all, or with what is left.

    [DD-OUT-02]
    """

    FULL = "FULL"
    KEEP = "KEEP"


class Injury(Enum):
    """What a roll for recovery may bring.  [DD-OUT-02]

    DEAD: it has died. HP_MAX: its hit points change by amount, for good. HP_NEXT: it begins the next adventure with
    amount. FIGURE: the figure or skill named changes by amount, for good. ABSENT: it misses amount adventures.
    NOTHING: it is well.
    """

    DEAD = "DEAD"
    HP_MAX = "HP_MAX"
    HP_NEXT = "HP_NEXT"
    FIGURE = "FIGURE"
    ABSENT = "ABSENT"
    NOTHING = "NOTHING"


class Outcome(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One thing that recovery brings. figure: st, dx, co, ch, aw, mv, or a skill that it has."""

    injury: Injury
    amount: Change = 0
    figure: Thing | None = None


class RecoveryEntry(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An entry of the table: from one face to another. outcomes: of several its owner chooses one.  [DD-OUT-02]"""

    least: Face
    most: Face
    outcomes: Annotated[tuple[Outcome, ...], msgspec.Meta(min_length=1, max_length=6)]


class AdventureSettings(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed for a campaign of Dozen Die.  [DD-OUT-02]

    recovery_for: who rolls after an adventure. recovery_die: faces of its die. recovery_table: what it brings; absent:
    no adventure ends with anybody to roll for. hp_between_adventures: of who did not fall; absent: no adventure ends.
    """

    recovery_for: RecoveryFor = RecoveryFor.FALLEN
    recovery_die: Annotated[int, msgspec.Meta(ge=2, le=100)] = 12
    recovery_table: Annotated[tuple[RecoveryEntry, ...], msgspec.Meta(min_length=1, max_length=100)] | None = None
    hp_between_adventures: HpBetween | None = None


def require_whole(settings: AdventureSettings) -> None:
    """RuleRefusal for a table that leaves faces out, or has them twice.  [DD-OUT-02]"""
    if settings.recovery_table is None:
        return
    faces = [face for entry in settings.recovery_table for face in range(entry.least, entry.most + 1)]
    if sorted(faces) != list(range(1, settings.recovery_die + 1)):
        raise RuleRefusal(
            f"each face from 1 to {settings.recovery_die} once",
            rule="DD-OUT-02",
            field="setup.recoveryTable",
        )
