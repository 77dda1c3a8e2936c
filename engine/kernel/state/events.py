"""The kernel's events. A frontend that knows only these can show any fight of any system."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.kernel.state.campaign import CampaignTie, Entered
from engine.kernel.state.campaign_events import CAMPAIGN_EVENTS
from engine.kernel.state.combatant import Condition, Place, Vital
from engine.kernel.state.decisions import Offer, Visibility
from engine.kernel.state.fight import ASKED_ALWAYS, DiceMode, Interrupted, OddsPolicy, SingleAnswers, TakeBackConsent
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground, GroundChange
from engine.kernel.state.house_rules import HouseValue
from engine.kernel.state.looks import Looks
from engine.kernel.state.seat import Bot, BotPace, BotThinks, SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.ids import Id
from engine.kernel.structs.messages import Audience, Event, Weight
from engine.kernel.structs.named import SIDE

How = Literal["HAND", "GM", "PREFERENCE", "DEADLINE", "ONLY", "KEPT"]
What = Literal["ROLLED", "DRAWN", "REVEALED", "ORDERED", "ANSWERED", "APPEARED", "SHOWN", "UNEXPECTED"]
Closed = Literal["REFUSED", "WITHDRAWN", "EXPIRED", "OVERTAKEN"]


class EncounterCreated(Event, frozen=True, kw_only=True):
    """The first event. Commitments: hex SHA-256 of the secrets of open and hidden dice; "" for unproven dice.

    setup, ground: as far as everybody may know it. withheld: the fields of the setup that only the game master reads,
    whole; null where there are none. whole_ground: the ground as it is, also where nothing of it is hidden.
    side_entries: those of sides of which everybody knows somebody; withheld_side_entries: the others. looks: of the
    fight, null: plain. backdrop: below the ground; null: none. typed_by: whose rolls people type, where dice_mode has
    the server roll; withheld_typed_sides: those sides of it of which not everybody knows somebody, null: none.
    single_answers: what the table does with questions that have one. house_rules: by key, those in which the fight
    differs from its game; null: none. odds: who may ask how the fight may end. campaign: of which it is a fight, null:
    of none. entered_members: of it who came along, as far as everybody knows them; withheld_members: the others.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = (
        "withheld",
        "whole_ground",
        "withheld_side_entries",
        "withheld_typed_sides",
        "withheld_members",
    )
    schema: ClassVar[int] = 4
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
    ground: Ground | None = None
    whole_ground: Ground | None = None
    setup: dict[str, Any]
    withheld: dict[str, Any] | None = None
    side_entries: tuple[SideEntry, ...] = ()
    withheld_side_entries: tuple[SideEntry, ...] | None = None
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    typed_by: TypedBy = NOBODY_TYPES
    withheld_typed_sides: tuple[Id, ...] | None = None
    single_answers: SingleAnswers = ASKED_ALWAYS
    house_rules: dict[str, HouseValue] | None = None
    odds: OddsPolicy = "MASTER"
    campaign: CampaignTie | None = None
    entered_members: tuple[Entered, ...] = ()
    withheld_members: tuple[Entered, ...] | None = None

    @property
    def entered(self) -> tuple[Entered, ...]:
        """All members of the campaign who came along."""
        return (*self.entered_members, *(self.withheld_members or ()))

    @property
    def settled(self) -> dict[str, Any]:
        """The whole setup."""
        return {**self.setup, **(self.withheld or {})}

    @property
    def laid(self) -> Ground | None:
        """The whole ground."""
        return self.whole_ground or self.ground

    @property
    def types(self) -> TypedBy:
        """All whose rolls people type."""
        more = self.withheld_typed_sides or ()
        return TypedBy(seats=self.typed_by.seats, sides=(*self.typed_by.sides, *more)) if more else self.typed_by

    @property
    def open(self) -> bool:
        """Whether everybody reads all of it."""
        return all(getattr(self, name) is None for name in self.narrowed)


