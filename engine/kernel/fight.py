"""The state of a fight: the kernel's part, and the system's beside it."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from engine.kernel.belonging import Belonging
from engine.kernel.combatant import Combatant
from engine.kernel.decisions import Offer, Visibility
from engine.kernel.errors import RuleRefusal
from engine.kernel.ids import Role

Own = TypeVar("Own")

DiceMode = Literal["SEEDED", "PHYSICAL", "OPEN"]
Status = Literal["RUNNING", "PAUSED", "ENDED"]
ROLL = "Roll"
"""The kind of the question that physical dice ask."""
TAKE_BACK = "TakeBack"
"""The kind of the question whether something may be taken back."""

TakeBackConsent = Literal["AFFECTED", "ALWAYS", "GM", "NEVER"]

Bot = Literal["GREEDY", "RANDOM"]


class SeatEntry(Struct, frozen=True, rename="camel"):
    """Somebody at the table. seat: the name of his place, unique in its fight. bot: how a bot plays it, None: none."""

    seat: str
    name: str
    role: Role
    bot: Bot | None = None


class Invitation(Struct, frozen=True, rename="camel"):
    """An open invitation to a seat: fields as in SeatInvited."""

    key: str
    seat: str
    proof: str
    epoch: int
    expires: str
    many: bool


class Handover(Struct, frozen=True, rename="camel"):
    """Who hands a combatant to whom: seats."""

    giver: str
    taker: str


class Unattended(Struct, frozen=True, rename="camel"):
    """What bots' seats have done since a person last did something: orders and answers.

    unchanged: how many since a vital, a place or a condition changed, or somebody fell or rose.
    """

    moves: int = 0
    unchanged: int = 0


class Interrupted(Struct, frozen=True, rename="camel"):
    """What a question breaks into: the act, in the system's words, and who does it."""

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


class Asked(Struct, frozen=True, rename="camel"):
    """An open decision. decision: the version of its DecisionOpened. question: its figures, as JSON."""

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


class Window(Struct, frozen=True, rename="camel"):
    """Decisions opened together. of: how many there will be; first: the first of them, by which the window goes."""

    of: int
    asked: tuple[Asked, ...]
    first: int = 0

    @property
    def waiting(self) -> bool:
        """All its decisions are open, and at least one has no answer."""
        return len(self.asked) == self.of and not all(a.answered for a in self.asked)


class Open(Struct, frozen=True, rename="camel"):
    """The command that is being played. base: the version it began at. order: as CommandAccepted holds it, whole."""

    command: str
    order: dict[str, Any]
    seat: str
    base: int
    rules: int
    window: Window | None = None


class TakeBacks(Struct, frozen=True, rename="camel"):
    """What this table does when somebody asks to take back.

    consent: AFFECTED asks whom it concerns, and nobody where it concerns nobody; ALWAYS then asks the GM all the same;
    GM asks the GM alone; NEVER refuses. deadline: seconds until silence is a no; 0: none.
    """

    consent: TakeBackConsent = "AFFECTED"
    deadline: int = 0


class TakingBack(Struct, frozen=True, rename="camel"):
    """A request to take back that waits for answers.

    request: the version of its TakeBackAsked. by: the seat that asks. to: the version to go back to. since: when it
    was asked, RFC 3339. asked: a decision for each who is asked; all of them must say yes.
    """

    request: int
    by: str
    to: int
    since: str
    note: str = ""
    asked: tuple[Asked, ...] = ()


class Board(Struct, frozen=True, rename="camel"):
    """The ground, as far as every frontend can draw it. grid: none | square | open; extent in cells or hundredths."""

    grid: Literal["NONE", "SQUARE", "OPEN"] = "NONE"
    width: int = 0
    height: int = 0
    unit: str = "m"


