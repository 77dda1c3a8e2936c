"""Secret triggers: only a side knows what its combatants hold ready, so everybody who holds something is asked.

Reactions inside reactions (cast > readied shot > cover), fumble rows of the GM, and figures nobody else sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Place, Vital
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.common import Slice, YesNo, hurt, must_act, must_know, now, sheet_of, yes_or_no

Trigger = Literal["cast", "blow", "any"]
TRIGGERS: tuple[Trigger, ...] = ("cast", "blow", "any")
ROWS = ("drop", "prone", "off-balance")
RANKS = tuple(Place(rank=rank) for rank in (1, 2, 3))


class Sheet(Struct, frozen=True):
    """trigger: what it holds ready for when it enters."""

    life: int = 20
    magic: int = 9
    guard: int = 8
    trigger: Trigger | None = None


class Fighter(Struct, frozen=True):
    """ready: whether it holds something ready, which everybody sees; trigger: for what, which only its side knows."""

    guard: int
    ready: bool = False
    trigger: Trigger | None = None
    checks: int = 0


class Own(Struct, frozen=True):
    """The slice's part of the state."""

    fighters: dict[str, Fighter] = {}


class Readied(Event, frozen=True, kw_only=True):
    """A combatant holds something ready, or no longer does."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("trigger",)
    combatant: str
    ready: bool
    trigger: Trigger | None = None


class CastingBegan(Event, frozen=True, kw_only=True):
    """A spell is begun: concentration checks count from zero."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class ConcentrationTested(Event, frozen=True, kw_only=True):
    """A caster that was hurt kept concentration, or lost it."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    held: bool


class Note(Event, frozen=True, kw_only=True):
    """Something only the owner may read."""

    audience: ClassVar[Audience] = Audience.SEAT
    combatant: str
    said: str


class Ready(Order, frozen=True, kw_only=True):
    """Hold a shot ready for a trigger that only its side reads."""

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("trigger",)
    combatant: str
    trigger: Trigger


class Cast(Order, frozen=True, kw_only=True):
    """Cast at a target; combatants that hold something ready may interrupt."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    target: str


class Sneak(Order, frozen=True, kw_only=True):
    """Be visible to one's own side alone, until one casts."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Prowl(Order, frozen=True, kw_only=True):
    """Move to a rank."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    to: Place


class FireNow(YesNo, frozen=True, kw_only=True):
    """Use what is held ready, now? Whom it fits is private."""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE


class Cover(YesNo, frozen=True, kw_only=True):
    """Step into the shot for the caster?"""


class Row(Struct, frozen=True):
    """A row of the fumble table; None: roll for it."""

    row: str | None


