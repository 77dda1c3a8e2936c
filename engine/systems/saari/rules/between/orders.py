"""Orders between fights."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.saari.content.kinds import Armor, Attribute, Name, Score, Shield, Trinket, Weapon

Note = Annotated[str, msgspec.Meta(max_length=500)]
Many = Annotated[int, msgspec.Meta(ge=1, le=99)]
Value = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class GiveBriefing(Order, frozen=True, kw_only=True):
    """Tell the company what comes: afterwards nobody exchanges choices. GM only.  [SA-OUT-11]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


class SetOut(Order, frozen=True, kw_only=True):
    """Leave the base on an expedition. GM only.  [SA-OUT-01]

    regardless: also while somebody has not chosen what a level gives.  [SA-OUT-09]
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    regardless: bool = False


class AskForMilestone(Order, frozen=True, kw_only=True):
    """Ask the game master for a milestone.  [SA-OUT-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    note: Note = ""


class RecordFind(Order, frozen=True, kw_only=True):
    """Something is found on the expedition. GM only.  [SA-OUT-02, SA-OUT-03, SA-OUT-06]

    value: of a treasure, in vouchers; absent: said later. item: of a magic item, in the catalogue; weapon, shield,
    armor, trinket: the same in full. One of the five at most, and no value beside it.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    name: Name
    value: Value | None = None
    item: Id | None = None
    weapon: Weapon | None = None
    shield: Shield | None = None
    armor: Armor | None = None
    trinket: Trinket | None = None


class ValueFind(Order, frozen=True, kw_only=True):
    """Say what a treasure is worth. GM only.  [SA-OUT-03]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    find: Id
    value: Value


class RollArmour(Order, frozen=True, kw_only=True):
    """Roll one die for the kind of armour that is found. GM only.  [SA-OUT-07]  note: where."""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


class TakeParts(Order, frozen=True, kw_only=True):
    """Take hides, meat or tusks of defeated beasts along. GM only; never rolled.  [SA-OUT-04, SA-OUT-05]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    beast: Id
    count: Many = 1


class OfferParts(Order, frozen=True, kw_only=True):
    """Look for a buyer for parts of beasts: the game master says whether there is one.  [SA-OUT-04, SA-OUT-05]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    beast: Id
    count: Many = 1


class BorrowThing(Order, frozen=True, kw_only=True):
    """Borrow a thing of the guild for an expedition, or take up one's own that was put off.  [SA-OUT-06, SA-OUT-12]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    thing: Id


class PutOff(Order, frozen=True, kw_only=True):
    """Leave a weapon or a shield of one's own at the base.  [SA-OUT-12]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    item: Id


class TakeRise(Order, frozen=True, kw_only=True):
    """Choose what a level gives: a point of an attribute, a talent, or a spell in its place.

    [SA-OUT-09, SA-OUT-10, SA-OUT-13, SA-OUT-16]  One of the three.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    attribute: Attribute | None = None
    talent: Id | None = None
    spell: Id | None = None


class Rebuild(Order, frozen=True, kw_only=True):
    """Exchange choices at the base, any number: as many points and talents as before.  [SA-OUT-11, SA-OUT-12]

    might to personality: absent: as it is. talents, spells: of the catalogue, all of them; absent: as they are.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    might: Score | None = None
    agility: Score | None = None
    toughness: Score | None = None
    learning: Score | None = None
    discipline: Score | None = None
    personality: Score | None = None
    talents: tuple[Id, ...] | None = None
    spells: tuple[Id, ...] | None = None


class LoseTalent(Order, frozen=True, kw_only=True):
    """A worldly talent is lost in the story. GM only.  [SA-OUT-15]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    talent: Id


class ReplaceTalent(Order, frozen=True, kw_only=True):
    """Replace a lost talent: by the same again, another, or a spell. At the base; the game master at any time.

    [SA-OUT-15, SA-OUT-16]  talent, spell: one of them, or none: the same again.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    lost: Id
    talent: Id | None = None
    spell: Id | None = None


ORDERS: tuple[type[Order], ...] = (
    GiveBriefing,
    SetOut,
    AskForMilestone,
    RecordFind,
    ValueFind,
    RollArmour,
    TakeParts,
    OfferParts,
    BorrowThing,
    PutOff,
    TakeRise,
    Rebuild,
    LoseTalent,
    ReplaceTalent,
)
