"""Events of a blow: what it is struck with, what it does, what cards add."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Ability, ItemMark, Lasts, When, Wound


class Wounded(Event, frozen=True, kw_only=True):
    """A combatant receives a wound. wounds: of this kind it now has.  [MM-WND-01, MM-WND-02]

    label: that an element gives it; null: none.  [MM-WND-06]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("label",)
    combatant: str
    wound: Wound
    wounds: int = field(name="woundCount")
    label: str | None = field(default=None, name="woundLabel")


class ItemDamaged(Event, frozen=True, kw_only=True):
    """A weapon or a piece of armour is Damaged.  [MM-WDM-01, MM-CRIT-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class AmmunitionSpent(Event, frozen=True, kw_only=True):
    """A unit of ammunition, a piece of it, or a thrown grenade is used up.  [MM-AMMO-02, MM-AMMO-03, MM-AMMO-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class AbilityUsed(Event, frozen=True, kw_only=True):
    """An ability of a card is used: a reaction, or one that works a limited number of times.  [MM-TAL-04, RUL-89]

    card: which. index: of the ability on it. moment: to which it answers.
    round, day: of the use.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("card",)
    combatant: str
    card: str = field(name="abilityCard")
    index: int = field(default=0, name="abilityIndex")
    moment: When = field(default=When.ALWAYS, name="trigger")
    round: int = field(name="atRound")
    day: int = field(name="onDay")


class ForceBegan(Event, frozen=True, kw_only=True):
    """Something that a card does goes on. bearer: on whom; null: on the field. by: who brought it.

    card: which. abilities: what works as long as it lasts. lasts: how long. began: the round.  [MM-ROUND-02]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("card", "abilities", "lasts")
    bearer: str | None
    card: str = field(name="abilityCard")
    by: str
    abilities: tuple[Ability, ...]
    lasts: Lasts
    began: int


class ForceEnded(Event, frozen=True, kw_only=True):
    """Something that went on is over.  [MM-ROUND-01, MM-ROUND-04]  card: which. began: the round in which it did."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("card",)
    bearer: str | None
    card: str = field(name="abilityCard")
    by: str
    began: int


class WeaponDrawn(Event, frozen=True, kw_only=True):
    """A combatant has other things in hand.  [MM-EQ-03, MM-EQ-04]  held: all of them."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("held",)
    combatant: str
    held: tuple[str, ...]


class WeaponTreated(Event, frozen=True, kw_only=True):
    """A melee weapon is Sharpened or Poisoned, or is so no longer.  [MM-ST-05, RUL-72]  ended: it is so no longer."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str
    mark: ItemMark = field(name="itemMark")
    ended: bool = False
