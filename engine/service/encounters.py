"""The service: load, decide, append. Any process may serve any fight; no process holds truth."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from engine.kernel import decide, facts
from engine.kernel.decide import Choice
from engine.kernel.entropy import entropy_added
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Bot
from engine.kernel.gm import End, Revert, TakeBack
from engine.kernel.position import Step
from engine.kernel.rulebook import Rulebook
from engine.kernel.seats import bot_set
from engine.kernel.step import Circumstances
from engine.kernel.takeback import find_consent
from engine.service import reading
from engine.service.audit import AuditReport, audit
from engine.service.bots import PAUSE, Bots
from engine.service.creating import Creator, NewEncounter
from engine.service.deadlines import Deadlines
from engine.service.export import Sign
from engine.service.loading import Loaded, Loader
from engine.service.looks import Looks
from engine.service.registry import Registry
from engine.service.seating import Seating
from engine.service.seeing import Done, Glimpse, Told, UnknownEncounter, tell
from engine.service.timers import Timers
from engine.service.tools import consent, read_tool, revert, take_back, use_tool
from engine.service.trials import Move
from engine.service.vault import Vault
from engine.service.watch import Hub
from engine.service.writing import Writer, fingerprint
from engine.store.port import Entry, Head, Listed, Revoked, Standing, Store, StoreUnavailable

__all__ = ["Encounters", "NewEncounter"]

log = logging.getLogger(__name__)


class Encounters:
    """All fights of one store. hub: for watching; without one `watch` is not to be had. bot_pause: milliseconds.

    complete: all that running fights wait for is noted, for another process has just seen to it.
    """

    def __init__(
        self,
        store: Store,
        registry: Registry,
        *,
        hub: Hub | None = None,
        bot_pause: int = PAUSE,
        complete: bool = False,
    ) -> None:
        self.registry = registry
        self._store, self._hub = store, hub
        self._loader, self._vault = Loader(store, registry), Vault(store)
        self._looks = Looks(store)
        self._writer = Writer(store, self._loader, self._vault, self._schedule)
        self._creator = Creator(store, registry, self._loader, self._vault, self._writer)
        deadlines = Deadlines(self._loader, self._writer, self.answer)
        self._timers = Timers(
            store,
            deadlines.expire,
            self._put_back,
            lambda encounter: self._bots.play(encounter),
            complete=complete,
        )
        self.seating = Seating(store, self._loader, self._writer)
        self._bots = Bots(store, self._timers, self._loaded, self._bot_moves, pause=bot_pause)
        if hub is not None:
            hub.on_return(self._timers.missing)

    # -- creating -----------------------------------------------------------------------------------------------
    async def create(self, new: NewEncounter, *, key: str | None = None) -> Glimpse:
        """A new fight, seen by its first GM. RuleRefusal names the field at fault.

        key: used again it gives the fight it made, as it was then; KeyReused for another wish behind it.
        """
        return await self._creator.create(new, key)

    async def fork(self, encounter: str, seat: str, at: int, *, key: str | None = None) -> Glimpse:
        """A what-if from any version, with fresh dice. GM only: a fork holds every secret. key: as for `create`."""
        return await self._creator.fork(encounter, seat, at, key)

    # -- writing ------------------------------------------------------------------------------------------------
    async def submit(
        self,
        encounter: str,
        seat: str,
        command: dict[str, Any],
        *,
        expected: int | None = None,
        key: str | None = None,
        faces: Sequence[int] = (),
        epoch: int | None = None,
    ) -> Done:
        """An order (`{"fantasia": {"attack": {...}}}`) or a tool of the GM (`{"gm": {"correct": {...}}}`),
        or what anybody may say at the table (`{"table": {"takeBack": {...}}}`).

        faces: typed dice sent ahead. epoch: of the token that the seat orders with. Raises RuleRefusal,
        ExpectedVersionConflict (only where `expected` is named), KeyReused, Revoked (only where `epoch` is),
        StoreUnavailable (repeat with the same key), Fault (nothing happened).
        """
        print_ = fingerprint("submit", command, list(faces))
        try:
            tool = read_tool(command)
            if faces and tool is not None and not isinstance(tool, Revert):
                raise RuleRefusal("this tool rolls no dice", code="FACES", field="faces")
        except RuleRefusal:
            await self.require_epoch(encounter, seat, epoch)
            raise
        if tool is not None:

            async def use(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
                if isinstance(tool, Revert):
                    return await revert(self._loader, encounter, loaded, seat, tool, circumstances)
                if isinstance(tool, TakeBack):
                    return await take_back(self._loader, encounter, loaded, seat, tool, circumstances)
                hidden = await self._vault.secrets(encounter) if isinstance(tool, End) else None
                return use_tool(tool, loaded, seat, circumstances, hidden)

            return await self._writer.write(encounter, seat, use, expected, key, print_, faces, epoch=epoch)

        async def play(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            order = loaded.book.decode_order(command)
            return decide.submit(loaded.book, loaded.position, seat, order, circumstances)

        return await self._writer.write(encounter, seat, play, expected, key, print_, faces, epoch=epoch)

    async def answer(
        self,
        encounter: str,
        seat: str,
        decision: int,
        choice: Choice | None,
        *,
        expected: int | None = None,
        key: str | None = None,
        faces: Sequence[int] = (),
        epoch: int | None = None,
    ) -> Done:
        """A seat answers an open decision: with a choice, or with typed dice where it asks for them. As `submit`."""
        print_ = fingerprint("answer", decision, choice, list(faces))

        async def reply(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            if find_consent(loaded.position.state.fight, decision) is not None:
                return await consent(self._loader, encounter, loaded, seat, decision, choice, circumstances)
            return decide.answer(loaded.book, loaded.position, seat, decision, choice, circumstances)

        return await self._writer.write(encounter, seat, reply, expected, key, print_, faces, epoch=epoch)

    async def set_bot(
        self,
        encounter: str,
        seat: str | None,
        whose: str,
        bot: Bot | None,
        *,
        expected: int | None = None,
        key: str | None = None,
    ) -> Done:
        """A bot plays for a seat from now on, or (None) none does. seat: who wants it; None: the operator."""

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = bot_set(loaded.position.state.fight, seat, whose, bot)
            return facts.foreign(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        return await self._writer.write(encounter, seat, put, expected, key, fingerprint("bot", whose, bot), ())

    async def add_entropy(
        self, encounter: str, seat: str, entropy: str, *, expected: int | None = None, key: str | None = None
    ) -> Done:
        """A seat adds chance of its own to the dice, once, before the first of them falls."""

        async def add(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = entropy_added(loaded.position.state.fight, seat, entropy)
            return facts.foreign(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        return await self._writer.write(encounter, seat, add, expected, key, fingerprint("entropy", entropy), ())

    # -- preferences, seats -------------------------------------------------------------------------------------
    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """Keep a seat's standing preference for a kind of question: ask, always or never."""
        loaded, _ = await self._loader.head(encounter)
        if seat not in loaded.position.state.fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
        kinds = sorted(q.__name__ for q in loaded.book.system.questions)
        if kind not in kinds:
            raise RuleRefusal(f"there is no question {kind!r}: {', '.join(kinds)}", field="kind")
        if preference not in ("ask", "always", "never"):
            raise RuleRefusal("a preference is ask, always or never", field="preference")
        await self._store.prefer(encounter, seat, kind, preference)

    async def epochs(self, encounter: str) -> dict[str, int]:
        """Token epochs of the seats; a seat that is absent has 0."""
        return (await self.look(encounter)).epochs

    async def require_epoch(self, encounter: str, seat: str, epoch: int | None) -> None:
        """Revoked where the seat's tokens of this epoch were taken back; None: there is none."""
        if epoch is not None and (await self.epochs(encounter)).get(seat, 0) > epoch:
            raise Revoked(seat)

    async def revoke(self, encounter: str, seat: str) -> int:
        """All tokens of a seat end; returns the epoch that new ones need."""
        return await self._store.raise_epoch(encounter, seat)

    # -- reading ------------------------------------------------------------------------------------------------
    async def look(self, encounter: str) -> Standing:
        """The head of a fight and the token epochs of its seats, as they are now; of no fight, version 0."""
        return await self._looks.of(encounter)

    async def glimpse(
        self, encounter: str, seat: str | None, at: int | None = None, *, standing: Standing | None = None
    ) -> Glimpse:
        """The fight as a seat sees it, now or at a past version. RuleRefusal for a version that does not exist.

        standing: a look at it that the caller has just taken; without one the store is asked.
        """
        return await reading.glimpse(self._loader, encounter, seat, at, standing)

    async def told(self, encounter: str, seat: str | None, first: int, last: int) -> list[Told]:
        """Events first..last as a seat sees them; those that exist."""
        entries = await self._store.read(encounter, max(first, 1), last)
        # Of a fight nothing but its game is needed, which stays: whoever has just answered a question reads only that.
        held = self._loader.held(encounter) if entries else None
        book = held.loaded.book if held is not None else (await self._loader.head(encounter))[0].book
        return [tell(book, entry, seat) for entry in entries]

    async def retold(self, glimpse: Glimpse, first: int, last: int) -> tuple[list[Told], bool]:
        """Events first..last as its seat sees them, and whether they are certainly of the line that it was seen on."""
        entries = await self._store.read(glimpse.id, max(first, 1), last)
        told = [tell(glimpse.book, entry, glimpse.seat) for entry in entries]
        if not entries or (entries[-1].version, entries[-1].hash) == (glimpse.head.version, glimpse.head.hash):
            return told, True
        # The head is looked at behind them: they were there while the line was followed.
        loaded = await self._loader.at_head(glimpse.id, (await self.look(glimpse.id)).head)
        return told, loaded.line is glimpse.line

    def watch(
        self, encounter: str, seat: str | None, after: int, *, hash: str = "", epoch: int = 0
    ) -> AsyncGenerator[list[Told], None]:
        """Every event after a version, once, in order: catching up in pages, then step by step, to the fight's end.

        hash: of the event at `after`, where it is known (`Hub.watch`).
        Raises Ahead for a version the stream does not have, Revoked when the seat's token ends.
        """
        return reading.watch(self._hub, self._loader, encounter, seat, Head(after, hash), epoch)

    async def page(self, *, before: str | None, limit: int, running: bool = False) -> list[Listed]:
        """Fights, newest first, strictly older than id `before`; limit 1 to 500."""
        return await self._store.page(before=before, limit=limit, running=running)

    async def entries(self, encounter: str) -> tuple[Rulebook[Any], list[Entry]]:
        """The whole stream, for audits and exports."""
        loaded, _ = await self._loader.head(encounter)
        return loaded.book, await self._loader.stream(encounter, loaded.head.version)

    async def audit(self, encounter: str, seat: str | None = None) -> AuditReport:
        """Whether chain, dice and replay hold. It tells nothing but verdicts, so every seat gets the whole one."""
        book, entries = await self.entries(encounter)
        return audit(book, entries)

    def export(self, encounter: str, seat: str | None, sign: Sign | None = None) -> AsyncGenerator[bytes, None]:
        """The fight as NDJSON, as a seat may have it; None: whole, for the operator. sign: vouches for its head.

        A GM from whom nothing is withheld (no sealed answer) gets the whole file: it can be played again offline.
        """
        return reading.export(self._loader, encounter, seat, sign)

    async def ready(self) -> bool:
        """Whether the store takes what is played. StoreUnavailable says why not."""
        await self._store.probe()
        return True

    # -- deadlines and bots -------------------------------------------------------------------------------------
    async def run_deadlines(self, stopping: asyncio.Event) -> None:
        """Answer what is overdue, and play for the bots, until `stopping` is set."""
        try:
            await self._timers.run(stopping)
        finally:
            await self._bots.stop()

    async def _loaded(self, encounter: str) -> Loaded:
        return (await self._loader.head(encounter))[0]

    async def _bot_moves(self, encounter: str, move: Move, loaded: Loaded) -> None:
        """An order or an answer like any other; once for each version, whoever makes it."""
        version, key = loaded.head.version, f"bot-{loaded.head.version}"
        if move.order is not None:
            order = loaded.book.encode_order(move.order)
            await self.submit(encounter, move.seat, order, expected=version, key=key)
        else:
            await self.answer(encounter, move.seat, move.decision, move.choice, expected=version, key=key)

    async def _schedule(self, encounter: str, loaded: Loaded) -> None:
        """Note when what a fight waits for is due: its open decisions, and the next move of a bot."""
        await self._timers.schedule(encounter, loaded.position)
        await self._bots.schedule(encounter, loaded)

    async def _put_back(self) -> None:
        """Schedule again what running fights wait for: an entry may have been lost between two keys."""
        before, looked_at = None, 0
        while listed := await self._store.page(before=before, limit=200, running=True):
            looked_at += len(listed)
            for one in listed:
                try:
                    loaded, _ = await self._loader.head(one.id)
                    await self._schedule(one.id, loaded)
                except UnknownEncounter:
                    continue
                except StoreUnavailable:
                    raise
                except Exception:  # one fight that cannot be folded must not stop the clocks of all others
                    log.exception("encounter %s cannot be loaded: what it waits for is not scheduled", one.id)
            before = listed[-1].id
        log.info("what %d running fights wait for is noted", looked_at)
