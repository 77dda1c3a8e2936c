"""A fight of La Fantasia Final in memory, with dice fed by hand: every face must be used up.

Initiative is rolled so that the combatants act in the order in which they are given.

Seats: `gm`, and the players `ana` (side heroes) and `bea` (side foes) where a combatant is given one.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import structs

from engine.kernel.combatant import Cell, Combatant, Condition, Place, Point
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import DecisionOpened, DiceRolled
from engine.kernel.fight import Asked, Board, SeatEntry
from engine.kernel.messages import Event, Order, Recorded, plain
from engine.kernel.orders import Begin, Entry
from engine.kernel.rulebook import Rulebook
from engine.systems.fantasia import commands as o
from engine.systems.fantasia import system
from engine.systems.fantasia.sheet import Setup, Sheet
from engine.systems.fantasia.state import Fighter, Own
from tests.support.arena import Arena
from tests.systems.fantasia import explained

BOOK: Rulebook[Own] = Rulebook(system)
E = TypeVar("E", bound=Event)

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
        combatant=name,
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


class Bout:
    """A fight."""

    def __init__(
        self,
        *entries: Entry,
        begin: bool = True,
        setup: Setup | None = None,
        figures_open: bool = False,
        board: Board | None = None,
    ) -> None:
        self.arena = Arena(
            BOOK,
            entries,
            setup=plain(setup or Setup()),
            seats=SEATS,
            figures_open=figures_open,
            board=board,
            name="Test",
        )
        self.last: list[Recorded] = []
        if begin:
            self.order(Begin(), *self._descending(len(entries)), seat="gm")
            assert self.state.fight.order == tuple(e.combatant for e in entries)

    @staticmethod
    def _descending(count: int) -> tuple[int, ...]:
        """Faces by which each rolls less than the one before, by as much as can be."""
        step = 10 // max(1, count - 1)
        totals = [12 - step * n for n in range(count)]
        return tuple(face for total in totals for face in ((total + 1) // 2, total // 2))

    # -- playing
    def _kept(self, new: list[Recorded]) -> list[Event]:
        assert self.arena.fed is not None
        assert self.arena.fed.spent, f"faces left over: {self.arena.fed.left}"
        assert self.arena.at(len(self.arena.stream)).state == self.state
        for recorded in new:
            explained.require(recorded)
        self.last = new
        return [r.event for r in new]

    def order(self, order: Order, *faces: int, seat: str | None = None) -> list[Event]:
        """Send an order, by the seat that answers for the actor; the new events."""
        actor = o.actor_of(order)
        sender = seat or (self.state.fight.holders(actor)[0] if actor else "gm")
        self.arena.feed(*faces)
        return self._kept(self.arena.order(sender, order))

    def answer(self, choice: str, *faces: int, which: int = 0, **picks: Any) -> list[Event]:
        """Answer the first open decision (or the one at `which` of those unanswered), by its own seat."""
        asked = self.waiting[which]
        self.arena.feed(*faces)
        return self._kept(self.arena.answer(asked.seats[0], choice, picks, decision=asked.decision))

    def refuse(self, order: Order, *, seat: str | None = None) -> RuleRefusal:
        """The refusal of an order that must be refused; nothing may have changed."""
        before = self.arena.position
        try:
            self.order(order, seat=seat)
        except RuleRefusal as refusal:
            assert self.arena.position is before
            return refusal
        raise AssertionError(f"not refused: {order}")

    def correct(self, path: str, value: Any) -> None:
        """The game master sets a field."""
        self.arena.correct(path, value)

    def lay(self, who: str, *kinds: str) -> None:
        """The game master sets somebody's conditions."""
        self.correct(f"combatants.{who}.conditions", plain([Condition(key=kind, kind=kind) for kind in kinds]))

    def end(self, who: str, *faces: int) -> list[Event]:
        """End somebody's turn."""
        return self.order(o.EndTurn(combatant=who), *faces)

    # -- looking
    @property
    def state(self) -> Any:
        return self.arena.state

    @property
    def waiting(self) -> list[Asked]:
        """The open decisions without an answer."""
        return self.arena.pending

    @property
    def asked(self) -> list[str]:
        """Kinds of the open decisions."""
        return [a.kind for a in self.waiting]

    @property
    def choices(self) -> list[str]:
        """Keys of the first open decision's offers."""
        return [offer.key for offer in self.waiting[0].offers]

    @property
    def acting(self) -> str:
        (who,) = self.state.fight.acting
        return str(who)

    def who(self, name: str) -> Combatant:
        return structs.replace(self.state.fight.combatants[name])

    def fighter(self, name: str) -> Fighter:
        found = self.state.own.fighters[name]
        assert isinstance(found, Fighter)
        return found

    def hp(self, name: str) -> int:
        return self.who(name).vitals["hp"].now

    def mp(self, name: str) -> int:
        return self.who(name).vitals["mp"].now

    def has(self, name: str, condition: str) -> bool:
        return self.who(name).has(condition)

    def of(self, kind: type[E]) -> list[E]:
        """Events of a kind, of the last step."""
        return [r.event for r in self.last if isinstance(r.event, kind)]

    def the(self, kind: type[E]) -> E:
        """The one event of a kind in the last step."""
        (event,) = self.of(kind)
        return event

    def rule_of(self, kind: type[Event]) -> str:
        """The rule that the one event of a kind names."""
        (rule,) = [r.draft.rule for r in self.last if isinstance(r.event, kind)]
        return rule

    def rolls(self) -> list[str]:
        """What was rolled in the last step, and why."""
        return [f"{roll.dice} {roll.why}" for roll in self.of(DiceRolled)]

    def opened(self) -> list[DecisionOpened]:
        return self.of(DecisionOpened)

    def offers(self, who: str | None, seat: str | None = None) -> list[Any]:
        """The offers of a combatant, made from what his seat sees."""
        seat = seat or (self.state.fight.holders(who)[0] if who else "gm")
        return list(system.offers(BOOK.seen(self.state, seat), who))

    def keys(self, who: str | None) -> list[str]:
        return [offer.key for offer in self.offers(who)]
