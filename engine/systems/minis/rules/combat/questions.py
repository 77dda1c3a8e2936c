"""Questions, and the bodies of their answers, of combat."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, Question, Visibility
from engine.systems.minis.rules.combat.events import Option, Provocation


class Chosen(Struct, frozen=True, kw_only=True, rename="camel"):
    """An option of open combat and a melee weapon. option: null: a d6 decides when both are in."""

    option: Option | None
    weapon: Id


class FightHow(Question[Chosen], frozen=True, kw_only=True):
    """To the owners of both fighters, at once: which option, and with what?  [DW-09, MN-OPEN-01]

    Sealed until both have answered. Default: a d6, and the first weapon.  [MN-GAP-06]
    """

    visibility: ClassVar[Visibility] = Visibility.SEALED
    combatant: str
    opponent: str


class Struck(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the mini strikes. weapon: with which melee weapon; null: it lets the other go."""

    weapon: Id | None = None


class StrikeAtLeaving(Question[Struck], frozen=True, kw_only=True):
    """To the owner of a mini whose reach an enemy leaves: does it strike?  [DW-07, MN-GAP-08]

    Default: no. combatant: who may strike. mover: who is leaving; it stands at the last point within reach.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    mover: str


class StrikeAtShooting(Question[Struck], frozen=True, kw_only=True):
    """To the owner of a mini within whose reach an enemy shoots or casts, where it is agreed so: does it strike?

    Asked before the shot or the spell is rolled. Default: no. combatant: who may strike. target: who shoots or casts.
    provocation: which of these.  [DW-07, MN-GAP-08]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    provocation: Provocation
