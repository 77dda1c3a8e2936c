"""Marching under fire: every square entered opens a window with a question per seat that names its loaded archers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Cell, Combatant, Place, Vital
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.ground.reach import area_of
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order, plain
from tests.support.slices.common import Slice, hurt, must_act, must_know, sheet_of

GROUND = tuple(Place(cell=Cell(x, y)) for x in range(3) for y in range(2))
"""Six squares; a march hops between any of them."""


class Sheet(Struct, frozen=True):
    """marching: squares a march may have; bog: whether its ground is soft; loaded: shots in its weapon."""

    life: int = 3
    marching: int = 3
    bog: bool = False
    loaded: int = 0


class Fighter(Struct, frozen=True):
    """Public figures: everybody sees them."""

    marching: int
    bog: bool
    loaded: int


class Own(Struct, frozen=True):
    """The slice's part of the state."""

    fighters: dict[str, Fighter] = {}


class LoadChanged(Event, frozen=True, kw_only=True):
    """The number of shots in a weapon has changed."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    loaded: int


class March(Order, frozen=True, kw_only=True):
    """Walk a path, square by square; with a target, charge it: nobody reacts unless the charge falls short."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    path: tuple[Place, ...]
    target: str | None = None


class Load(Order, frozen=True, kw_only=True):
    """Load one, two or three shots."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    shots: int


class Volley(Order, frozen=True, kw_only=True):
    """Shoot all loaded shots, spread over enemies."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    shots: dict[str, int]


class Reaction(Struct, frozen=True):
    """Which figures shoot; those that hold stay ready for the next square."""

    figures: tuple[str, ...] = ()
    hold: bool = False


