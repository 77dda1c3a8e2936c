"""An in-memory fight with dice fed by hand, as the rules tests use it. No store, no clock, the real kernel.

arena = Arena(system, [entry(...), ...], dice=(6, 6, 3, 4))
arena.order("gm", Begin())
arena.order("ana", Attack(...))
arena.answer("gm", "drop")
arena.done()                      # every fed die was rolled, and no decision is open
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling import overrides, takeback
from engine.kernel.overruling.gm_tools import Correct, TakeBack, Withdraw
from engine.kernel.overruling.meanwhile import submit_meanwhile
from engine.kernel.overruling.reopening import table_changed
from engine.kernel.overruling.rulings import rule
from engine.kernel.overruling.takeback import TakeBackTarget
from engine.kernel.playing import decide, facts, jumps
from engine.kernel.playing.continuation import Continuations
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import FaceSource, PhysicalDice, ScriptedDice, TypedFaces
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import Position, Step, advance, at_version
from engine.kernel.playing.step import Circumstances
from engine.kernel.playing.table import AtOnce
from engine.kernel.state import events as e
from engine.kernel.state.fight import ASKED_ALWAYS, Asked, DiceMode, SingleAnswers, State
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.stored.history import Jump, live_since, live_versions
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.messages import Event, Order, Recorded
from engine.store.chain import ALGORITHM

GM = SeatEntry("gm", "GM", "GM")
ANA = SeatEntry("ana", "Ana", "PLAYER")
BEN = SeatEntry("ben", "Ben", "PLAYER")
EVE = SeatEntry("eve", "Eve", "SPECTATOR")


class Arena:
    """One fight. dice: the faces that seeded rolls show, in order; None for typed (physical) dice."""

    playing_by: ClassVar[dict[str, Any]] = {}
    """House rules of fights that name none, for as long as `tests.support.fights.house_rules.playing_by` says."""

    def __init__(
        self,
        system: Any,
        combatants: Iterable[Entry] = (),
        *,
        dice: Sequence[int] | FaceSource | None = (),
        setup: dict[str, Any] | None = None,
        seats: Sequence[SeatEntry] = (GM, ANA, BEN, EVE),
        figures_open: bool = False,
        ground: Ground | None = None,
        mode: DiceMode = "OPEN",
        name: str = "a fight",
        typed_by: TypedBy = NOBODY_TYPES,
        single_answers: SingleAnswers = ASKED_ALWAYS,
        house_rules: dict[str, Any] | None = None,
    ) -> None:
        self.book: Rulebook[Any] = system if isinstance(system, Rulebook) else Rulebook(system)
        self.fed = ScriptedDice(*dice) if isinstance(dice, Sequence) else None
        self.dice: FaceSource = self.fed or (PhysicalDice() if dice is None else dice)  # type: ignore[assignment]
        self.preferences: dict[str, str] = {}
        self.at_once: AtOnce | None = None
        self.continuations: Continuations | None = None
        """Hold rules at their questions; a branch of the fight shares them."""
        self.robbed = False
        """Whether a correction may take away what an open order needs; otherwise that is a fault here."""
        self.stream: list[Recorded] = []
        self.creation = Creation(
            encounter="arena",
            name=name,
            dice=mode if dice is not None else "PHYSICAL",
            seats=tuple(seats),
            combatants=tuple(combatants),
            setup=setup or {},
            chain=ALGORITHM,
            figures_open=figures_open,
            ground=ground,
            typed_by=typed_by,
            single_answers=single_answers,
            house_rules=self.playing_by if house_rules is None else house_rules,
        )
        step = facts.create(self.book, self.creation, seat=None, clock=self._clock)
        self.position: Position[Any] = step.position
        self._keep(step)

    @staticmethod
    def _clock() -> str:
        return "2026-01-01T00:00:00.000Z"

    def _keep(self, step: Step[Any]) -> list[Recorded]:
        """Round-trip every event through its bytes, as a store would."""
        if step.undone is not None and not self.robbed:
            raise step.undone
        for recorded in step.new:
            public, secret = self.book.codec.encode(recorded.version, recorded.time, recorded.draft)
            draft = recorded.draft
            again = self.book.codec.decode(secret or public, to=draft.to, whole=draft.whole)
            assert again.event == recorded.event
            assert recorded.version == len(self.stream) + 1
            self.stream.append(again)
        self.position = step.position
        return list(step.new)

    def _circumstances(self, seat: str | None, faces: Sequence[int]) -> Circumstances:
        gm = seat is None or self.fight.is_gm(seat)
        typed = TypedFaces(faces, None if gm else seat)
        return Circumstances(
            seat,
            self.dice,
            typed,
            self.preferences,
            self._clock,
            self.at_once,
            continuations=self.continuations,
        )

    # -- what a test does
    def order(self, seat: str, order: Order, faces: Sequence[int] = ()) -> list[Recorded]:
        """Submit an order; the new events. RuleRefusal appends nothing."""
        return self._keep(submit_meanwhile(self.book, self.position, seat, order, self._circumstances(seat, faces)))

    def answer(
        self,
        seat: str | None,
        key: str | None = None,
        fields: dict[str, Any] | None = None,
        *,
        decision: int | None = None,
        faces: Sequence[int] = (),
    ) -> list[Recorded]:
        """Answer a decision: by default this seat's first open one (any for the GM and for None, the timer).

        key None: the default offer, or typed faces.
        """
        mine = [a for a in self.pending if seat is None or seat in a.seats] or self.pending
        assert decision is not None or mine, "no decision is open"
        asked = next((a for a in self.pending if a.decision == decision), mine[0] if mine else None)
        choice = None
        if asked is None or asked.kind != "Roll":
            choice = Choice(key if key is not None else (asked.default if asked else ""), fields or {})
        return self._keep(
            decide.answer(
                self.book,
                self.position,
                seat,
                decision if decision is not None else mine[0].decision,
                choice,
                self._circumstances(seat, faces),
            )
        )

    def keep(self, step: Step[Any]) -> list[Recorded]:
        """Play a step that was made at this position before; the new events."""
        return self._keep(step)

    # -- trying without doing
    def order_step(self, order: Order, seat: str) -> Step[Any]:
        """The step that an order would make."""
        return decide.submit(self.book, self.position, seat, order, self._circumstances(seat, ()))

    def answer_step(self, position: Position[Any], asked: Asked, choice: Choice) -> Step[Any]:
        """The step that an answer would make, at a position of this fight."""
        seat = asked.seats[0]
        return decide.answer(self.book, position, seat, asked.decision, choice, self._circumstances(seat, ()))

    def feed(self, *faces: int) -> None:
        """Queue more faces behind those already fed."""
        assert self.fed is not None
        self.fed.left.extend(faces)

    def rule(self, tool: Any, seat: str = "gm", faces: Sequence[int] = ()) -> list[Recorded]:
        """Use a tool of the GM for people on the table; the new events. RuleRefusal appends nothing."""
        return self._keep(rule(self.book, self.position, seat, tool, self._circumstances(seat, faces)))

    def correct(self, path: str, value: Any, seat: str = "gm") -> list[Recorded]:
        return self._keep(
            overrides.correct(
                self.book, self.position, seat, Correct(path=path, value=value), self._circumstances(seat, ())
            )
        )

    def cancel(self, seat: str = "gm") -> list[Recorded]:
        return self._keep(overrides.cancel(self.book, self.position, seat, "", self._circumstances(seat, ())))

    def revert(self, to: int, *corrections: Correct, seat: str = "gm") -> list[Recorded]:
        live = live_versions(self.jumps, len(self.stream))
        lasting = [self.stream[v - 1] for v in live if v > to and self.stream[v - 1].event.lasting]
        landing = jumps.land(self.book, self.at(to), lasting)
        step = overrides.revert(self.book, self.position, landing, seat, corrections, "", self._circumstances(seat, ()))
        return self._keep(step)

    def past(self, to: int) -> TakeBackTarget[Any] | None:
        """The state at a version and the events since; None where that version was taken back."""
        live = live_since(self.jumps, to, len(self.stream))
        return None if live is None else TakeBackTarget(self.at(to), tuple(self.stream[v - 1] for v in live))

    def take_back(self, seat: str, to: int | None = None, reason: str = "") -> list[Recorded]:
        """Request a take-back, by default to before the seat's last act."""
        version = takeback.requested_target(self.position, seat, TakeBack(to=to))
        return self._keep(
            takeback.ask(
                self.book, self.position, seat, version, self.past(version), reason, self._circumstances(seat, ())
            )
        )

    def consent(self, seat: str | None, key: str = "yes", *, decision: int | None = None) -> list[Recorded]:
        """Answer a take-back request: by default the question addressed to this seat (None: no answer)."""
        talk = self.fight.taking_back
        mine = next((a.decision for a in self.asked_back if seat is None or seat in a.seats), 0)
        past = self.past(talk.to) if talk else self.past(1)
        assert past is not None
        return self._keep(
            takeback.consent(
                self.book, self.position, seat, decision or mine, Choice(key), past, self._circumstances(seat, ())
            )
        )

    def withdraw(self, seat: str) -> list[Recorded]:
        """Withdraw the take-back request; for the GM it is refused."""
        return self._keep(takeback.withdraw(self.book, self.position, seat, Withdraw(), clock=self._clock))

    def fact(self, event: Event, seat: str | None = "gm") -> list[Recorded]:
        """Append an event that no order made: pause, policy, the end; with what follows from it."""
        if isinstance(event, (e.ControlChanged, e.SeatRemoved, e.SeatAdded, e.Resumed)):
            around = self._circumstances(seat, ())
            return self._keep(table_changed(self.book, self.position, event, seat, around))
        return self._keep(facts.table_fact(self.book, self.position, event, seat=seat, clock=self._clock))

    # -- what a test looks at
    @property
    def state(self) -> State[Any]:
        return self.position.state

    @property
    def fight(self) -> Any:
        return self.position.state.fight

    @property
    def own(self) -> Any:
        return self.position.state.own

    @property
    def jumps(self) -> list[Jump]:
        return [
            Jump(r.version, r.event.to_version, r.event.kept) for r in self.stream if isinstance(r.event, e.Reverted)
        ]

    @property
    def pending(self) -> list[Asked]:
        """The decisions waiting for an answer."""
        window = self.fight.window
        return [a for a in window.asked if not a.answered] if window else []

    waiting = pending

    @property
    def asked_back(self) -> list[Asked]:
        """The questions of a take-back request that wait for an answer."""
        talk = self.fight.taking_back
        return [a for a in talk.asked if not a.answered] if talk else []

    def events(self, kind: type[Event] | None = None) -> list[Any]:
        """All events of the stream, or those of a class."""
        return [r.event for r in self.stream if kind is None or isinstance(r.event, kind)]

    def hp(self, combatant: str, vital: str = "hp") -> int:
        now: int = self.fight.combatants[combatant].vitals[vital].now
        return now

    def at(self, version: int) -> Position[Any]:
        """The position at a version: the fold of the live events up to it."""
        position: Position[Any] | None = None
        for live in live_versions(self.jumps, version):
            if not isinstance(self.stream[live - 1].event, e.Reverted):
                position = advance(self.book, position, self.stream[live - 1])
        assert position is not None
        return at_version(position, version, jumped=any(jump.at <= version for jump in self.jumps))

    def done(self) -> None:
        """Assert that every fed die was used, no decision is open, and the fold of the stream equals the state."""
        assert self.fed is None or self.fed.spent, f"dice left over: {self.fed.left}"
        assert not self.pending, f"still open: {[a.kind for a in self.pending]}"
        assert self.at(len(self.stream)).state == self.state
