"""Operations on encounters, shared by GraphQL and REST: check rights, parse ids, call the service."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, cast

import msgspec

from api.access.event_work import COPY
from api.errors.decoding import read
from api.errors.request_errors import BadRequest
from api.operations.pictures import must_know
from api.operations.session import Session
from api.reading.earlier_events import NO_EARLIER_EVENTS, EarlierEvents, earlier_events
from api.reading.encounter_node import EncounterNode
from api.reading.global_ids import bare, bare_all, parse_encounter
from api.reading.parts import INSIDE, Part
from api.reading.rendered_event import RenderedEvent, render_events
from api.reading.systems import question_label
from api.words import say
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state.fight import Fight
from engine.kernel.state.pictures import named_pictures
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.decode_errors import did_you_mean
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from engine.service.reading.views import FightView, StepResult
from engine.service.writing.gm_tools import BESIDE_RULES
from schemas import answers
from schemas.campaigns import BeginFightBody
from schemas.requests import (
    LONGEST_NAME,
    AddEntropyRequest,
    AnswerRequest,
    CreateEncounterRequest,
    ForkRequest,
    PreferRequest,
    SetBotRequest,
    SubmitRequest,
)


def own_part(value: Any, book: Rulebook[Any], field: str) -> dict[str, Any]:
    """This system's part of `{"fantasia": {...}}`. BadRequest for another system's."""
    if not isinstance(value, dict) or list(value) != [book.key] or not isinstance(value[book.key], dict):
        raise BadRequest(f'expected {{"{book.key}": {{...}}}}, as this encounter is of {book.system.name}', field)
    part: dict[str, Any] = value[book.key]
    return part


def readable(session: Session, command: dict[str, Any]) -> dict[str, Any]:
    """The command, validated: {"fantasia": {"attack": {...}}}. BadRequest names the field."""
    books = session.service.registry.all
    kinds: dict[str, Mapping[str, type[Any]]] = {**BESIDE_RULES, **{book.key: book.orders for book in books}}
    key, body = _only(command, kinds, "command")
    name, fields = _only(body, kinds[key], f"command.{key}")
    read(fields, kinds[key][name], ("command", key, name))
    return command


def _only(value: Any, known: Mapping[str, Any], field: str) -> tuple[str, Any]:
    """The only key of an object, which must be known, and its value."""
    there = ", ".join(known)
    if not isinstance(value, dict) or len(value) != 1:
        also = "; leave the others out, also those that are null" if isinstance(value, dict) and value else ""
        raise BadRequest(f"this is an object with exactly one key, of {there}{also}", field)
    ((key, inner),) = value.items()
    if key not in known:
        holder = next((name for name, inside in known.items() if isinstance(inside, Mapping) and key in inside), None)
        if holder is not None:
            raise BadRequest(f'{key!r} belongs inside: send {{"{holder}": {{"{key}": {{...}}}}}}', field)
        raise BadRequest(f"there is no {key!r} here, but {there}{did_you_mean(key, known)}", field)
    return key, inner


def wrapped(session: Session, body: Mapping[str, Any]) -> None:
    """BadRequest for an order that is sent without `command` around it."""
    books = session.service.registry.all
    orders: dict[str, Mapping[str, Any]] = {**BESIDE_RULES, **{book.key: book.orders for book in books}}
    for key, inside in orders.items() if "command" not in body else ():
        bare = key if key in body else next((name for name in body if name in inside), None)
        if bare is not None:
            shown = f'"{key}": {{...}}' if bare == key else f'"{key}": {{"{bare}": {{...}}}}'
            raise BadRequest(f'wrap the order: {{"command": {{{shown}}}}}', "command")


def entry_order(book: Rulebook[Any], combatant: Any, number: int) -> dict[str, Any]:
    """A combatant as the fields of the system's Enter order."""
    raw = {k: v for k, v in msgspec.to_builtins(combatant).items() if k != "sheet" and v is not None}
    sheet = own_part(combatant.sheet, book, f"combatants.{number}.sheet")
    read(sheet, book.system.sheet, ("combatants", number, "sheet", book.key))
    return {**raw, "sheet": sheet}


