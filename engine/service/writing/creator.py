"""Creating encounters: new ones, and forks of existing ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import require_played
from engine.kernel.playing import facts
from engine.kernel.playing.dice import TypedFaces, open_secret
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.seating.seats import check_playable
from engine.kernel.state import events as e
from engine.kernel.state.campaign import CampaignTie, Entered
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import DiceMode, Fight, OddsPolicy, SingleAnswers
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.looks import Looks
from engine.kernel.state.orders import Entry as CombatantEntry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.service import clock, randomness
from engine.service.pool.overflow import done
from engine.service.pool.owner import Owner, owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.loader import FAR, Loader, time_of
from engine.service.reading.queries import view
from engine.service.reading.views import FightView, decode_whole
from engine.service.registry import Registry
from engine.service.writing.dice_secrets import DiceSecrets, commitments, dice_of, in_force_at_first
from engine.service.writing.steps import Steps
from engine.service.writing.writer import Request, Writer, fingerprint, seal
from engine.store import chain
from engine.store.port import (
    NOTHING,
    ExpectedVersionConflict,
    Head,
    HostFull,
    HostLimits,
    KeyReused,
    Listing,
    Secrets,
    Store,
)

_REVEALED = b'"type":"AnswersRevealed"'
"""Stands in the stored form of each of these events."""


class NewEncounter(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A new encounter. combatants: JSON of the system's Enter order; setup: of its setup; seed: for OPEN dice."""

    system: str
    name: str
    seats: tuple[SeatEntry, ...]
    combatants: tuple[dict[str, Any], ...] = ()
    setup: dict[str, Any] = {}
    dice: DiceMode = "SEEDED"
    seed: str = ""
    figures_open: bool = False
    sides: tuple[SideEntry, ...] = ()
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    ground: Ground | None = None
    typed_by: TypedBy = NOBODY_TYPES
    single_answers: SingleAnswers = SingleAnswers()
    house_rules: dict[str, Any] = {}
    odds: OddsPolicy = "MASTER"


class Judged(Struct, frozen=True):
    """What is told of an encounter that is not made yet.

    faults: all for which it would be refused. breadths: of what each combatant covers, by its number in the request, in
    hundredths of a cell or of the unit.
    """

    faults: tuple[RuleRefusal, ...]
    breadths: dict[int, int] = {}


UNLIMITED = HostLimits(running=2**31, stored=2**31)
"""Of hosts in a service that has none."""