class EncounterForked(Event, frozen=True, kw_only=True):
    """A fork begins here: earlier events are the parent's, dice from here on use a fresh secret.

    new_rules: the version of the rules that plays from here on; null: as before. name: what it is called from here on;
    "": as its parent.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    lasting: ClassVar[bool] = True
    encounter: str
    parent: str
    forked_at: int
    parent_hash: str
    commitment: str
    hidden_commitment: str
    new_rules: int | None = None
    name: str = ""


class CombatantJoined(Event, frozen=True, kw_only=True):
    """A combatant enters. vitals and sheet only for those who may know its figures.

    unseen_place: where not everybody knows of its zone; place is null then, and vitals and sheet are for those alone
    who know of it. seen_by: the seats that know of it; the others do not learn that it came. looks: how it is shown,
    null: plain.
    """

    audience: ClassVar[Audience] = Audience.FIGURES
    weight: ClassVar[Weight] = "DETAIL"
    schema: ClassVar[int] = 2
    narrowed: ClassVar[tuple[str, ...]] = ("vitals", "sheet", "seen_by", "unseen_place")
    words: ClassVar[tuple[str, ...]] = ("name", "kind", "side", "owner", "controller", "sheet", "looks")
    combatant: str
    name: str
    side: Annotated[str, SIDE]
    owner: str | None
    controller: str | None
    kind: str
    place: Place | None
    conditions: tuple[Condition, ...]
    vitals: dict[str, Vital] | None = None
    sheet: dict[str, Any] | None = None
    seen_by: tuple[str, ...] | None = None
    looks: Looks | None = None
    unseen_place: Place | None = None

    @property
    def stands(self) -> Place | None:
        """Its place as it is, for folding."""
        return self.place or self.unseen_place


class CombatantOut(Event, frozen=True, kw_only=True):
    """A combatant is out of the fight; it may return. reason: in the system's words (`unconscious`, `fled`)."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class UnseenOut(Event, frozen=True, kw_only=True):
    """All of whom not everybody knows and who leave with others of theirs, for a reason in the system's words.

    It comes wherever several leave at once, also where there are none: how many they are shows nobody.
    everybody: who they are. conditions_ended: the kinds of conditions that they lose by it.
    """

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    words: ClassVar[tuple[str, ...]] = ("reason", "conditions_ended")
    reason: str
    conditions_ended: tuple[str, ...] = ()
    everybody: tuple[str, ...] | None = None


class CombatantReturned(Event, frozen=True, kw_only=True):
    """A combatant is back in the fight."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class ControlChanged(Event, frozen=True, kw_only=True):
    """A combatant now takes orders from another seat. controller: None gives it to the GM."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    controller: str | None


class OwnerChanged(Event, frozen=True, kw_only=True):
    """A combatant is handed to another seat for good."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    owner: str | None


class SightChanged(Event, frozen=True, kw_only=True):
    """Who knows of a combatant changes. seen_by: None: everybody from now on."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    seen_by: tuple[str, ...] | None


class CombatantAppeared(Event, frozen=True, kw_only=True):
    """A combatant that these seats did not know of is known to them from now on, as it is now.

    place: null too where they do not know its zone. out: why it is out of the fight; null while it is in. turn_order,
    acting: as they know them now. vitals: for those who may know its figures. part: what the rule system keeps of it,
    as far as they may know it.
    """

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("vitals", "part")
    words: ClassVar[tuple[str, ...]] = ("name", "kind", "side", "owner", "controller", "out", "vitals", "part", "looks")
    combatant: str
    name: str
    side: Annotated[str, SIDE]
    owner: str | None
    controller: str | None
    kind: str
    place: Place | None
    conditions: tuple[Condition, ...]
    out: str | None
    turn_order: tuple[str, ...]
    acting: tuple[str, ...]
    vitals: dict[str, Vital] | None = None
    part: dict[str, Any] | None = None
    looks: Looks | None = None


class CombatantVanished(Event, frozen=True, kw_only=True):
    """These seats no longer know of a combatant: it is to be taken from board, lists and order."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class FiguresOpened(Event, frozen=True, kw_only=True):
    """These seats may know the figures of a combatant from now on. part: what the rule system keeps of it."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("vitals", "part")
    words: ClassVar[tuple[str, ...]] = ("vitals", "part")
    combatant: str
    vitals: dict[str, Vital] | None = None
    part: dict[str, Any] | None = None


class FiguresClosed(Event, frozen=True, kw_only=True):
    """These seats may no longer know the figures of a combatant."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round begins; the first is 1."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    round: int


class OrderSet(Event, frozen=True, kw_only=True):
    """The order in which combatants act from now on. everybody: including hidden ones; null where there are none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    listed: ClassVar[str] = "turn_order"
    turn_order: tuple[str, ...]
    everybody: tuple[str, ...] | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, for folding."""
        return self.turn_order if self.everybody is None else self.everybody


class TurnBegan(Event, frozen=True, kw_only=True):
    """Only these combatants may be ordered now. Empty: nobody. everybody: as in OrderSet."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("everybody",)
    listed: ClassVar[str] = "acting"
    acting: tuple[str, ...]
    everybody: tuple[str, ...] | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, for folding."""
        return self.acting if self.everybody is None else self.everybody


class Moved(Event, frozen=True, kw_only=True):
    """A combatant is at another place. to: None: nowhere in particular.

    unseen_from, unseen_to: a place in a zone of which not everybody knows; from or to is null then.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("unseen_from", "unseen_to")
    combatant: str
    from_: Place | None = msgspec.field(name="from")
    to: Place | None
    unseen_from: Place | None = None
    unseen_to: Place | None = None

    @property
    def stands(self) -> Place | None:
        """The new place as it is, for folding."""
        return self.to or self.unseen_to


