"""Events of combat."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

import msgspec

from engine.kit import Audience, Event, Weight
from engine.systems.minis.content.kinds import Band


class Manner(Enum):
    """The kind of an attack.  [MN-CBT-01]

    OPEN: a frontal exchange in melee.
    RANGE: with a missile weapon.
    OPPORTUNITY: at an enemy that leaves one's reach, or that cannot fight back.
    FLANK: in melee, from the target's flank.
    """

    OPEN = "OPEN"
    RANGE = "RANGE"
    OPPORTUNITY = "OPPORTUNITY"
    FLANK = "FLANK"


class Option(Enum):
    """An option of open combat.  [MN-OPEN-02]"""

    HEAD = "HEAD"
    THRUST = "THRUST"
    PARRY = "PARRY"


class AttackBegan(Event, frozen=True, kw_only=True):
    """A mini attacks: one of its attacks is spent.  [MN-CBT-02]

    in_water: in water that is a penalty for it: it does not move any more in this turn.  [MN-WAT-06]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    manner: Manner
    in_water: bool = False


class OptionRolled(Event, frozen=True, kw_only=True):
    """A die has found somebody's option of open combat: nobody has chosen it.  [MN-OPEN-02, MN-GAP-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    option: Option


class ExchangeFought(Event, frozen=True, kw_only=True):
    """An exchange of open combat: both options, and who hits whom.  [MN-OPEN-06, MN-OPEN-07]

    tie_face: of the d100, where both have the same option.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("attackWeapon", "defenseWeapon")
    attacker: str
    defender: str
    attack_option: Option
    defense_option: Option
    attack_weapon: str
    defense_weapon: str
    face: int | None = msgspec.field(name="tieFace")
    attacker_hits: bool
    defender_hits: bool


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack by percent: it hits with a face of at most `chance`.  [MN-CBT-03]

    band: of a range attack.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    attacker: str
    target: str
    manner: Manner
    weapon: str
    chance: int
    face: int
    hit: bool
    band: Band | None = None


class HarmDone(Event, frozen=True, kw_only=True):
    """A hit has done so much damage, after resistances and armour.  [MN-GAP-16]

    attacker: who has hit. means: the weapon, or the spell.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("means",)
    combatant: str
    attacker: str
    means: str
    damage: int


class Provocation(Enum):
    """What provokes an opportunity attack.  [MN-GAP-08]

    LEAVING: moving out of an enemy's reach.
    SHOOTING: shooting within it. CASTING: casting a spell within it. Both only where it is agreed so.
    """

    LEAVING = "LEAVING"
    SHOOTING = "SHOOTING"
    CASTING = "CASTING"


class OpportunityTaken(Event, frozen=True, kw_only=True):
    """A mini strikes at an enemy that leaves its reach, or that shoots or casts within it.  [MN-GAP-08, MN-GAP-38]

    mover: who is leaving, shoots or casts. provocation: which of these.
    in_water: in water that is a penalty for it: it does not move any more in this turn.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mover: str
    in_water: bool = False
    provocation: Provocation = Provocation.LEAVING
