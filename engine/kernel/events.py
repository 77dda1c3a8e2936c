"""The kernel's events. A frontend that knows only these can show any fight of any system."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from engine.kernel.combatant import Condition, Place, Vital
from engine.kernel.decisions import Offer, Visibility
from engine.kernel.fight import Board, Bot, DiceMode, Interrupted, SeatEntry, TakeBackConsent
from engine.kernel.messages import Audience, Event

How = Literal["HAND", "GM", "PREFERENCE", "DEADLINE"]
What = Literal["ROLLED", "DRAWN", "REVEALED", "ORDERED", "ANSWERED", "APPEARED", "SHOWN"]
Closed = Literal["REFUSED", "WITHDRAWN", "EXPIRED", "OVERTAKEN"]


class EncounterCreated(Event, frozen=True, kw_only=True):
    """The first event. Commitments: hex SHA-256 of the secrets of open and hidden dice; "" for dice nobody proves."""

    audience: ClassVar[Audience] = Audience.ALL
    encounter: str
    name: str
    system: str
    rules: int
    chain: str
    dice_mode: DiceMode
    commitment: str
    hidden_commitment: str
    seed: str = ""
    table: tuple[SeatEntry, ...]
    figures_open: bool
    board: Board | None = None
    setup: dict[str, Any]


class EncounterForked(Event, frozen=True, kw_only=True):
    """A what-if begins here: what lies before is the parent's, dice from here on are of a fresh secret."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    encounter: str
    parent: str
    forked_at: int
    parent_hash: str
    commitment: str
    hidden_commitment: str


class CombatantJoined(Event, frozen=True, kw_only=True):
    """Somebody enters. vitals and sheet only for those who may know his figures.

    seen_by: the seats that know of him; the others do not learn that he came.
    """

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("vitals", "sheet", "seen_by")
    words: ClassVar[tuple[str, ...]] = ("name", "kind", "side", "owner", "controller", "sheet")
    combatant: str
    name: str
    side: str
    owner: str | None
    controller: str | None
    kind: str
    place: Place | None
    conditions: tuple[Condition, ...]
    vitals: dict[str, Vital] | None = None
    sheet: dict[str, Any] | None = None
    seen_by: tuple[str, ...] | None = None


class CombatantOut(Event, frozen=True, kw_only=True):
    """Somebody is out of the fight; he may return. reason: in the system's words (`unconscious`, `fled`)."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class CombatantReturned(Event, frozen=True, kw_only=True):
    """Somebody is in the fight again."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class ControlChanged(Event, frozen=True, kw_only=True):
    """Somebody takes orders from another seat now. controller: None gives him to the GM."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    controller: str | None


class OwnerChanged(Event, frozen=True, kw_only=True):
    """A combatant is handed to another seat, for good."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    owner: str | None


class SightChanged(Event, frozen=True, kw_only=True):
    """Who knows of a combatant changes. seen_by: None: everybody from now on."""

    audience: ClassVar[Audience] = Audience.GM
    combatant: str
    seen_by: tuple[str, ...] | None


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round begins; the first is 1."""

    audience: ClassVar[Audience] = Audience.ALL
    round: int


class OrderSet(Event, frozen=True, kw_only=True):
    """The order in which combatants act, from now on. everybody: with those who are hidden; null where nobody is."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    listed: ClassVar[str] = "turn_order"
    turn_order: tuple[str, ...]
    everybody: tuple[str, ...] | None = None

    @property
    def whom(self) -> tuple[str, ...]:
        """All of them, for folding."""
        return self.turn_order if self.everybody is None else self.everybody


class TurnBegan(Event, frozen=True, kw_only=True):
    """These may be ordered now, and nobody else. Empty: nobody. everybody: as in OrderSet."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    listed: ClassVar[str] = "acting"
    acting: tuple[str, ...]
    everybody: tuple[str, ...] | None = None

    @property
    def whom(self) -> tuple[str, ...]:
        """All of them, for folding."""
        return self.acting if self.everybody is None else self.everybody


class Moved(Event, frozen=True, kw_only=True):
    """Somebody is somewhere else. to: None: nowhere in particular."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    from_: Place | None = msgspec.field(name="from")
    to: Place | None


class BoardSet(Event, frozen=True, kw_only=True):
    """The ground changes. board: None: there is none any more."""

    audience: ClassVar[Audience] = Audience.ALL
    board: Board | None


class VitalChanged(Event, frozen=True, kw_only=True):
    """A vital figure changes by `change` and is `now`; now only for those who may know it."""

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("now",)
    words: ClassVar[tuple[str, ...]] = ("vital",)
    combatant: str
    vital: str
    change: int
    now: int | None = None


