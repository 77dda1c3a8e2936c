"""What the game adds to the fight. Places (side and rank), Health and Power and conditions are the kernel's."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.cards.forces import Force, Use
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    ArmourPiece,
    Battlefield,
    BodySize,
    Courage,
    CreatureType,
    Distance,
    Item,
    LootRow,
    Prey,
    Tactic,
    Weapon,
)
from engine.systems.mongolian_mercenaries.sheet import Kind, Preparedness, Setup, Wounds
from engine.systems.mongolian_mercenaries.types import Ending, Form, Hindering, Purpose

if TYPE_CHECKING:
    from engine.systems.mongolian_mercenaries.hooks import Hooks


class Figures(Struct, frozen=True, kw_only=True, rename="camel"):
    """A completed sheet or card.

    attributes: of a card speed and toughness alone. skills: of a card only those that it lists.
    tactics, prey, loot, takes_captives: of a card.  [MM-ENM-13, MM-ENM-14, RUL-33]
    fight_proficiency, armour, dodge: of a card.  [MM-ENM-09, MM-ENM-11, MM-ENM-12]
    equipped: its type has equipment, so that its Armour is worn and its weapon can be damaged.  [RUL-85, RUL-89]
    natural_armour: all the same no Armour that is worn. metal_armour: acid damages it.  [RUL-85]
    talents, spells: ids of what it has, and has learned. abilities: what its card and its type say besides.
    weapons: of who fights by a card one by the id `natural`. worn: armour in the order of wearing.
    spare: what could be worn and is not. items: bags, gear and preparations. A second one of a kind has an id of its
    own, `healing-2`.
    companions: ids of creatures that help without fighting.  [MM-PET-02]  prayers: ids of cards.
    """

    type: CreatureType = CreatureType.HUMAN
    subtype: str = ""
    size: BodySize = BodySize.MEDIUM
    level: int = 0
    attributes: dict[str, int] = {}
    skills: dict[str, int] = {}
    fight_proficiency: int = 0
    armour: int = 0
    dodge: int = 0
    weapons: dict[str, Weapon] = {}
    worn: dict[str, ArmourPiece] = {}
    courage: Courage | None = None
    talents: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    xp: int = 0
    patron: str | None = None
    tactics: tuple[Tactic, ...] = ()
    prey: Prey = Prey.LEAST_HEALTH
    loot: tuple[LootRow, ...] = ()
    equipped: bool = False
    natural_armour: bool = False
    metal_armour: bool = False
    takes_captives: bool | None = None
    spare: dict[str, ArmourPiece] = {}
    items: dict[str, Item] = msgspec.field(default={}, name="carriedItems")
    companions: tuple[str, ...] = ()
    prayers: tuple[str, ...] = ()

    def attribute(self, name: str) -> int:
        """An attribute; 0 where there is none."""
        return self.attributes.get(name, 0)

    def skill(self, name: str) -> int:
        """A skill; 0 where there is none."""
        return self.skills.get(name, 0)


class Fighter(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant's part of the state.

    figures: null for who may not know them. ref: of the catalogue; "": none.
    held: ids of the weapons in hand. damaged: ids of damaged things.  [MM-ST-05]
    large, minor: actions left in this round.  [MM-ACT-01]  acted: its turn of this round is over.
    initiative: of this round; null: none yet, or closed here.  [MM-INIT-01]  queued: it has a place in the queue.
    waited: how often in this round.  [MM-INIT-04]
    in_cover, crouched: [MM-COV-01 to MM-COV-04]
    mount: the card of what it can ride; null: nothing. mounted: it is in the saddle; comes_riding: as the fight
    begins.  [MM-MNT-01]
    stays: of a summon: it does not vanish after the fight.  [MM-MAG-14]
    lucky_break_day: the last day on which it was used; null: never.  [MM-LUCK-01]
    ammunition: units and pieces left, by id; of a weapon that is thrown away itself how many.  [MM-AMMO-02, MM-AMMO-06]
    wound_labels: of wounds by elements, the newest last.  [MM-WND-06]
    sharpened, venomed: ids of weapons that are Sharpened, Poisoned.  [MM-ST-05]
    packed: ids of what is out of reach in a fight.  [MM-EQ-02]  prayed: prayers used up today.
    xp: since the last level. dev_points: to be spent outside fights.  [MM-ATTR-14, MM-ATTR-21]
    lost: vital -> how much of it everybody has seen it lose, and not get back; what happens to it while some do not see
    it does not count.  [MM-DW-14]
    """

    kind: Kind = msgspec.field(name="mercenaryKind")
    ref: str = ""
    figures: Figures | None = msgspec.field(name="mercenaryFigures")
    held: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    wounds: Wounds = Wounds()
    large: int = msgspec.field(default=0, name="largeActions")
    minor: int = msgspec.field(default=0, name="minorActions")
    acted: bool = False
    initiative: int | None = None
    queued: bool = False
    waited: int = 0
    in_cover: bool = False
    crouched: bool = False
    last_position: int | None = None
    lucky_break_day: int | None = None
    stays: bool = False
    mount: str | None = msgspec.field(default=None, name="mountCard")
    mounted: bool = False
    comes_riding: bool = False
    ammunition: dict[str, int] = msgspec.field(default_factory=dict, name="ammunitionLeft")
    wound_labels: tuple[str, ...] = ()
    sharpened: tuple[str, ...] = ()
    venomed: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    prayed: tuple[str, ...] = ()
    xp: int = msgspec.field(default=0, name="xpSinceLevel")
    dev_points: int = 0
    lost: dict[str, int] = {}


