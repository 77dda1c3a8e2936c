"""The facts of a campaign that follow from its fights. All else in it is told by facts that fights have, too."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel.state.campaign import Entered, LineKind
from engine.kernel.structs.messages import Audience, Event, Weight


class FightPlanned(Event, frozen=True, kw_only=True):
    """A fight of the campaign is about to be created, under this id. Its members are bound from here on.

    members: who comes along, as far as everybody knows them. entering: all of them, with what they enter with, and
    plan: what the fight is created from beside them; both for the game master.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("entering", "plan")
    words: ClassVar[tuple[str, ...]] = ("fight", "name", "plan")
    fight: str
    name: str
    members: tuple[str, ...]
    entering: tuple[Entered, ...] | None = None
    plan: dict[str, Any] | None = None


class FightBegun(Event, frozen=True, kw_only=True):
    """A planned fight has been created. head: the hash of its first event."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("fight", "head")
    fight: str
    head: str


class FightTakenIn(Event, frozen=True, kw_only=True):
    """A fight that was played without the campaign is one of its fights from here on. Its members are bound.

    head: the hash of its first event. members: who of the company was there, as far as everybody knows them. entering:
    all of them, each with its combatant there and with what it has on it now; for the game master.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("entering",)
    words: ClassVar[tuple[str, ...]] = ("fight", "name", "head")
    fight: str
    name: str
    head: str
    members: tuple[str, ...]
    entering: tuple[Entered, ...] | None = None


class FightReleased(Event, frozen=True, kw_only=True):
    """A fight does not count: nothing of it is taken over, and its members are free again."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("fight", "note")
    fight: str
    note: str = ""


class FightReplaced(Event, frozen=True, kw_only=True):
    """A fork has taken the place of a fight: what it leaves counts, and is settled anew where that fight was settled.

    replacement: the fork's id.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("fight", "replacement")
    fight: str
    replacement: str


class FightSettled(Event, frozen=True, kw_only=True):
    """What a fight leaves is taken over; a line for each thing follows in the same step.

    fight_version, head: of the fight, as it ended. rules: the version of the game's rules that proposed the lines.
    proposal: hex SHA-256 of what was proposed. lines: how many follow. supersedes: the version of the settlement of the
    same fight that this one replaces, 0: none. edits: what the game master changed in the proposal, for him.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("lines", "edits")
    words: ClassVar[tuple[str, ...]] = ("fight", "head", "proposal", "result", "edits")
    fight: str
    fight_version: int
    head: str
    rules: int
    proposal: str
    result: str = ""
    supersedes: int = 0
    lines: int | None = None
    edits: dict[str, Any] | None = None


class Carried(Event, frozen=True, kw_only=True):
    """Something of a member is from now on as a fight has left it.

    carried: what kind of thing it is. about: which figure, condition or part of the sheet. entered_as: as the member
    entered the fight; left_as: as the fight left it; value: as it is from here on; null: it is not there. fight,
    fight_cause: the fight, and the version of its event that made it so.
    """

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("carried", "about", "entered_as", "left_as", "value", "fight")
    combatant: str
    carried: LineKind
    about: tuple[str, ...]
    entered_as: Any = None
    left_as: Any = None
    value: Any = None
    fight: str
    fight_cause: int


class MemberDied(Event, frozen=True, kw_only=True):
    """A member has died in a fight. fight_cause: the version of the fight's event that tells it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("fight",)
    combatant: str
    fight: str
    fight_cause: int


class DiceEpochClosed(Event, frozen=True, kw_only=True):
    """The dice secret in force is published: all rolls since the one before are proven. The next one begins.

    dice_secret, hidden_secret: of open and of hidden rolls, hex. Each is the commitment to the one that follows it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("hidden_secret",)
    words: ClassVar[tuple[str, ...]] = ("dice_secret", "hidden_secret", "note")
    lasting: ClassVar[bool] = True
    dice_secret: str
    hidden_secret: str | None = None
    note: str = ""


CAMPAIGN_EVENTS: tuple[type[Event], ...] = (
    FightPlanned,
    FightBegun,
    FightTakenIn,
    FightReleased,
    FightReplaced,
    FightSettled,
    Carried,
    MemberDied,
    DiceEpochClosed,
)
"""Stated by the service when a fight is begun, settled or released; no order makes them."""
