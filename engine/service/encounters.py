"""The service: load, decide, append. Any process may serve any fight; no process holds truth."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel import decide
from engine.kernel import events as e
from engine.kernel.codec import canonical
from engine.kernel.decide import Choice, Creation, Step
from engine.kernel.dice import FaceSource, PhysicalDice, SeededDice, TypedFaces, commitment, named_in_dice, open_secret
from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.fight import Board, Bot, DiceMode, Fight, SeatEntry, Status
from engine.kernel.gm import TOOLS, Cancel, Correct, End, Pause, Resume, Revert, SetPolicy, Tool
from engine.kernel.messages import Event, Recorded, camel
from engine.kernel.misread import dotted, misread
from engine.kernel.orders import Entry as CombatantEntry
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.seats import bot_set, check_playable
from engine.kernel.step import Circumstances
from engine.service import clock
from engine.service.audit import AuditReport, audit
from engine.service.bots import PAUSE, Bots
from engine.service.export import export_lines
from engine.service.loading import FAR, PAGE, Loaded, Loader, time_of
from engine.service.registry import Registry
from engine.service.seeing import Done, Glimpse, Told, UnknownEncounter, tell, tell_all
from engine.service.timers import LATER, Timers
from engine.service.trials import Move
from engine.service.watch import Ahead, Hub
from engine.store import chain
from engine.store.ids import created_ms, new_id
from engine.store.port import (
    NOTHING,
    Appended,
    Entry,
    ExpectedVersionConflict,
    Figures,
    Head,
    KeyReused,
    Listed,
    Secrets,
    Store,
)

log = logging.getLogger(__name__)

ATTEMPTS = 50
"""How often a writer who names no expected version tries again when others are faster."""

_TOOLS = {camel(tool.__name__): tool for tool in TOOLS}
_STATUS: dict[Status, str] = {"RUNNING": "running", "PAUSED": "paused", "ENDED": "ended"}


class NewEncounter(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A fight to create. combatants: JSON of the system's Enter order; setup: of its setup; seed: for OPEN dice."""

    system: str
    name: str
    seats: tuple[SeatEntry, ...]
    combatants: tuple[dict[str, Any], ...] = ()
    setup: dict[str, Any] = {}
    dice: DiceMode = "SEEDED"
    seed: str = ""
    figures_open: bool = False
    board: Board | None = None


class Caller(Struct, frozen=True):
    """Who asks. seat None and not admin: nobody we know."""

    seat: str | None
    admin: bool = False


Decider = Callable[[Loaded, Circumstances], Awaitable[Step[Any]]]


def fingerprint(*parts: object) -> str:
    """What an idempotency key stands for: hex SHA-256 of the request."""
    return hashlib.sha256(canonical(parts)).hexdigest()


def seal(book: Rulebook[Any], head: Head, new: Sequence[Recorded]) -> list[Entry]:
    """The entries of a step that follows `head`."""
    entries: list[Entry] = []
    previous = head.hash
    for recorded in new:
        public, secret = book.codec.encode(recorded.version, recorded.time, recorded.draft)
        salt = secrets.token_hex(16) if secret is not None else ""
        entries.append(chain.seal(previous, recorded.version, public, secret=secret, to=recorded.draft.to, salt=salt))
        previous = entries[-1].hash
    return entries


