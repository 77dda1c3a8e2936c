"""The events of zones, engagements and attacks."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attack, Shield, Weapon


class EngagementJoined(Event, frozen=True, kw_only=True):
    """A combatant is in an engagement from now on; with a new id it begins.  [SA-ENG-02, SA-ENG-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("engagement", "zone")
    combatant: str
    engagement: str
    zone: str


class EngagementLeft(Event, frozen=True, kw_only=True):
    """A combatant is in no engagement any more."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("engagement",)
    combatant: str
    engagement: str


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attack, before it is carried out. means: the weapon, spell or attack. free: a free strike.  [SA-FREE-01]

    surprise: nobody can parry it.  [SA-PARRY-09]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means",)
    combatant: str
    target: str
    means: str
    kind: Attack = field(name="attackKind")
    free: bool = False
    surprise: bool = False


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack has been carried out. damage: of a hit, before body points run out; 0: none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    hit: bool
    damage: int = 0


class GearSwapped(Event, frozen=True, kw_only=True):
    """A combatant has other things in hand.  [SA-GEAR-07]  held: all of them."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("held",)
    combatant: str
    held: tuple[str, ...]


class ItemDropped(Event, frozen=True, kw_only=True):
    """A thing lies in a zone: it was thrown, lost, or there was no room for it.  [G-24, G-23]

    weapon: in full; null: it is none. shield: in full; null: it is none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item", "zone")
    combatant: str
    item: str
    zone: str
    weapon: Weapon | None = field(default=None, name="droppedWeapon")
    shield: Shield | None = field(default=None, name="droppedShield")


class ItemTaken(Event, frozen=True, kw_only=True):
    """A combatant picks up what lay in its zone.  [G-24]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item", "zone")
    combatant: str
    item: str
    zone: str


class ItemUsedUp(Event, frozen=True, kw_only=True):
    """A thing that serves once is gone."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class AmmunitionSpent(Event, frozen=True, kw_only=True):
    """A weapon shoots no more in this fight.  [SA-COMP-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class PossessionLost(Event, frozen=True, kw_only=True):
    """A worldly possession is lost, as the game master has chosen.  [SA-COMP-11]

    talent: that has granted it, and is lost with it. items: things of the sheet that are gone, too.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("talent", "items")
    combatant: str
    talent: str
    items: tuple[str, ...] = ()


class Mounted(Event, frozen=True, kw_only=True):
    """A combatant rides from now on.  [SA-MOUNT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mount: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A combatant is on foot from now on.  [G-44]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mount: str


class AllyHelped(Event, frozen=True, kw_only=True):
    """An ally helps with a roll; it helps no other in this round.  [SA-ALLY-04]  target: who rolls."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    dice: int = field(name="helpDice")


class AllyHarmSet(Event, frozen=True, kw_only=True):
    """Whether attacks may harm allies in this scene.  [SA-ALLY-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    harmable: bool


EVENTS: tuple[type[Event], ...] = (
    EngagementJoined, EngagementLeft, AttackDeclared, AttackEnded, GearSwapped, ItemDropped, ItemTaken, ItemUsedUp,
    AmmunitionSpent, PossessionLost, Mounted, Dismounted, AllyHelped, AllyHarmSet,
)  # fmt: skip