class WayBarred(Event, frozen=True, kw_only=True):
    """A way ends before a place that nobody enters, which its mover did not know. ahead: that place."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    ahead: Place


class LineBarred(Event, frozen=True, kw_only=True):
    """What a combatant does to a target does not reach it: ground lies between of which not everybody knew."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str


class GroundSet(Event, frozen=True, kw_only=True):
    """The ground changes. told: as everybody may know it; whole: as it is, where that is more.

    Who may know neither learns only that something has happened.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("whole",)
    words: ClassVar[tuple[str, ...]] = ("told", "whole")
    schema: ClassVar[int] = 2
    told: GroundChange | None = None
    whole: GroundChange | None = None

    @property
    def all(self) -> GroundChange:
        """All of it, for folding."""
        return self.whole or self.told or GroundChange()


class VitalChanged(Event, frozen=True, kw_only=True):
    """A vital figure changes by `change` and is `now`; now only for those who may know it."""

    audience: ClassVar[Audience] = Audience.FIGURES
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("now",)
    words: ClassVar[tuple[str, ...]] = ("vital",)
    combatant: str
    vital: str
    change: int
    now: int | None = None


class VitalLimitChanged(Event, frozen=True, kw_only=True):
    """The upper limit of a vital figure changes."""

    audience: ClassVar[Audience] = Audience.FIGURES
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("limit",)
    words: ClassVar[tuple[str, ...]] = ("vital",)
    combatant: str
    vital: str
    limit: int | None = None


class ConditionGained(Event, frozen=True, kw_only=True):
    """A combatant gains a condition, or the one with the same key is replaced. Fields as in `Condition`.

    renewed: it replaces one whose turns or amount have changed.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("kind", "until")
    combatant: str
    condition: str
    kind: str
    source: str | None
    amount: int | None
    left: int | None
    until: str
    renewed: bool = False


class ConditionLost(Event, frozen=True, kw_only=True):
    """A condition ends. reason: in the system's words."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("kind", "reason")
    combatant: str
    condition: str
    kind: str
    reason: str


class CommandAccepted(Event, frozen=True, kw_only=True):
    """An order starts being played.

    order: can be sent as a command again; withheld: the fields of it that only the actor's side and the GM read.
    by: the seat that sent it. rules: the version of the rules that play it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    schema: ClassVar[int] = 4
    narrowed: ClassVar[tuple[str, ...]] = ("withheld",)
    order: dict[str, Any]
    by: str
    rules: int
    withheld: dict[str, Any] | None = None


class CommandEnded(Event, frozen=True, kw_only=True):
    """The order has been played to its end."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice were rolled. dice: notation (`2d6`); faces: in order of falling; by: who rolled; why: the purpose.

    typed: true: a person typed the faces, in a fight whose other dice are the server's (`typedBy`); null: they come
    from where `diceMode` says.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("dice", "why")
    dice: str
    faces: tuple[int, ...]
    by: str
    why: str
    typed: bool | None = None


class Drawn(Event, frozen=True, kw_only=True):
    """One of several things was drawn blind. index: 0 to among - 1, in the order the rules list them."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("why",)
    index: int
    among: int
    by: str
    why: str


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A decision is put to seats, any one of which answers. Its id is this event's version.

    window: the first decision of its window, of: how many that has. question: its figures; what it interrupts is
    public.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    schema: ClassVar[int] = 2
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
    """A decision is answered. choice: the offer's key; picks: its fields; how: how the answer came about.

    typed_faces: of dice, where several rolls were asked for at once; they fall when all are in. null: for any other.
    how: KEPT: the same question was answered so before it was withdrawn with others and asked anew.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    schema: ClassVar[int] = 2
    narrowed: ClassVar[tuple[str, ...]] = ("choice", "picks", "how", "typed_faces")
    decision: int
    choice: str | None = None
    picks: dict[str, Any] | None = None
    how: How | None = None
    typed_faces: tuple[int, ...] | None = None


class DecisionWithdrawn(Event, frozen=True, kw_only=True):
    """A decision is asked no longer, because a ruling has changed what it was about; its whole window is closed.

    What the rules make of the fight as it is now follows: the question anew, or what happens without it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    decision: int


