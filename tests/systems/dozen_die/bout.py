"""A fight of Dozen Die in memory, on a map of text, with dice fed by hand: every face must be used up.

    bout = Bout("a...x", ana("a", st=4), ben("x"))      a side `heroes` of Ana's, a side `foes` of Ben's
    bout.draw("heroes")                                 the fight begins with a white die of the heroes
    bout.activate("a")
    bout.order(Move(combatant="a", to=at(2, 0)))
    bout.end(draws="foes")                              the next die is the foes'

Figures have names of one letter, and stand where the map shows their letter, on plain ground. A large one stands with
its square of least x and y there. All other signs are the ground's: the usual ones, and those of `legend`.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Cell, Condition, Place
from engine.kernel.state.ground.ground import GroundEdge
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Event, Order
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die import system
from engine.systems.dozen_die.content.kinds import Kind, Level
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.rules.turns.rounds import full_bag
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import DozenDieState, Figure
from tests.support.fights import bout
from tests.support.fights.arena import Arena
from tests.support.fights.walls import LEGEND
from tests.systems.dozen_die.laid import Ground, Laid, Setup, Sign, halves

BOOK: Rulebook[DozenDieState] = Rulebook(system)

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eye", "A guest", "SPECTATOR"),
)
HEROES, FOES, NEUTRAL = "heroes", "foes", "neutral"


def sheet(**figures: Any) -> Sheet:
    """A plain sheet: st, dx, co, ch, aw and mv 3, melee 1; what is given changes it. skills: levels by skill."""
    if isinstance(figures.get("skills"), dict):
        figures["skills"] = tuple(Level(skill=skill, level=level) for skill, level in figures["skills"].items())
    plain_one = {"st": 3, "dx": 3, "co": 3, "ch": 3, "aw": 3, "mv": 3, "skills": (Level(skill="melee"),)}
    return Sheet(**({} if "ref" in figures else plain_one) | figures)


def at(x: int, y: int = 0, height: int = 0) -> Place:
    """A square of the board."""
    return Place(cell=Cell(x, y), height=height)


def one(
    name: str,
    side: str,
    seat: str | None,
    *,
    place: Place | None = None,
    hp: int | None = None,
    conditions: tuple[str, ...] = (),
    seen_by: tuple[str, ...] | None = None,
    **figures: Any,
) -> Entry:
    """Somebody who enters; figures: of the sheet."""
    return BOOK.enter(
        id=name,
        name=name.upper(),
        side=side,
        seat=seat,
        place=place,
        vitals=None if hp is None else {"hp": hp},
        conditions=tuple(Condition(key=kind, kind=kind) for kind in conditions),
        seen_by=seen_by,
        sheet=sheet(**figures),
    )  # type: ignore[call-arg]


def ana(name: str, **more: Any) -> Entry:
    """One of Ana's, of the side of heroes."""
    return one(name, HEROES, "ana", **more)


def ben(name: str, **more: Any) -> Entry:
    """One of Ben's, of the side of foes."""
    return one(name, FOES, "ben", **more)


def creature(name: str, **more: Any) -> Entry:
    """One of nobody's."""
    return one(name, NEUTRAL, None, **{"kind": Kind.CREATURE, **more})


def letters(rows: str) -> dict[str, Place]:
    """Where the letters of a map are: its first line is y = 0, its first sign x = 0."""
    return {sign: at(x, y) for y, row in enumerate(rows.split()) for x, sign in enumerate(row) if sign.isalpha()}


class Bout(bout.Bout):
    """A fight. rows: the map; figures that it does not show stand where they say, or nowhere."""

    def __init__(
        self,
        rows: str,
        *entries: Entry,
        setup: Setup | None = None,
        legend: tuple[Sign, ...] = (),
        edges: tuple[GroundEdge, ...] = (),
        house: dict[str, Any] | None = None,
    ) -> None:
        places, lines = letters(rows), rows.split()
        placed = [structs.replace(e, place=e.place or places.get(e.id)) for e in entries]
        told, ground = halves(setup or Setup())
        ground = ground or self._ground(lines, {e.id for e in entries}, legend)
        if edges:
            ground = structs.replace(ground, legend=(*ground.legend, *LEGEND), edges=edges)
        super().__init__(Arena(BOOK, placed, setup=told, seats=SEATS, ground=ground, name="Test", house_rules=house))

    @staticmethod
    def _ground(lines: list[str], names: set[str], legend: tuple[Sign, ...]) -> Laid:
        """The map without its figures."""
        rows = tuple("".join("." if sign in names else sign for sign in line) for line in lines)
        return Ground(rows=tuple(row.ljust(max(map(len, rows)), ".") for row in rows), legend=legend)

    # -- dice of the bag
    def face(self, side: str, color: Color | None = None) -> int:
        """The face by which the next draw brings a die of this side: white ones first, unless a colour is given."""
        bag = self.own.bag or full_bag(self.state)
        wanted = (color,) if color else (Color.WHITE, Color.GREEN, Color.YELLOW)
        mine = [Die(side=side, color=c) for c in wanted]
        return next(bag.index(die) + 1 for die in mine if die in bag)

    def _fed(self, draws: str | None, color: Color | None) -> tuple[int, ...]:
        return (self.face(draws, color),) if draws is not None else ()

    # -- playing
    def draw(self, side: str, color: Color | None = None) -> list[Event]:
        """The fight begins, and its first die is this one."""
        return self.order(Begin(), draws=side, color=color, seat="gm")

    def order(
        self, order: Order, *faces: int, draws: str | None = None, color: Color | None = None, seat: str | None = None
    ) -> list[Event]:
        """Send an order. draws: the side whose die is drawn at the end of it, after the faces."""
        return super().order(order, *faces, *self._fed(draws, color), seat=seat)

    def answer(self, choice: str, *faces: int, which: int = 0, draws: str | None = None, **picks: Any) -> list[Event]:
        """Answer an open decision. draws: as for an order."""
        return super().answer(choice, *faces, *self._fed(draws, None), which=which, **picks)

    def activate(self, who: str, *, by: str | None = None) -> list[Event]:
        """Spend the die in hand on somebody. by: who orders it of a neutral; absent: who speaks for the side."""
        speaker = by or self.acting[0]
        return self.order(o.Activate(by=speaker if self.who(who).side == NEUTRAL else who, combatant=who))

    def end(self, *, draws: str, color: Color | None = None) -> list[Event]:
        """End the activation; the next die is of this side."""
        return self.order(o.EndActivation(combatant=self.acting[0]), draws=draws, color=color)

    def start(self, who: str, color: Color | None = None) -> None:
        """The fight begins, and this one is activated with the first die."""
        self.draw(self.who(who).side, color)
        self.activate(who)

    # -- looking
    @property
    def own(self) -> DozenDieState:
        found = self.state.own
        assert isinstance(found, DozenDieState)
        return found

    @property
    def acting(self) -> tuple[str, ...]:
        return tuple(self.state.fight.acting)

    def figure(self, name: str) -> Figure:
        return self.own.figures[name]

    def place(self, name: str) -> Place | None:
        return self.who(name).place