class Stage(Enum):
    """Where a fight stands.  [MM-PHASE-01]"""

    SETUP = "SETUP"
    OPENING = "OPENING"
    CLASH = "CLASH"
    SUMMARY = "SUMMARY"
    OVER = "OVER"


class Gap(Struct, frozen=True, kw_only=True, rename="camel"):
    """The distance of a pair of opponents that is no longer at the start distance; in the order of their ids."""

    one: str
    other: str
    distance: Distance


class Screening(Struct, frozen=True, kw_only=True, rename="camel"):
    """Somebody screens an ally or blocks an opponent.  [MM-MOVE-07]"""

    by: str
    target: str
    hindering: Hindering


class Throw(Struct, frozen=True, kw_only=True, rename="camel"):
    """Dice of a test that fell together. lucky: of its repeat by Lucky Break.  [MM-LUCK-01]"""

    faces: tuple[int, ...]
    lucky: bool = False


class Roll(Struct, frozen=True, kw_only=True, rename="camel"):
    """A test that is not settled yet: it may still be repeated by Lucky Break.

    tested: the attribute or skill that it is of. value: of it. modifier: dice or points that are added.
    opponent: whom it is against; null: nobody. means: the weapon or spell; "": none.
    """

    id: str
    tester: str
    purpose: Purpose
    form: Form
    tested: str
    value: int = msgspec.field(name="testedValue")
    modifier: int = 0
    opponent: str | None = None
    means: str = ""
    throws: tuple[Throw, ...] = ()


class Affliction(Struct, frozen=True, kw_only=True, rename="camel"):
    """Since which round a combatant has a state; of one that it came with nothing is kept.  [MM-ST-01]"""

    bearer: str
    state: str
    since: int

    @property
    def key(self) -> tuple[str, str]:
        """Nobody has a state twice."""
        return self.bearer, self.state


class MercenariesState(Struct, frozen=True, kw_only=True, rename="camel"):
    """The system's part of the state.

    field: null before the opening.  [MM-FIELD-08]  start: the distance at which all began.  [MM-DIST-01]
    gaps: pairs that have changed it. party, enemies: how each side began; null: not yet known.
    forces: what cards have brought and goes on. uses: of abilities, in this fight.  [MM-ROUND-02, RUL-89]
    afflicted: who has which state since when. patrons: of each summoned creature its summoner.  [MM-MAG-12]
    screens: who stands before whom.  [MM-MOVE-07]
    rolls: open tests, the innermost last. quiet_rounds: in a row in which nothing happened.  [RUL-84]
    stirred: something has happened in this round. ending: of the clash; null: it goes on.
    captives: of the party.  [MM-END-03]
    treated, repairing: who was treated, and who has spent it on a repair, in this phase after the fight.  [RUL-35,
    RUL-57]
    rewarded, looted: defeated enemies for whom there was experience, who were searched.  [MM-END-02, RUL-59]
    """

    setup: Setup = msgspec.field(name="mercenarySetup")
    stage: Stage = msgspec.field(default=Stage.SETUP, name="encounterStage")
    fighters: dict[str, Fighter] = {}
    field: Battlefield | None = msgspec.field(default=None, name="battlefield")
    start: Distance = msgspec.field(default=Distance.MEDIUM, name="startDistance")
    gaps: tuple[Gap, ...] = ()
    party: Preparedness | None = msgspec.field(default=None, name="partyBegan")
    enemies: Preparedness | None = msgspec.field(default=None, name="enemiesBegan")
    rolls: tuple[Roll, ...] = msgspec.field(default=(), name="openTests")
    quiet_rounds: int = 0
    afflicted: tuple[Affliction, ...] = ()
    patrons: dict[str, str] = {}
    screens: tuple[Screening, ...] = ()
    stirred: bool = False
    ending: Ending | None = None
    captives: tuple[str, ...] = ()
    rewarded: tuple[str, ...] = ()
    looted: tuple[str, ...] = ()
    treated: tuple[str, ...] = ()
    repairing: tuple[str, ...] = ()
    forces: tuple[Force, ...] = ()
    uses: tuple[Use, ...] = msgspec.field(default=(), name="abilityUses")

    @property
    def hooks(self) -> Hooks:
        """What its chapters add to each other's rules: `rules/__init__.py` says it for the fights that are played."""
        raise NotImplementedError
