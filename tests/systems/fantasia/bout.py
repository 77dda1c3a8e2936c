"""A fight of La Fantasia Final in memory, with dice fed by hand: every face must be used up.

Initiative is rolled so that the combatants act in the order in which they are given.

Seats: `gm`, and the players `ana` (side heroes) and `bea` (side foes) where a combatant is given one.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Cell, Condition, Place, Point
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Event, Recorded
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.sheet import Setup, Sheet
from engine.systems.fantasia.state import FantasiaState, Fighter
from tests.support.fights import bout
from tests.support.fights.arena import Arena
from tests.systems.fantasia import explained
from tests.systems.fantasia.laid import halves

BOOK: Rulebook[FantasiaState] = Rulebook(system)

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("bea", "Bea", "PLAYER"),
    SeatEntry("eye", "A guest", "SPECTATOR"),
)


def sheet(**figures: Any) -> Sheet:
    """A plain sheet: attributes 0, defences 7, 20 hp, no mp, movement 5; what is given changes it."""
    base = {
        "strength": 0,
        "agility": 0,
        "vitality": 0,
        "mind": 0,
        "defense": 7,
        "magic_defense": 7,
        "hp": 20,
        "movement": 5,
    }
    return Sheet(**({} if "ref" in figures else base) | figures)


def at(x: int, y: int = 0) -> Place:
    """A point, in metres."""
    return Place(point=Point(x * 100, y * 100))


def cell(x: int, y: int = 0, facing: str | None = None, height: int = 0) -> Place:
    """A cell of a board."""
    return Place(cell=Cell(x, y), facing=facing, height=height)


def one(
    name: str,
    side: str,
    figures: Sheet | None = None,
    *,
    seat: str | None = None,
    place: Place | None = None,
    vitals: dict[str, int] | None = None,
    conditions: tuple[str | Condition, ...] = (),
) -> Entry:
    """Somebody who enters."""
    lying = tuple(Condition(key=c, kind=c) if isinstance(c, str) else c for c in conditions)
    return BOOK.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat=seat,
        place=place,
        vitals=vitals,
        conditions=lying,
        sheet=figures or sheet(),
    )  # type: ignore[call-arg]


def hero(name: str = "hero", figures: Sheet | None = None, **more: Any) -> Entry:
    """One of Ana's."""
    return one(name, "heroes", figures, **{"seat": "ana", **more})


def foe(name: str = "foe", figures: Sheet | None = None, **more: Any) -> Entry:
    """One of the game master's."""
    return one(name, "foes", figures, **more)


class Bout(bout.Bout):
    """A fight."""

    def __init__(
        self,
        *entries: Entry,
        begin: bool = True,
        setup: Setup | None = None,
        figures_open: bool = False,
        ground: Ground | None = None,
        house: dict[str, Any] | None = None,
    ) -> None:
        told, ground = halves(setup or Setup(), ground)
        super().__init__(
            Arena(
                BOOK,
                entries,
                setup=told,
                seats=SEATS,
                figures_open=figures_open,
                ground=ground,
                name="Test",
                house_rules=house,
            )
        )
        if begin:
            there = [e for e in entries if not {"dead", "statue"} & {c.kind for c in e.conditions}]
            self.order(Begin(), *self._descending(len(there)), seat="gm")
            assert self.state.fight.turn_order == tuple(e.id for e in there)

    @staticmethod
    def _descending(count: int) -> tuple[int, ...]:
        """Faces by which each rolls less than the one before, by as much as can be."""
        step = 10 // max(1, count - 1)
        totals = [12 - step * n for n in range(count)]
        return tuple(face for total in totals for face in ((total + 1) // 2, total // 2))

    # -- playing
    def keep(self, new: list[Recorded]) -> list[Event]:
        for recorded in new:
            explained.require(recorded)
        return super().keep(new)

    def lay(self, who: str, *kinds: str) -> None:
        """The game master sets somebody's conditions."""
        self.correct(f"combatants.{who}.conditions", [Condition(key=kind, kind=kind) for kind in kinds])

    def end(self, who: str, *faces: int) -> list[Event]:
        """End somebody's turn."""
        return self.order(o.EndTurn(combatant=who), *faces)

    # -- looking
    @property
    def acting(self) -> str:
        (who,) = self.state.fight.acting
        return str(who)

    def fighter(self, name: str) -> Fighter:
        found = self.state.own.fighters[name]
        assert isinstance(found, Fighter)
        return found

    def mp(self, name: str) -> int:
        return self.who(name).vitals["mp"].now