def new_encounter(book: Rulebook[Any], request: CreateEncounterRequest) -> NewEncounter:
    """What a fight is created from. BadRequest, or a validation error of msgspec, where it cannot be read."""
    if request.seed and request.dice != "OPEN":
        raise BadRequest(seed_reason(request.dice), "seed")
    seats = tuple(SeatEntry(s.id, s.name, s.role, s.bot, s.looks, s.bot_pace, s.bot_thinks) for s in request.seats)
    return new_fight(book, request, seats=seats, seed=request.seed)


def new_fight(
    book: Rulebook[Any],
    request: CreateEncounterRequest | BeginFightBody,
    *,
    seats: tuple[SeatEntry, ...] = (),
    seed: str = "",
) -> NewEncounter:
    """What a fight is created from, by itself or in a campaign, which has the seats. Raises as `new_encounter` does."""
    setup = own_part(request.setup, book, "setup") if request.setup else {}
    read(setup, book.system.setup, ("setup", book.key))
    return NewEncounter(
        system=book.system.id,
        name=request.name,
        seats=seats,
        combatants=tuple(entry_order(book, c, number) for number, c in enumerate(request.combatants)),
        setup=setup,
        dice=request.dice,
        seed=seed,
        figures_open=request.figures_open,
        sides=request.sides,
        looks=request.looks,
        backdrop=request.backdrop,
        ground=request.ground,
        typed_by=request.typed_by,
        single_answers=request.single_answers,
        house_rules=request.house_rules or {},
        odds=request.odds,
    )


async def create(session: Session, request: CreateEncounterRequest) -> FightView:
    """Create a fight, with its seats' tokens. Hosts and the operator."""
    owner = await session.owner()
    book = installed(session, request.system)
    new = new_encounter(book, request)
    try:
        made = await session.service.create(new, key=request.idempotency_key, host=owner)
    except RuleRefusal as refusal:
        for fault in refusal.all:
            fault.field = as_sent(fault.field, book)
        raise
    return await _by_now(session, made.id, await session.reads(made.id))


def seed_reason(dice: object) -> str:
    """Why a seed is refused."""
    return f"a seed is for dice OPEN, and these are {dice}: leave it out"


def installed(session: Session, system: str) -> Rulebook[Any]:
    """The rulebook of a system that a request names."""
    try:
        return session.service.registry.book(system)
    except RuleRefusal as refusal:
        raise BadRequest(refusal.reason, "system") from None


def as_sent(field: str, book: Rulebook[Any]) -> str:
    """An Enter order's field as a path in the create request: combatants.0.sheet.ref -> ...sheet.fantasia.ref."""
    match field.split("."):
        case ["combatants", number, "sheet", name, *rest] if name != book.key:
            return ".".join(("combatants", number, "sheet", book.key, name, *rest))
    return field


async def _by_now(session: Session, made: str, seat: str | None) -> FightView:
    """The current view of a created fight. A repeated key finds an older fight, whose id means its latest version."""
    return await session.service.view(made, seat)


def check_key(key: str | None) -> None:
    """BadRequest for an invalid idempotency key."""
    if key is not None and not 1 <= len(key) <= 200:
        raise BadRequest("an idempotency key has 1 to 200 characters", "idempotencyKey")


async def fork(session: Session, request: ForkRequest) -> FightView:
    """Fork the fight at a version as a what-if, with fresh dice. The GM only.

    todaysRules: it plays the rules of the installed game from there on; else those that the fight plays.
    """
    check_key(request.idempotency_key)
    encounter, _ = parse_encounter(request.encounter)
    seat = await session.acts(encounter)
    there = (await session.service.head(encounter)).head.version
    await session.charge(COPY)(max(0, min(request.at, there)))
    made = await session.service.fork(
        encounter,
        seat,
        request.at,
        key=request.idempotency_key,
        todays_rules=request.todays_rules,
        called=lambda fight: _name_of_fork(fight, session.locale),
    )
    return await _by_now(session, made.id, seat)


