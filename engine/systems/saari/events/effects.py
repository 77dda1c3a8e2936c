"""The events of spells, of attacks on many at once, and of hazards."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attack


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell is cast; what it does follows.  [SA-ACT-10]  target: whom it is for; null: nobody in particular."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    spell: str
    target: str | None = field(default=None, name="spellTarget")


class AreaAttacked(Event, frozen=True, kw_only=True):
    """An attack on many, before it is carried out. means: the weapon, spell or attack. targets: in the order of rolls.

    [SA-AOE-01, SA-FF-01]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means", "zone")
    combatant: str
    means: str
    kind: Attack = field(name="attackKind")
    zone: str
    targets: tuple[str, ...]
    surprise: bool = False


class HazardSprung(Event, frozen=True, kw_only=True):
    """A hazard strikes.  [SA-DEF-01]  combatant: the hazard. surprise: it was not known, so nobody parries it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    targets: tuple[str, ...]
    surprise: bool = False


EVENTS: tuple[type[Event], ...] = (SpellCast, AreaAttacked, HazardSprung)
