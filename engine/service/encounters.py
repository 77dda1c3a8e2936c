"""The service: load, decide, append. Any process may serve any encounter; only the store is authoritative."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Literal, TypeVar

from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import CloseDiceEpoch, End, Revert, TakeBack, Tool
from engine.kernel.overruling.takeback import find_consent
from engine.kernel.playing import facts
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.preferences import PREFERENCES
from engine.kernel.playing.preview import Reads
from engine.kernel.playing.step import Circumstances
from engine.kernel.scene.preview import Preview
from engine.kernel.seating.entropy import entropy_added
from engine.kernel.seating.seats import bot_set
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import Bot
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.service import clock, randomness
from engine.service.analysis.analysis import Analysis
from engine.service.analysis.analyst import Analyst
from engine.service.analysis.curve_growth import GrownCurve
from engine.service.analysis.curves import Curves, require_whole
from engine.service.bots.lookahead import Move
from engine.service.bots.runner import PAUSE, Bots
from engine.service.odds.aiming import Aim, Proposals, aimed
from engine.service.odds.compare import Comparison
from engine.service.odds.comparing import Asked as CompareAsked
from engine.service.odds.comparing import CompareWish, Comparisons, offers_of
from engine.service.odds.eyes import UNLIKELY, assumed
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.planned import with_seats
from engine.service.odds.run import begun
from engine.service.odds.tally import Odds
from engine.service.odds.wanted import Wanted, require_sides
from engine.service.pool.overflow import done
from engine.service.pool.owner import Owner, owner_of
from engine.service.pool.process_pool import INLINE, Work
from engine.service.proof.audit import AuditReport, unreadable
from engine.service.proof.export import Sign
from engine.service.reading import queries
from engine.service.reading.auditor import Auditor
from engine.service.reading.checked_store import CheckedStore, checked
from engine.service.reading.head_lookups import HeadLookups
from engine.service.reading.hub import Hub
from engine.service.reading.loader import Charge, Loaded, Loader, free
from engine.service.reading.presence import Presence
from engine.service.reading.scrub import Scrub
from engine.service.reading.views import FightView, SeenEvent, StepResult, UnknownEncounter, event_for, may_read
from engine.service.registry import Registry
from engine.service.shared_clock import SharedClock
from engine.service.writing.campaigns import Campaigns
from engine.service.writing.copying import creation_of, first_step
from engine.service.writing.creator import UNLIMITED, Creator, Judged, NewEncounter, created
from engine.service.writing.deadlines import Deadlines
from engine.service.writing.dice_secrets import DiceSecrets
from engine.service.writing.gm_tools import read_tool
from engine.service.writing.hosts import Hosts
from engine.service.writing.origins import Origins
from engine.service.writing.pictures import Pictures
from engine.service.writing.previews import preview
from engine.service.writing.revoking import Revoking
from engine.service.writing.seating import Seating
from engine.service.writing.shelves import Shelves
from engine.service.writing.short_codes import ShortCodes
from engine.service.writing.steps import Steps
from engine.service.writing.timers import Timers
from engine.service.writing.webhooks import Webhooks
from engine.service.writing.writer import Writer, fingerprint
from engine.store.packing import pack_page
from engine.store.picture import ROOM, PictureRoom
from engine.store.port import (
    ALL,
    RUNNING,
    Damaged,
    Entry,
    Head,
    HeadAndEpochs,
    HostLimits,
    ListedFight,
    Listing,
    Revoked,
    Secrets,
    Standing,
    Store,
    StoreUnavailable,
)

__all__ = ["Encounters", "Judged", "NewEncounter"]

log = logging.getLogger(__name__)

T = TypeVar("T")


def as_its_parent(_: Fight) -> str:
    """The name of a fork that nobody names."""
    return ""


def _knowledge(found: FightView, seat: str | None) -> Literal["EXACT", "ASSUMED"]:
    """What odds for a seat are made of; None: the operator's, or a host's."""
    return "EXACT" if seat is None or found.position.state.fight.is_gm(seat) else "ASSUMED"


def _as_known(found: FightView, seat: str | None) -> Position[Any]:
    """The fight as odds for a seat begin at it. RuleRefusal where the table does not have them asked, or where it
    cannot be known."""
    fight, known = found.position.state.fight, _knowledge(found, seat)
    if fight.odds == "NOBODY" or (fight.odds == "MASTER" and known == "ASSUMED"):
        raise RuleRefusal("this table does not have that asked: its game master decides it", code="NOT_YOURS")
    if found.book.unplayed:
        raise RuleRefusal(found.book.unplayed, code="NOT_LEGAL")
    return begun(found.position) if known == "EXACT" else assumed(found.book, found.position, seat)


class Encounters:
    """All encounters of one store. hub: needed for `watch`. bot_pause: milliseconds.

    complete: the timers of all running encounters are already scheduled, because another process has just done so.
    limits: of each host. room: for pictures. ahead: works out odds. work: runs the work that grows with the length of
    an encounter.
    """

    def __init__(
        self,
        store: Store,
        registry: Registry,
        *,
        hub: Hub | None = None,
        bot_pause: int = PAUSE,
        complete: bool = False,
        work: Work = INLINE,
        limits: HostLimits = UNLIMITED,
        room: PictureRoom = ROOM,
        ahead: LookAhead | None = None,
    ) -> None:
        self.registry, self.work = registry, work
        self._checked = store if isinstance(store, CheckedStore) else CheckedStore(store)
        store = checked(self._checked)
        self._store, self._hub = store, hub
        self._loader, self._dice_secrets = Loader(store, registry, work=work), DiceSecrets(store)
        self._checked.on_damage(self._loader.forget)
        self._shared_clock = SharedClock(store)
        self._auditor, self._analyst = Auditor(self._loader, work), Analyst(self._loader, work)
        self._ahead, self._curves = ahead or LookAhead(work), Curves(self._loader, work)
        self._comparisons = Comparisons(self._ahead)
        self._head_lookups = HeadLookups(store)
        self.presence = Presence(store, hub, self._names)
        self.hosts = Hosts(store, self._head_lookups, hub)
        self.shelves, self.pictures = Shelves(store), Pictures(store, room)
        self.webhooks, self.origins, self.short_codes = Webhooks(store, hub), Origins(store), ShortCodes(store)
        self._writer, self._steps = (
            Writer(store, self._loader, self._dice_secrets, self._schedule),
            Steps(work, self._loader),
        )
        self._creator = Creator(
            store, registry, self._loader, self._dice_secrets, self._writer, self._steps, work, limits
        )
        self.campaigns = Campaigns(store, registry, self._loader, self._dice_secrets, self._writer, self._creator, work)
        deadlines = self._deadlines = Deadlines(self._loader, self._writer, self._steps)
        self._timers = Timers(
            store,
            deadlines.expire,
            self._put_back,
            lambda encounter: self._bots.play(encounter),
            complete=complete,
        )
        self._revoking = Revoking(store, self._loader)
        self.seating = Seating(self._revoking, self._loader, self._writer, self._steps, store)
        self._bots = Bots(store, self._timers, self._loaded, self._bot_moves, pause=bot_pause, work=work)
        if hub is not None:
            hub.on_return(self._timers.missing)
            hub.on_damage(self._loader.forget)

    # -- creating -----------------------------------------------------------------------------------------------
    async def create(self, new: NewEncounter, *, key: str | None = None, host: str = "") -> FightView:
        """Create an encounter; returns the first GM's view. RuleRefusal names the invalid field.

        key: a repeated key returns the encounter it created, as it was then; KeyReused if the request differs. host:
        whose it is; "": the operator's. RuleRefusal if he has as many as he may have.
        """
        return await self._creator.create(new, key, host)

    async def copy(self, encounter: str, name: str | None, *, key: str | None = None, host: str = "") -> FightView:
        """Create an encounter as another one was created, with new dice. name: None: the same. Else as `create`."""
        loaded, _ = await self._loader.head(encounter)
        # A repeated key has to ask for the same fight again.
        seed = randomness.idempotency_key() if key is None else fingerprint("copy", encounter, host, key)
        new = creation_of(loaded.book, await first_step(self._store, loaded.book, encounter), seed)
        return await self._creator.create(structs.replace(new, name=name or new.name), key, host)

    async def creation(self, encounter: str) -> tuple[Rulebook[Any], NewEncounter]:
        """What an encounter was created from, whole, without the seed of OPEN dice. For its owner alone."""
        loaded, _ = await self._loader.head(encounter)
        return loaded.book, creation_of(loaded.book, await first_step(self._store, loaded.book, encounter), "")

    async def check(
        self,
        new: NewEncounter,
        combatants: Mapping[int, dict[str, Any]],
        faults: Sequence[RuleRefusal] = (),
        *,
        host: str = "",
    ) -> Judged:
        """Everything for which `create` would refuse an encounter, and how wide its combatants are. Nothing is created.

        combatants: those that can be read, by their number in the request, in place of `new.combatants`. faults: what
        is known already; then combatants are judged by themselves, as far as that needs neither setup nor ground. host:
        as for `create`.
        """
        return await self._creator.check(new, combatants, faults, host)

    async def fork(
        self,
        encounter: str,
        seat: str,
        at: int,
        *,
        key: str | None = None,
        todays_rules: bool = False,
        called: Callable[[Fight], str] = as_its_parent,
    ) -> FightView:
        """Fork an encounter at any version, with new dice. GM only: a fork holds every secret. key: as in `create`.

        The fork belongs to whom the encounter belongs to. It plays the rules of that version on; todays_rules: those of
        the installed game. called: its name, from the fight as it stands there; "": that of its parent.
        """
        return await self._creator.fork(encounter, seat, at, key, todays_rules=todays_rules, called=called)

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
        request: Sequence[str] = (),
    ) -> StepResult:
        """An order (`{"fantasia": {"attack": {...}}}`), a GM tool (`{"gm": {"correct": {...}}}`),
        or a command open to every seat (`{"table": {"takeBack": {...}}}`).

        faces: typed dice, sent in advance. epoch: of the seat's token. request: what a repeat of the key must repeat,
        where that is not the order itself but the words that it was read from. Raises RuleRefusal,
        ExpectedVersionConflict (only if `expected` is given), KeyReused, Revoked (only if `epoch` is given),
        StoreUnavailable (retry with the same key), Fault (nothing happened).
        """
        print_ = fingerprint(*request) if request else fingerprint("submit", command, list(faces))
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
                    return await self._steps.revert(encounter, loaded, seat, tool, circumstances)
                if isinstance(tool, TakeBack):
                    return await self._steps.take_back(encounter, loaded, seat, tool, circumstances)
                hidden = await self._told(encounter, loaded, tool)
                whose = next(iter(command))
                return await self._steps.rule(encounter, loaded, seat, tool, whose, circumstances, hidden)

            return await self._writer.write(encounter, seat, use, expected, key, print_, faces, epoch=epoch)

        async def play(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            return await self._steps.submit(encounter, loaded, seat, command, circumstances)

        return await self._writer.write(encounter, seat, play, expected, key, print_, faces, epoch=epoch)

    async def _told(self, encounter: str, loaded: Loaded, tool: Tool) -> Secrets | None:
        """The dice secrets that a tool publishes; None: none, or they are lost."""
        if not isinstance(tool, (End, CloseDiceEpoch)):
            return None
        found = await self._dice_secrets.in_force(encounter, loaded.position.state.fight.commitment)
        if found is None:
            return None
        hidden, after = found
        if isinstance(tool, CloseDiceEpoch) and not after:
            raise RuleRefusal("these dice have no next secret: they are proven at the end", field="command.gm")
        return hidden

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
        request: Sequence[str] = (),
    ) -> StepResult:
        """Answer an open decision, with a choice or with typed dice if it asks for them. Otherwise as `submit`.

        Where the table hides who has a choice, it is stored once the question's pace has passed.
        """
        await self._deadlines.wait(encounter, seat, decision, choice)
        return await self._answered(
            encounter, seat, decision, choice, expected=expected, key=key, faces=faces, epoch=epoch, request=request
        )

    async def _answered(
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
        request: Sequence[str] = (),
    ) -> StepResult:
        """See `answer`; at once."""
        print_ = fingerprint(*request) if request else fingerprint("answer", decision, choice, list(faces))

        async def reply(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            if find_consent(loaded.position.state.fight, decision) is not None:
                return await self._steps.consent(encounter, loaded, seat, decision, choice, circumstances)
            return await self._steps.answer(encounter, loaded, seat, decision, choice, circumstances)

        return await self._writer.write(encounter, seat, reply, expected, key, print_, faces, epoch=epoch)

    async def step_of(
        self, encounter: str, seat: str, key: str, request: Sequence[str], *, epoch: int | None = None
    ) -> StepResult | None:
        """The step that a seat's key has made for this request; None: none yet. KeyReused if for another; Revoked."""
        return await self._writer.step_of(encounter, seat, key, fingerprint(*request), epoch=epoch)

    async def set_bot(
        self,
        encounter: str,
        seat: str | None,
        whose: str,
        bot: Bot | None,
        *,
        pace: int | None = None,
        thinks: int | None = None,
        expected: int | None = None,
        key: str | None = None,
    ) -> StepResult:
        """Let a bot play for the seat `whose`, or (None) no bot. seat: who requests it; None: the operator.

        pace: milliseconds before each of its acts; None: as the server has it. thinks: milliseconds of a sharp bot.
        """

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = bot_set(loaded.position.state.fight, seat, whose, bot, pace, thinks)
            return facts.table_fact(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        print_ = fingerprint("bot", whose, bot, pace, *(() if thinks is None else (thinks,)))
        return await self._writer.write(encounter, seat, put, expected, key, print_, ())

    async def add_entropy(
        self, encounter: str, seat: str, entropy: str, *, expected: int | None = None, key: str | None = None
    ) -> StepResult:
        """A seat adds its own entropy to the dice, once, before the first roll."""

        async def add(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = entropy_added(loaded.position.state.fight, seat, entropy)
            return facts.table_fact(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        return await self._writer.write(encounter, seat, add, expected, key, fingerprint("entropy", entropy), ())

    async def preview(
        self,
        encounter: str,
        seat: str,
        request: dict[str, Any] | tuple[int, Choice],
        *,
        locale: str,
        reads: Reads,
        expected: int | None = None,
    ) -> tuple[FightView, Preview]:
        """What an order, or (decision, choice) an answer, would do by what the seat sees; nothing happens.

        reads: the body of a chosen offer. RuleRefusal as `submit` and `answer` refuse it, as far as the seat can know;
        ExpectedVersionConflict (only if `expected` is given).
        """
        return await preview(self._loader, self.work, encounter, seat, request, locale, reads, expected)

    async def odds(
        self, encounter: str, seat: str | None, wanted: Wanted, *, at: int | None = None
    ) -> AsyncGenerator[tuple[FightView, Odds], None]:
        """How an encounter may end: what runs have come to so far, at least once a second, in the end complete.

        seat: from whose eyes; None: the operator's, or its host's. RuleRefusal where this table does not want it asked,
        or where it cannot be known. Else as `LookAhead.follow`.
        """
        found = await queries.view(self._loader, encounter, seat, at)
        book, position, known = found.book, _as_known(found, seat), _knowledge(found, seat)
        require_sides(position.state.fight, wanted)
        owner = structs.replace(owner_of(encounter, seat), last=True)
        try:
            async with aclosing(self._ahead.follow(owner, book, position, wanted, known=known)) as answers:
                async for odds in answers:
                    yield found, odds
        except Fault as fault:
            if known == "EXACT":
                raise
            raise RuleRefusal(UNLIKELY, code="NOT_LEGAL") from fault

    async def compare(
        self, encounter: str, seat: str | None, wish: CompareWish, *, combatant: str | None = None
    ) -> AsyncGenerator[tuple[FightView, str, tuple[Offer[Any], ...], Comparison], None]:
        """What each offer of a combatant is worth: with the fight, the combatant, its offers, and what runs say so far.

        combatant: None: the first that is to act and that this seat orders. seat, RuleRefusal: as of `odds`; also where
        the seat does not order the combatant, or nobody may be ordered now.
        """
        found = await queries.view(self._loader, encounter, seat)
        giver = seat or found.position.state.fight.gms()[0]
        who, offers = offers_of(found.book, found.book.seen(found.position.state, giver), giver, combatant)
        position, known = _as_known(found, seat), _knowledge(found, seat)
        side = found.seen.fight.combatants[who].side
        asked = CompareAsked(found.book, position, offers, giver, side, known)
        owner = structs.replace(owner_of(encounter, seat), last=True)
        async with aclosing(self._comparisons.follow(owner, asked, wish)) as answers:
            async for comparison in answers:
                yield found, who, offers, comparison

    async def setup_odds(self, new: NewEncounter, wanted: Wanted, *, host: str = "") -> AsyncGenerator[Odds, None]:
        """The same of an encounter that is not made. host: who asks. RuleRefusal as `create` refuses it."""
        book, owner = self.registry.book(new.system), Owner(host=host, last=True)
        step = await done(self.work, owner, created, book, with_seats(new), "odds", ("", ""), clock.step_time(""))
        position = step.position
        require_sides(position.state.fight, wanted)
        async with aclosing(self._ahead.follow(owner, book, position, wanted, known="EXACT")) as answers:
            async for odds in answers:
                yield odds

    async def setup_proposals(self, new: NewEncounter, aim: Aim, *, host: str = "") -> AsyncGenerator[Proposals, None]:
        """Numbers of opponents with which an encounter that is not made is about as hard as is wanted. host: who asks.
        Else as `aimed`."""
        book, owner = self.registry.book(new.system), Owner(host=host, last=True)
        async with aclosing(aimed(self._ahead, owner, book, new, aim)) as growing:
            async for proposals in growing:
                yield proposals

    # -- preferences, seats -------------------------------------------------------------------------------------
    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """Store a seat's preference for a kind of question: one of PREFERENCES."""
        loaded, _ = await self._loader.head(encounter)
        if seat not in loaded.position.state.fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
        kinds = sorted(q.__name__ for q in loaded.book.system.questions)
        if kind not in kinds:
            raise RuleRefusal(f"there is no question {kind!r}: {', '.join(kinds)}", field="kind")
        if preference not in PREFERENCES:
            raise RuleRefusal("a preference is ask, always, never or choice", field="preference")
        await self._store.prefer(encounter, seat, kind, preference)

    async def preferences(self, encounter: str, seat: str) -> dict[str, str]:
        """What a seat prefers now, by kind of question, in the order of the game's questions."""
        loaded, opening = await self._loader.head(encounter)
        kinds = (question.__name__ for question in loaded.book.system.questions)
        kept = {kind: opening.preferences.get(f"{seat} {kind}") for kind in kinds}
        return {kind: preference for kind, preference in kept.items() if preference is not None}

    async def epochs(self, encounter: str) -> dict[str, int]:
        """Token epochs by seat; a missing seat has 0."""
        return (await self.head(encounter)).epochs

    async def require_epoch(self, encounter: str, seat: str, epoch: int | None) -> None:
        """Raises Revoked if the seat's tokens of this epoch were revoked; None: no token."""
        if epoch is not None and (await self.epochs(encounter)).get(seat, 0) > epoch:
            raise Revoked(seat)

    async def revoke(self, encounter: str, seat: str) -> int:
        """Revoke all tokens of a seat; returns the epoch for new ones. Of a campaign also in each of its fights."""
        return await self._revoking.revoke(encounter, seat)

    async def campaign_of(self, encounter: str) -> str:
        """The campaign of which an encounter is a fight; "": of none, or there is no such encounter."""
        return await self._revoking.campaign_of(encounter)

    # -- reading ------------------------------------------------------------------------------------------------
    async def head(self, encounter: str) -> HeadAndEpochs:
        """The current head of an encounter and its seats' token epochs; version 0 if it does not exist."""
        return await self._head_lookups.of(encounter)

    async def view(
        self,
        encounter: str,
        seat: str | None,
        at: int | None = None,
        *,
        current: HeadAndEpochs | None = None,
        charge: Charge = free,
    ) -> FightView:
        """The encounter as a seat sees it, now or at a past version. RuleRefusal for a version that does not exist.

        current: the head, if the caller has just read it; otherwise the store is asked. charge: called for events
        that are folded again.
        """
        return await queries.view(self._loader, encounter, seat, at, current, charge)

    async def seen_events(
        self, encounter: str, seat: str | None, first: int, last: int, *, through: str | None = None
    ) -> list[SeenEvent]:
        """The existing events of first..last, as a seat sees them. through: without what this seat may not read."""
        entries = await self._store.read(encounter, max(first, 1), last)
        # Only the rulebook is needed and it never changes, so a cached encounter will do.
        held = self._loader.held(encounter) if entries else None
        book = held.loaded.book if held is not None else (await self._loader.head(encounter))[0].book
        return [event_for(book, entry, seat if may_read(entry, through) else None) for entry in entries]

    async def events_on_lineage(self, view: FightView, first: int, last: int) -> tuple[list[SeenEvent], bool]:
        """Events first..last as the view's seat sees them, and whether they are certainly of the view's lineage."""
        entries = await self._store.read(view.id, max(first, 1), last)
        seen = [event_for(view.book, entry, view.seat) for entry in entries]
        if not entries or (entries[-1].version, entries[-1].hash) == (view.head.version, view.head.hash):
            return seen, True
        # The head is read after the events, so they existed while the lineage was followed.
        loaded = await self._loader.at_head(view.id, (await self.head(view.id)).head)
        return seen, loaded.line is view.line

    def watch(
        self, encounter: str, seat: str | None, after: int, *, hash: str = "", epoch: int = 0
    ) -> AsyncGenerator[list[SeenEvent], None]:
        """Every event after a version, once, in order: pages to catch up, then step by step, until the encounter ends.

        hash: of the event at `after`, if known (`Hub.watch`).
        Raises Ahead for a version beyond the stream, Revoked when the seat's token is revoked.
        """
        return queries.watch(self._hub, self._loader, encounter, seat, Head(after, hash), epoch)

    async def page(self, *, before: str | None, limit: int, listing: Listing = ALL) -> list[ListedFight]:
        """Encounters, newest first, strictly older than id `before`; limit 1 to 500."""
        return await self._store.page(before=before, limit=limit, listing=listing)

    async def standing(self, encounter: str) -> Standing:
        """Whose an encounter is, and who may read it; the plain one if it does not exist."""
        return (await self._store.standings([encounter]))[0]

    async def _names(self, encounter: str) -> dict[str, str]:
        """What the seats of an encounter are called."""
        fight = (await self.view(encounter, None)).position.state.fight
        return {key: seat.name for key, seat in fight.seats.items()}

    async def archive(self, encounter: str, archived: bool) -> None:
        """Leave an encounter out of the usual listing, or (False) put it back. UnknownEncounter if there is none."""
        if not (await self.head(encounter)).head.version:
            raise UnknownEncounter(encounter)
        await self._store.archive(encounter, archived)

    async def publish(self, encounter: str, seat: str | None) -> None:
        """Let everybody read an ended encounter as a seat does; None: nobody any more. RuleRefusal otherwise."""
        fight = (await self.view(encounter, None)).position.state.fight
        if seat is not None and seat not in fight.seats:
            there = ", ".join(fight.seats)
            raise RuleRefusal(f"there is no seat {seat!r} at this table: {there}", code="UNKNOWN", field="seat")
        if seat is not None and fight.status != "ENDED":
            raise RuleRefusal("only a fight that has ended is published: invite SPECTATORs to it meanwhile (`many`)")
        await self._store.publish(encounter, seat or "")

    async def entries(self, encounter: str) -> tuple[Rulebook[Any], list[Entry]]:
        """The whole stream."""
        loaded, _ = await self._loader.head(encounter)
        return loaded.book, await self._loader.stream(encounter, loaded.head.version)

    async def over_events(
        self, encounter: str, seat: str | None, job: Callable[..., T], *more: Any, charge: Charge = free
    ) -> tuple[Head, T]:
        """What a job of the pool makes of all events, called as `job(book, packed pages, *more)`, and their head.

        seat: the requester; None: the operator. charge: called with the number of events.
        """
        loaded, _ = await self._loader.head(encounter)
        await charge(loaded.head.version)

        async def arguments() -> tuple[Any, ...]:
            pages = [pack_page(page) async for page in self._loader.pages(encounter, loaded.head.version)]
            return (pages, *more)

        made = await self.work.run(owner_of(encounter, seat), job, loaded.book, arguments)
        return loaded.head, made

    async def over_later_events(
        self,
        view: FightView,
        last: int,
        job: Callable[..., T],
        *more: Any,
        at_once: bool = False,
        charge: Charge = free,
    ) -> T:
        """What a job of the pool makes of the events behind a view, up to version `last`.

        It is called as `job(book, position, landed, packed pages, *more)`: position is the view's; landed: the position
        at each revert among these events. at_once: it seems short, and is begun here. charge: called with the number of
        events, and for those folded again.
        """
        await charge(last - view.version)
        owner = owner_of(view.id, view.seat)

        # Before it is this job's turn: to find the positions may take jobs of the pool, too.
        pages, landed = await self._loader.onward(view.id, view.book, view.version, last, owner=owner, charge=charge)

        async def arguments() -> tuple[Any, ...]:
            return (view.position, landed, pages, *more)

        if at_once:
            return await done(self.work, owner, job, view.book, *await arguments())
        return await self.work.run(owner, job, view.book, arguments)

    async def audit(self, encounter: str, seat: str | None = None, *, charge: Charge = free) -> AuditReport:
        """Verify chain, dice and replay. The report holds only verdicts, so every seat gets all of it.

        charge: called for events that are replayed; a cached report costs nothing.
        """
        try:
            return await self._auditor.audit(encounter, seat, charge)
        except Damaged as error:
            return unreadable(error.version)

    async def analysis(self, encounter: str, seat: str | None, *, charge: Charge = free) -> Analysis:
        """What a fight has taught up to its head, as a seat may know it; None: as everybody may. Charged as `audit`."""
        return await self._analyst.analyse(encounter, seat, charge)

    async def curve(
        self, encounter: str, seat: str | None, *, charge: Charge = free
    ) -> AsyncGenerator[tuple[int, GrownCurve], None]:
        """How the chances of an encounter went up to its head, as it is worked out, in the end complete.

        With the version up to which.

        For the game master, its host and the operator (None); of one that has ended also for a seat from which no event
        withholds anything but the secret of hidden dice: that it can tell from its events. RuleRefusal for others.
        Charged as `audit`, once for each head: a curve that is kept costs nothing.
        """
        loaded, _ = await self._loader.head(encounter)
        if not self._curves.has(encounter, loaded):
            await charge(loaded.head.version)
        await require_whole(self._loader, encounter, loaded, seat)
        if loaded.book.unplayed:
            raise RuleRefusal(loaded.book.unplayed, code="NOT_LEGAL")
        owner = structs.replace(owner_of(encounter, seat), last=True)
        async with aclosing(self._curves.follow(encounter, loaded, owner)) as found:
            async for grown_curve in found:
                yield loaded.head.version, grown_curve

    def export(self, encounter: str, seat: str | None, sign: Sign | None = None) -> AsyncGenerator[bytes, None]:
        """The encounter as NDJSON, as a seat may see it, in chunks of whole lines; None: everything, for the operator.

        sign: signs its head. A GM from whom nothing is withheld (no sealed answer) gets the whole file, which can be
        replayed offline.
        """
        return queries.export(self._loader, self.work, encounter, seat, sign)

    async def ready(self) -> bool:
        """Whether the store accepts writes. StoreUnavailable says why not."""
        await self._store.probe()
        return True

    # -- deadlines and bots -------------------------------------------------------------------------------------
    async def start_clock(self) -> None:
        """Take over the time of the other processes, before anything is stored."""
        await self._shared_clock.start()

    async def run_clock(self, stopping: asyncio.Event) -> None:
        """Keep the time with the other processes, until `stopping` is set."""
        await self._shared_clock.run(stopping)

    async def run_deadlines(self, stopping: asyncio.Event) -> None:
        """Answer overdue decisions and play the bots, until `stopping` is set."""
        try:
            await self._timers.run(stopping)
        finally:
            await self._bots.stop()

    async def run_scrub(self, stopping: asyncio.Event) -> None:
        """Slowly re-read all encounters, again and again, until `stopping` is set: see `scrub`."""
        await Scrub(self._checked).run(stopping)

    async def _loaded(self, encounter: str) -> Loaded:
        return (await self._loader.head(encounter))[0]

    async def _bot_moves(self, encounter: str, move: Move, loaded: Loaded) -> None:
        """Submit a bot's order or answer; at most once per version, from whichever process."""
        version, key = loaded.head.version, f"bot-{loaded.head.version}"
        if move.order is not None:
            order = loaded.book.encode_order(move.order)
            await self.submit(encounter, move.seat, order, expected=version, key=key)
        else:
            await self._answered(encounter, move.seat, move.decision, move.choice, expected=version, key=key)

    async def _schedule(self, encounter: str, loaded: Loaded) -> None:
        """Schedule what an encounter waits for: its open decisions and the next bot move.

        Nothing where its rules are not played here: silence and bots answer by rules, too.
        """
        if loaded.book.unplayed:
            return
        await self._timers.schedule(encounter, loaded.position)
        await self._bots.schedule(encounter, loaded)

    async def _put_back(self) -> None:
        """Reschedule what running encounters wait for: an entry may have been lost between two writes."""
        before, looked_at = None, 0
        while listed := await self._store.page(before=before, limit=200, listing=RUNNING):
            looked_at += len(listed)
            for listed_fight in listed:
                try:
                    loaded, _ = await self._loader.head(listed_fight.id)
                    await self._schedule(listed_fight.id, loaded)
                    if loaded.book.campaign_of:
                        await self.campaigns.go_on_with_all(listed_fight.id)
                except (UnknownEncounter, Damaged):
                    continue
                except StoreUnavailable:
                    raise
                except Exception:  # one encounter that cannot be folded must not stop the timers of the others
                    log.exception("encounter %s cannot be loaded: what it waits for is not scheduled", listed_fight.id)
            before = listed[-1].id
        log.info("what %d running fights wait for is noted", looked_at)
