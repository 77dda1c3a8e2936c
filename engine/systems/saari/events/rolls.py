"""The events of a roll, in the order of its windows. A roll is open, and may change, until RollApplied."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import Struct, field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attribute, Purpose


class Factor(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that makes each die of a roll easier or harder. late: it was found after the dice fell.

    [SA-EDGE-03, SA-EDGE-05]
    """

    source: str
    advantage: bool
    late: bool = False


class Throw(Enum):
    """Why a batch of dice was thrown.  [SA-DICE-06]

    BASE: the pool. BONUS: for the sixes before. PARRY, PARRY_BONUS: the same of a parry that was merged.
    """

    BASE = "BASE"
    BONUS = "BONUS"
    PARRY = "PARRY"
    PARRY_BONUS = "PARRY_BONUS"


class Batch(Struct, frozen=True, kw_only=True, rename="camel"):
    """Dice that fell together. ignored: the index of the die that does not count.  [SA-DICE-15]"""

    throw: Throw
    faces: tuple[int, ...]
    ignored: int | None = None

    @property
    def counted(self) -> tuple[int, ...]:
        """The faces that count."""
        return tuple(face for index, face in enumerate(self.faces) if index != self.ignored)


class ExtraUse(Enum):
    """What an extra success is used for.

    DAMAGE: SA-XATK-01. EFFECT: SA-XATK-02. COVERAGE: SA-XDEF-01. RIPOSTE: SA-XDEF-03.
    """

    DAMAGE = "DAMAGE"
    EFFECT = "EFFECT"
    COVERAGE = "COVERAGE"
    RIPOSTE = "RIPOSTE"


class RollMarked(Event, frozen=True, kw_only=True):
    """The game master wants to rule on a roll. mark: the character whose next one it is, or `*`: whoever rolls next."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "BOOKKEEPING"
    mark: str


class MarkTaken(Event, frozen=True, kw_only=True):
    """The marked roll is made: the game master is asked about it.  roll: its id."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    mark: str
    roll: str


class RollOpened(Event, frozen=True, kw_only=True):
    """A character is to roll: the pool, the target number and the factors are known.  [SA-DICE-03]

    roll: its id. opponent: whom it is against. means: the weapon, spell, attack or item. kn: null: none.
    zero: of the pool two dice are an attribute of 0.  [SA-DICE-15]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "means")
    roll: str
    combatant: str
    purpose: Purpose
    opponent: str | None = None
    attribute: Attribute | None = None
    means: str = ""
    kn: int | None = None
    pool: int
    zero: bool = False
    factors: tuple[Factor, ...] = ()


class FacesDrawn(Event, frozen=True, kw_only=True):
    """Dice of a roll have fallen. combatant: who threw them. ignored: the index of the die that does not count."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    throw: Throw
    faces: tuple[int, ...]
    ignored: int | None = None


class FactorChanged(Event, frozen=True, kw_only=True):
    """A factor is found, or taken off again, after the dice fell: the same faces count anew.  [SA-EDGE-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "factor")
    roll: str
    combatant: str
    source: str = field(name="factor")
    advantage: bool
    added: bool = True


class ParryMerged(Event, frozen=True, kw_only=True):
    """A parry: its dice become part of the defence roll.  [SA-PARRY-04]  target: who is defended."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    target: str
    dice: int = field(name="parryDice")
    zero: bool = False


class AssistAdded(Event, frozen=True, kw_only=True):
    """A comrade's successes are added to a roll.  [SA-ASSIST-03]  target: who rolls.

    faces: that count; a factor that is found later makes them count anew with those of the roll.  [SA-EDGE-05, G-15]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    target: str
    faces: tuple[int, ...]
    successes: int


class NpcParried(Event, frozen=True, kw_only=True):
    """An opponent parries: the attack on it is harder by one success.  [G-02]  target: whose attack it is."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str


class MindPointSpent(Event, frozen=True, kw_only=True):
    """A mind point turns a failure into a success, without extras.  [SA-MP-02, SA-MP-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str


class MindPointReturned(Event, frozen=True, kw_only=True):
    """The roll is a success without the mind point, which comes back.  [G-13]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str


class ComplicationChosen(Event, frozen=True, kw_only=True):
    """More ones than sixes: what goes wrong.  [SA-COMP-01, SA-COMP-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll", "complication")
    roll: str
    combatant: str
    complication: str


class PartialGranted(Event, frozen=True, kw_only=True):
    """The game master calls a failed roll a partial success.  [SA-DICE-13]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str


class ExtrasSpent(Event, frozen=True, kw_only=True):
    """Extra successes are used. effect: bought with them, so many times. target: who is covered.

    [SA-XATK-01, SA-XATK-02, SA-XDEF-01, SA-XDEF-03]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "boughtEffect", "coveredRoll")
    roll: str
    combatant: str
    use: ExtraUse
    amount: int = field(name="extrasUsed")
    effect: str | None = field(default=None, name="boughtEffect")
    times: int = 0
    target: str | None = field(default=None, name="comrade")
    covered_roll: str | None = None


class DamageForgone(Event, frozen=True, kw_only=True):
    """A hit does no damage: its last success brings an ill effect instead.  [SA-XATK-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "effect")
    roll: str
    combatant: str
    effect: str


class RollApplied(Event, frozen=True, kw_only=True):
    """A roll is closed: nothing about it changes any more. Its reasons are the whole record.

    pool: with the dice of a parry, without bonus dice. threshold: the lowest face that was a success.
    success: null: it had no target number.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("roll",)
    roll: str
    combatant: str
    purpose: Purpose
    pool: int
    threshold: int
    successes: int
    kn: int | None = None
    success: bool | None = None
    extras: int = 0
    complication: bool = field(default=False, name="complicated")


class RiposteChanged(Event, frozen=True, kw_only=True):
    """The dice that a character has for its next attack. dice: 0: they are used, or gone.  [SA-XDEF-03, SA-XDEF-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    dice: int = field(name="riposteDice")


EVENTS: tuple[type[Event], ...] = (
    RollMarked, MarkTaken, RollOpened, FacesDrawn, FactorChanged, NpcParried, ParryMerged, AssistAdded, MindPointSpent,
    MindPointReturned, ComplicationChosen, PartialGranted,
    ExtrasSpent, DamageForgone, RollApplied, RiposteChanged,
)  # fmt: skip
