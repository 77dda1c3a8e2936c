"""A fight as an answer node; its parts are computed on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, structs

from api.reading.corrections import corrections_of
from api.reading.earlier_events import NO_EARLIER_EVENTS, EarlierEvents, read_undone
from api.reading.event_cache import CachedEvents, EventCache
from api.reading.global_ids import condition_id, format_encounter, seat_id
from api.reading.house_rules import house_rules_in
from api.reading.long_parts import LongParts
from api.reading.offers import Listed
from api.reading.parts import Part
from api.reading.pieces import Pieces
from api.reading.rendered_event import RenderedEvent, render_events
from api.reading.scene_size import corners_of, size_of_scene
from api.reading.shared_result import SharedResult, once
from api.reading.sources import Sources
from api.reading.stat_blocks import stat_block
from api.reading.waiting import waiting_of
from api.words.refusals import worded
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook, per_combatant
from engine.kernel.overruling.takeback import default_target, last_step
from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.wording import Wording, named_in
from engine.kernel.seating.entropy import may_add_entropy
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import DiceMode, OddsPolicy, Policy, SingleAnswers, Status, TakeBackConsent
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.looks import PLAIN_LOOKS, Looks
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.words.sentences import capitalised
from engine.service.reading.undone import Undone
from engine.service.reading.views import FightView, SeenEvent, StepResult
from schemas import answers
from schemas.stat_blocks import StatBlock
from schemas.types import Instant

A = TypeVar("A")
T = TypeVar("T")


A_COMBATANT = 100
"""The cost of the offers of one combatant, in units of `api.graphql.cost`."""
A_CORNER = 2
"""What each corner of the ground adds to that."""


class TakenBack(NamedTuple):
    """What would be taken back: by the open request, or by one of this seat; and by taking back the last step alone.

    None: nothing, or only its version can be said.
    """

    by_request: Undone | None = None
    last_step: Undone | None = None


class SystemPart:
    """The rule system's part of the state, or of one combatant."""

    def __init__(self, book: Rulebook[Any], kind: str, part: Struct) -> None:
        self.system, self.key = book.system.id, book.key
        self.type, self.part = f"{book.prefix}{kind}", part

    def __getattr__(self, name: str) -> Any:
        return getattr(self.part, name)


