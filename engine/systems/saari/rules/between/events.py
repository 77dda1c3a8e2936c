"""Facts of the time between fights."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Armor, Attribute, Shield, Trinket, Weapon
from engine.systems.saari.rules.between.types import RiseKind


class BriefingGiven(Event, frozen=True, kw_only=True):
    """The company knows what comes: nobody exchanges choices any more before the expedition.  [SA-OUT-11]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


class ExpeditionBegan(Event, frozen=True, kw_only=True):
    """The company leaves its base.  [SA-OUT-01]  number: 1 is the first expedition."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    number: int


class MilestoneExceeded(Event, frozen=True, kw_only=True):
    """An expedition has more milestones than usual: usually at most two.  [SA-OUT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    number: int


class FindRecorded(Event, frozen=True, kw_only=True):
    """Something is found; it travels along without weight.  [SA-OUT-02]

    value: in vouchers; null: said later.  [SA-OUT-03]  weapon, shield, armor, trinket: of a magic item.  [SA-OUT-06]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("key", "name")
    key: str
    name: str
    value: int | None = None
    weapon: Weapon | None = None
    shield: Shield | None = None
    armor: Armor | None = None
    trinket: Trinket | None = None


class FindValued(Event, frozen=True, kw_only=True):
    """What a treasure is worth, in vouchers.  [SA-OUT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("key", "name")
    key: str
    name: str
    value: int


class CustomsPassed(Event, frozen=True, kw_only=True):
    """All treasures are surrendered, and the party is paid; magic items pass to the guild.  [SA-OUT-02, SA-OUT-03]

    value: of all treasures together; paid: at most 50. items: how many magic items.  [SA-OUT-06]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    value: int
    paid: int
    items: int = 0


class PartsTaken(Event, frozen=True, kw_only=True):
    """Hides, meat, tusks of so many beasts are taken along: no roll.  [SA-OUT-04, SA-OUT-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("beast",)
    beast: str
    count: int


class PartsSold(Event, frozen=True, kw_only=True):
    """Parts are changed into vouchers, outside the bound of customs.  [SA-OUT-04, SA-OUT-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("beast",)
    beast: str
    count: int
    paid: int


class ThingTaken(Event, frozen=True, kw_only=True):
    """A member borrows a thing of the guild, or takes up its own again.  [SA-OUT-06, SA-OUT-12]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("key",)
    combatant: str
    key: str
    weapon: Weapon | None = None
    shield: Shield | None = None
    armor: Armor | None = None
    trinket: Trinket | None = None


class ThingReturned(Event, frozen=True, kw_only=True):
    """A borrowed thing is the guild's to lend again.  [SA-OUT-06]  item: its id on the sheet."""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("key", "item")
    combatant: str
    key: str
    item: str


class ThingStruckOff(Event, frozen=True, kw_only=True):
    """A borrowed thing is lost or destroyed: it is off the guild's list, and nobody owes it.  [SA-OUT-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("key",)
    key: str


class ThingPutOff(Event, frozen=True, kw_only=True):
    """A member leaves a thing of its own at the base.  [SA-OUT-12]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("key", "item")
    combatant: str
    key: str
    item: str
    weapon: Weapon | None = None
    shield: Shield | None = None


class CompanyRose(Event, frozen=True, kw_only=True):
    """The company's living standard, its level, rises, for all of it.  [SA-OUT-08, SA-OUT-17]

    gives: what each may take.  [SA-OUT-09]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    level: int
    gives: RiseKind


class LevelDiffers(Event, frozen=True, kw_only=True):
    """The company has more levels than its vouchers give: they were lowered since, and no level is taken back.

    [SA-OUT-08]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    level: int
    deserved: int


class RiseTaken(Event, frozen=True, kw_only=True):
    """A member has chosen what a level gives.  [SA-OUT-09, SA-OUT-10, SA-OUT-13, SA-OUT-16]

    uses: which of what waits. attribute: that rises, to score. talent, spell: that it has from now on.
    learned: Learning has reached a new odd number: another talent waits.
    """

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("talent", "spell")
    combatant: str
    uses: RiseKind
    attribute: Attribute | None = None
    score: int | None = None
    talent: str | None = None
    spell: str | None = None
    learned: bool = False


class CharacterRebuilt(Event, frozen=True, kw_only=True):
    """A member has exchanged choices at the base.  [SA-OUT-11, SA-OUT-12]

    attributes: all of them, by name. talents, spells: of the catalogue, all that it has from now on; own ones stay.
    """

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("attributes", "talents", "spells")
    combatant: str
    attributes: dict[str, int]
    talents: tuple[str, ...]
    spells: tuple[str, ...]


class TalentLost(Event, frozen=True, kw_only=True):
    """A worldly talent is lost in the story.  [SA-OUT-15]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("talent",)
    combatant: str
    talent: str


class TalentReplaced(Event, frozen=True, kw_only=True):
    """The point of a lost talent buys another, or the same again.  [SA-OUT-15, SA-OUT-16]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("lost", "talent", "spell")
    combatant: str
    lost: str
    talent: str | None = None
    spell: str | None = None


EVENTS: tuple[type[Event], ...] = (
    BriefingGiven,
    ExpeditionBegan,
    MilestoneExceeded,
    FindRecorded,
    FindValued,
    CustomsPassed,
    PartsTaken,
    PartsSold,
    ThingTaken,
    ThingReturned,
    ThingStruckOff,
    ThingPutOff,
    CompanyRose,
    LevelDiffers,
    RiseTaken,
    CharacterRebuilt,
    TalentLost,
    TalentReplaced,
)
