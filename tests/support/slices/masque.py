"""Secrets of every kind without consequences: sealed and private answers, withheld and secret orders, omens.

Whatever is chosen in secret, the public events are the same, except for sealed answers when they are revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Place, Vital
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from engine.kernel.structs.reasons import Reasons, Term
from tests.support.slices.common import Slice, must_act, must_know

Mask = Literal["moon", "sun", "star"]
MASKS: tuple[Mask, ...] = ("moon", "sun", "star")


class Sheet(Struct, frozen=True):
    """nerve: a vital that only its side reads. wit: a figure that only its side reads."""

    nerve: int = 20
    wit: int = 3


class Guest(Struct, frozen=True):
    """wit, plan, heard: None for a seat that may not know them."""

    wit: int | None = None
    plan: Mask | None = None
    heard: Mask | None = None


class Own(Struct, frozen=True):
    """omens: how many the GM has read; omen: the last one, None for all others."""

    guests: dict[str, Guest] = {}
    omens: int = 0
    omen: int | None = None


class Schemed(Event, frozen=True, kw_only=True):
    """A combatant has made a plan."""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    plan: Mask


class Heard(Event, frozen=True, kw_only=True):
    """A combatant has heard something."""

    audience: ClassVar[Audience] = Audience.SEAT
    combatant: str
    what: Mask


class OmenRead(Event, frozen=True, kw_only=True):
    """The GM has read an omen."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("omen",)
    count: int
    omen: int | None = None


class Toast(Order, frozen=True, kw_only=True):
    """Raise a glass."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Scheme(Order, frozen=True, kw_only=True):
    """Make a plan; everybody sees that one is made."""

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("plan",)
    combatant: str
    plan: Mask


class Slip(Order, frozen=True, kw_only=True):
    """Change the plan in secret."""

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("combatant", "plan")
    secret: ClassVar[bool] = True
    combatant: str
    plan: Mask


class Dance(Order, frozen=True, kw_only=True):
    """Both choose a mask in secret."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    target: str


class Whisper(Order, frozen=True, kw_only=True):
    """Every combatant of another side is asked in private for its opinion."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Foretell(Order, frozen=True, kw_only=True):
    """Read an omen. GM only."""

    number: int


class Masked(Struct, frozen=True):
    """A mask."""

    mask: Mask


class Choose(Question[Masked], frozen=True, kw_only=True):
    """Which mask?"""

    visibility: ClassVar[Visibility] = Visibility.SEALED
    about: str


class Make(Question[Masked], frozen=True, kw_only=True):
    """What do you make of it?"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    about: str


