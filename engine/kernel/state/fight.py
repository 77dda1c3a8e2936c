"""The state of a fight: the kernel's part, and the system's beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Offer, Visibility
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.house_rules import HouseValue
from engine.kernel.state.looks import Looks
from engine.kernel.state.ownership import Ownership
from engine.kernel.state.seat import Away, Bot, Handover, Invitation, Left, SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order

Own = TypeVar("Own")
T = TypeVar("T")

DiceMode = Literal["SEEDED", "PHYSICAL", "OPEN"]
Status = Literal["RUNNING", "PAUSED", "ENDED"]
OddsPolicy = Literal["MASTER", "EVERYBODY", "NOBODY"]
"""Who may ask what the odds of a fight are: the game master alone, whoever may read it, or nobody."""
ROLL = "Roll"
"""The kind of the question that asks for physical dice."""
TAKE_BACK = "TakeBack"
"""The kind of the question that asks for consent to a take-back."""

TakeBackConsent = Literal["AFFECTED", "ALWAYS", "GM", "NEVER"]


class Unattended(Struct, frozen=True, rename="camel"):
    """What the bots' seats have done since a person last acted: orders and answers.

    unchanged: how many since a vital, a place or a condition changed, or a combatant went out or returned.
    """

    moves: int = 0
    unchanged: int = 0


class Interrupted(Struct, frozen=True, rename="camel"):
    """What a question interrupts: the act, in the system's words, and who does it."""

    what: str
    by: str


class Policy(Struct, frozen=True, rename="camel"):
    """What this table does with a kind of question.

    asked: False takes the default without an event. pace: seconds before standing preferences answer.
    deadline: seconds until the default is taken; 0: as the question says.
    """

    kind: str
    asked: bool = True
    pace: int = 0
    deadline: int = 0


