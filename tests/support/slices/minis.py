"""Simultaneous choices: stances and declarations are sealed until all are in; ties are drawn from a bag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec import Struct

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Place, Vital
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.common import Slice, hurt, must_act, must_know

Stances = Literal["head", "thrust", "parry"]
BEATS = {("head", "parry"), ("thrust", "head"), ("parry", "thrust")}


class Sheet(Struct, frozen=True):
    """Only life."""

    life: int = 9


class Own(Struct, frozen=True):
    """wins: how often each combatant has won."""

    wins: dict[str, int] = {}


class MeleeWon(Event, frozen=True, kw_only=True):
    """A combatant has won a melee."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    wins: int


class Melee(Order, frozen=True, kw_only=True):
    """Two engage; both choose a stance in secret."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    target: str


class EndRound(Order, frozen=True, kw_only=True):
    """Every seat declares in secret which of its figures act next round. GM only."""

    round: int


class Chosen(Struct, frozen=True):
    """A stance."""

    stance: Stances


class Stance(Question[Chosen], frozen=True, kw_only=True):
    """How one of the two fights."""

    visibility: ClassVar[Visibility] = Visibility.SEALED
    about: str


class These(Struct, frozen=True):
    """Figures of one seat."""

    figures: tuple[str, ...]


class Declare(Question[These], frozen=True, kw_only=True):
    """Which figures act."""

    visibility: ClassVar[Visibility] = Visibility.SEALED
    round: int


MN = Table[Own]


def melee(table: MN, order: Melee) -> None:
    who, target = order.combatant, order.target
    must_know(table.seen(table.seat), target)
    if target not in _targets(table.state, who):
        raise RuleRefusal(f"{target} is no enemy", rule="MN-OPEN-01", field="target")
    offers = tuple(Offer(s, Chosen(s), "MN-OPEN-02") for s in ("head", "thrust", "parry"))
    mine, his = (
        reply.stance
        for reply in table.ask_all(
            [
                (table.state.fight.holders(one), Stance(offers=offers, default="head", about=one))
                for one in (who, target)
            ],
            rule="MN-OPEN-01",
        )
    )
    fate = table.roll("1d100", by=who, why="same stance", rule="MN-OPEN-07")[0] if mine == his else 0
    if (mine, his) in BEATS or 41 <= fate <= 60 or fate > 80:
        _win(table, who, target)
    if (his, mine) in BEATS or fate > 60:
        _win(table, target, who)


def _win(table: MN, who: str, other: str) -> None:
    table.emit(MeleeWon(combatant=who, wins=table.state.own.wins.get(who, 0) + 1), rule="MN-OPEN-06")
    hurt(table, other, 3, rule="MN-OPEN-06")


def end_round(table: MN, order: EndRound) -> None:
    if order.round != table.state.fight.round + 1:
        raise RuleRefusal("that round does not come next", rule="MN-TURN-01", field="round")
    seats: dict[tuple[str, ...], list[str]] = {}
    for who, combatant in sorted(table.seen(None).fight.combatants.items()):
        if combatant.out is None:
            seats.setdefault(table.state.fight.holders(who), []).append(who)
    asks = [(seat, _declare(order.round, tuple(figures))) for seat, figures in seats.items()]
    bag = [figure for reply in table.ask_all(asks, rule="MN-TURN-02") for figure in reply.figures]
    drawn: list[str] = []
    while len(bag) > 1:
        drawn.append(table.draw(bag, by=table.seat, why="order", rule="MN-INIT-03"))
        bag.remove(drawn[-1])
    table.emit(k.RoundBegan(round=order.round), rule="MN-INIT-04")
    table.emit(k.OrderSet(turn_order=(*drawn, *bag)), rule="MN-INIT-04")


def _declare(number: int, figures: tuple[str, ...]) -> Declare:
    some = Field("figures", "some", figures, least=0, most=len(figures))
    return Declare(offers=(Offer("these", These(figures), "MN-TURN-02", (some,)),), default="these", round=number)


def _targets(state: State[Own], who: str) -> tuple[str, ...]:
    side = state.fight.combatants[who].side
    return tuple(c.id for _, c in sorted(state.fight.combatants.items()) if c.side != side and c.out is None)


class Minis(Slice):
    """See the module."""

    id = "slice_minis"
    name = "Minis slice"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (Melee, EndRound)
    events: tuple[type[Event], ...] = (MeleeWon,)
    questions: tuple[type[Question[Any]], ...] = (Stance, Declare)

    def begin(self, setup: Struct) -> Own:
        """No wins yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """One vital."""
        return Combatant(id="", name="", side="", vitals={"life": Vital(sheet.life, sheet.life)}, place=place)

    def play(self, order: Order, table: MN) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                if table.state.fight.acting:
                    raise RuleRefusal("the fight has begun", rule="MN-BEGIN")
                table.emit(k.TurnBegan(acting=tuple(sorted(table.state.fight.combatants))), rule="MN-BEGIN")
            case Melee():
                must_act(table.state, order.combatant)
                melee(table, order)
            case EndRound():
                end_round(table, order)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Count wins."""
        match event:
            case CombatantJoined():
                return Own({**own.wins, event.combatant: 0})
            case MeleeWon():
                return Own({**own.wins, event.combatant: event.wins})
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            if not seen.fight.acting:
                yield Offer("begin", Begin(), "MN-BEGIN", (Field("note", "text", least=0, most=20),))
            yield Offer("end-round", EndRound(round=seen.fight.round + 1), "MN-TURN-01")
            return
        targets = _targets(seen, combatant)
        if combatant in seen.fight.acting and seen.fight.combatants[combatant].out is None and targets:
            body = Melee(combatant=combatant, target=targets[0])
            yield Offer("melee", body, "MN-OPEN-01", (Field("target", "one", targets),))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Visible combatants are visible whole."""
        return Own({who: n for who, n in own.wins.items() if fight.sees(seat, fight.combatants[who])})


system: Any = Minis()