class Fight(Struct, frozen=True, rename="camel", dict=True):
    """The kernel's part of the state.

    acting: all who may be ordered now. order: the order of acting, where the system has one.
    figures_open: everybody may know everybody's vitals and sheets. outcome: in the system's words. commitment: hex
    SHA-256 of the dice secret in force. entropy, entropy_by: what was added to the dice, and by which seats. rolled:
    dice have fallen, or may have in what was taken back. unattended: how long bots have been by themselves.
    taking_back: a request that waits; take_backs: what the table does with them. last_acts: seat -> the version behind
    which its last order, answer or typed roll stands.
    offered: combatants that players would hand over; handed: those whom they did, and may take back.
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
    order: tuple[str, ...] = ()
    board: Board | None = None
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
    last_acts: dict[str, int] = {}
    invitations: dict[str, Invitation] = {}
    offered: dict[str, Handover] = {}
    handed: dict[str, Handover] = {}

    def require(self, combatant: str) -> Combatant:
        """Somebody in the fight. RuleRefusal for who is missing; rules that see a part refuse who is hidden alike."""
        found = self.combatants.get(combatant)
        if found is None:
            raise RuleRefusal(f"there is no combatant {combatant!r}", code="UNKNOWN")
        return found

    def require_going_on(self) -> None:
        """RuleRefusal where the fight has ended."""
        if self.status == "ENDED":
            raise RuleRefusal("this fight has ended: fork it to play on", code="ENDED")

    # -- seats
    def gms(self) -> tuple[str, ...]:
        """The seats of the GM, in order of joining."""
        return self._belonging.gms

    def bots(self) -> dict[str, Bot]:
        """The seats that a bot plays, and how."""
        return {s.seat: s.bot for s in self.seats.values() if s.bot is not None}

    def is_gm(self, seat: str | None) -> bool:
        entry = self.seats.get(seat) if seat else None
        return entry is not None and entry.role == "GM"

    def holders(self, combatant: str) -> tuple[str, ...]:
        """The seats that answer for a combatant: its controller's, or the GM's where nobody holds it.

        They are the GM's too where the controller's does not know that it is there: it would be asked about nothing.
        """
        who = self.combatants.get(combatant)
        if who is not None and who.controller in self.seats and self.sees(who.controller, who):
            return (who.controller,)
        return self.gms()

    def side_seats(self, side: str) -> tuple[str, ...]:
        """Seats that belong to a side, and the GM's; each once, in order of joining.

        Who owns somebody of it does, and who controls somebody of it, unless he owns somebody elsewhere: whoever takes
        a single enemy over does not learn what his whole side knows.
        """
        return self._belonging.side_seats(side)

    def knowing(self, combatant: Combatant) -> tuple[str, ...]:
        """The seats that know what is only for a combatant's side: its own, and whoever controls him now."""
        return self._belonging.knowing(combatant.side, combatant.controller)

    @property
    def _belonging(self) -> Belonging:
        """Found once for a fight, which never changes: each look at it asks again for every combatant."""
        found: Belonging | None = self.__dict__.get("belonging")
        if found is None:
            found = self.__dict__["belonging"] = Belonging(self.seats, self.combatants)
        return found

    def belonging_as(self, before: Fight) -> Fight:
        """This fight, which knows that nobody sits, belongs, obeys or hides otherwise in it than in one before it."""
        if (found := before.__dict__.get("belonging")) is not None:
            self.__dict__["belonging"] = found
        return self

    def may_know_figures(self, seat: str | None, combatant: Combatant) -> bool:
        """Whether a seat may know the vitals and the sheet of a combatant."""
        return self.figures_open or (seat is not None and seat in self.knowing(combatant))

    def close(self, seat: str | None) -> frozenset[str]:
        """Of whom a seat knows what is only for their side."""
        return self._belonging.close(seat)

    @property
    def hidden(self) -> tuple[Combatant, ...]:
        """Who is hidden from anybody, in order of joining."""
        hidden = self._belonging.hidden
        return tuple(self.combatants[who] for who in hidden) if hidden else ()

    def unseen(self, seat: str | None) -> frozenset[str]:
        """Who is hidden from a seat."""
        return self._belonging.unseen(seat)

    def sees(self, seat: str | None, combatant: Combatant) -> bool:
        """Whether a seat knows that a combatant is there at all."""
        return combatant.seen_by is None or (seat is not None and (seat in combatant.seen_by or self.is_gm(seat)))

    # -- resting
    @property
    def window(self) -> Window | None:
        """The open window, if decisions wait."""
        return self.open.window if self.open else None

    @property
    def resting(self) -> bool:
        """No command is open, or a window waits: a version where one may stand and go on."""
        return self.open is None or (self.open.window is not None and self.open.window.waiting)


class State(Struct, Generic[Own], frozen=True, rename="camel", dict=True):
    """A fight at one version. Never changed in place: any version can be shared, kept or forked for free."""

    fight: Fight
    own: Own

    @property
    def kept(self) -> dict[Any, Any]:
        """What was reckoned of it alone, by whoever reckoned it and from what: it never changes, and is asked often."""
        found: dict[Any, Any] | None = self.__dict__.get("kept")
        if found is None:
            found = self.__dict__["kept"] = {}
        return found