class FumbleRow(Question[Row], frozen=True, kw_only=True):
    """The GM picks what a fumble does."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    about: str


FF = Table[Own]


def mates(state: State[Own], who: str) -> list[str]:
    """The allies of a combatant, in order of their ids."""
    side = state.fight.combatants[who].side
    return [c.id for _, c in sorted(state.fight.combatants.items()) if c.side == side and c.id != who and c.out is None]


def interrupted(table: FF, caster: str) -> bool:
    """Readied shots resolve before the spell that triggers them. Who is asked follows from public facts."""
    public = table.seen(None)
    for holder in sorted(public.own.fighters):
        if holder == caster or not public.own.fighters[holder].ready:
            continue
        if table.state.fight.combatants[holder].out or not table.state.own.fighters[holder].ready:
            continue
        fits = table.state.own.fighters[holder].trigger in ("cast", "any")
        question = FireNow(about=holder, offers=yes_or_no("FF-READY-01", possible=fits))
        if not table.ask(table.state.fight.holders(holder), question, rule="FF-READY-01").yes:
            continue
        if table.state.own.fighters[holder].trigger not in ("cast", "any"):
            raise RuleRefusal("that is not what you wait for", rule="FF-READY-01")
        with table.during("readied shot", by=holder):
            if _shot(table, holder, caster):
                return True
    return bool(table.state.fight.combatants[caster].out)


def _shot(table: FF, holder: str, caster: str) -> bool:
    """Whether the shot broke the spell."""
    table.emit(Readied(combatant=holder, ready=False), rule="FF-READY-03", to=_side(table, holder))
    struck = caster
    for mate in mates(table.seen(None), caster):
        question = Cover(about=mate, offers=yes_or_no("FF-COVER-01"))
        if table.ask(table.state.fight.holders(mate), question, rule="FF-COVER-01").yes:
            struck = mate
            break
    if sum(table.roll("2d6", by=holder, why="readied shot", rule="FF-ATK-01")) < 7:
        return False
    hurt(table, struck, 3, rule="FF-ATK-07")
    if struck != caster:
        return False
    checks = table.state.own.fighters[caster].checks
    held = sum(table.roll("2d6", by=caster, why="concentration", rule="FF-CONC-01")) >= 7 + 2 * checks
    table.emit(ConcentrationTested(combatant=caster, held=held), rule="FF-CONC-04")
    return not held


def _side(table: FF, who: str) -> tuple[str, ...]:
    return table.state.fight.side_seats(table.state.fight.combatants[who].side)


def cast(table: FF, order: Cast) -> None:
    who, target = order.combatant, order.target
    must_know(table.seen(table.seat), target)
    if target == who or table.state.fight.combatants[target].out:
        raise RuleRefusal(f"{target} cannot be cast at", rule="FF-MAG-01", field="target")
    if now(table.state, who, "magic") < 4:
        raise RuleRefusal(f"{who} has not 4 points of magic", rule="FF-MAG-09")
    if table.state.fight.combatants[who].seen_by is not None:
        table.emit(k.SightChanged(combatant=who, seen_by=None), rule="FF-SNEAK-02")
    table.emit(CastingBegan(combatant=who), rule="FF-CONC-01")
    with table.during("cast", by=who):
        if interrupted(table, who):
            return
    table.change(who, "magic", -4, rule="FF-MAG-09")
    faces = table.roll("2d6", by=who, why="magic attack", rule="FF-MAG-01")
    mirrored = table.state.fight.combatants[target].has("reflect")
    struck = who if mirrored else target
    if faces == (1, 1):
        _fumble(table, who)
    elif faces == (6, 6) or sum(faces) + 2 >= table.state.own.fighters[struck].guard:
        damage = sum(table.roll("2d6", by=who, why="damage", rule="FF-MAG-02"))
        hurt(table, struck, damage, rule="FF-MAG-02")


def _fumble(table: FF, who: str) -> None:
    rows = tuple(Offer(row, Row(row), "FF-FUM-02") for row in ROWS)
    question = FumbleRow(offers=(Offer("die", Row(None), "FF-FUM-02"), *rows), default="die", about=who)
    row = table.ask(table.state.fight.gms(), question, rule="FF-FUM-02").row
    if row is None:
        row = ROWS[table.roll("1d3", by=table.state.fight.gms()[0], why="fumble row", rule="FF-FUM-02")[0] - 1]
    table.emit(
        k.ConditionGained(
            combatant=who, condition=table.new_id(), kind=row, source=None, amount=None, left=1, until=""
        ),
        rule="FF-FUM-03",
    )


class Fantasia(Slice):
    """See the module."""

    id = "slice_fantasia"
    name = "Fantasia slice"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (Ready, Cast, Sneak, Prowl)
    events: tuple[type[Event], ...] = (Readied, CastingBegan, ConcentrationTested, Note)
    questions: tuple[type[Question[Any]], ...] = (FireNow, Cover, FumbleRow)

    def begin(self, setup: Struct) -> Own:
        """No fighters yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Two vitals."""
        vitals = {"life": Vital(sheet.life, sheet.life), "magic": Vital(sheet.magic, sheet.magic)}
        return Combatant(id="", name="", side="", vitals=vitals, place=place or RANKS[0])

    def play(self, order: Order, table: FF) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            if table.state.fight.acting:
                raise RuleRefusal("the fight has begun", rule="FF-BEGIN")
            # An event for the visible ones alone would reveal the hidden ones by omission: these are listed, too.
            table.emit(k.TurnBegan(acting=tuple(sorted(table.state.fight.combatants))), rule="FF-BEGIN")
            return
        assert isinstance(order, (Ready, Cast, Sneak, Prowl))
        who = order.combatant
        must_act(table.state, who)
        fight = table.state.fight
        match order:
            case Ready():
                readied = Readied(combatant=who, ready=True, trigger=order.trigger)
                table.emit(readied, rule="FF-READY-01", to=_side(table, who))
                table.emit(Note(combatant=who, said="holding"), rule="FF-READY-01")
            case Cast():
                cast(table, order)
            case Sneak():
                if fight.combatants[who].seen_by is not None:
                    raise RuleRefusal(f"{who} is hidden", rule="FF-SNEAK-01")
                table.emit(k.SightChanged(combatant=who, seen_by=_side(table, who)), rule="FF-SNEAK-01")
            case Prowl():
                here = fight.combatants[who].place
                if order.to not in RANKS or order.to == here:
                    raise RuleRefusal("no rank to go to", rule="FF-MOV-01", field="to")
                table.emit(k.Moved(combatant=who, from_=here, to=order.to), rule="FF-MOV-01")

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The fighters after an event."""
        match event:
            case CombatantJoined():
                s = sheet_of(event, Sheet)
                fighter = Fighter(guard=s.guard, ready=s.trigger is not None, trigger=s.trigger)
                return Own({**own.fighters, event.combatant: fighter})
            case Readied():
                return _with(own, event.combatant, ready=event.ready, trigger=event.trigger)
            case CastingBegan():
                return _with(own, event.combatant, checks=0)
            case ConcentrationTested():
                return _with(own, event.combatant, checks=own.fighters[event.combatant].checks + 1)
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            if not seen.fight.acting:
                yield Offer("begin", Begin(), "FF-BEGIN", (Field("note", "text", least=0, most=20),))
            return
        if combatant not in seen.fight.acting or seen.fight.combatants[combatant].out:
            return
        who = seen.fight.combatants[combatant]
        triggers = Field("trigger", "one", TRIGGERS)
        yield Offer("ready", Ready(combatant=combatant, trigger="cast"), "FF-READY-01", (triggers,))
        ranks = tuple(rank for rank in RANKS if rank != who.place)
        yield Offer("prowl", Prowl(combatant=combatant, to=ranks[0]), "FF-MOV-01", (Field("to", "place", ranks),))
        if who.seen_by is None:
            yield Offer("sneak", Sneak(combatant=combatant), "FF-SNEAK-01")
        targets = tuple(c.id for _, c in sorted(seen.fight.combatants.items()) if c.id != combatant and c.out is None)
        if targets and now(seen, combatant, "magic") >= 4:
            body = Cast(combatant=combatant, target=targets[0])
            yield Offer("cast", body, "FF-MAG-01", (Field("target", "one", targets),))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Only its side knows what a combatant waits for; its guard is known to those who know its figures."""
        fighters: dict[str, Fighter] = {}
        for who, fighter in own.fighters.items():
            combatant = fight.combatants[who]
            if not fight.sees(seat, combatant):
                continue
            if seat is None or seat not in fight.side_seats(combatant.side):
                fighter = structs.replace(fighter, trigger=None)
            if not fight.may_know_figures(seat, combatant):
                fighter = structs.replace(fighter, guard=0)
            fighters[who] = fighter
        return Own(fighters)


def _with(own: Own, who: str, **changes: Any) -> Own:
    return Own({**own.fighters, who: structs.replace(own.fighters[who], **changes)})


system: Any = Fantasia()
