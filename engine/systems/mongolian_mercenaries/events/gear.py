"""The events of items, talents and prayers, and of what is carried."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import Struct, field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import ItemMark, Wound


class Stow(Enum):
    """Where something is carried. HELD: in a hand. READY: on the belt, in pockets and Active bags.  [MM-EQ-01]

    WORN: MM-EQ-05. PACKED: out of reach in a fight.  [MM-EQ-02]
    """

    HELD = "HELD"
    WORN = "WORN"
    READY = "READY"
    PACKED = "PACKED"


class GearMove(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something goes elsewhere."""

    item: str
    stow: Stow


class WeaponDrawn(Event, frozen=True, kw_only=True):
    """A combatant has other things in hand.  [MM-EQ-03, MM-EQ-04]  held: all of them."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("held",)
    combatant: str
    held: tuple[str, ...]


class GearMoved(Event, frozen=True, kw_only=True):
    """A combatant has looked through its equipment, and swapped things.  [MM-ACT-09, MM-DW-24]

    items: what has been swapped. moves: where each of it went.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]
    moves: tuple[GearMove, ...] = field(name="gearMoves")


class GearHanded(Event, frozen=True, kw_only=True):
    """Things pass from one to another. items: by the ids that they had.  [MM-ACT-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    target: str
    items: tuple[str, ...]


class GearGained(Event, frozen=True, kw_only=True):
    """Somebody gets things. items: ids of their cards.  [MM-END-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]


class GearDropped(Event, frozen=True, kw_only=True):
    """Dropped things leave the game.  [MM-EQ-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]


class CardUse(Enum):
    """What kind of card is used."""

    ITEM = "ITEM"
    TALENT = "TALENT"
    PRAYER = "PRAYER"


class CardUsed(Event, frozen=True, kw_only=True):
    """An item, talent or prayer is used.  [MM-DW-13]  card: its id. targets: on whom; none: on nobody in particular.

    weapon: the one it is used on.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("card", "weapon")
    combatant: str
    use: CardUse = field(name="cardUse")
    card: str
    targets: tuple[str, ...] = ()
    weapon: str | None = None


class ItemSpent(Event, frozen=True, kw_only=True):
    """An item is used up.  [MM-POT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class WeaponTreated(Event, frozen=True, kw_only=True):
    """A melee weapon is Sharpened or Poisoned, or is so no longer.  [MM-ST-05, RUL-72]  ended: it is so no longer."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str
    mark: ItemMark = field(name="itemMark")
    ended: bool = False


class PreparationKnown(Event, frozen=True, kw_only=True):
    """It turns out what an unidentified preparation is. card: that was drawn.  [MM-POT-04, RUL-79]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item", "card")
    combatant: str
    item: str
    card: str


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


class LevelGained(Event, frozen=True, kw_only=True):
    """A character rises by a level: Health and Power are full.  [MM-ATTR-13, MM-REC-06]

    points: of development, gained.  [MM-ATTR-14]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    level: int
    points: int = field(name="developmentPoints")


class ExperienceKept(Event, frozen=True, kw_only=True):
    """What a character has of experience since its last level.  [MM-ATTR-16, RUL-58]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    xp: int


EVENTS: tuple[type[Event], ...] = (
    WeaponDrawn, GearMoved, GearHanded, GearGained, GearDropped, CardUsed, ItemSpent, WeaponTreated, PreparationKnown,
    WoundsTreated, TreatmentTried, RepairTried, PhasePassed, LevelGained, ExperienceKept,
)  # fmt: skip