class AnswersRevealed(Event, frozen=True, kw_only=True):
    """Sealed answers of a window are revealed: decision -> answer."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    schema: ClassVar[int] = 2
    window: int
    answers: dict[str, dict[str, Any]]


class OutcomeReached(Event, frozen=True, kw_only=True):
    """The rules name a result: a side has won, or nobody. The GM ends the fight, or lets it go on."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("result",)
    result: Annotated[str, SIDE]


class EncounterEnded(Event, frozen=True, kw_only=True):
    """The last event. dice_secret: hex, recomputes every face; "" for unproven dice. result: "" for none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("hidden_secret",)
    lasting: ClassVar[bool] = True
    reason: str
    result: str
    dice_secret: str
    hidden_secret: str | None = None


class Corrected(Event, frozen=True, kw_only=True):
    """The GM sets a field of the state. path: names from the state's root; value: JSON of the field's type.

    more: another part of the same ruling comes next; what follows from the ruling comes behind the last one.
    meanwhile: by an order of the game that may be given while a decision is open: that stays as it is.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("path", "value", "remark")
    schema: ClassVar[int] = 3
    path: tuple[str, ...] | None = None
    value: Any = None
    remark: str | None = None
    more: bool = False
    meanwhile: bool = False


class Reverted(Event, frozen=True, kw_only=True):
    """The fight returns to its state at version `to_version`; `kept` are later versions that still count.

    agreed: the version of the TakeBackAsked that all asked seats have agreed to; null where the GM goes back.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    to_version: int
    kept: tuple[int, ...]
    cancelled: bool = False
    note: str = ""
    agreed: int | None = None


class Disclosure(msgspec.Struct, frozen=True, rename="camel"):
    """Something that became known: by the event of which version, and to whom.

    what: dice were ROLLED, something was DRAWN, sealed answers were REVEALED, somebody else has ORDERED or ANSWERED, a
    hidden combatant APPEARED, something that not everybody may see was SHOWN, or an order went otherwise than its seat
    could expect because of something hidden from it (UNEXPECTED). seats: null: everybody, or not for you to know.
    """

    version: int
    what: What
    seats: tuple[str, ...] | None = None


class TakeBackAsked(Event, frozen=True, kw_only=True):
    """A seat asks to return to the fight's state at version `to_version`.

    seats: the seats that are asked; may be none. known: what has become known to everybody since; everything: including
    what only some have seen, for the GM.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("everything",)
    words: ClassVar[tuple[str, ...]] = ("by", "seats", "known", "everything", "note")
    by: str
    to_version: int
    seats: tuple[str, ...]
    known: tuple[Disclosure, ...]
    everything: tuple[Disclosure, ...] | None = None
    note: str = ""


class TakeBackClosed(Event, frozen=True, kw_only=True):
    """A take-back request is closed without effect. request: the version of its TakeBackAsked.

    closed: somebody REFUSED, the asker has WITHDRAWN it, nobody answered in time (EXPIRED), or the fight has gone on
    (OVERTAKEN).
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    request: int
    closed: Closed
    note: str = ""


class TakeBacksSet(Event, frozen=True, kw_only=True):
    """What this table does from now on when somebody asks to take back.

    consent: whose consent is needed. seconds: until silence is a no; 0: never.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    consent: TakeBackConsent
    seconds: int = 0


class Noted(Event, frozen=True, kw_only=True):
    """The GM has written a note. seats: who reads it beside the GM; nobody else learns of it."""

    audience: ClassVar[Audience] = Audience.GM
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str
    seats: tuple[str, ...]


class Paused(Event, frozen=True, kw_only=True):
    """The GM stops the clock: no orders and no answers until it is resumed."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    note: str = ""


class Resumed(Event, frozen=True, kw_only=True):
    """The clock runs again."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    note: str = ""


class PolicySet(Event, frozen=True, kw_only=True):
    """What this table does with a kind of question from now on."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    kind: str
    asked: bool
    pace: int = 0
    seconds: int = 0


class SingleAnswersSet(Event, frozen=True, kw_only=True):
    """What this table does from now on with a question that has a single answer. pace: seconds."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    skip: bool
    pace: int


