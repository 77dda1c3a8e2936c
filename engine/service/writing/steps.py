"""What an order, or an answer, brings about: worked out here, or in the pool where it takes longer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import Tool
from engine.kernel.overruling.meanwhile import submit_meanwhile
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import FaceSource, TypedFaces
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.preferences import Itself
from engine.kernel.playing.step import Circumstances
from engine.service import clock
from engine.service.pool.overflow import done
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.loader import Loaded
from engine.service.writing.gm_tools import use_tool
from engine.store.port import Secrets


class Around(Struct, frozen=True):
    """The circumstances of a step as values, which another process can be given. serves: of typed faces."""

    seat: str | None
    dice: FaceSource
    faces: tuple[int, ...]
    serves: str | None
    preferences: Mapping[str, str]
    time: str

    @classmethod
    def of(cls, circumstances: Circumstances) -> Around:
        """The same, before anything has been rolled."""
        typed = circumstances.typed
        return cls(
            circumstances.seat,
            circumstances.dice,
            tuple(typed.left),
            typed.seat,
            circumstances.preferences,
            circumstances.clock(),
        )

    def circumstances(self) -> Circumstances:
        """As a step needs them; each try has its own typed faces."""
        typed, time = TypedFaces(self.faces, self.serves), self.time
        return Circumstances(self.seat, self.dice, typed, self.preferences, lambda: time, timer=clock.used_ns)


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


class Steps:
    """work: runs the steps that take long."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def submit(
        self, encounter: str, loaded: Loaded, seat: str, command: dict[str, Any], circumstances: Circumstances
    ) -> Step[Any]:
        """See `submit_meanwhile`. command: the order as it was sent. Raises what the pool does."""
        owner, around = owner_of(encounter, seat), Around.of(circumstances)
        return await done(self._work, owner, submitted, loaded.book, loaded.position, seat, command, around)

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
        owner, around = owner_of(encounter, seat), Around.of(circumstances)
        position = loaded.position
        return await done(self._work, owner, answered, loaded.book, position, seat, decision, choice, around, itself)

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
        owner, around = owner_of(encounter, seat), Around.of(circumstances)
        return await done(self._work, owner, ruled, loaded.book, loaded.position, tool, whose, seat, around, hidden)