def _name_of_fork(fight: Fight, locale: str) -> str:
    """What a fork of a fight is called: after the round that it begins in, so that lists tell both apart."""
    kind, facts = "forked" if fight.round else "forked.start", {"round": fight.round}
    name = say(kind, {**facts, "name": fight.name}, locale)
    over = len(name) - LONGEST_NAME
    return say(kind, {**facts, "name": fight.name[: -over - 1] + "…"}, locale) if over > 0 else name


def present(id: str) -> str:
    """The encounter of an id. RuleRefusal if the id names a past version."""
    encounter, past = parse_encounter(id)
    if past is not None:
        raise RuleRefusal(f"{id} is past: send to {encounter!r}, or fork it at {past}", field="encounter")
    return encounter


def fitting_numbers(value: Any, field: str) -> Any:
    """The value, if all its numbers are 32-bit integers. Others could be played, but not every client can show them."""
    match value:
        case float():
            raise BadRequest(f"{value!r} is no whole number of 32 bits", field)
        case int() if not -(2**31) <= value < 2**31:
            raise BadRequest(f"{value} is no whole number of 32 bits", field)
        case dict():
            for key, item in value.items():
                fitting_numbers(item, f"{field}.{key}")
        case list():
            for index, item in enumerate(value):
                fitting_numbers(item, f"{field}.{index}")
    return value


async def created(session: Session, view: FightView, source: str | None = None) -> Created:
    """The answer for a new fight, once it has the pictures that it names.

    source: the fight that they are from; None: any of its host's.
    """
    named = named_pictures(view.position.state.fight)
    parent = None if source is None else parse_encounter(source)[0]
    missing = await session.service.pictures.bring(view.id, named, parent)
    return Created(session, view, await session.tokens(view), missing)


async def submit(session: Session, request: SubmitRequest) -> StepResult:
    """Give an order, or use a tool of the GM."""
    encounter = present(request.encounter)
    async with session.ordering(encounter) as claims:
        await must_know(session, encounter, request.command)
        return await session.service.submit(
            encounter,
            claims.seat,
            readable(session, bare_all(fitting_numbers(request.command, "command"), encounter)),
            expected=request.expected_version,
            key=request.idempotency_key,
            faces=request.faces,
            epoch=claims.epoch,
        )


def parse_decision(id: str, encounter: str) -> int:
    """Parse a decision's id: `12`, `a1.decision:12`, `a1.12` -> 12. BadRequest for anything else."""
    key = bare(id, encounter).removeprefix("decision:")
    if not key.isascii() or not key.isdigit() or len(key) > 9:
        raise BadRequest(
            f"{id!r} is no decision: send the id or the key of one of the encounter's decisions", "decision"
        )
    return int(key)


async def answer(session: Session, request: AnswerRequest) -> StepResult:
    """Answer an open decision."""
    encounter = present(request.encounter)
    async with session.ordering(encounter) as claims:
        choice = None
        if request.choice is not None:
            choice = Choice(
                request.choice.key, bare_all(fitting_numbers(request.choice.fields or {}, "choice.fields"), encounter)
            )
        return await session.service.answer(
            encounter,
            claims.seat,
            parse_decision(request.decision, encounter),
            choice,
            key=request.idempotency_key,
            faces=request.faces,
            epoch=claims.epoch,
        )


async def prefer(session: Session, request: PreferRequest) -> answers.Preferred:
    """Set a standing preference for a kind of question: it answers as soon as the question opens."""
    encounter = present(request.encounter)
    seat = await session.acts(encounter)
    await session.service.prefer(encounter, seat, request.kind, request.preference)
    return answers.Preferred(encounter=encounter, kind=request.kind, preference=request.preference)