class Wave(Question[Masked], frozen=True, kw_only=True):
    """A public question: what to answer to a toast."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    about: str


MQ = Table[Own]


def masks(rule: str) -> tuple[Offer[Masked], ...]:
    return tuple(Offer(mask, Masked(mask), rule) for mask in MASKS)


def toast(table: MQ, order: Toast) -> None:
    """The actor loses one nerve whatever its wit, a reason that only its side reads; its own seats are asked."""
    wit = table.state.own.guests[order.combatant].wit or 0
    terms = [Term(source=name, of="change", amount=n, private=True) for name, n in (("wit", wit), ("wine", -1 - wit))]
    table.change(order.combatant, "nerve", -1, rule="MQ-1", least=-99, because=Reasons(terms=tuple(terms)))
    with table.during("toast", by=order.combatant):
        table.ask(
            table.state.fight.holders(order.combatant),
            Wave(offers=masks("MQ-1"), default="moon", about=order.combatant),
            rule="MQ-1",
        )


def dance(table: MQ, order: Dance) -> None:
    """Masks are revealed when both are chosen."""
    must_know(table.seen(table.seat), order.target)
    two = (order.combatant, order.target)
    asks = [(table.state.fight.holders(one), Choose(offers=masks("MQ-2"), default="moon", about=one)) for one in two]
    table.ask_all(asks, rule="MQ-2")


def whisper(table: MQ, order: Whisper) -> None:
    """Each answer is shown to the seat that gave it."""
    here = table.seen(None).fight.combatants
    whom = [c.id for c in here.values() if c.side != table.state.fight.combatants[order.combatant].side]
    asks = [(table.state.fight.holders(one), Make(offers=masks("MQ-3"), default="moon", about=one)) for one in whom]
    for one, reply in zip(whom, table.ask_all(asks, rule="MQ-3"), strict=True):
        table.emit(Heard(combatant=one, what=reply.mask), rule="MQ-3")


class Masque(Slice):
    """See the module."""

    id = "slice_masque"
    name = "Masque slice"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (Toast, Scheme, Slip, Dance, Whisper, Foretell)
    events: tuple[type[Event], ...] = (Schemed, Heard, OmenRead)
    questions: tuple[type[Question[Any]], ...] = (Choose, Make, Wave)

    def begin(self, setup: Struct) -> Own:
        """No guests yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """One vital."""
        return Combatant(id="", name="", side="", vitals={"nerve": Vital(sheet.nerve)}, place=place)

    def play(self, order: Order, table: MQ) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                if table.state.fight.acting:
                    raise RuleRefusal("the masque has begun", rule="MQ-0")
                table.emit(k.TurnBegan(acting=tuple(sorted(table.state.fight.combatants))), rule="MQ-0")
            case Toast():
                must_act(table.state, order.combatant)
                toast(table, order)
            case Scheme() | Slip():
                must_act(table.state, order.combatant)
                table.emit(Schemed(combatant=order.combatant, plan=order.plan), rule="MQ-4")
            case Dance():
                must_act(table.state, order.combatant)
                dance(table, order)
            case Whisper():
                must_act(table.state, order.combatant)
                whisper(table, order)
            case Foretell():
                gms = table.state.fight.gms()
                if order.number != table.state.own.omens + 1:
                    raise RuleRefusal("that omen does not come next", rule="MQ-5", field="number")
                (face,) = table.roll("1d100", by=gms[0], why="omen", rule="MQ-5", to=gms)
                table.emit(OmenRead(count=order.number, omen=face), rule="MQ-5", to=gms)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Plans, what was heard, omens."""
        match event:
            case k.CombatantJoined(sheet=dict(sheet)):
                return structs.replace(own, guests={**own.guests, event.combatant: Guest(wit=int(sheet["wit"]))})
            case Schemed():
                guest = structs.replace(own.guests[event.combatant], plan=event.plan)
                return structs.replace(own, guests={**own.guests, event.combatant: guest})
            case Heard():
                guest = structs.replace(own.guests[event.combatant], heard=event.what)
                return structs.replace(own, guests={**own.guests, event.combatant: guest})
            case OmenRead():
                return structs.replace(own, omens=event.count, omen=event.omen)
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            if not seen.fight.acting:
                yield Offer("begin", Begin(), "MQ-0", (Field("note", "text", least=0, most=20),))
            yield Offer("foretell", Foretell(number=seen.own.omens + 1), "MQ-5")
            return
        who = seen.fight.combatants.get(combatant)
        if who is None or combatant not in seen.fight.acting or who.out is not None:
            return
        yield Offer("toast", Toast(combatant=combatant), "MQ-1")
        plan = Field("plan", "one", MASKS)
        yield Offer("scheme", Scheme(combatant=combatant, plan="moon"), "MQ-4", (plan,))
        yield Offer("slip", Slip(combatant=combatant, plan="moon"), "MQ-4", (plan,))
        yield Offer("whisper", Whisper(combatant=combatant), "MQ-3")
        others = tuple(one for one in sorted(seen.fight.combatants) if one != combatant)
        if others:
            target = Field("target", "one", others)
            yield Offer("dance", Dance(combatant=combatant, target=others[0]), "MQ-2", (target,))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Wit and plans are visible to the side, what a combatant heard to its seat, omens to the GM."""
        guests = {}
        for who, guest in own.guests.items():
            combatant = fight.combatants[who]
            if not fight.sees(seat, combatant):
                continue
            if not fight.may_know_figures(seat, combatant):
                guest = structs.replace(guest, wit=None)
            if seat is None or seat not in fight.recipients_of(combatant):
                guest = structs.replace(guest, plan=None)
            if seat is None or (seat not in (combatant.owner, combatant.controller) and not fight.is_gm(seat)):
                guest = structs.replace(guest, heard=None)
            guests[who] = guest
        return Own(guests=guests, omens=own.omens, omen=own.omen if fight.is_gm(seat) else None)


system: Any = Masque()
