"""Events of casters and of those that they control."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Place, Weight
from engine.systems.minis.content.kinds import Band
from engine.systems.minis.state import Verb


class CastBegan(Event, frozen=True, kw_only=True):
    """A mini casts a spell: one of its spell attacks is spent.  [MN-MAG-06]

    aimed_at, place: at whom or where. in_water: in water that is a penalty for it.  [MN-GAP-43]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    spell: str
    aimed_at: str | None = None
    place: Place | None = None
    in_water: bool = False


class OrderCalled(Event, frozen=True, kw_only=True):
    """A mini gives another one an order: one of its spell attacks is spent.  [MN-CMD-02, MN-GOL-03]

    in_water: in water that is a penalty for it.  [MN-GAP-43]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    in_water: bool = False


class SpellRolled(Event, frozen=True, kw_only=True):
    """The roll of a spell or of an order: it succeeds with a face of at most `chance`.  [MN-MAG-01, MN-CMD-03]

    aimed_at: null: a point. band: of its range.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    caster: str
    spell: str
    aimed_at: str | None
    chance: int
    face: int
    hit: bool
    band: Band | None = None


class EffectBegan(Event, frozen=True, kw_only=True):
    """A spell lasts on a mini, as the condition of this key.  [MN-GAP-09]

    turns: how many, after halving; the present one is the first. last: the number of the last one.
    caster_level, target_level: at casting.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("condition", "spell")
    combatant: str
    condition: str
    spell: str
    caster: str
    caster_level: int
    target_level: int
    turns: int
    last: int


class NoEffect(Event, frozen=True, kw_only=True):
    """A spell that succeeded changes nothing. reason: in the system's words.  [MN-GAP-24, MN-GAP-39, MN-GAP-40]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("spell", "reason")
    combatant: str
    spell: str
    reason: str


class LifeRegained(Event, frozen=True, kw_only=True):
    """A spell gives a mini life points back, up to its maximum.  [MN-SPL-06]  healed: how many."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    caster: str
    spell: str
    healed: int


class OrderTaken(Event, frozen=True, kw_only=True):
    """A controlled mini has a new standing order. aimed_at, place: what it is about.  [MN-CMD-08, MN-GOL-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    caster: str
    verb: Verb
    aimed_at: str | None = None
    place: Place | None = None


class GolemStopped(Event, frozen=True, kw_only=True):
    """Nobody controls a golem any more: it is inactive, and drops its order. reason: in the system's words.

    [MN-GOL-07]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class Teleported(Event, frozen=True, kw_only=True):
    """A mini is somewhere else at once, and faces as before.  [MN-TEL-01, MN-TEL-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    place: Place | None