class React(Question[Reaction], frozen=True, kw_only=True):
    """One seat's archers and a square that a combatant enters."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    about: str
    square: Place | None


DD = Table[Own]


def enemies(state: State[Any], who: str) -> list[str]:
    """The enemies of a combatant, in order of their ids."""
    side = state.fight.combatants[who].side
    return [c.id for _, c in sorted(state.fight.combatants.items()) if c.side != side and c.out is None]


def window(table: DD, who: str, passed: set[str]) -> None:
    """All possible shooters are asked at once; shots resolve one after the other, each rechecked at its turn."""
    seats: dict[tuple[str, ...], list[str]] = {}
    for enemy in enemies(table.seen(None), who):
        if table.state.own.fighters[enemy].loaded and enemy not in passed:
            seats.setdefault(table.state.fight.holders(enemy), []).append(enemy)
    square = table.state.fight.combatants[who].place
    asks = [(seat, _react(who, square, tuple(figures))) for seat, figures in seats.items()]
    for (_, question), reaction in zip(asks, table.ask_all(asks, rule="DD-W08"), strict=True):
        if not reaction.figures and not reaction.hold:
            passed.update(question.offer("shoot").fields[0].among)
        for figure in reaction.figures:
            passed.add(figure)
            if not table.state.fight.combatants[who].out and table.state.own.fighters[figure].loaded:
                shoot(table, figure, who)


def _react(who: str, square: Place | None, figures: tuple[str, ...]) -> React:
    rule = "DD-REA-10"
    some = Field("figures", "some", figures, least=1, most=len(figures))
    return React(
        offers=(
            Offer("pass", Reaction(), rule),
            Offer("hold", Reaction(hold=True), rule),
            Offer("shoot", Reaction(figures[:1]), rule, (some,)),
        ),
        default="pass",
        about=who,
        square=square,
    )


def shoot(table: DD, shooter: str, target: str) -> None:
    left = table.state.own.fighters[shooter].loaded - 1
    table.emit(LoadChanged(combatant=shooter, loaded=left), rule="DD-REA-22")
    if table.roll("1d12", by=shooter, why="shot", rule="DD-REA-07")[0] > 6:
        return
    if table.roll("1d12", by=target, why="protection", rule="DD-ARM-01")[0] > 5:
        hurt(table, target, 1, rule="DD-ARM-05")


def march(table: DD, order: March) -> None:
    who, path = order.combatant, order.path
    fighter = table.state.own.fighters[who]
    if not 1 <= len(path) <= fighter.marching:
        raise RuleRefusal(f"{who} marches 1 to {fighter.marching} squares", rule="DD-MOVE-01", field="path")
    if any(square not in GROUND for square in path):
        raise RuleRefusal("there is no such square", rule="DD-MOVE-01", field="path")
    if order.target is not None:
        must_know(table.seen(table.seat), order.target)
        if order.target not in enemies(table.state, who):
            raise RuleRefusal(f"{order.target} cannot be charged", rule="DD-CHG-01", field="target")
    allowed = len(path)
    if fighter.bog and table.roll("1d12", by=who, why="terrain", rule="DD-TERR-11")[0] > 4:
        allowed = 1
    short, passed = allowed < len(path), set[str]()
    with table.during("march", by=who):
        if order.target is None:
            window(table, who, passed)
        for square in path[:allowed]:
            if table.state.fight.combatants[who].out:
                return
            here = table.state.fight.combatants[who].place
            table.emit(k.Moved(combatant=who, from_=here, to=square), rule="DD-MOVE-01")
            if order.target is None:
                window(table, who, passed)
        if order.target is not None and short:
            window(table, who, passed)
        elif order.target is not None:
            hurt(table, order.target, 1, rule="DD-MEL-07")


def volley(table: DD, order: Volley) -> None:
    who = order.combatant
    loaded = table.state.own.fighters[who].loaded
    targets = [target for target, shots in sorted(order.shots.items()) if shots > 0]
    for target in sorted(order.shots):
        must_know(table.seen(table.seat), target)
        if target not in enemies(table.state, who):
            raise RuleRefusal(f"{target} is no target", rule="DD-SHOT-01", field="shots")
    if sum(order.shots.values()) != loaded or not loaded or min(order.shots.values()) < 0:
        raise RuleRefusal(f"all {loaded} shots are fired", rule="DD-SHOT-02", field="shots")
    for target in targets:
        for _ in range(order.shots[target]):
            shoot(table, who, target)


class Dozen(Slice):
    """See the module."""

    id = "slice_dozen"
    name = "Dozen slice"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (March, Load, Volley)
    events: tuple[type[Event], ...] = (LoadChanged,)
    questions: tuple[type[Question[Any]], ...] = (React,)

    def begin(self, setup: Struct) -> Own:
        """No fighters yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """One vital."""
        return Combatant(id="", name="", side="", vitals={"life": Vital(sheet.life, sheet.life)}, place=place)

    def play(self, order: Order, table: DD) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            if table.state.fight.acting:
                raise RuleRefusal("the fight has begun", rule="DD-BEGIN")
            table.emit(k.TurnBegan(acting=tuple(sorted(table.state.fight.combatants))), rule="DD-BEGIN")
            return
        assert isinstance(order, (March, Load, Volley))
        must_act(table.state, order.combatant)
        match order:
            case March():
                march(table, order)
            case Volley():
                volley(table, order)
            case Load():
                if table.state.own.fighters[order.combatant].loaded:
                    raise RuleRefusal("it is loaded", rule="DD-LOAD-01")
                if not 1 <= order.shots <= 3:
                    raise RuleRefusal("one to three shots", rule="DD-LOAD-02", field="shots")
                table.emit(LoadChanged(combatant=order.combatant, loaded=order.shots), rule="DD-LOAD-01")

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The fighters after an event."""
        match event:
            case CombatantJoined():
                s = sheet_of(event, Sheet)
                return Own({**own.fighters, event.combatant: Fighter(s.marching, s.bog, s.loaded)})
            case LoadChanged():
                was = own.fighters[event.combatant]
                return Own({**own.fighters, event.combatant: structs.replace(was, loaded=event.loaded)})
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            if not seen.fight.acting:
                yield Offer("begin", Begin(), "DD-BEGIN", (Field("note", "text", least=0, most=20),))
            return
        if combatant not in seen.fight.acting or seen.fight.combatants[combatant].out:
            return
        fighter = seen.own.fighters[combatant]
        path = Field("path", "path", reach=area_of(GROUND), least=1, most=fighter.marching)
        yield Offer("march", March(combatant=combatant, path=GROUND[:1]), "DD-MOVE-01", (path,))
        if not fighter.loaded:
            shots = Field("shots", "amount", least=1, most=3)
            yield Offer("load", Load(combatant=combatant, shots=1), "DD-LOAD-01", (shots,))
        targets = tuple(enemies(seen, combatant))
        if targets:
            charge = March(combatant=combatant, path=GROUND[:1], target=targets[0])
            yield Offer("charge", charge, "DD-CHG-01", (path, Field("target", "one", targets)))
        if targets and fighter.loaded:
            split = Field("shots", "split", targets, least=fighter.loaded, most=fighter.loaded)
            volley = Volley(combatant=combatant, shots={targets[0]: fighter.loaded})
            yield Offer("volley", volley, "DD-SHOT-01", (split,))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Visible combatants are visible whole."""
        return Own({who: f for who, f in own.fighters.items() if fight.sees(seat, fight.combatants[who])})


def squares(*places: Place) -> list[Any]:
    """Places as picks."""
    return [plain(place) for place in places]


system: Any = Dozen()