class SeatAdded(Event, frozen=True, kw_only=True):
    """A seat joins the table."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    lasting: ClassVar[bool] = True
    entry: SeatEntry


class SeatRenamed(Event, frozen=True, kw_only=True):
    """A seat has a new name from now on. whose: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "name")
    whose: str
    name: str


class SeatRemoved(Event, frozen=True, kw_only=True):
    """A seat has left the table. whose: the seat; name: what it was called. The GM now controls its combatants."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "name")
    whose: str
    name: str


class SeatInvited(Event, frozen=True, kw_only=True):
    """A seat can be joined by an invitation. whose: the seat; proof: hex SHA-256 of its secret, which is stored
    nowhere.

    epoch: of the seat's tokens; an invitation ends with them. many: any number of readers may use it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose", "proof", "expires")
    invitation: str
    whose: str
    proof: str
    epoch: int
    expires: str
    many: bool


class InvitationWithdrawn(Event, frozen=True, kw_only=True):
    """An invitation is no longer valid."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose")
    invitation: str
    whose: str


class SeatJoined(Event, frozen=True, kw_only=True):
    """Somebody has taken a seat by an invitation, which is used up. whose: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("invitation", "whose")
    invitation: str
    whose: str


class ControlOffered(Event, frozen=True, kw_only=True):
    """A player offers to lend a combatant to another seat, until taking it back. giver, taker: seats."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("giver", "taker")
    combatant: str
    giver: str
    taker: str


class ControlOfferEnded(Event, frozen=True, kw_only=True):
    """An offer to lend a combatant ends: the other seat declined it, or the giver withdrew it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class BotSet(Event, frozen=True, kw_only=True):
    """A bot plays a seat from now on, or (bot: None) only people do. whose: the seat.

    bot_pace: milliseconds before each of its acts; None: as the server has it. bot_thinks: that a sharp bot thinks.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "bot")
    whose: str
    bot: Bot | None
    bot_pace: BotPace | None = None
    bot_thinks: BotThinks | None = None


class EntropyAdded(Event, frozen=True, kw_only=True):
    """A seat adds its own entropy to the seeded dice, before the first roll."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    entropy: str


class LooksSet(Event, frozen=True, kw_only=True):
    """The fight is shown otherwise from now on. looks: null: plain."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("looks",)
    looks: Looks | None


class CombatantLooksSet(Event, frozen=True, kw_only=True):
    """A combatant is shown otherwise from now on. looks: null: plain."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("looks",)
    combatant: str
    looks: Looks | None


class SeatLooksSet(Event, frozen=True, kw_only=True):
    """A seat is shown otherwise from now on. whose: the seat. looks: null: plain."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("whose", "looks")
    whose: str
    looks: Looks | None


class SideLooksSet(Event, frozen=True, kw_only=True):
    """A side is shown otherwise from now on. looks: null: plain."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("side", "looks")
    side: Annotated[str, SIDE]
    looks: Looks | None


class BackdropSet(Event, frozen=True, kw_only=True):
    """Another picture lies below the ground from now on. backdrop: null: none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    lasting: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("backdrop",)
    backdrop: Backdrop | None


class Hidden(Event, frozen=True, kw_only=True):
    """Something happened that this seat may not know. Versions never skip."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


KERNEL_EVENTS: tuple[type[Event], ...] = (
    EncounterCreated, EncounterForked, CombatantJoined, CombatantOut, UnseenOut, CombatantReturned, ControlChanged,
    OwnerChanged, SightChanged, CombatantAppeared, CombatantVanished, FiguresOpened, FiguresClosed, RoundBegan,
    OrderSet, TurnBegan, Moved, WayBarred, LineBarred, GroundSet, VitalChanged,
    VitalLimitChanged, ConditionGained, ConditionLost, CommandAccepted, CommandEnded, DiceRolled, Drawn,
    DecisionOpened, DecisionAnswered, DecisionWithdrawn, AnswersRevealed,
    OutcomeReached, EncounterEnded, Corrected, Reverted, TakeBackAsked, TakeBackClosed, TakeBacksSet, SingleAnswersSet,
    Noted, Paused, Resumed, PolicySet, SeatAdded, SeatRenamed, SeatRemoved, SeatInvited, InvitationWithdrawn,
    SeatJoined,
    ControlOffered, ControlOfferEnded, BotSet, EntropyAdded, LooksSet, CombatantLooksSet,
    SeatLooksSet, SideLooksSet, BackdropSet, *CAMPAIGN_EVENTS, Hidden,
)  # fmt: skip