class VitalLimitChanged(Event, frozen=True, kw_only=True):
    """The upper limit of a vital figure changes."""

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("limit",)
    words: ClassVar[tuple[str, ...]] = ("vital",)
    combatant: str
    vital: str
    limit: int | None = None


class ConditionGained(Event, frozen=True, kw_only=True):
    """A condition lies on somebody, or the one with the same key is replaced. Fields as in `Condition`."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("kind", "until")
    combatant: str
    condition: str
    kind: str
    source: str | None
    amount: int | None
    left: int | None
    until: str


class ConditionLost(Event, frozen=True, kw_only=True):
    """A condition ends. reason: in the system's words."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("kind", "reason")
    combatant: str
    condition: str
    kind: str
    reason: str


class CommandAccepted(Event, frozen=True, kw_only=True):
    """An order begins to be played.

    order: what may be sent as a command again; withheld: the fields of it that only the actor's side and the GM read.
    by: the seat that sent it. rules: the version of the rules that play it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("withheld",)
    order: dict[str, Any]
    by: str
    rules: int
    withheld: dict[str, Any] | None = None


class CommandEnded(Event, frozen=True, kw_only=True):
    """The order is played out."""

    audience: ClassVar[Audience] = Audience.ALL


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice fell. dice: notation (`2d6`); faces: in order of falling; by: who rolled; why: the purpose."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("dice", "why")
    dice: str
    faces: tuple[int, ...]
    by: str
    why: str


class Drawn(Event, frozen=True, kw_only=True):
    """One of several things was drawn blind. index: 0 to among - 1, in the order the rules list them."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("why",)
    index: int
    among: int
    by: str
    why: str


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A decision is put to seats, any one of which answers. Its id is this event's version.

    window: the first decision of its window, of: how many that has. question: its figures; what it interrupts is open.
    """

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("question", "offers", "default")
    words: ClassVar[tuple[str, ...]] = ("kind", "seats")
    window: int
    of: int
    seats: tuple[str, ...]
    kind: str
    visibility: Visibility
    deadline: int | None
    pace: int
    interrupts: tuple[Interrupted, ...]
    question: dict[str, Any] | None = None
    offers: tuple[Offer[dict[str, Any]], ...] | None = None
    default: str | None = None


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A decision has its answer. choice: the offer's key; picks: its fields; how: by whom it came about."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("choice", "picks", "how")
    decision: int
    choice: str | None = None
    picks: dict[str, Any] | None = None
    how: How | None = None


class AnswersRevealed(Event, frozen=True, kw_only=True):
    """Sealed answers of a window are laid open: decision -> answer."""

    audience: ClassVar[Audience] = Audience.ALL
    window: int
    answers: dict[str, dict[str, Any]]


class OutcomeReached(Event, frozen=True, kw_only=True):
    """The rules say how the fight stands: a side has won, or nobody. The GM ends it, or lets it go on."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("result",)
    result: str


class EncounterEnded(Event, frozen=True, kw_only=True):
    """The last event. dice_secret: hex, recomputes every face; "" for dice that nobody proves. result: "" for none."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("hidden_secret",)
    lasting: ClassVar[bool] = True
    reason: str
    result: str
    dice_secret: str
    hidden_secret: str | None = None


class Corrected(Event, frozen=True, kw_only=True):
    """The GM sets a field of the state. path: names from the state's root; value: JSON of the field's type."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("path", "value", "remark")
    path: tuple[str, ...] | None = None
    value: Any = None
    remark: str | None = None


class Reverted(Event, frozen=True, kw_only=True):
    """The fight goes back to how it stood at version `to_version`; `kept` are later versions that still count.

    agreed: the version of the TakeBackAsked that all who were asked have agreed to; null where the GM goes back.
    """

    audience: ClassVar[Audience] = Audience.ALL
    to_version: int
    kept: tuple[int, ...]
    cancelled: bool = False
    note: str = ""
    agreed: int | None = None


class Disclosure(msgspec.Struct, frozen=True, rename="camel"):
    """Something that became known: by the event of which version, and to whom.

    what: dice were ROLLED, something was DRAWN, sealed answers were REVEALED, somebody else has ORDERED or ANSWERED,
    somebody who was hidden APPEARED, or something that not everybody may see was SHOWN. seats: null: everybody, or not
    for you to know.
    """

    version: int
    what: What
    seats: tuple[str, ...] | None = None


class TakeBackAsked(Event, frozen=True, kw_only=True):
    """A seat asks to go back to how the fight stood at version `to_version`.

    seats: who is asked, none where nobody has to be. known: what has become known to everybody since; everything: with
    what only some have seen, for the GM.
    """

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("everything",)
    words: ClassVar[tuple[str, ...]] = ("by", "seats", "known", "everything", "note")
    by: str
    to_version: int
    seats: tuple[str, ...]
    known: tuple[Disclosure, ...]
    everything: tuple[Disclosure, ...] | None = None
    note: str = ""