class EncounterNode(SharedResult):
    """A fight at a version as a seat sees it. pinned: requested at a version, which its ids then name.

    What takes time is an async member: worked out when it is asked for, once for this node, elsewhere where it takes
    long. through: the GM's seat that looks with this seat's eyes; what is sealed from the GM it does not read. made:
    the step that has just led to the view: its events need not be read again.
    """

    def __init__(
        self,
        view: FightView,
        locale: str,
        sources: Sources,
        *,
        pinned: bool = False,
        through: str | None = None,
        made: StepResult | None = None,
    ) -> None:
        self.through, self._made, self._sources = through, made, sources
        self.view, self.locale, self.pinned = view, locale, pinned
        self._worked_out: dict[Hashable, Any] = {}
        self._working, self.reading = asyncio.Lock(), asyncio.Lock()
        self._fight = view.seen.fight
        self.encounter, self.version = view.id, view.version
        self.id = format_encounter(view.id, view.version if pinned else None)
        self.name, self.system = self._fight.name, self._fight.system
        self.status: Status = self._fight.status
        self.dice: DiceMode = self._fight.dice
        self.typed_by: TypedBy = self._fight.typed_by
        self.round, self.acting, self.order = self._fight.round, self._fight.acting, self._fight.turn_order
        self.outcome: str | None = self._fight.outcome
        self.looks: Looks = self._fight.looks or PLAIN_LOOKS
        self.backdrop: Backdrop | None = self._fight.backdrop
        self.may_add_entropy = not pinned and may_add_entropy(self._fight, view.seat)
        self.take_back_consent: TakeBackConsent = self._fight.take_backs.consent
        self.single_answers: SingleAnswers = self._fight.single_answers
        self.odds: OddsPolicy = self._fight.odds
        self.rules_version = view.book.rules
        self.head = view.head
        self.commitment, self.head_hash = view.commitment, view.head.hash
        self.created_at, self.updated_at = Instant(view.created), Instant(view.time)

    @property
    def book(self) -> Rulebook[Any]:
        return self.view.book

    @property
    def seat(self) -> str | None:
        """The seat that sees it; None: the public view."""
        return self.view.seat

    @cached_property
    def unplayed(self) -> str | None:
        """Why nobody can order anything in it, in the reader's language; None: its rules are played here."""
        book = self.book
        return worded(book.unplayed, self.locale, [book.system]) if book.unplayed else None

    @cached_property
    def signature(self) -> answers.HeadSignature:
        """The server's signature that the fight has had this head."""
        signed = self._sources.signer.sign(self.encounter, self.head)
        return answers.HeadSignature(key=signed.key, value=signed.value)

    @cached_property
    def seats(self) -> tuple[answers.Seat, ...]:
        """The seats at the table."""
        return tuple(
            answers.Seat(
                id=seat_id(self.id, s.seat),
                key=s.seat,
                name=s.name,
                role=s.role,
                bot=s.bot,
                bot_pace=s.bot_pace,
                bot_thinks=s.bot_thinks,
                looks=s.looks or PLAIN_LOOKS,
            )
            for s in self._fight.seats.values()
        )

    @cached_property
    def sides(self) -> tuple[answers.Side, ...]:
        """The sides of which this seat knows a combatant, in order of joining."""
        kept = self._fight.sides
        keys = dict.fromkeys(c.side for c in self._fight.combatants.values())
        entries = (kept.get(key) or SideEntry(key=key) for key in keys)
        words = self._wording
        return tuple(answers.Side(key=s.key, label=words.side(s.key), looks=s.looks or PLAIN_LOOKS) for s in entries)

    @cached_property
    def outcome_label(self) -> str:
        """The outcome in words: the side that has won, or a draw; "" while it is open."""
        if self.outcome is None:
            return ""
        return self._wording.side(self.outcome) if self.outcome else capitalised(self._wording.say("draw"))

    @cached_property
    def _wording(self) -> Wording:
        """The words of this fight in the reader's language."""
        return Wording(self.book.system, self.view.seen, self.locale)

    @cached_property
    def house_rules(self) -> tuple[answers.HouseRule, ...]:
        """What this table plays otherwise than the game has it."""
        return house_rules_in(self.book.system, self._fight.house_rules, self.locale)

    @cached_property
    def policy(self) -> tuple[Policy, ...]:
        """This table's policies for kinds of questions."""
        return tuple(self._fight.policy.values())

    @cached_property
    def handovers(self) -> tuple[answers.Handover, ...]:
        """Combatants that are offered or lent to another seat."""
        kept = ((self._fight.offered, False), (self._fight.handed, True))
        return tuple(
            answers.Handover(combatant=who, giver=handover.giver, taker=handover.taker, accepted=accepted)
            for these, accepted in kept
            for who, handover in these.items()
        )

    @cached_property
    def combatants(self) -> tuple[answers.Combatant, ...]:
        """All combatants that this seat knows of."""
        return tuple(self._combatant(c) for c in self._fight.combatants.values())

    def _combatant(self, c: Combatant) -> answers.Combatant:
        id, words = f"{self.id}.{c.id}", self._wording
        return answers.Combatant(
            id=id,
            key=c.id,
            name=named_in(self.book.system, c.kind, c.name, words.locale),
            side=c.side,
            seat=c.controller,
            owner=c.owner,
            kind=c.kind,
            kind_label=words.kind(c),
            vitals=tuple(
                answers.Vital(id=f"{id}.{key}", key=key, label=words.word(key), now=v.now, max=v.max)
                for key, v in c.vitals.items()
            ),
            conditions=tuple(
                answers.Condition(
                    id=condition_id(id, x.key),
                    key=x.key,
                    kind=x.kind,
                    label=words.word(x.kind),
                    source=x.source,
                    amount=x.amount,
                    left=x.left,
                    until=x.until,
                )
                for x in c.conditions
            ),
            place=c.place,
            out=c.out,
            out_label="" if c.out is None else words.out(c.out),
            looks=c.looks or PLAIN_LOOKS,
            rules=self._part_of(c.id),
        )

    def _part_of(self, combatant: str) -> SystemPart | None:
        field = per_combatant(self.book)
        part = getattr(self.view.seen.own, field).get(combatant) if field else None
        return SystemPart(self.book, "Combatant", part) if part is not None else None

    @cached_property
    def rules(self) -> SystemPart:
        """The rule system's part of the state."""
        return SystemPart(self.book, "State", self.view.seen.own)

    # -- what takes time
    @cached_property
    def _parts(self) -> LongParts:
        opened = {recorded.version: recorded.time for recorded in self.view.position.trail}
        return LongParts(self._sources.service.work, self.view, self.id, self.locale, opened)

    async def _once(self, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Once for this node: what is asked for again in a request is neither made nor counted again."""
        return await once(self._worked_out, name, make)

    async def _shared(self, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Once for all who read the same view in the same language."""
        parts = self._sources.parts
        if parts is None:
            return await self._once(name, make)
        return await once(parts.of(self.view), (self.id, self.seat, self.through, self.locale, name), make)

    async def _undone(self) -> TakenBack:
        """What an open request, or one of this seat, would take back: a bounded number of events."""
        return await self._shared("undone", self._read_undone)

    async def _read_undone(self) -> TakenBack:
        back = self._going_back
        if back is None:
            return TakenBack()
        step = last_step(self._fight, self.seat) if self._fight.taking_back is None else None
        return TakenBack(
            by_request=await self._undone_since(*back),
            last_step=None if step in (None, back[0]) else await self._undone_since(step, self.version),
        )

    async def _undone_since(self, to: int, last: int) -> Undone | None:
        at_hand = () if self._made is None else self._made.seen_events
        return await read_undone(
            self._sources.service, self.encounter, self.seat, to, last, at_hand=at_hand, through=self.through
        )

    @cached_property
    def _going_back(self) -> tuple[int, int] | None:
        """The version that an open request goes back to, or one of this seat would, and the last it takes back."""
        talk = self._fight.taking_back
        if talk is not None:
            return talk.to, talk.request - 1
        if self.pinned or self._fight.status != "RUNNING":
            return None
        to = default_target(self._fight, self.seat, self.version)
        if to is None:
            to = last_step(self._fight, self.seat)
        return None if to is None else (to, self.version)

    async def decisions(self) -> tuple[answers.Decision, ...]:
        """The open decisions; none where nobody can answer, as the rules of the fight are not played here."""

        async def asked() -> tuple[answers.Decision, ...]:
            undone = (await self._undone()).by_request if self._fight.taking_back is not None else None
            return tuple(self._parts.offering.decisions(undone))

        return () if self.book.unplayed else await self._shared("decisions", asked)

    async def waiting(self) -> answers.Waiting:
        """Whom the table waits for, and for what."""
        renderer = Renderer(self.book, self.locale, self.view.seen)
        if self.unplayed is not None and self._fight.status == "RUNNING":
            text = renderer.say("WaitingRules", {"version": self.rules_version})
            return answers.Waiting(text=text, what="NOTHING", for_=(), combatants=(), next=None)
        return waiting_of(self._fight, await self.decisions(), renderer)

    async def take_backs(self) -> tuple[answers.Offer, ...]:
        """Take-back offers of this seat; none at a past version."""

        async def offered() -> tuple[answers.Offer, ...]:
            undone = await self._undone()
            return tuple(self._parts.offering.take_backs(self.version, undone.by_request, undone.last_step))

        return () if self.pinned else await self._shared("take-backs", offered)

    async def offers(self, combatant: str | None = None) -> list[answers.Offer]:
        """Orders that this seat may give now; none at a past version."""
        return [offer for listed in await self._listed(combatant) for offer in listed.offers]

    async def omitted_offers(self, combatant: str | None = None) -> list[answers.OmittedOffers]:
        """Whose orders are missing from `offers`, and why."""
        return [listed.omitted for listed in await self._listed(combatant) if listed.omitted is not None]

    async def _listed(self, combatant: str | None) -> list[Listed]:
        parts, offering = self._parts, self._parts.offering
        return await self._of_each("offers", combatant, offering.ordered, parts.listed, offering.closing)

    async def unavailable(self, combatant: str | None = None) -> list[answers.Unavailable]:
        """What the acting have and no offer uses; none at a past version."""
        parts = self._parts
        found = await self._of_each("unavailable", combatant, parts.offering.hindered, parts.lacking)
        return [unavailable for each in found for unavailable in each]

    async def _of_each(
        self,
        name: str,
        combatant: str | None,
        actors: Callable[[str | None], Iterable[A]],
        find: Callable[[A], Awaitable[T]],
        behind: Callable[[str | None], Iterable[T]] = lambda combatant: (),
    ) -> list[T]:
        """A part of the answer for each actor, in pieces: with two hundred combatants it takes a tenth of a second.

        It is counted before it is worked out: by how many combatants the reader may order, and by the corners of the
        ground on which they stand.
        """

        async def made() -> list[T]:
            pieces, whole = Pieces(), list[T]()
            for actor in actors(combatant):
                whole.append(await find(actor))
                await pieces.rest()
            return [*whole, *behind(combatant)]

        async def counted() -> list[T]:
            async with self._working:
                each = A_COMBATANT + A_CORNER * corners_of(self.view.seen.fight.ground)
                await self._sources.count(each * self._parts.offering.orderable(combatant))
                return await self._shared(("each", name, combatant), made)

        return [] if self.pinned else await self._once((name, combatant), counted)

    async def scene(self) -> Scene:
        """The fight as a picture, in the reader's language. Counted by its size, as far as the reader sees it."""

        async def counted() -> Scene:
            await self._sources.count(size_of_scene(self.view.seen.fight))
            return await self._shared("picture", self._parts.scene)

        return await self._once("scene", counted)

    async def scene_unless(self, digest: str | None) -> Scene:
        """The scene; without the parts of its ground where the reader has them: those of this digest."""
        scene = await self.scene()
        if digest is None or digest != scene.ground.digest:
            return scene
        return structs.replace(scene, ground=SceneGround(digest=digest))

    async def scene_with_threats(self, combatant: str | None) -> Scene:
        """The scene, with what a combatant threatens among its marks. None: without."""
        scene = await self.scene()
        threats = [] if combatant is None else await self.threats(combatant)
        return structs.replace(scene, marks=(*scene.marks, *threats)) if threats else scene

    async def threats(self, combatant: str) -> list[SceneMark]:
        """What a combatant threatens as far as this seat sees, as marks; none for whoever it does not see."""
        return list(await self._parts.threats(combatant))

    async def stat_block(self, combatant: str) -> StatBlock:
        """The sheet of a combatant as far as this seat knows it; empty for whoever it does not see."""
        told = await self._parts.stat_block(combatant)
        return stat_block(told, Renderer(self.book, self.locale, self.view.seen))

    # -- what is at hand
    def corrections_of(self, combatant: str | None = None) -> list[answers.Correction]:
        """What this seat may correct of a combatant, or of the fight; none at a past version."""
        if self.pinned:
            return []
        return list(corrections_of(self.book, self.view.seen, self.view.seat, self.locale, combatant))

    def render(self, seen: Iterable[SeenEvent], earlier: EarlierEvents = NO_EARLIER_EVENTS) -> list[RenderedEvent]:
        """Render events of this fight in the reader's language. asked: the decisions that they answer."""
        return render_events(self.view, seen, self.locale, earlier)

    @property
    def _event_cache(self) -> EventCache | None:
        """None for a GM with a seat's eyes: what he reads may be less than what the seat reads."""
        return self._sources.event_cache if self.through is None else None

    def cached(self) -> CachedEvents | None:
        """The cached events of this reader; None if nothing is cached."""
        cache = self._event_cache
        return None if cache is None else cache.of(self.view, self.locale)

    def keep(self, cached: CachedEvents, rendered: Iterable[RenderedEvent]) -> None:
        """Add rendered events of this reader to the cache."""
        if self._event_cache is not None:
            self._event_cache.put(cached, self.view, self.locale, rendered)

    # -- for REST
    async def answer(self, parts: Collection[Part]) -> answers.Encounter:
        """The node, as REST sends it: a system's parts as JSON under its key. parts: what is included."""
        worked_out = {
            "decisions": await self.decisions(),
            "waiting": await self.waiting(),
            "take_backs": await self.take_backs(),
            "offers": tuple(await self.offers()) if "offers" in parts else None,
            "omitted_offers": tuple(await self.omitted_offers()) if "offers" in parts else None,
            "scene": await self.scene() if "scene" in parts else None,
            "unavailable": tuple(await self.unavailable()) if "unavailable" in parts else None,
            "combatants": tuple(structs.replace(c, rules=_untyped(c.rules)) for c in self.combatants),
            "rules": _untyped(self.rules),
        }
        at_hand = {name: getattr(self, name) for name in answers.Encounter.__struct_fields__ if name not in worked_out}
        return answers.Encounter(**worked_out, **at_hand)


def _untyped(part: SystemPart | None) -> Any:
    return None if part is None else {part.key: part.part}
