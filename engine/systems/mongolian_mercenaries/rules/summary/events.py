"""Events of what follows a fight: the summary, recovery, and who surrenders."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Wound


class ExperienceGained(Event, frozen=True, kw_only=True):
    """The experience for defeated enemies.  [MM-END-02]  xp: of all together; each: of each combatant."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatants: tuple[str, ...]
    defeated: tuple[str, ...]
    xp: int
    each: int


class EnemyLooted(Event, frozen=True, kw_only=True):
    """A defeated enemy is searched.  [MM-END-05, MM-ENM-14]  items: that were found."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    target: str
    successes: int
    items: tuple[str, ...] = ()


class FoundTaken(Event, frozen=True, kw_only=True):
    """What becomes of something that was found.  [MM-DW-28, MM-EQ-07]

    keeper: who takes it; null: it is left, and leaves the game.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item",)
    item: str
    keeper: str | None = None


class TrailLost(Event, frozen=True, kw_only=True):
    """These enemies cannot be followed: they fled, or came from ambush.  [MM-END-06, RUL-68]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatants: tuple[str, ...]


class WoundsTreated(Event, frozen=True, kw_only=True):
    """Wounds of one kind are healed. combatant: who treats them. wounds: of this kind that are left.  [RUL-57]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    wound: Wound
    wounds: int = field(name="woundCount")


class TreatmentTried(Event, frozen=True, kw_only=True):
    """A character treats a patient, which happens once a phase.  [RUL-57]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str


class RepairTried(Event, frozen=True, kw_only=True):
    """A character spends its phase on something Damaged.  [RUL-35]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class PhasePassed(Event, frozen=True, kw_only=True):
    """After the fight: the next phase of the day begins, and everybody may be treated again.  [RUL-35, RUL-57]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