class Encounters:
    """All fights of one store. hub: for watching; without one `watch` is not to be had. bot_pause: milliseconds."""

    def __init__(self, store: Store, registry: Registry, *, hub: Hub | None = None, bot_pause: int = PAUSE) -> None:
        self.registry = registry
        self._store, self._hub = store, hub
        self._loader = Loader(store, registry)
        self._secrets: dict[str, Secrets] = {}
        self._timers = Timers(store, self._expire, self._put_back, lambda encounter: self._bots.play(encounter))
        self._bots = Bots(store, self._timers, self._loaded, self._bot_moves, pause=bot_pause)

    # -- creating -----------------------------------------------------------------------------------------------
    async def create(self, new: NewEncounter, *, key: str | None = None) -> Glimpse:
        """A new fight, seen by its first GM. RuleRefusal names the field at fault.

        key: used again it gives the fight it made, as it was then; KeyReused for another wish behind it.
        """
        book = self.registry.book(new.system)
        try:
            msgspec.convert(new.setup, book.system.setup)
        except msgspec.ValidationError as error:
            what, where = misread(error, new.setup, book.system.setup)
            raise RuleRefusal(what, field=dotted(("setup", book.key, *where))) from error
        for number, one in enumerate(new.seats):
            check_playable(one, one.bot, f"seats.{number}.bot")
        gm = next((s.seat for s in new.seats if s.role == "GM"), None)
        encounter, made = await self._claim("", "", key, fingerprint(new), gm)
        if made is not None:
            return made
        hidden, proof = _fresh_secrets(new), ("", "")
        if new.dice == "SEEDED":
            proof = commitment(hidden.dice), commitment(hidden.hidden)
        creation = Creation(
            encounter=encounter,
            name=new.name,
            dice=new.dice,
            seats=new.seats,
            combatants=tuple(_entry(book, number, raw) for number, raw in enumerate(new.combatants)),
            setup=new.setup,
            chain=chain.ALGORITHM,
            commitment=proof[0],
            hidden_commitment=proof[1],
            seed=new.seed if new.dice == "OPEN" else "",
            figures_open=new.figures_open,
            board=new.board,
        )
        time = clock.step_time("")
        step = decide.create(book, creation, seat=None, clock=lambda: time)
        await self._store.enter(encounter)
        entries = seal(book, NOTHING, step.new)
        await self._put(encounter, book, NOTHING, entries, step, "", key or _own_key(), fingerprint(new), hidden)
        return await self.glimpse(encounter, gm, entries[-1].version)

    async def fork(self, encounter: str, seat: str, at: int, *, key: str | None = None) -> Glimpse:
        """A what-if from any version, with fresh dice. GM only: a fork holds every secret. key: as for `create`."""
        loaded, _ = await self._loader.head(encounter)
        decide.must_be_gm(loaded.position.state.fight, seat)
        if not 1 <= at <= loaded.head.version:
            raise RuleRefusal(f"fork at a version from 1 to {loaded.head.version}", field="at")
        branch, made = await self._claim(f"{encounter}/{seat}", seat, key, fingerprint("fork", at), seat)
        if made is not None:
            return made
        book = loaded.book
        position, top = await self._loader.at(encounter, book, at)
        copied = await self._read(encounter, at)
        fight = position.state.fight
        hidden = Secrets(secrets.token_hex(32), secrets.token_hex(32))
        if fight.dice == "OPEN":
            hidden = await self._secrets_of(encounter) or hidden
        seeded = fight.dice == "SEEDED"
        event = e.EncounterForked(
            encounter=branch,
            parent=fight.id,
            forked_at=at,
            parent_hash=top.hash,
            commitment=commitment(hidden.dice) if seeded else "",
            hidden_commitment=commitment(hidden.hidden) if seeded else "",
        )
        self._secrets[branch] = hidden
        step = decide.fork(
            book, position, event, seat, await self._circumstances(branch, fight, seat, (), {}, time_of(top))
        )
        entries = [*copied, *seal(book, Head(top.version, top.hash), step.new)]
        await self._store.enter(branch)
        await self._put(branch, book, NOTHING, entries, step, seat, key or _own_key(), fingerprint("fork", at), hidden)
        return await self.glimpse(branch, seat, entries[-1].version)

    async def _claim(
        self, owner: str, seat: str, key: str | None, print_: str, viewer: str | None
    ) -> tuple[str, Glimpse | None]:
        """The id of a fight to make; or of the one that this key has made, and how it stood then."""
        encounter = new_id(clock.now_ms(), secrets.token_bytes(6))
        if key is None:
            return encounter, None
        encounter = await self._store.claim(owner, key, encounter)
        remembered = (await self._store.open(encounter, after=FAR, seat=seat, key=key)).remembered
        if remembered is None:
            return encounter, None
        if remembered.fingerprint != print_:
            raise KeyReused(f"the idempotency key {key!r} stands for another request")
        return encounter, await self.glimpse(encounter, viewer, remembered.last)

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
    ) -> Done:
        """An order (`{"fantasia": {"attack": {...}}}`) or a tool of the GM (`{"gm": {"correct": {...}}}`).

        faces: typed dice sent ahead. Raises RuleRefusal, ExpectedVersionConflict (only where `expected` is named),
        KeyReused, StoreUnavailable (repeat with the same key), Fault (nothing happened).
        """
        print_ = fingerprint("submit", command, list(faces))
        if "gm" in command:
            tool = _tool(command)
            if faces and not isinstance(tool, Revert):
                raise RuleRefusal("this tool rolls no dice", code="FACES", field="faces")

            async def use(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
                if isinstance(tool, Revert):
                    return await self._revert(encounter, loaded, seat, tool, circumstances)
                hidden = await self._secrets_of(encounter) if isinstance(tool, End) else None
                return _use(tool, loaded, seat, circumstances, hidden)

            return await self._write(encounter, seat, use, expected, key, print_, faces)

        async def play(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            order = loaded.book.decode_order(command)
            return decide.submit(loaded.book, loaded.position, seat, order, circumstances)

        return await self._write(encounter, seat, play, expected, key, print_, faces)

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
    ) -> Done:
        """A seat answers an open decision: with a choice, or with typed dice where it asks for them."""
        print_ = fingerprint("answer", decision, choice, list(faces))

        async def reply(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            return decide.answer(loaded.book, loaded.position, seat, decision, choice, circumstances)

        return await self._write(encounter, seat, reply, expected, key, print_, faces)

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
            return decide.foreign(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        return await self._write(encounter, seat, put, expected, key, fingerprint("bot", whose, bot), ())

    async def _revert(self, encounter: str, loaded: Loaded, seat: str, tool: Revert, c: Circumstances) -> Step[Any]:
        decide.must_be_gm(loaded.position.state.fight, seat)
        if tool.to > loaded.head.version:
            raise RuleRefusal(f"revert to a version from 1 to {loaded.head.version}", field="command.gm.revert.to")
        target, _ = await self._loader.at(encounter, loaded.book, tool.to)
        lasting = await self._loader.lasting(encounter, loaded.book, tool.to, loaded.head.version)
        return decide.revert(loaded.book, loaded.position, target, lasting, seat, tool.corrections, tool.reason, c)

    async def _write(
        self,
        encounter: str,
        seat: str | None,
        decider: Decider,
        expected: int | None,
        key: str | None,
        print_: str,
        faces: Sequence[int],
    ) -> Done:
        """seat: who brings the step about; None: the operator, whose keys are those of creations."""
        key, owner = key or _own_key(), seat or ""
        for _ in range(ATTEMPTS):
            loaded, opening = await self._loader.head(encounter, seat=owner, key=key)
            if opening.remembered is not None:
                if opening.remembered.fingerprint != print_:
                    raise KeyReused(f"the idempotency key {key!r} of this seat stands for another request")
                return await self._done(encounter, loaded, seat, key, opening.remembered.first, opening.remembered.last)
            if expected is not None and expected != loaded.head.version:
                raise ExpectedVersionConflict(Head(expected), loaded.head)
            fight = loaded.position.state.fight
            if seat is not None and seat not in fight.seats:
                raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
            circumstances = await self._circumstances(encounter, fight, seat, faces, opening.preferences, loaded.time)
            try:
                step = await decider(loaded, circumstances)
            except Fault:
                # Ours, or the rules': it is logged with its trace, and nothing has happened.
                log.exception("a step of encounter %s failed; nothing was appended", encounter)
                raise
            if step.undone is not None:
                log.error("an order of encounter %s was taken back after a correction", encounter, exc_info=step.undone)
            entries = seal(loaded.book, loaded.head, step.new)
            try:
                appended = await self._put(encounter, loaded.book, loaded.head, entries, step, owner, key, print_, None)
            except ExpectedVersionConflict:
                self._loader.forget(encounter)
                if expected is not None:
                    raise
                continue
            if appended.again:
                self._loader.forget(encounter)
                loaded, _ = await self._loader.head(encounter)
                return await self._done(encounter, loaded, seat, key, appended.first, appended.last)
            return Done(
                first=appended.first,
                last=appended.last,
                key=key,
                again=False,
                durable=appended.durable,
                told=tell_all(loaded.book, entries, seat),
                glimpse=self._glimpse(
                    encounter,
                    loaded.book,
                    step.position,
                    Head(appended.last, entries[-1].hash),
                    seat,
                    step.new[-1].time,
                ),
            )
        raise ExpectedVersionConflict(loaded.head, loaded.head)

    async def _put(
        self,
        encounter: str,
        book: Rulebook[Any],
        head: Head,
        entries: list[Entry],
        step: Step[Any],
        seat: str,
        key: str,
        print_: str,
        hidden: Secrets | None,
    ) -> Appended:
        fight, time = step.position.state.fight, step.new[-1].time
        appended = await self._store.append(
            encounter,
            head,
            entries,
            seat=seat,
            key=key,
            fingerprint=print_,
            figures=Figures(
                system=fight.system,
                name=fight.name,
                status=_STATUS[fight.status],
                created=clock.format_ms(created_ms(encounter) or 0),
                updated=time,
            ),
            secrets=hidden,
        )
        if not appended.again:
            loaded = Loaded(book, step.position, Head(entries[-1].version, entries[-1].hash), time)
            self._loader.remember(encounter, loaded)
            await self._timers.schedule(encounter, step.position)
            await self._bots.schedule(encounter, loaded)
            await self._loader.keep_snapshot(encounter, loaded, entries[0].version)
        return appended

    async def _done(self, encounter: str, loaded: Loaded, seat: str | None, key: str, first: int, last: int) -> Done:
        """The answer of a key that was used before, read from the stream."""
        entries = await self._store.read(encounter, first, last)
        glimpse = await self.glimpse(encounter, seat, last)
        return Done(first, last, key, True, True, tell_all(loaded.book, entries, seat), glimpse)

    async def _circumstances(
        self,
        encounter: str,
        fight: Fight,
        seat: str | None,
        faces: Sequence[int],
        preferences: dict[str, str],
        previous: str,
    ) -> Circumstances:
        time = clock.step_time(previous)
        serves = None if seat is None or fight.is_gm(seat) else seat
        dice = await self._dice(encounter, fight.dice)
        return Circumstances(seat, dice, TypedFaces(faces, serves), preferences, lambda: time)

    async def _dice(self, encounter: str, mode: DiceMode) -> FaceSource:
        if mode == "PHYSICAL":
            return PhysicalDice()
        hidden = await self._secrets_of(encounter)
        if hidden is None:
            raise Fault(f"the dice secret of encounter {encounter} is missing: restore it, or fork the fight")
        return SeededDice(named_in_dice(encounter, mode), hidden.dice, hidden.hidden)

    async def _secrets_of(self, encounter: str) -> Secrets | None:
        known = self._secrets.get(encounter) or await self._store.secrets(encounter)
        if known is not None:
            if len(self._secrets) > 4096:
                self._secrets.clear()
            self._secrets[encounter] = known
        return known

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
        (standing,) = await self._store.look([encounter])
        return standing.epochs

    async def revoke(self, encounter: str, seat: str) -> int:
        """All tokens of a seat end; returns the epoch that new ones need."""
        return await self._store.raise_epoch(encounter, seat)

    # -- reading ------------------------------------------------------------------------------------------------
    async def glimpse(self, encounter: str, seat: str | None, at: int | None = None) -> Glimpse:
        """The fight as a seat sees it, now or at a past version. RuleRefusal for a version that does not exist."""
        loaded, _ = await self._loader.head(encounter)
        if at is None or at == loaded.head.version:
            return self._glimpse(encounter, loaded.book, loaded.position, loaded.head, seat, loaded.time)
        if not 1 <= at <= loaded.head.version:
            raise RuleRefusal(f"a version from 1 to {loaded.head.version}", code="UNKNOWN", field="at")
        position, top = await self._loader.at(encounter, loaded.book, at)
        return self._glimpse(encounter, loaded.book, position, Head(top.version, top.hash), seat, time_of(top))

    def _glimpse(
        self, encounter: str, book: Rulebook[Any], position: Position[Any], head: Head, seat: str | None, time: str
    ) -> Glimpse:
        return Glimpse(
            book=book,
            id=encounter,
            version=head.version,
            head=head,
            position=position,
            seat=seat,
            seen=book.seen(position.state, seat),
            commitment=position.state.fight.commitment,
            created=clock.format_ms(created_ms(encounter) or 0),
            time=time,
        )

    async def told(self, encounter: str, seat: str | None, first: int, last: int) -> list[Told]:
        """Events first..last as a seat sees them; those that exist."""
        book = (await self._loader.head(encounter))[0].book
        return [tell(book, entry, seat) for entry in await self._store.read(encounter, max(first, 1), last)]

    async def watch(
        self, encounter: str, seat: str | None, after: int, *, epoch: int = 0
    ) -> AsyncGenerator[list[Told], None]:
        """Every event after a version, once, in order: catching up in pages, then step by step, to the fight's end.

        Raises Ahead for a version the stream does not have, Revoked when the seat's token ends.
        """
        if self._hub is None:
            raise Fault("this process watches nothing")
        loaded, _ = await self._loader.head(encounter)
        if after > loaded.head.version:
            raise Ahead(after, loaded.head)
        ended = loaded.position.state.fight.status == "ENDED" and after == loaded.head.version
        if ended:
            return
        async with aclosing(self._hub.watch(encounter, after, seat=seat or "", epoch=epoch)) as pages:
            async for page in pages:
                behind = page[-1].version < loaded.head.version
                steps = [page] if behind else _steps(page)
                for step in steps:
                    told = [tell(loaded.book, entry, seat) for entry in step]
                    yield told
                    if any(isinstance(t.recorded.event, e.EncounterEnded) for t in told):
                        return

    async def page(self, *, before: str | None, limit: int, running: bool = False) -> list[Listed]:
        """Fights, newest first, strictly older than id `before`; limit 1 to 500."""
        return await self._store.page(before=before, limit=limit, running=running)

    async def entries(self, encounter: str) -> tuple[Rulebook[Any], list[Entry]]:
        """The whole stream, for audits and exports."""
        loaded, _ = await self._loader.head(encounter)
        return loaded.book, await self._read(encounter, loaded.head.version)

    async def _read(self, encounter: str, last: int) -> list[Entry]:
        """The stream from its beginning to version `last`, page by page."""
        found: list[Entry] = []
        for first in range(1, last + 1, PAGE):
            found += await self._store.read(encounter, first, min(first + PAGE - 1, last))
        return found

    async def audit(self, encounter: str, seat: str | None = None) -> AuditReport:
        """Whether chain, dice and replay hold. It tells nothing but verdicts, so every seat gets the whole one."""
        book, entries = await self.entries(encounter)
        return audit(book, entries)

    async def export(self, encounter: str, seat: str | None) -> AsyncGenerator[bytes, None]:
        """The fight as NDJSON, as a seat may have it; None: whole, for the operator.

        A GM from whom nothing is withheld (no sealed answer) gets the whole file: it can be played again offline.
        """
        book, entries = await self.entries(encounter)
        loaded, _ = await self._loader.head(encounter)
        if loaded.position.state.fight.is_gm(seat) and all(e.secret is None or seat in (e.to or ()) for e in entries):
            seat = None
        for line in export_lines(entries, book, seat):
            yield line

    async def ready(self) -> bool:
        """Whether the store answers."""
        await self._store.ping()
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

    async def _expire(self, encounter: str, decision: int) -> int | None:
        """Answer a decision whose pace or deadline has come. Unix ms at which to look again, None: never.

        At the end of its pace a standing preference answers; at the deadline the default does.
        """
        loaded, opening = await self._loader.head(encounter)
        position, now = loaded.position, clock.now_ms()
        fight = position.state.fight
        _, asked = decide.find_asked(fight, decision)
        if fight.status == "PAUSED":
            return now + LATER
        opened = next((clock.parse_ms(r.time) for r in position.trail if r.version == decision), now)
        wish = opening.preferences.get(f"{asked.seats[0]} {asked.kind}") if len(asked.seats) == 1 else None
        if asked.pace and wish in ("always", "never"):
            other = next((o.key for o in asked.offers if o.key != asked.default), asked.default)
            choice = Choice(other if wish == "always" else asked.default)
            with suppress(RuleRefusal):  # a standing `always` that the rules refuse: the seat is asked after all
                await self.answer(encounter, asked.seats[0], decision, choice, key=f"pace-{decision}")
                return None
        if not asked.deadline:
            return None
        end = opened + asked.deadline * 1000
        if now < end:
            return end

        async def late(current: Loaded, circumstances: Circumstances) -> Step[Any]:
            nobody = structs.replace(circumstances, seat=None)
            return decide.answer(current.book, current.position, None, decision, None, nobody)

        print_ = fingerprint("deadline", decision)
        await self._write(encounter, fight.gms()[0], late, None, f"deadline-{decision}", print_, ())
        return None

    async def _put_back(self) -> None:
        """Schedule again what running fights wait for: an entry may have been lost between two keys."""
        before: str | None = None
        while listed := await self._store.page(before=before, limit=200, running=True):
            for one in listed:
                try:
                    loaded, _ = await self._loader.head(one.id)
                except UnknownEncounter:
                    continue
                await self._timers.schedule(one.id, loaded.position)
                await self._bots.schedule(one.id, loaded)
            before = listed[-1].id


def _own_key() -> str:
    return secrets.token_hex(16)


def _fresh_secrets(new: NewEncounter) -> Secrets:
    if new.dice == "OPEN":
        return Secrets(open_secret(new.seed), open_secret(new.seed))
    return Secrets(secrets.token_hex(32), secrets.token_hex(32))


def _entry(book: Rulebook[Any], number: int, raw: dict[str, Any]) -> CombatantEntry:
    try:
        return msgspec.convert(raw, book.enter)
    except msgspec.ValidationError as error:
        what, where = misread(error, raw, book.enter)
        raise RuleRefusal(what, field=dotted(("combatants", number, *where))) from error


def _tool(command: dict[str, Any]) -> Tool:
    body = command["gm"]
    if len(command) != 1 or not isinstance(body, dict) or len(body) != 1:
        raise RuleRefusal('a command is one object: {"gm": {<tool>: {...}}}', field="command")
    ((key, fields),) = body.items()
    if key not in _TOOLS:
        raise RuleRefusal(f"the GM has no tool {key!r}: {', '.join(_TOOLS)}", field="command.gm")
    try:
        return msgspec.convert(fields, _TOOLS[key])
    except msgspec.ValidationError as error:
        what, where = misread(error, fields, _TOOLS[key])
        raise RuleRefusal(what, field=dotted(("command", "gm", key, *where))) from error


def _use(tool: Tool, loaded: Loaded, seat: str, circumstances: Circumstances, hidden: Secrets | None) -> Step[Any]:
    """What a tool of the GM brings about, but for Revert."""
    book, position, now = loaded.book, loaded.position, circumstances.clock
    fight = position.state.fight
    match tool:
        case Correct():
            return decide.correct(book, position, seat, tool, clock=now)
        case Cancel():
            return decide.cancel(book, position, seat, tool.reason, clock=now)
    decide.must_be_gm(fight, seat)
    if fight.status == "ENDED":
        raise RuleRefusal("this fight has ended: fork it to play on", code="ENDED")
    event: Event
    match tool:
        case Pause():
            if fight.status == "PAUSED":
                raise RuleRefusal("this fight is paused already", code="PAUSED")
            event = e.Paused(note=tool.reason)
        case Resume():
            if fight.status != "PAUSED":
                raise RuleRefusal("this fight is not paused")
            event = e.Resumed(note=tool.reason)
        case SetPolicy():
            if tool.kind not in {q.__name__ for q in book.system.questions}:
                raise RuleRefusal(f"there is no question {tool.kind!r}", field="command.gm.setPolicy.kind")
            event = e.PolicySet(kind=tool.kind, asked=tool.asked, pace=tool.pace, seconds=tool.deadline)
        case End():
            seeded = fight.dice == "SEEDED" and hidden is not None
            event = e.EncounterEnded(
                reason=tool.reason,
                result=tool.outcome or fight.outcome or "",
                dice_secret=hidden.dice if hidden and seeded else "",
                hidden_secret=hidden.hidden if hidden and seeded else None,
            )
            return decide.foreign(book, position, event, seat=seat, clock=now, to=fight.gms())
        case _:
            raise Fault(f"nobody knows how to use {type(tool).__name__}")
    return decide.foreign(book, position, event, seat=seat, clock=now)


def _steps(page: list[Entry]) -> list[list[Entry]]:
    """Entries by step: those of one step share their time."""
    steps: list[list[Entry]] = []
    time = ""
    for entry in page:
        at = time_of(entry)
        if not steps or at != time:
            steps.append([])
        steps[-1].append(entry)
        time = at
    return steps
