"""The events of the course: the opening, initiative, what is paid, the end."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Distance
from engine.systems.mongolian_mercenaries.sheet import Preparedness


class Cost(Enum):
    """What an action takes of the budget.  [MM-ACT-01]"""

    LARGE = "LARGE"
    MINOR = "MINOR"


class BattlefieldLaid(Event, frozen=True, kw_only=True):
    """Where the fight is, and how far the sides are from each other at first.  [MM-FIELD-08, MM-DIST-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    battlefield: Battlefield = field(name="battlefieldCard")
    start: Distance = field(name="startDistance")


class SidesPrepared(Event, frozen=True, kw_only=True):
    """How each side begins.  [MM-PREP-01]  attacker: the side that attacks.  [MM-PHASE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("attacker",)
    party: Preparedness = field(name="partyBegan")
    enemies: Preparedness = field(name="enemiesBegan")
    attacker: str


class InitiativeSet(Event, frozen=True, kw_only=True):
    """The INC of a combatant in this round; null: closed here.  [MM-INIT-01, MM-INIT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("initiative",)
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    initiative: int | None = None


class ClashBegan(Event, frozen=True, kw_only=True):
    """The opening is over: rounds begin.  [MM-PHASE-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class ActionPaid(Event, frozen=True, kw_only=True):
    """An action is paid. swapped: the Large one was given up for two Minor ones first.  [MM-ACT-01, MM-ACT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    cost: Cost = field(name="actionCost")
    large: int = field(name="largeActions")
    minor: int = field(name="minorActions")
    swapped: bool = False


class Waited(Event, frozen=True, kw_only=True):
    """A combatant waits: its turn comes later in this round. initiative: null: closed here.  [MM-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("initiative",)
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    initiative: int | None = None


class BudgetSet(Event, frozen=True, kw_only=True):
    """A card gives a combatant other actions for this round than usual.  [MM-ACT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    large: int = field(name="largeActions")
    minor: int = field(name="minorActions")


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn of a combatant in this round is over; what it has not used is given up.  [MM-ACT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class RoundEnded(Event, frozen=True, kw_only=True):
    """Everybody has had a turn.  [MM-ROUND-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class RoundsQuiet(Event, frozen=True, kw_only=True):
    """Nothing has happened for so many rounds, and whether that ends the fight.  [MM-DW-29, RUL-84]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    quiet: int
    ends: bool = field(name="endsFight")


class CourageFailed(Event, frozen=True, kw_only=True):
    """A combatant gives up: it spends its turn on an escape, or surrenders.  [MM-DW-07, MM-MOR-08]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class SurrenderSpurned(Event, frozen=True, kw_only=True):
    """A combatant would surrender, but no opponent takes captives.  [MM-MOR-11, RUL-33]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class Ending(Enum):
    """Why a clash is over.

    BEATEN: one side is out.  [MM-END-01]  BOTH_OUT: both are, and nobody has won.  [RUL-74]
    BROKEN_OFF: all agreed.  ROUND_LIMIT: it took too long.  [RUL-84]  CALLED_OFF: by the game master.
    """

    BEATEN = "BEATEN"
    BOTH_OUT = "BOTH_OUT"
    BROKEN_OFF = "BROKEN_OFF"
    ROUND_LIMIT = "ROUND_LIMIT"
    CALLED_OFF = "CALLED_OFF"


class SummaryBegan(Event, frozen=True, kw_only=True):
    """The clash is over.  [MM-PHASE-05, MM-END-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    ending: Ending


class Survived(Event, frozen=True, kw_only=True):
    """Who was Dying lives; the wounds that it has left.  [RUL-56]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    light: int = field(name="lightWounds")
    heavy: int = field(name="heavyWounds")
    severe: int = field(name="severeWounds")


class CaptivesTaken(Event, frozen=True, kw_only=True):
    """Those who gave themselves up are captives of the party from now on.  [MM-MOR-09, MM-END-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatants: tuple[str, ...]


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


class FightResumed(Event, frozen=True, kw_only=True):
    """The fight goes on although it was over."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


EVENTS: tuple[type[Event], ...] = (
    BattlefieldLaid, SidesPrepared, ClashBegan, InitiativeSet, BudgetSet, ActionPaid, Waited, TurnEnded, RoundEnded,
    RoundsQuiet,
    CourageFailed, SurrenderSpurned, SummaryBegan, Survived, CaptivesTaken, ExperienceGained, EnemyLooted, FoundTaken,
    TrailLost, FightResumed,
)  # fmt: skip
