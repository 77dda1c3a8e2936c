"""A fight in memory: no store, no clock, the real kernel; dice by hand or from a seed.

bout = Bout(system, Entrant("ana", "heroes", seat="ana"), Entrant("wolf", "foes"))
bout.order(Begin())
bout.order(Strike(combatant="ana", target="wolf"), 5)     # the die shows a five
bout.answer("parry")                                      # whoever is asked
bout.life("wolf")
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling import overrides
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.playing import decide, facts
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import FaceSource, ScriptedDice, SeededDice, TypedFaces
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import Position, Step, advance
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.combatant import Place
from engine.kernel.state.fight import Asked, State
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order, Recorded, plain
from engine.kit.testing.reading import FightReader

TIME = "2000-01-01T00:00:00.000Z"
"""The time of every event: no clock is read."""
GM = "gm"


class Entrant(Struct, frozen=True):
    """Who enters a fight of tests. seat: "" is the GM's; sheet: the fields that differ from their defaults.

    hidden: only its seat and the GM know of it.
    """

    id: str
    side: str
    seat: str = ""
    sheet: dict[str, Any] = {}
    place: Place | None = None
    hidden: bool = False

    def entry(self, book: Rulebook[Any]) -> Entry:
        """As it enters a fight of a game. RuleRefusal where its sheet cannot be read."""
        known = ((self.seat,) if self.seat else ()) if self.hidden else None
        raw = {"id": self.id, "name": self.id.capitalize(), "side": self.side, "sheet": self.sheet}
        try:
            entry: Entry = msgspec.convert(raw, book.enter)
        except msgspec.ValidationError as error:
            raise RuleRefusal(f"{self.id}: {error}", field="sheet") from error
        return msgspec.structs.replace(entry, seat=self.seat or None, place=self.place, seen_by=known)


class Bout(FightReader):
    """One fight. Each order and answer comes from the seat that may give it, unless another is named.

    faces given with an order or an answer are those that its dice show, in order; without any the seed's fall.
    """

    def __init__(
        self,
        system: RuleSystem[Any] | Rulebook[Any],
        *entrants: Entrant,
        setup: dict[str, Any] | None = None,
        ground: Ground | None = None,
        house_rules: dict[str, Any] | None = None,
        seed: str = "1",
    ) -> None:
        book = system if isinstance(system, Rulebook) else Rulebook(system)
        seats = dict.fromkeys(entrant.seat for entrant in entrants if entrant.seat)
        creation = Creation(
            encounter="bout",
            name="A bout",
            dice="OPEN",
            seats=(
                SeatEntry(GM, "GM", "GM"),
                *(SeatEntry(seat, seat.capitalize(), "PLAYER") for seat in seats),
                SeatEntry("watcher", "Watcher", "SPECTATOR"),
            ),
            combatants=tuple(entrant.entry(book) for entrant in entrants),
            setup=setup or {},
            chain="none",
            ground=ground,
            house_rules=house_rules or {},
        )
        self._start(book, creation, seed)

    def _start(self, book: Rulebook[Any], creation: Creation, seed: str) -> None:
        secret = hashlib.sha256(seed.encode()).hexdigest()
        self._book = book
        self.dice: FaceSource = SeededDice("bout", secret, hashlib.sha256(secret.encode()).hexdigest())
        self.stream: list[Recorded] = []
        step = facts.create(book, creation, seat=None, clock=lambda: TIME)
        self.position: Position[Any] = step.position
        self._keep(step)

    # -- playing
    def order(self, order: Order, *faces: int, seat: str = "") -> list[Event]:
        """Send an order; its events. RuleRefusal where it is refused: nothing has happened then."""
        return self._with(faces, lambda dice: self.order_step(order, seat or self.sender(order), dice))

    def answer(self, choice: str, *faces: int, which: int = 0, **picks: Any) -> list[Event]:
        """Answer the open decision, or the one at `which` of those that wait, by an offer's key and its picks."""
        asked = self.waiting[which]
        return self._with(faces, lambda dice: self.answer_step(self.position, asked, Choice(choice, picks), dice))

    def refused(self, order: Order, *, seat: str = "") -> RuleRefusal:
        """The refusal of an order that has to be refused. AssertionError where it is not."""
        try:
            self.order_step(order, seat or self.sender(order), self.dice)
        except RuleRefusal as refusal:
            return refusal
        raise AssertionError(f"not refused: {order}")

    def correct(self, path: str, value: Any) -> list[Event]:
        """The game master sets a field: `correct("combatants.ana.vitals.life.now", 0)`; what follows, too."""
        gm, tool = self.fight.gms()[0], Correct(path=path, value=plain(value))
        return self._keep(overrides.correct(self.book, self.position, gm, tool, self._circumstances(gm, None)))

    def order_step(self, order: Order, seat: str, dice: FaceSource | None = None) -> Step[Any]:
        """What an order would bring about; the fight stays as it is."""
        return decide.submit(self.book, self.position, seat, order, self._circumstances(seat, dice))

    def answer_step(
        self, position: Position[Any], asked: Asked, choice: Choice, dice: FaceSource | None = None
    ) -> Step[Any]:
        """What an answer would bring about, at a position of this fight."""
        seat = asked.seats[0]
        around = self._circumstances(seat, dice)
        return decide.answer(self.book, position, seat, asked.decision, choice, around)

    def _with(self, faces: Sequence[int], play: Any) -> list[Event]:
        fed = ScriptedDice(*faces) if faces else None
        step = play(fed or self.dice)
        assert fed is None or fed.spent, f"faces left over: {fed.left}"
        return self._keep(step)

    def _circumstances(self, seat: str, dice: FaceSource | None) -> Circumstances:
        return Circumstances(seat, dice or self.dice, TypedFaces((), seat), {}, lambda: TIME)

    def keep(self, step: Step[Any]) -> list[Event]:
        """Let a step happen that was tried before."""
        return self._keep(step)

    def _keep(self, step: Step[Any]) -> list[Event]:
        if step.undone is not None:
            raise step.undone
        self.position, self.last = step.position, tuple(step.new)
        self.stream += step.new
        return [recorded.event for recorded in step.new]

    # -- looking
    @property
    def book(self) -> Rulebook[Any]:
        """The game's rulebook."""
        return self._book

    @property
    def state(self) -> State[Any]:
        """The fight as it is."""
        return self.position.state

    def folded(self) -> State[Any]:
        """The state as the stream of events makes it, each read back from its bytes."""
        position: Position[Any] | None = None
        for recorded in self.stream:
            public, secret = self.book.codec.encode(recorded.version, recorded.time, recorded.draft)
            again = self.book.codec.decode(secret or public, to=recorded.draft.to, whole=recorded.draft.whole)
            position = advance(self.book, position, again)
        assert position is not None
        return position.state


def bout_of(book: Rulebook[Any], creation: Creation, seed: str) -> Bout:
    """A fight as a request creates it."""
    bout = Bout.__new__(Bout)
    bout._start(book, creation, seed)
    return bout