async def preferences(session: Session, node: EncounterNode) -> list[answers.StandingPreference]:
    """The standing preferences of the caller's own seat, in the order of the game's questions.

    They lie beside the stream: none of a past version. None for whoever looks without a token of the seat that he looks
    with: the GM with a player's eyes, a host, a reader of what is published.
    """
    claims, seat = await session.claims_of(node.encounter), node.seat
    if node.pinned or seat is None or claims is None or claims.seat != seat:
        return []
    kept = await session.service.preferences(node.encounter, seat)
    return [
        answers.StandingPreference(
            kind=kind, label=question_label(node.book, kind, session.locale), preference=cast(Any, preference)
        )
        for kind, preference in kept.items()
    ]


async def set_bot(session: Session, request: SetBotRequest) -> StepResult:
    """Have a bot play for a seat, or stop it. The GM and the operator may do so for every seat, players for their
    own."""
    encounter = present(request.encounter)
    seat = await session.changes(encounter)
    whose = bare(request.seat, encounter)
    return await session.service.set_bot(
        encounter,
        seat,
        whose,
        request.bot,
        pace=request.bot_pace,
        thinks=request.bot_thinks,
        expected=request.expected_version,
        key=request.idempotency_key,
    )


async def add_entropy(session: Session, request: AddEntropyRequest) -> StepResult:
    """Add entropy of your own to provable dice, before the first roll: so nobody determines them alone."""
    encounter = present(request.encounter)
    seat = await session.acts(encounter)
    return await session.service.add_entropy(
        encounter, seat, request.entropy, expected=request.expected_version, key=request.idempotency_key
    )


# -- answers ------------------------------------------------------------------------------------------------------
class Accepted:
    """An accepted step; its parts are computed on demand."""

    def __init__(self, session: Session, done: StepResult, earlier: EarlierEvents = NO_EARLIER_EVENTS) -> None:
        self.from_, self.version, self.command = done.first, done.last, done.key
        self.again, self.durable = done.again, done.durable
        self.fight_version = done.view.version
        self._session, self._done, self._earlier = session, done, earlier

    @classmethod
    async def of(cls, session: Session, done: StepResult) -> Accepted:
        """The result of a request, with the earlier events that are needed to render it."""
        if done.stands_alone:
            return cls(session, done)
        view = done.view
        return cls(session, done, await earlier_events(session.service, view.id, view.seat, done.seen_events))

    @cached_property
    def encounter(self) -> EncounterNode:
        """The fight after the step."""
        return self._session.node_after(self._done, pinned=self.again)

    @cached_property
    def events(self) -> list[RenderedEvent]:
        """The events of the step."""
        return render_events(self._done.view, self._done.seen_events, self._session.locale, self._earlier)

    async def decisions(self) -> tuple[answers.Decision, ...]:
        """The decisions that are open after the step."""
        return await self.encounter.decisions()

    async def answer(self, parts: Collection[Part]) -> answers.Accepted:
        """The step with these parts of the fight after it, as REST sends it."""
        return answers.Accepted(
            from_=self.from_,
            version=self.version,
            command=self.command,
            again=self.again,
            durable=self.durable,
            events=tuple(e.as_answer() for e in self.events),
            encounter=await self.encounter.answer(parts) if INSIDE.intersection(parts) else None,
            decisions=await self.decisions() if "decisions" in parts else None,
        )


class Created:
    """A new fight and its tokens, and the pictures that it lacks."""

    def __init__(
        self, session: Session, view: FightView, tokens: list[answers.Token], missing_pictures: tuple[str, ...] = ()
    ) -> None:
        self.encounter, self.tokens, self.missing_pictures = session.node(view), tokens, missing_pictures

    async def answer(self, parts: Collection[Part]) -> answers.Created:
        """The fight with these parts, as REST sends it."""
        encounter = await self.encounter.answer(parts)
        return answers.Created(encounter=encounter, tokens=tuple(self.tokens), missing_pictures=self.missing_pictures)
