"""Events of what happens to a fighter."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Attribute, Element, Factor, Mod
from engine.systems.fantasia.rules.basics.events import Outcome
from engine.systems.fantasia.rules.board.events import Nature


class AbilityBegan(Event, frozen=True, kw_only=True):
    """A spell or technique is declared; until it is launched it can be interrupted.  [FF-CONC-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityInterrupted(Event, frozen=True, kw_only=True):
    """A spell or technique is lost before it was launched.  [FF-CONC-04]  reason: concentration, unable, impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    ability: str
    reason: str


class ConcentrationTested(Event, frozen=True, kw_only=True):
    """A check after damage before the launch: 2d + mind against 7, and 2 more each time.  [FF-CONC-02, FF-CONC-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    total: int
    difficulty: int
    passed: bool


class TrapSprung(Event, frozen=True, kw_only=True):
    """A trap goes off under a combatant. trap_total: 2d + its AT against DE; null: it strikes without a roll."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    target: str
    trap: str
    trap_total: int | None
    against: int | None = None
    outcome: Outcome


class CheckMade(Event, frozen=True, kw_only=True):
    """2d + an attribute against a difficulty.  [FF-DICE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class Rested(Event, frozen=True, kw_only=True):
    """A combatant has rested, and recovers so many percent of its maximal points.  [FF-REST-01, FF-REST-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    hours: int
    percent: int


class DamageTaken(Event, frozen=True, kw_only=True):
    """One instance of damage, above 0. cause: a combatant, or an effect. factors: what multiplied it.

    lowered: how much a reaction reduced it, after all factors.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("factors",)
    target: str
    cause: str
    damage: int
    nature: Nature
    element: Element | None = None
    factors: tuple[Factor, ...] | None = None
    lowered: int = 0


class NoEffect(Event, frozen=True, kw_only=True):
    """An element has no effect on a combatant: neither damage nor effects.  [FF-ELEM-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    element: Element | None = None


class StatusStated(Event, frozen=True, kw_only=True):
    """The source of a status sets other figures, or other dice for each turn.  [FF-STG-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    target: str
    condition: str
    mods: tuple[Mod, ...]
    turn_dice: int | None


class StatusFailed(Event, frozen=True, kw_only=True):
    """A status is not gained. reason: in the system's words; cause: who or what would have caused it.  [FF-STG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    status: str
    reason: str


class Healed(Event, frozen=True, kw_only=True):
    """Points given back, as rolled; the vital rises to its maximum at most. vital: `hp` or `mp`."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    healing: int
    vital: str


class Fell(Event, frozen=True, kw_only=True):
    """A combatant falls so many metres: damage of one die, rolled once, times metres.  [FF-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    metres: int


class CarriedOff(Event, frozen=True, kw_only=True):
    """A strong wind carries off a floating combatant; in a fight with places `Moved` has the place.  [FF-ST-53]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    cause: str


class ActionLost(Event, frozen=True, kw_only=True):
    """A declared action has no effect: it has become impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    reason: str


class ReactionSpent(Event, frozen=True, kw_only=True):
    """The one reaction until the next turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