class TakeBackClosed(Event, frozen=True, kw_only=True):
    """A request to take back comes to nothing. request: the version of its TakeBackAsked.

    closed: somebody REFUSED, it was WITHDRAWN by who asked, nobody answered in time (EXPIRED), or the fight has gone on
    (OVERTAKEN).
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("note",)
    request: int
    closed: Closed
    note: str = ""


class TakeBacksSet(Event, frozen=True, kw_only=True):
    """What this table does when somebody asks to take back, from now on.

    consent: whose it takes. seconds: until silence is a no; 0: never.
    """

    audience: ClassVar[Audience] = Audience.ALL
    consent: TakeBackConsent
    seconds: int = 0


class Noted(Event, frozen=True, kw_only=True):
    """The GM has written something down. seats: who reads it beside the GM; nobody else learns of it."""

    audience: ClassVar[Audience] = Audience.GM
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str
    seats: tuple[str, ...]


class Paused(Event, frozen=True, kw_only=True):
    """The GM stops the clock: no orders and no answers till it goes on."""

    audience: ClassVar[Audience] = Audience.ALL
    note: str = ""


class Resumed(Event, frozen=True, kw_only=True):
    """The clock runs again."""

    audience: ClassVar[Audience] = Audience.ALL
    note: str = ""


class PolicySet(Event, frozen=True, kw_only=True):
    """What this table does with a kind of question, from now on."""

    audience: ClassVar[Audience] = Audience.ALL
    kind: str
    asked: bool
    pace: int = 0
    seconds: int = 0


class SeatAdded(Event, frozen=True, kw_only=True):
    """Somebody sits down."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    entry: SeatEntry


class SeatRenamed(Event, frozen=True, kw_only=True):
    """Who sits there is called otherwise from now on. whose: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "name")
    whose: str
    name: str


class SeatRemoved(Event, frozen=True, kw_only=True):
    """Somebody has left the table. whose: the seat; name: what it was called. Who obeyed it obeys the GM."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "name")
    whose: str
    name: str


class SeatInvited(Event, frozen=True, kw_only=True):
    """There is an invitation to a seat. whose: the seat; proof: hex SHA-256 of its secret, which is nowhere else.

    epoch: of the seat's tokens; an invitation ends with them. many: it serves any number of readers.
    """

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose", "proof", "expires")
    invitation: str
    whose: str
    proof: str
    epoch: int
    expires: str
    many: bool


class InvitationWithdrawn(Event, frozen=True, kw_only=True):
    """An invitation serves no more."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose")
    invitation: str
    whose: str


class SeatJoined(Event, frozen=True, kw_only=True):
    """Somebody has sat down by an invitation, which is used up. whose: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose")
    invitation: str
    whose: str


class ControlOffered(Event, frozen=True, kw_only=True):
    """A player would hand his combatant to another seat, until he takes him back. giver, taker: seats."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("giver", "taker")
    combatant: str
    giver: str
    taker: str


class ControlOfferEnded(Event, frozen=True, kw_only=True):
    """Nobody is handed over: the other seat does not want it, or the giver has thought better of it."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class BotSet(Event, frozen=True, kw_only=True):
    """A bot plays a seat from now on, or (bot: None) only people do. whose: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "bot")
    whose: str
    bot: Bot | None


class EntropyAdded(Event, frozen=True, kw_only=True):
    """A seat throws its own chance into the seeded dice, before the first roll."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: ClassVar[bool] = True
    entropy: str


class Hidden(Event, frozen=True, kw_only=True):
    """Something happened that this seat may not know. Versions never skip."""

    audience: ClassVar[Audience] = Audience.ALL


KERNEL_EVENTS: tuple[type[Event], ...] = (
    EncounterCreated, EncounterForked, CombatantJoined, CombatantOut, CombatantReturned, ControlChanged, OwnerChanged,
    SightChanged, RoundBegan, OrderSet, TurnBegan, Moved, BoardSet, VitalChanged, VitalLimitChanged, ConditionGained,
    ConditionLost, CommandAccepted, CommandEnded, DiceRolled, Drawn, DecisionOpened, DecisionAnswered, AnswersRevealed,
    OutcomeReached, EncounterEnded, Corrected, Reverted, TakeBackAsked, TakeBackClosed, TakeBacksSet, Noted, Paused,
    Resumed, PolicySet, SeatAdded, SeatRenamed, SeatRemoved, SeatInvited, InvitationWithdrawn, SeatJoined,
    ControlOffered, ControlOfferEnded, BotSet, EntropyAdded, Hidden,
)  # fmt: skip