class Creator:
    """Creates the encounters of one store. work: judges and folds those that are large."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        loader: Loader,
        dice_secrets: DiceSecrets,
        writer: Writer,
        steps: Steps,
        work: Work,
        limits: HostLimits = UNLIMITED,
    ) -> None:
        self._store, self._registry, self._limits, self._work = store, registry, limits, work
        self._loader, self._dice_secrets, self._writer, self._steps = loader, dice_secrets, writer, steps

    async def create(self, new: NewEncounter, key: str | None, host: str = "") -> FightView:
        """See `Encounters.create`."""
        book, owner = self._registry.book(new.system), Owner(host=host)
        gm = next((s.seat for s in new.seats if s.role == "GM"), None)
        hidden, time, print_ = _secrets(new), clock.step_time(""), fingerprint(new)
        proof = commitments(new.dice, in_force_at_first(book, new.dice, hidden))

        async def step_of(encounter: str) -> Step[Any]:
            return await done(self._work, owner, created, book, new, encounter, proof, time)

        if host:
            # Judged first: what is refused takes none of the host's places, and leaves nothing in the store.
            step = await step_of(candidate := randomness.encounter_id())
            encounter, made = await self._admit(host, candidate, "", "", key, print_, gm)
            if made is None and encounter != candidate:
                step = await step_of(encounter)
        else:
            encounter, made = await self._claim("", "", key, print_, gm)
            if made is None:
                step = await step_of(encounter)
        if made is not None:
            return made
        await self._store.enter(encounter)
        entries = seal(book, NOTHING, step.new)
        request = Request("", key or randomness.idempotency_key(), print_)
        await self._writer.append(encounter, book, NOTHING, entries, step, request, hidden)
        return await view(self._loader, encounter, gm, entries[-1].version)

    async def create_under(
        self, encounter: str, new: NewEncounter, tie: CampaignTie, members: tuple[Entered, ...], host: str
    ) -> None:
        """Create a fight of a campaign under the id that the campaign has chosen, if there is none. Safe to repeat."""
        if (await self._store.head(encounter)).version:
            return
        book, hidden, time = self._registry.book(new.system), _secrets(new), clock.step_time("")
        proof = commitments(new.dice, hidden)
        step = await done(self._work, Owner(host=host), created, book, new, encounter, proof, time, tie, members)
        if host:
            await self._admit(host, encounter, "", "", f"campaign {encounter}", fingerprint(new), None)
        await self._store.enter(encounter)
        entries = seal(book, NOTHING, step.new)
        request = Request("", f"campaign {encounter}", fingerprint(new))
        with suppress(ExpectedVersionConflict):  # somebody else has created it from the same plan
            await self._writer.append(encounter, book, NOTHING, entries, step, request, hidden)

    async def check(
        self,
        new: NewEncounter,
        combatants: Mapping[int, dict[str, Any]],
        faults: Sequence[RuleRefusal],
        host: str,
    ) -> Judged:
        """See `Encounters.check`."""
        book, time = self._registry.book(new.system), clock.step_time("")
        return await done(self._work, Owner(host=host), judged, book, new, combatants, tuple(faults), time)

    async def fork(
        self,
        encounter: str,
        seat: str,
        at: int,
        key: str | None,
        *,
        todays_rules: bool,
        called: Callable[[Fight], str],
    ) -> FightView:
        """See `Encounters.fork`."""
        loaded, _ = await self._loader.head(encounter)
        facts.must_be_gm(loaded.position.state.fight, seat)
        if not 1 <= at <= loaded.head.version:
            raise RuleRefusal(f"fork at a version from 1 to {loaded.head.version}", field="at")
        host = (await self._store.standings([encounter]))[0].host
        owner, print_ = f"{encounter}/{seat}", fingerprint("fork", at, *(["today"] if todays_rules else []))
        copied = await self._loader.stream(encounter, at)
        before = self._registry.playing(loaded.book.system.id, (entry.public for entry in copied))
        book = before.today if todays_rules else before
        require_played(book)
        if not host:
            branch, made = await self._claim(owner, seat, key, print_, seat)
            if made is not None:
                return made
        try:
            position, top = await self._loader.at(encounter, book, at, owner=owner_of(encounter, seat))
        except Fault as fault:
            if book.rules == before.rules:
                raise
            raise _unfit(at) from fault
        fight = position.state.fight
        if book.rules != before.rules and fight.open is not None:
            # Its events were made by the rules of then: those of today may play the same order another way.
            reason = f"at version {at} an order is open that other rules play: fork at version {fight.open.base}"
            raise RuleRefusal(reason, field="at")
        if _sealed_from(fight, seat) and not await self._laid_open(encounter, book, at, loaded.head.version, fight):
            reason = "answers are sealed at that version: fork before they were asked for, or when they are laid open"
            raise RuleRefusal(reason, field="at")
        if host:
            branch, made = await self._admit(host, randomness.encounter_id(), owner, seat, key, print_, seat)
            if made is not None:
                return made
        hidden = randomness.dice_secrets()
        if fight.dice == "OPEN":
            hidden = await self._dice_secrets.secrets(encounter) or hidden
        first = in_force_at_first(book, fight.dice, hidden)
        proof = commitments(fight.dice, first)
        event = e.EncounterForked(
            encounter=branch,
            parent=fight.id,
            forked_at=at,
            parent_hash=top.hash,
            commitment=proof[0],
            hidden_commitment=proof[1],
            new_rules=book.rules if book.rules != before.rules else None,
            name=called(fight),
        )
        time = clock.step_time(time_of(top))
        # These secrets count only once they are stored: a concurrent call with the same key may have others.
        dice = dice_of(branch, fight.dice, first)
        circumstances = Circumstances(seat, dice, TypedFaces((), None), {}, lambda: time, timer=clock.used_ns)
        try:
            step = await self._steps.fork(encounter, book, position, event, seat, circumstances)
        except Fault as fault:
            if event.new_rules is None:
                raise
            raise _unfit(at) from fault
        entries = [*copied, *seal(book, Head(top.version, top.hash), step.new)]
        await self._store.enter(branch)
        request = Request(seat, key or randomness.idempotency_key(), print_)
        await self._writer.append(branch, book, NOTHING, entries, step, request, hidden)
        return await view(self._loader, branch, seat, entries[-1].version)

    async def _laid_open(self, encounter: str, book: Rulebook[Any], at: int, head: int, fight: Fight) -> bool:
        """Whether the answers of the open window in `fight` have been revealed since."""
        first = fight.window.first if fight.window else 0
        async with aclosing(self._loader.pages(encounter, head, after=at)) as pages:
            async for page in pages:
                # Only these are decoded: of a page of hundreds one or none.
                events = [decode_whole(book, entry).event for entry in page if _REVEALED in entry.public]
                if any(isinstance(event, e.AnswersRevealed) and event.window == first for event in events):
                    return True
        return False

    async def _claim(
        self, owner: str, seat: str, key: str | None, print_: str, viewer: str | None
    ) -> tuple[str, FightView | None]:
        """The id for a new encounter of the operator's; or the id that this key created, with the view as it was
        then."""
        encounter = randomness.encounter_id()
        if key is None:
            return encounter, None
        encounter = await self._store.claim(owner, key, encounter)
        return encounter, await self._made_before(encounter, seat, key, print_, viewer)

    async def _admit(
        self, host: str, candidate: str, owner: str, seat: str, key: str | None, print_: str, viewer: str | None
    ) -> tuple[str, FightView | None]:
        """The same for a host, whose keys are remembered for ever, and only for what he has."""
        claimed = "" if key is None else f"{owner}|{key}"
        try:
            encounter = await self._store.admit(host, candidate, claimed, self._limits)
        except HostFull as full:
            # What has ended since, or was never created, is still counted: the listing finds it.
            await self._look_through(Listing(running=full.running, host=host))
            try:
                encounter = await self._store.admit(host, candidate, claimed, self._limits)
            except HostFull as error:
                raise _full(error) from None
        if key is None or encounter == candidate:
            return encounter, None
        return encounter, await self._made_before(encounter, seat, key, print_, viewer)

    async def _look_through(self, listing: Listing) -> None:
        before = None
        while page := await self._store.page(before=before, limit=500, listing=listing):
            before = page[-1].id

    async def _made_before(
        self, encounter: str, seat: str, key: str, print_: str, viewer: str | None
    ) -> FightView | None:
        """The view of what this key created, as it was then; None if it created nothing yet."""
        remembered = (await self._store.open(encounter, after=FAR, seat=seat, key=key)).remembered
        if remembered is None:
            return None
        if remembered.fingerprint != print_:
            raise KeyReused(f"the idempotency key {key!r} stands for another request")
        return await view(self._loader, encounter, viewer, remembered.last)


def _full(error: HostFull) -> RuleRefusal:
    if error.running:
        return RuleRefusal(f"{error.most} fights of yours run, which is the most: end one")
    return RuleRefusal(f"{error.most} fights of yours are stored, which is the most for a host")


def _unfit(at: int) -> RuleRefusal:
    """The refusal of a fork whose past today's rules cannot take up."""
    reason = f"today's rules cannot take up this fight at version {at}: fork at another one, or play it anew"
    return RuleRefusal(reason, field="at")