class SingleAnswers(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What this table does with a question that has a single answer.

    skip: True does not ask it where everybody could read its offers. Where some could not, to skip it would tell them
    that there was no choice: it is asked all the same, and answers itself after `pace` seconds. Every other question
    whose offers not everybody reads gets that pace too: an answer by hand is not stored before it has passed. None is
    kept waiting whose offers follow from what everybody knows.
    pace: seconds; 0: such a question waits for a hand.
    """

    skip: bool = True
    pace: Annotated[int, Meta(ge=0, le=10)] = 2


ASKED_ALWAYS = SingleAnswers(skip=False, pace=0)
"""Every question is asked, as at tables of before there was anything to set."""


class Asked(Struct, frozen=True, rename="camel"):
    """An open decision. decision: the version of its DecisionOpened. question: its figures, as JSON.

    stops: when the fight was paused while it waited, and when it went on: the clock stood still.
    """

    decision: int
    seats: tuple[str, ...]
    kind: str
    visibility: Visibility
    question: dict[str, Any]
    offers: tuple[Offer[dict[str, Any]], ...]
    default: str
    rule: str
    deadline: int | None
    pace: int
    interrupts: tuple[Interrupted, ...]
    answered: bool = False
    stops: tuple[tuple[str, str], ...] = ()


class Window(Struct, frozen=True, rename="camel"):
    """Decisions opened together. of: how many there will be; first: the first of them, which identifies the window."""

    of: int
    asked: tuple[Asked, ...]
    first: int = 0

    @property
    def waiting(self) -> bool:
        """All its decisions are open, and at least one has no answer."""
        return len(self.asked) == self.of and not all(a.answered for a in self.asked)


class Open(Struct, frozen=True, rename="camel"):
    """The command being played. base: the version it began at. order: as in CommandAccepted, whole."""

    command: str
    order: dict[str, Any]
    seat: str
    base: int
    rules: int
    window: Window | None = None


class TakeBacks(Struct, frozen=True, rename="camel"):
    """What this table does when somebody asks to take back.

    consent: AFFECTED asks the affected seats, or nobody where there are none; ALWAYS asks the GM in that case; GM asks
    the GM alone; NEVER refuses. deadline: seconds until silence is a no; 0: none.
    """

    consent: TakeBackConsent = "AFFECTED"
    deadline: int = 0


class TakingBack(Struct, frozen=True, rename="camel"):
    """A take-back request that waits for answers.

    request: the version of its TakeBackAsked. by: the seat that asks. to: the version to go back to. since: when it was
    asked, RFC 3339. asked: a decision for each seat that is asked; all of them must say yes.
    """

    request: int
    by: str
    to: int
    since: str
    note: str = ""
    asked: tuple[Asked, ...] = ()


class Fight(Struct, frozen=True, rename="camel", dict=True):
    """The kernel's part of the state.

    acting: all who may be ordered now. turn_order: who acts after whom, where the system has one. ground: null: none.
    figures_open: everybody may know everybody's vitals and sheets. outcome: in the system's words. commitment: hex
    SHA-256 of the dice secret in force. entropy, entropy_by: what was added to the dice, and by which seats. rolled:
    dice have fallen, or may have in what was taken back. unattended: how long bots have been by themselves.
    single_answers: what the table does with questions that have a single answer.
    taking_back: a request that waits; take_backs: what the table does with them. last_acts: seat -> the version just
    before its last order, answer or typed roll, of the GM also of his last ruling. ruled_at: seat -> when that was: the
    events of one ruling have one time.
    offered: combatants that players offer to lend; handed: those that they have lent, and may take back.
    left: combatants whose seats have left the table; away: what those seats knew and typed.
    sides: what the table calls them and how they are shown; some may be missing. looks: of the fight; None: plain.
    typed_by: whose rolls are typed in, where `dice` are the server's. paused_at: since when it is paused; "": not.
    house_rules: by key, those in which it differs from its game. odds: who may ask for them. campaign: the id of that
    of which it is a fight; "": of none.
    """

    id: str = ""
    name: str = ""
    system: str = ""
    dice: DiceMode = "SEEDED"
    status: Status = "RUNNING"
    seats: dict[str, SeatEntry] = {}
    combatants: dict[str, Combatant] = {}
    round: int = 0
    acting: tuple[str, ...] = ()
    turn_order: tuple[str, ...] = field(default=(), name="order")  # as it is stored, sent, and named by corrections
    ground: Ground | None = None
    policy: dict[str, Policy] = {}
    figures_open: bool = False
    entropy: tuple[str, ...] = ()
    entropy_by: tuple[str, ...] = ()
    rolled: bool = False
    outcome: str | None = None
    commitment: str = ""
    open: Open | None = None
    unattended: Unattended = Unattended()
    taking_back: TakingBack | None = None
    take_backs: TakeBacks = TakeBacks()
    single_answers: SingleAnswers = ASKED_ALWAYS
    last_acts: dict[str, int] = {}
    ruled_at: dict[str, str] = {}
    invitations: dict[str, Invitation] = {}
    offered: dict[str, Handover] = {}
    handed: dict[str, Handover] = {}
    left: dict[str, Left] = {}
    away: dict[str, Away] = {}
    sides: dict[str, SideEntry] = {}
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    typed_by: TypedBy = NOBODY_TYPES
    house_rules: dict[str, HouseValue] = {}
    paused_at: str = ""
    odds: OddsPolicy = "MASTER"
    campaign: str = ""

    def require(self, combatant: str) -> Combatant:
        """A combatant of the fight. RuleRefusal where it is missing; on a seat's view hidden ones are refused alike."""
        found = self.combatants.get(combatant)
        if found is None:
            raise RuleRefusal(f"there is no combatant {combatant!r}", code="UNKNOWN")
        return found

    @property
    def standing(self) -> tuple[Combatant, ...]:
        """The combatants that are not out, in order of joining."""
        return tuple(who for who in self.combatants.values() if who.out is None)

    def enemies(self, combatant: str) -> tuple[str, ...]:
        """The combatants of other sides than this one's that are not out, in order of joining."""
        side = self.require(combatant).side
        return tuple(who.id for who in self.standing if who.side != side)

    def require_going_on(self) -> None:
        """RuleRefusal where the fight has ended."""
        if self.status == "ENDED":
            raise RuleRefusal("this fight has ended: fork it to play on", code="ENDED")

    # -- seats
    def gms(self) -> tuple[str, ...]:
        """The seats of the GM, in order of joining."""
        return self._ownership.gms

    def bots(self) -> dict[str, Bot]:
        """The seats that a bot plays, and how."""
        return {s.seat: s.bot for s in self.seats.values() if s.bot is not None}

    def is_gm(self, seat: str | None) -> bool:
        entry = self.seats.get(seat) if seat else None
        return entry is not None and entry.role == "GM"

    def holders(self, combatant: str) -> tuple[str, ...]:
        """The seats that answer for a combatant: its controller's, or the GM's where no seat does.

        The GM's also where the controller does not see the combatant: it could not be asked about it.
        """
        who = self.combatants.get(combatant)
        return self._seeing(who, who.controller if who is not None else None)

    def owners(self, combatant: str) -> tuple[str, ...]:
        """The seats that a combatant belongs to, whoever controls it: as `holders`, of its owner."""
        who = self.combatants.get(combatant)
        return self._seeing(who, who.owner if who is not None else None)

    def _seeing(self, who: Combatant | None, seat: str | None) -> tuple[str, ...]:
        """This seat where it is at the table and sees the combatant, else the GM's."""
        if who is not None and seat is not None and seat in self.seats and self.sees(seat, who):
            return (seat,)
        return self.gms()

    def givers(self, order: type[Order], combatant: str) -> tuple[str, ...]:
        """The seats that may give a combatant such an order, beside the GM's."""
        return self.owners(combatant) if order.concession else self.holders(combatant)

    def side_seats(self, side: str) -> tuple[str, ...]:
        """Seats that belong to a side, and the GM's; each once, in order of joining.

        A seat belongs if it owns a combatant of the side, or controls one while owning none elsewhere: taking over a
        single enemy does not reveal what its whole side knows.
        """
        return self._ownership.side_seats(side)

    def recipients_of(self, combatant: Combatant) -> tuple[str, ...]:
        """The seats that know what only a combatant's side knows: the side's own, and its present controller."""
        return self._ownership.recipients_of(combatant.side, combatant.controller)

    @cached_property
    def _ownership(self) -> Ownership:
        """Computed once per (immutable) fight, since every access asks again for every combatant."""
        return Ownership(self.seats, self.combatants)

    def with_ownership_of(self, before: Fight) -> Fight:
        """This fight, sharing the ownership of an earlier one with the same seats, owners, controllers and sight."""
        if (found := before.__dict__.get("_ownership")) is not None:
            self.__dict__["_ownership"] = found
        return self

    def may_know_figures(self, seat: str | None, combatant: Combatant) -> bool:
        """Whether a seat may know the vitals and the sheet of a combatant."""
        return self.figures_open or (seat is not None and seat in self.recipients_of(combatant))

    def close(self, seat: str | None) -> frozenset[str]:
        """The combatants of which a seat knows what only their side knows."""
        return self._ownership.close(seat)

    @property
    def hidden(self) -> tuple[Combatant, ...]:
        """Combatants hidden from anybody, in order of joining."""
        hidden = self._ownership.hidden
        return tuple(self.combatants[who] for who in hidden) if hidden else ()

    def unseen(self, seat: str | None) -> frozenset[str]:
        """The combatants hidden from a seat."""
        return self._ownership.unseen(seat)

    def seen(self, seat: str | None) -> tuple[frozenset[str], frozenset[str]]:
        """(the combatants that a seat knows of, None: everybody does; their sides)."""
        return self._ownership.seen(seat)

    def sees(self, seat: str | None, combatant: Combatant) -> bool:
        """Whether a seat knows that a combatant is there at all."""
        return combatant.seen_by is None or (seat is not None and (seat in combatant.seen_by or self.is_gm(seat)))

    def seen_parts(self, seat: str | None, parts: Mapping[str, T]) -> dict[str, T]:
        """What a game keeps for each combatant, by id: of those alone of whom a seat knows (None: everybody)."""
        unseen = self.unseen(seat)
        return {who: part for who, part in parts.items() if who in self.combatants and who not in unseen}

    def knows_side(self, seat: str | None, side: str) -> bool:
        """Whether a seat (None: everybody) knows a combatant of a side. A side without any is no secret."""
        members = [c for c in self.combatants.values() if c.side == side]
        return not members or any(self.sees(seat, c) for c in members)

    @property
    def hidden_sides(self) -> tuple[str, ...]:
        """The sides of which not everybody knows a combatant, in order of joining."""
        sides = dict.fromkeys(c.side for c in self.hidden)
        return tuple(side for side in sides if not self.knows_side(None, side))

    def known_outcome(self, seat: str | None) -> str | None:
        """The outcome, unless the winning side is one of which a seat (None: everybody) knows nobody."""
        return self.outcome if self.outcome is None or self.knows_side(seat, self.outcome) else None

    # -- dice
    @property
    def anybody_types(self) -> bool:
        """Whether people type any dice."""
        return self.dice == "PHYSICAL" or bool(self.typed_by)

    def types(self, by: str) -> bool:
        """Whether a person types the open rolls of a seat or a combatant, where the other dice are the server's.

        A seat that types does so for the combatants that it answers for now (`holders`).
        """
        if by in self.seats:
            return by in self.typed_by.seats
        who = self.combatants.get(by)
        if who is None:
            return False
        return who.side in self.typed_by.sides or any(seat in self.typed_by.seats for seat in self.holders(by))

    # -- rest
    @property
    def window(self) -> Window | None:
        """The open window, if decisions wait."""
        return self.open.window if self.open else None

    @property
    def resting(self) -> bool:
        """No command is open, or a window waits: a version where the fight may stop and go on."""
        return self.open is None or (self.open.window is not None and self.open.window.waiting)


class State(Struct, Generic[Own], frozen=True, rename="camel", dict=True):
    """A fight at one version. Immutable: any version can be shared, cached or forked for free."""

    fight: Fight
    own: Own

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """Per-state cache for values derived from this state alone: it is immutable and queried often."""
        return {}
