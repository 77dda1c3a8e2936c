"""Melee knots: leaving one draws free strikes; a strike is defended; a defence is parried, assisted or saved by will.

The longest chain of questions inside questions: leave > free strike > defence > parry, assist or mind point > riposte.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Place, Vital
from engine.kernel.state.decisions import Field, Offer, Question
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.common import Slice, YesNo, hurt, must_act, must_know, now, sheet_of, yes_or_no

FORD, GLADE = Place(zone="ford"), Place(zone="glade")


class Sheet(Struct, frozen=True):
    """needed: successes a defence against it takes; will: whether it is one of will, which comrades assist."""

    life: int = 6
    mind: int = 2
    actions: int = 4
    pool: int = 3
    needed: int = 2
    will: bool = False
    knot: str | None = None


class Fighter(Struct, frozen=True):
    """knot: the melee it is in; riposte: extra dice of its next strike."""

    pool: int
    needed: int
    will: bool
    knot: str | None
    riposte: int = 0


class Own(Struct, frozen=True):
    """The slice's part of the state."""

    fighters: dict[str, Fighter] = {}


class KnotLeft(Event, frozen=True, kw_only=True):
    """A combatant has left its melee."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class RiposteSet(Event, frozen=True, kw_only=True):
    """Extra dice for the next strike; only its side knows how many."""

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("dice",)
    combatant: str
    dice: int | None = None


class Leave(Order, frozen=True, kw_only=True):
    """Leave the melee for another zone, under the free strikes of those who stay."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    to: Place


class Strike(Order, frozen=True, kw_only=True):
    """Strike a combatant of the same melee."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    target: str


class NextRound(Order, frozen=True, kw_only=True):
    """Every combatant has all its actions again. GM only."""

    round: int


class FreeStrike(YesNo, frozen=True, kw_only=True):
    """Strike the one who turns his back?"""


class Parry(YesNo, frozen=True, kw_only=True):
    """Parry for him, or for yourself?"""


class Assist(YesNo, frozen=True, kw_only=True):
    """Help a comrade's will?"""


class MindPoint(YesNo, frozen=True, kw_only=True):
    """Pay a point of mind and shrug it off?"""


SA = Table[Own]


def batch(table: SA, count: int, by: str, why: str) -> tuple[int, ...]:
    """A pool in which every six adds another die; one roll per batch."""
    faces: tuple[int, ...] = ()
    while count > 0:
        thrown = table.roll(f"{count}d6", by=by, why=why, rule="SA-DICE-06")
        faces, count = faces + thrown, thrown.count(6)
    return faces


def successes(faces: tuple[int, ...]) -> int:
    return sum(face >= 4 for face in faces)


def pay(table: SA, who: str, actions: int, rule: str) -> None:
    """Pay actions; refuses before it changes anything."""
    if now(table.state, who, "moves") < actions:
        raise RuleRefusal(f"{who} has not {actions} actions", rule=rule)
    table.change(who, "moves", -actions, rule=rule)


def holders(table: SA, who: str) -> tuple[str, ...]:
    return table.state.fight.holders(who)


def melee(state: State[Own], who: str, *, mates: bool) -> list[str]:
    """Those in its melee on its side, or on the others', in order of their ids; from public facts only."""
    me, knot = state.fight.combatants[who], state.own.fighters[who].knot
    return [
        other
        for other, fighter in sorted(state.own.fighters.items())
        if other != who
        and knot is not None
        and fighter.knot == knot
        and (state.fight.combatants[other].side == me.side) is mates
        and state.fight.combatants[other].out is None
    ]


def defend(table: SA, who: str, striker: str) -> None:
    """The defence roll: a parry is merged into it, an assist adds to it, a mind point replaces it."""
    needed, will = table.state.own.fighters[striker].needed, table.state.own.fighters[striker].will
    faces = batch(table, table.state.own.fighters[who].pool, who, "defence")
    extra = 0
    if successes(faces) < needed and not will:
        helpers = [who, *melee(table.state, who, mates=True)]
        replies = table.ask_all(
            [(holders(table, h), Parry(about=h, offers=yes_or_no("SA-PARRY-01"))) for h in helpers], rule="SA-PARRY-01"
        )
        for helper, reply in zip(helpers, replies, strict=True):  # the defender first; one attempt for all
            if reply.yes and now(table.state, helper, "moves") >= 1:
                pay(table, helper, 1, "SA-PARRY-01")
                faces += batch(table, 2, helper, "parry")
                break
    if successes(faces) < needed and will:
        for helper in melee(table.state, who, mates=True):
            question = Assist(about=who, offers=yes_or_no("SA-ASSIST-01", possible=can_pay(table, helper)))
            if table.ask(holders(table, helper), question, rule="SA-ASSIST-01").yes:
                pay(table, helper, 1, "SA-ASSIST-01")
                extra += successes(batch(table, 2, helper, "assist"))
    total = successes(faces) + extra
    saved = False
    if total < needed and now(table.state, who, "mind") > 0:
        mind = MindPoint(about=who, offers=yes_or_no("SA-MP-02"))
        saved = table.ask(holders(table, who), mind, rule="SA-MP-02").yes
        if saved:
            if now(table.state, who, "mind") < 1:
                raise RuleRefusal("no mind point is left", rule="SA-MP-06")
            table.change(who, "mind", -1, rule="SA-MP-02")
    if faces.count(1) > faces.count(6):
        table.change(who, "moves", -1, rule="SA-COMP-06")
    if total > needed:
        dice = max(total - needed, table.state.own.fighters[who].riposte)
        table.emit(RiposteSet(combatant=who, dice=dice), rule="SA-XDEF-03")
    elif total < needed and not saved:
        hurt(table, who, 2, rule="SA-DEF-02")


