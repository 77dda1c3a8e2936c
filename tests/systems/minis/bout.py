"""A fight of Minis in memory, with dice fed by hand: every face must be used up.

    bout = Bout(ana("ada", at=(0, 0)), ben("bob", at=(60, 0), towards=(-1, 0)))     hundredths of an inch
    bout.begin()
    bout.declare("ada")                                 whoever is not named is not declared
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")                        of the attacker, of the defender

Points are counted from the middle of a table of 48" by 48". Ana has the side `red`, Ben the side `blue`.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Condition, Place, Point
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Event, plain
from engine.systems.minis import system
from engine.systems.minis.ground import BARE
from engine.systems.minis.orders import EndActivation, Wait
from engine.systems.minis.sheet import Setup, Sheet
from engine.systems.minis.state import Mini, MinisState
from tests.support.fights import bout
from tests.support.fights.arena import Arena

BOOK: Rulebook[MinisState] = Rulebook(system)

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("cleo", "Cleo", "PLAYER"),
    SeatEntry("eye", "A guest", "SPECTATOR"),
)
RED, BLUE, GREEN = "red", "blue", "green"
MIDDLE = Point(2400, 2400)


def point(x: int, y: int = 0) -> Point:
    """So many hundredths of an inch from the middle of the table."""
    return Point(MIDDLE.x + x, MIDDLE.y + y)


def place(x: int, y: int = 0) -> Place:
    """The same as a place."""
    return Place(point=point(x, y))


def sheet(**figures: Any) -> Sheet:
    """A plain sheet: level 1, initiative 5, movement 4", one attack, 10 life points, a short sword."""
    plain_one = {"level": 1, "initiative": 5, "movement": 400, "life": 10, "weapons": ("short_sword",)}
    if isinstance(figures.get("towards"), tuple):
        figures["towards"] = Point(*figures["towards"])
    return Sheet(**({} if "ref" in figures else plain_one) | figures)


def one(
    name: str,
    side: str,
    seat: str | None,
    *,
    at: tuple[int, int] | None = None,
    life: int | None = None,
    conditions: tuple[str, ...] = (),
    seen_by: tuple[str, ...] | None = None,
    **figures: Any,
) -> Entry:
    """Somebody who enters; `hp`: the life points of its sheet, `life`: those it has now; figures: of the sheet."""
    if "hp" in figures:
        figures["life"] = figures.pop("hp")
    return BOOK.enter(
        id=name,
        name=name.title(),
        side=side,
        seat=seat,
        place=None if at is None else place(*at),
        vitals=None if life is None else {"life": life},
        conditions=tuple(Condition(key=kind, kind=kind) for kind in conditions),
        seen_by=seen_by,
        sheet=sheet(**figures),
    )  # type: ignore[call-arg]


def ana(name: str = "ada", **more: Any) -> Entry:
    """One of Ana's, of the red side; it looks to the east."""
    return one(name, RED, "ana", **{"towards": (1, 0), **more})


def ben(name: str = "bob", **more: Any) -> Entry:
    """One of Ben's, of the blue side; it looks to the west."""
    return one(name, BLUE, "ben", **{"towards": (-1, 0), **more})


class Bout(bout.Bout):
    """A fight of the given minis."""

    def __init__(
        self, *entries: Entry, setup: Setup | None = None, ground: Ground = BARE, house: dict[str, Any] | None = None
    ) -> None:
        told = plain(setup or Setup())
        super().__init__(Arena(BOOK, entries, setup=told, seats=SEATS, ground=ground, name="Test", house_rules=house))

    # -- the course
    def begin(self, *faces: int) -> list[Event]:
        """The fight begins; minis with places are not deployed."""
        return self.order(Begin(), *faces, seat="gm")

    def declare(self, *minis: str, faces: tuple[int, ...] = ()) -> None:
        """Everybody declares those of the given minis that he is asked for; faces: of the order."""
        number = self.own.init_round
        while self.asked and self.asked[0] == "DeclareWhom" and self.own.init_round == number:
            asked = self.waiting[0]
            people = asked.question["combatants"]
            mine = [who for who in people if who in minis]
            named = [*people, *(one["combatant"] for one in asked.question["barred"])]
            last = len(self.waiting) == 1 and self.who(named[0]).seen_by is None
            if people:
                self.answer("these", *(faces if last else ()), minis=mine)
            else:
                self.answer("nobody")
            if last:
                return

    def skip(self, until: int) -> None:
        """Nobody is declared until that initiative round is asked for."""
        while self.own.init_round != until:
            self.declare()

    def choose(self, mine: str, theirs: str, *faces: int) -> list[Event]:
        """The options of open combat: the attacker's, the defender's; faces: of the dice behind them."""
        self.answer(mine)
        return self.answer(theirs, *faces)

    def end(self, who: str, *faces: int) -> list[Event]:
        """End an activation."""
        return self.order(EndActivation(combatant=who), *faces)

    def wait(self, who: str, *faces: int) -> list[Event]:
        """Wait."""
        return self.order(Wait(combatant=who), *faces)

    # -- looking
    @property
    def own(self) -> MinisState:
        found: MinisState = self.state.own
        return found

    @property
    def acting(self) -> str | None:
        """Whose place it is."""
        return next(iter(self.state.fight.acting), None)

    def mini(self, name: str) -> Mini:
        return self.own.minis[name]

    def life(self, name: str) -> int:
        return self.who(name).vitals["life"].now

    def terms(self, kind: type[Event]) -> list[tuple[str, int]]:
        """The terms of the last step's only event of a kind: source, and what it adds in all."""
        return [(term.source, (term.amount or 0) * term.times) for term in self.because_of(kind).terms]