def _sealed_from(fight: Fight, seat: str) -> bool:
    """Whether there are answers that this seat may not know yet: in a fork it could reveal them on its own."""
    asked = fight.window.asked if fight.window else ()
    return any(a.answered and a.visibility is Visibility.SEALED and seat not in a.seats for a in asked)


def _secrets(new: NewEncounter) -> Secrets:
    if new.dice == "OPEN":
        return Secrets(open_secret(new.seed), open_secret(new.seed))
    return randomness.dice_secrets()


def created(
    book: Rulebook[Any],
    new: NewEncounter,
    encounter: str,
    proof: tuple[str, str],
    time: str,
    campaign: CampaignTie | None = None,
    members: tuple[Entered, ...] = (),
) -> Step[Any]:
    """The first step of a new encounter, as a job. proof: the commitments to its dice. The rest: see Creation."""
    creation, faults = creation_from(book, new, dict(enumerate(new.combatants)))
    named = structs.replace(
        creation,
        encounter=encounter,
        commitment=proof[0],
        hidden_commitment=proof[1],
        campaign=campaign,
        members=members,
    )
    return facts.create(book, named, seat=None, clock=lambda: time, faults=faults, timer=clock.used_ns)


def judged(
    book: Rulebook[Any],
    new: NewEncounter,
    combatants: Mapping[int, dict[str, Any]],
    faults: tuple[RuleRefusal, ...],
    time: str,
) -> Judged:
    """All that is wrong with a new encounter, and how wide its combatants are, as a job."""
    creation, found = creation_from(book, new, combatants)
    known = [*faults, *found]
    wrong = facts.faults_in(
        lambda: facts.create(book, creation, seat=None, clock=lambda: time, faults=known, timer=clock.used_ns)
    )
    return Judged(wrong, facts.breadths(book, creation, clock.used_ns))


def creation_from(
    book: Rulebook[Any], new: NewEncounter, combatants: Mapping[int, dict[str, Any]]
) -> tuple[Creation, list[RuleRefusal]]:
    """(a creation without id and commitments, what is wrong with its bots and combatants).

    combatants: by their number in the request.
    """
    faults: list[RuleRefusal] = []
    for number, seat in enumerate(new.seats):
        faults += facts.faults_in(check_playable, seat, seat.bot, f"seats.{number}.bot")
    people, unread = _entries(book, combatants)
    creation = Creation(
        encounter="",
        name=new.name,
        dice=new.dice,
        seats=new.seats,
        combatants=tuple(people.values()),
        numbers=tuple(people),
        setup=new.setup,
        chain=chain.ALGORITHM,
        seed=new.seed if new.dice == "OPEN" else "",
        figures_open=new.figures_open,
        sides=new.sides,
        looks=new.looks,
        backdrop=new.backdrop,
        ground=new.ground,
        typed_by=new.typed_by,
        single_answers=new.single_answers,
        house_rules=new.house_rules,
        odds=new.odds,
    )
    return creation, [*faults, *unread]


def _entries(
    book: Rulebook[Any], raw: Mapping[int, dict[str, Any]]
) -> tuple[dict[int, CombatantEntry], list[RuleRefusal]]:
    """(the combatants that can be read, by number; what is wrong with the others)."""
    read, faults = {}, []
    for number, item in raw.items():
        try:
            read[number] = msgspec.convert(item, book.enter)
        except msgspec.ValidationError as error:
            what, where = explain_decode_error(error, item, book.enter)
            faults.append(RuleRefusal(what, field=dotted_path(("combatants", number, *where))))
    return read, faults
