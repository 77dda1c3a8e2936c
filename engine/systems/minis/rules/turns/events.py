"""Events of the course of a fight."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.minis.state import Able


class InitiativeRoundBegan(Event, frozen=True, kw_only=True):
    """An initiative round begins with the declarations of those who may act in it.  [MN-TURN-02, MN-INIT-01]

    knowing: the only seats that know of anybody in it; null: everybody does. Minis that not everybody knows of have a
    last round at the end of a turn.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("knowing",)
    init_round: int
    knowing: tuple[str, ...] | None = None


class MiniDeclared(Event, frozen=True, kw_only=True):
    """A mini is declared: it acts in this initiative round.  [MN-TURN-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    init_round: int


class HeldBack(Event, frozen=True, kw_only=True):
    """A participant declares nobody before a later initiative round. holder: the seat.  [MN-GAP-35]

    minis: its minis with their initiative; with another one it is asked again. unseen: of those that not everybody
    knows of.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("holder", "side")
    holder: str
    side: Annotated[str, SIDE]
    before_round: int
    minis: tuple[Able, ...]
    unseen: bool = False


class OrderRolled(Event, frozen=True, kw_only=True):
    """A declared mini's roll for its place in the order: d100 + level.  [MN-INIT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    score: int


class PlaceSkipped(Event, frozen=True, kw_only=True):
    """A declared mini cannot act at its place. reason: in the system's words.  [MN-INIT-05, MN-GAP-50]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class ActivationBegan(Event, frozen=True, kw_only=True):
    """It is a mini's place in the order.  [MN-INIT-04]

    waters: those, by their patches, in which or on whose edge it stands.  [MN-GAP-13]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("waters",)
    combatant: str
    waters: tuple[str, ...] = ()


class ActivationEnded(Event, frozen=True, kw_only=True):
    """A mini's activation is over; what it has not used is lost for this turn.  [MN-TURN-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class Waited(Event, frozen=True, kw_only=True):
    """A mini waits at its place: it may be declared again in a later initiative round.  [MN-INIT-02, MN-GAP-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn is over. quiet_turns: how many in a row nobody has performed an action in.  [MN-GAP-48]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    quiet_turns: int


class ParticipantConceded(Event, frozen=True, kw_only=True):
    """A participant gives up. giver: the seat.  [MN-GAP-48]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("giver", "side")
    giver: str
    side: Annotated[str, SIDE]


class WentOn(Event, frozen=True, kw_only=True):
    """The game master lets a decided fight go on. sides: those that stand; all_sides: with those nobody knows of."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("all_sides",)
    words: ClassVar[tuple[str, ...]] = ("sides", "allSides")
    sides: tuple[Annotated[str, SIDE], ...]
    all_sides: tuple[Annotated[str, SIDE], ...] | None = None


class OrderFulfilled(Event, frozen=True, kw_only=True):
    """The goal of a standing order is reached or gone: the mini holds.  [MN-GAP-31]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
