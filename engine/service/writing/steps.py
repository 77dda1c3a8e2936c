"""What an order, an answer, a ruling or a jump brings about: worked out here, or in the pool where it takes longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import require_played
from engine.kernel.campaign.course import require_after_fights
from engine.kernel.overruling import overrides, takeback
from engine.kernel.overruling.gm_tools import WITHOUT_RULES, Revert, TakeBack, Tool
from engine.kernel.overruling.meanwhile import submit_meanwhile
from engine.kernel.overruling.reopening import table_changed
from engine.kernel.overruling.takeback import TakeBackTarget
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import FaceSource, TypedFaces
from engine.kernel.playing.facts import must_be_gm
from engine.kernel.playing.jumps import Landing
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.preferences import Itself
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.events import EncounterForked
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Event
from engine.service import clock
from engine.service.pool.overflow import done
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.loader import Loaded, Loader
from engine.service.writing.continuations import Continuations
from engine.service.writing.gm_tools import use_tool
from engine.store.port import Secrets


class Around(Struct, frozen=True):
    """The circumstances of a step as values, which another process can be given. serves: of typed faces.

    continuations: of this process; another one does not get them.
    """

    seat: str | None
    dice: FaceSource
    faces: tuple[int, ...]
    serves: str | None
    preferences: Mapping[str, str]
    time: str
    continuations: Continuations | None = None

    @classmethod
    def of(cls, circumstances: Circumstances, continuations: Continuations) -> Around:
        """The same, before anything has been rolled."""
        typed = circumstances.typed
        return cls(
            circumstances.seat,
            circumstances.dice,
            tuple(typed.left),
            typed.seat,
            circumstances.preferences,
            circumstances.clock(),
            continuations,
        )

    def circumstances(self) -> Circumstances:
        """As a step needs them; each try has its own typed faces."""
        typed, time = TypedFaces(self.faces, self.serves), self.time
        return Circumstances(
            self.seat,
            self.dice,
            typed,
            self.preferences,
            lambda: time,
            timer=clock.used_ns,
            continuations=self.continuations,
        )


def submitted(
    book: Rulebook[Any], position: Position[Any], seat: str, command: dict[str, Any], around: Around
) -> Step[Any]:
    """`submit_meanwhile`, as a job."""
    return submit_meanwhile(book, position, seat, book.decode_order(command), around.circumstances())


def answered(
    book: Rulebook[Any],
    position: Position[Any],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    around: Around,
    itself: Itself | None,
) -> Step[Any]:
    """`decide.answer`, as a job."""
    return decide.answer(book, position, seat, decision, choice, around.circumstances(), itself=itself)


def ruled(
    book: Rulebook[Any],
    position: Position[Any],
    tool: Tool,
    whose: str,
    seat: str,
    around: Around,
    hidden: Secrets | None,
) -> Step[Any]:
    """`use_tool`, as a job."""
    return use_tool(book, position, tool, whose, seat, around.circumstances(), hidden)


def changed(book: Rulebook[Any], position: Position[Any], event: Event, seat: str | None, around: Around) -> Step[Any]:
    """`table_changed`, as a job."""
    return table_changed(book, position, event, seat, around.circumstances())


def reverted(
    book: Rulebook[Any], position: Position[Any], landing: Landing[Any], seat: str, tool: Revert, around: Around
) -> Step[Any]:
    """`overrides.revert`, as a job."""
    return overrides.revert(book, position, landing, seat, tool.corrections, tool.reason, around.circumstances())


def asked_back(
    book: Rulebook[Any],
    position: Position[Any],
    seat: str,
    to: int,
    past: TakeBackTarget[Any] | None,
    note: str,
    around: Around,
) -> Step[Any]:
    """`takeback.ask`, as a job."""
    return takeback.ask(book, position, seat, to, past, note, around.circumstances())


def consented(
    book: Rulebook[Any],
    position: Position[Any],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    past: TakeBackTarget[Any],
    around: Around,
) -> Step[Any]:
    """`takeback.consent`, as a job."""
    return takeback.consent(book, position, seat, decision, choice, past, around.circumstances())


def forked(
    book: Rulebook[Any], position: Position[Any], event: EncounterForked, seat: str, around: Around
) -> Step[Any]:
    """`overrides.fork`, as a job."""
    return overrides.fork(book, position, event, seat, around.circumstances())


class Steps:
    """work: runs the steps that take long. loader: finds the versions that jumps lead back to."""

    def __init__(self, work: Work, loader: Loader) -> None:
        self._work, self._loader = work, loader
        self._continuations = Continuations()

    def _around(self, circumstances: Circumstances) -> Around:
        return Around.of(circumstances, self._continuations)

    async def _done(
        self, encounter: str, seat: str | None, job: Callable[..., Step[Any]], loaded: Loaded, *arguments: Any
    ) -> Step[Any]:
        """What `job(book, position, *arguments)` makes, at the head. Raises what the pool does.

        RuleRefusal where the rules of the fight are not played here, and the job plays them.
        """
        if not (job is ruled and isinstance(arguments[0], WITHOUT_RULES)):
            require_played(loaded.book)
        owner = owner_of(encounter, seat)
        return await done(self._work, owner, job, loaded.book, loaded.position, *arguments)

    async def submit(
        self, encounter: str, loaded: Loaded, seat: str, command: dict[str, Any], circumstances: Circumstances
    ) -> Step[Any]:
        """See `submit_meanwhile`. command: the order as it was sent. Raises what the pool does."""
        return await self._done(encounter, seat, submitted, loaded, seat, command, self._around(circumstances))

    async def answer(
        self,
        encounter: str,
        loaded: Loaded,
        seat: str | None,
        decision: int,
        choice: Choice | None,
        circumstances: Circumstances,
        *,
        itself: Itself | None = None,
    ) -> Step[Any]:
        """See `decide.answer`. Raises what the pool does."""
        around = self._around(circumstances)
        return await self._done(encounter, seat, answered, loaded, seat, decision, choice, around, itself)

    async def rule(
        self,
        encounter: str,
        loaded: Loaded,
        seat: str,
        tool: Tool,
        whose: str,
        circumstances: Circumstances,
        hidden: Secrets | None,
    ) -> Step[Any]:
        """See `use_tool`. Raises what the pool does."""
        around = self._around(circumstances)
        return await self._done(encounter, seat, ruled, loaded, tool, whose, seat, around, hidden)

    async def change(
        self, encounter: str, loaded: Loaded, event: Event, seat: str | None, circumstances: Circumstances
    ) -> Step[Any]:
        """See `table_changed`. Raises what the pool does."""
        return await self._done(encounter, seat, changed, loaded, event, seat, self._around(circumstances))

    # -- jumps
    async def revert(
        self, encounter: str, loaded: Loaded, seat: str, tool: Revert, circumstances: Circumstances
    ) -> Step[Any]:
        """The step of Revert: it needs the encounter at another version, and the events that no revert undoes.

        Raises what the pool does.
        """
        must_be_gm(loaded.position.state.fight, seat)
        if tool.to > loaded.head.version:
            raise RuleRefusal(f"revert to a version from 1 to {loaded.head.version}", field="command.gm.revert.to")
        require_after_fights(loaded.position.state, tool.to)
        landing = await self._loader.landing(encounter, loaded, tool.to, owner=owner_of(encounter, seat))
        return await self._done(encounter, seat, reverted, loaded, landing, seat, tool, self._around(circumstances))

    async def take_back(
        self, encounter: str, loaded: Loaded, seat: str, tool: TakeBack, circumstances: Circumstances
    ) -> Step[Any]:
        """The step of a takeback request: it needs the encounter at another version, and what came since.

        Raises what the pool does.
        """
        to = takeback.requested_target(loaded.position, seat, tool)
        require_after_fights(loaded.position.state, to)
        past = await self._loader.past(encounter, loaded, to, owner=owner_of(encounter, seat))
        around = self._around(circumstances)
        return await self._done(encounter, seat, asked_back, loaded, seat, to, past, tool.reason, around)

    async def consent(
        self,
        encounter: str,
        loaded: Loaded,
        seat: str | None,
        decision: int,
        choice: Choice | None,
        circumstances: Circumstances,
    ) -> Step[Any]:
        """The step of an answer to a takeback request. seat: None: nobody answered in time.

        Raises what the pool does.
        """
        if circumstances.typed.left:
            raise RuleRefusal("this asks for yes or no: leave `faces` out", code="FACES", field="faces")
        talk = loaded.position.state.fight.taking_back
        owner = owner_of(encounter, seat)
        past = await self._loader.past(encounter, loaded, talk.to, owner=owner) if talk is not None else None
        if past is None:
            raise Fault("a request waits to go back to a version that counts no more")
        around = self._around(circumstances)
        return await self._done(encounter, seat, consented, loaded, seat, decision, choice, past, around)

    async def fork(
        self,
        encounter: str,
        book: Rulebook[Any],
        position: Position[Any],
        event: EncounterForked,
        seat: str,
        circumstances: Circumstances,
    ) -> Step[Any]:
        """See `overrides.fork`. encounter: the parent, whose seat forks it. Raises what the pool does."""
        around = self._around(circumstances)
        return await done(self._work, owner_of(encounter, seat), forked, book, position, event, seat, around)
