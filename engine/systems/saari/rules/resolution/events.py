"""Events of a roll, in the order of its windows. A roll is open, and may change, until RollApplied."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.types import Factor


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


class AllyHelped(Event, frozen=True, kw_only=True):
    """An ally helps with a roll; it helps no other in this round.  [SA-ALLY-04]  target: who rolls."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    dice: int = field(name="helpDice")


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


class DamageForgone(Event, frozen=True, kw_only=True):
    """A hit does no damage: its last success brings an ill effect instead.  [SA-XATK-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("roll", "effect")
    roll: str
    combatant: str
    effect: str