def can_pay(table: SA, who: str) -> bool:
    return now(table.state, who, "moves") >= 1


def leave(table: SA, order: Leave) -> None:
    who = order.combatant
    _can_leave(table.state, who, order.to)
    pay(table, who, 1, "SA-MOVE-01")
    for enemy in melee(table.state, who, mates=False):
        if table.state.fight.combatants[who].out:
            return
        if not can_pay(table, enemy):
            continue
        with table.during("leave", by=who):
            question = FreeStrike(about=enemy, offers=yes_or_no("SA-FREE-01"))
            if not table.ask(holders(table, enemy), question, rule="SA-FREE-01").yes:
                continue
            pay(table, enemy, 1, "SA-FREE-01")
            with table.during("free strike", by=enemy):
                defend(table, who, enemy)
    if not table.state.fight.combatants[who].out:
        here = table.state.fight.combatants[who].place
        table.emit(KnotLeft(combatant=who), rule="SA-MOVE-01")
        table.emit(k.Moved(combatant=who, from_=here, to=order.to), rule="SA-MOVE-01")


def _can_leave(state: State[Own], who: str, to: Place) -> None:
    if state.own.fighters[who].knot is None:
        raise RuleRefusal(f"{who} is in no melee", rule="SA-MOVE-01")
    if to not in (FORD, GLADE):
        raise RuleRefusal("there is no such zone", rule="SA-MOVE-01", field="to")


def strike(table: SA, order: Strike) -> None:
    who, target = order.combatant, order.target
    must_know(table.state, target)
    if target not in melee(table.state, who, mates=False):
        raise RuleRefusal(f"{target} is not in this melee", rule="SA-MELEE-01", field="target")
    pay(table, who, 2, "SA-MELEE-01")
    dice = 2 + table.state.own.fighters[who].riposte
    if dice > 2:
        table.emit(RiposteSet(combatant=who, dice=0), rule="SA-XDEF-03")
    hits = successes(batch(table, dice, who, "attack"))
    hurt(table, target, hits, rule="SA-ATK-01")


class Saari(Slice):
    """See the module."""

    id = "slice_saari"
    name = "Saari slice"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (Leave, Strike, NextRound)
    events: tuple[type[Event], ...] = (KnotLeft, RiposteSet)
    questions: tuple[type[Question[Any]], ...] = (FreeStrike, Parry, Assist, MindPoint)

    def begin(self, setup: Struct) -> Own:
        """No fighters yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Three vitals."""
        vitals = {
            "life": Vital(sheet.life, sheet.life),
            "mind": Vital(sheet.mind, sheet.mind),
            "moves": Vital(sheet.actions, sheet.actions),
        }
        return Combatant(id="", name="", side="", vitals=vitals, place=place)

    def play(self, order: Order, table: SA) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                if table.state.fight.round:
                    raise RuleRefusal("the fight has begun", rule="SA-BEGIN")
                table.emit(k.RoundBegan(round=1), rule="SA-BEGIN")
                table.emit(k.TurnBegan(acting=tuple(sorted(table.state.fight.combatants))), rule="SA-BEGIN")
            case NextRound():
                if order.round != table.state.fight.round + 1 or order.round == 1:
                    raise RuleRefusal("that round does not come next", rule="SA-ROUND", field="round")
                table.emit(k.RoundBegan(round=order.round), rule="SA-ROUND")
                for who, combatant in sorted(table.state.fight.combatants.items()):
                    table.change(who, "moves", combatant.vitals["moves"].max or 0, rule="SA-ROUND")
            case Leave() | Strike():
                must_act(table.state, order.combatant)
                if isinstance(order, Leave):
                    leave(table, order)
                else:
                    strike(table, order)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The fighters after an event."""
        match event:
            case CombatantJoined():
                s = sheet_of(event, Sheet)
                fighter = Fighter(pool=s.pool, needed=s.needed, will=s.will, knot=s.knot)
                return Own({**own.fighters, event.combatant: fighter})
            case KnotLeft():
                return _with(own, event.combatant, knot=None)
            case RiposteSet():
                return _with(own, event.combatant, riposte=event.dice or 0)
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            yield _gm_offer(seen)
            return
        if combatant not in seen.fight.acting or seen.fight.combatants[combatant].out:
            return
        actions = now(seen, combatant, "moves")
        if actions >= 1 and seen.own.fighters[combatant].knot is not None:
            zones = Field("to", "place", (FORD, GLADE))
            yield Offer("leave", Leave(combatant=combatant, to=FORD), "SA-MOVE-01", (zones,))
        targets = melee(seen, combatant, mates=False)
        if actions >= 2 and targets:
            choice = Field("target", "one", tuple(targets))
            yield Offer("strike", Strike(combatant=combatant, target=targets[0]), "SA-MELEE-01", (choice,))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Pools and ripostes are known to the side alone."""
        return Own(
            {
                who: fighter
                if fight.may_know_figures(seat, fight.combatants[who])
                else structs.replace(fighter, pool=0, needed=0, will=False, riposte=0)
                for who, fighter in own.fighters.items()
                if fight.sees(seat, fight.combatants[who])
            }
        )


def _gm_offer(seen: State[Own]) -> Offer[Order]:
    if seen.fight.round == 0:
        return Offer("begin", Begin(), "SA-BEGIN", (Field("note", "text", least=0, most=20),))
    return Offer("next-round", NextRound(round=seen.fight.round + 1), "SA-ROUND")


def _with(own: Own, who: str, **changes: Any) -> Own:
    return Own({**own.fighters, who: structs.replace(own.fighters[who], **changes)})


system: Any = Saari()
