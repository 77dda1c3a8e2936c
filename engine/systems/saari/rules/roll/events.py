"""Events of the parts of a roll."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.types import ExtraUse, Throw


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
