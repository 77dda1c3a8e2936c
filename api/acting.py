"""What a caller may bring about, the same for GraphQL and REST: rights, ids, and the service's call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, cast

import msgspec

from api.errors import BadRequest
from api.misread import read
from api.reading.asked import asked
from api.reading.ids import bare, bare_all, parse_encounter
from api.reading.node import EncounterNode
from api.reading.spoken import Spoken, speak
from api.session import Session
from engine.kernel.decide import Choice
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import SeatEntry
from engine.kernel.misread import close
from engine.kernel.rulebook import Rulebook
from engine.service.encounters import NewEncounter
from engine.service.seeing import Done, Glimpse, Told
from engine.service.tools import BESIDE_RULES
from schemas import answers
from schemas.requests import (
    AddEntropyRequest,
    AnswerRequest,
    CreateEncounterRequest,
    PreferRequest,
    SetBotRequest,
    SubmitRequest,
)


def own_part(value: Any, book: Rulebook[Any], field: str) -> dict[str, Any]:
    """The part of a `{"fantasia": {...}}` that is this system's. BadRequest for another system's."""
    if not isinstance(value, dict) or list(value) != [book.key] or not isinstance(value[book.key], dict):
        raise BadRequest(f'expected {{"{book.key}": {{...}}}}, as this encounter is of {book.system.name}', field)
    part: dict[str, Any] = value[book.key]
    return part


def _readable(session: Session, command: dict[str, Any]) -> dict[str, Any]:
    """The command, if somebody may mean it: {"fantasia": {"attack": {...}}}. BadRequest that names the field."""
    books = session.service.registry.books.values()
    kinds: dict[str, Mapping[str, type[Any]]] = {**BESIDE_RULES, **{book.key: book.orders for book in books}}
    key, body = _only(command, kinds, "command")
    name, fields = _only(body, kinds[key], f"command.{key}")
    read(fields, kinds[key][name], ("command", key, name))
    return command


def _only(value: Any, known: Mapping[str, Any], field: str) -> tuple[str, Any]:
    """The one key of an object, which is a known one, and what lies under it."""
    there = ", ".join(known)
    if not isinstance(value, dict) or len(value) != 1:
        also = "; leave the others out, also those that are null" if isinstance(value, dict) and value else ""
        raise BadRequest(f"this is an object with exactly one key, of {there}{also}", field)
    ((key, inner),) = value.items()
    if key not in known:
        holder = next((one for one, inside in known.items() if isinstance(inside, Mapping) and key in inside), None)
        if holder is not None:
            raise BadRequest(f'{key!r} belongs inside: send {{"{holder}": {{"{key}": {{...}}}}}}', field)
        raise BadRequest(f"there is no {key!r} here, but {there}{close(key, known)}", field)
    return key, inner


def wrapped(session: Session, body: Mapping[str, Any]) -> None:
    """BadRequest for an order that is sent bare, without `command` around it."""
    books = session.service.registry.books.values()
    orders: dict[str, Mapping[str, Any]] = {**BESIDE_RULES, **{book.key: book.orders for book in books}}
    for key, inside in orders.items() if "command" not in body else ():
        bare = key if key in body else next((one for one in body if one in inside), None)
        if bare is not None:
            shown = f'"{key}": {{...}}' if bare == key else f'"{key}": {{"{bare}": {{...}}}}'
            raise BadRequest(f'wrap the order: {{"command": {{{shown}}}}}', "command")


def _order(book: Rulebook[Any], combatant: Any, number: int) -> dict[str, Any]:
    """A combatant as the system's Enter order has him."""
    raw = {k: v for k, v in msgspec.to_builtins(combatant).items() if k not in ("id", "sheet") and v is not None}
    sheet = own_part(combatant.sheet, book, f"combatants.{number}.sheet")
    read(sheet, book.system.sheet, ("combatants", number, "sheet", book.key))
    return {**raw, "combatant": combatant.id, "sheet": sheet}


async def create(session: Session, wish: CreateEncounterRequest) -> Glimpse:
    """A new fight. The operator only."""
    session.must_be_admin()
    book = installed(session, wish.system)
    if wish.seed and wish.dice != "OPEN":
        raise BadRequest(f"a seed is for dice OPEN, and these are {wish.dice}: leave it out", "seed")
    setup = own_part(wish.setup, book, "setup") if wish.setup else {}
    read(setup, book.system.setup, ("setup", book.key))
    new = NewEncounter(
        system=wish.system,
        name=wish.name,
        seats=tuple(SeatEntry(s.id, s.name, s.role, s.bot) for s in wish.seats),
        combatants=tuple(_order(book, c, number) for number, c in enumerate(wish.combatants)),
        setup=setup,
        dice=wish.dice,
        seed=wish.seed,
        figures_open=wish.figures_open,
        board=wish.board,
    )
    try:
        made = await session.service.create(new, key=wish.idempotency_key)
    except RuleRefusal as refusal:
        refusal.field = _as_sent(refusal.field, book)
        raise
    return await _by_now(session, made.id, await session.reads(made.id))


def installed(session: Session, system: str) -> Rulebook[Any]:
    """The rulebook of a system that a request names."""
    try:
        return session.service.registry.book(system)
    except RuleRefusal as refusal:
        raise BadRequest(refusal.reason, "system") from None


def _as_sent(field: str, book: Rulebook[Any]) -> str:
    """The field of an Enter order as a new fight's request has it: combatants.0.sheet.ref -> ...sheet.fantasia.ref."""
    match field.split("."):
        case ["combatants", number, "combatant"]:
            return f"combatants.{number}.id"
        case ["combatants", number, "sheet", name, *rest] if name != book.key:
            return ".".join(("combatants", number, "sheet", book.key, name, *rest))
    return field


async def _by_now(session: Session, made: str, seat: str | None) -> Glimpse:
    """A fight that was made, as it stands. A repeated key brings an old one, but its id means the present."""
    return await session.service.glimpse(made, seat)


def check_key(key: str | None) -> None:
    """BadRequest for an idempotency key that is none."""
    if key is not None and not 1 <= len(key) <= 200:
        raise BadRequest("an idempotency key has 1 to 200 characters", "idempotencyKey")


async def fork(session: Session, id: str, at: int | None, key: str | None = None) -> Glimpse:
    """A what-if from a version. at: absent: the version that the id names."""
    check_key(key)
    encounter, past = parse_encounter(id)
    seat = await session.acts(encounter)
    version = past if at is None else at
    if version is None:
        raise BadRequest("name the version to fork from", "at")
    made = await session.service.fork(encounter, seat, version, key=key)
    return await _by_now(session, made.id, seat)


def present(id: str) -> str:
    """The encounter of an id that must not be a past version's."""
    encounter, past = parse_encounter(id)
    if past is not None:
        raise RuleRefusal(f"{id} is past: send to {encounter!r}, or fork it at {past}", field="encounter")
    return encounter


def _fitting(value: Any, field: str) -> Any:
    """The value, if it holds whole numbers of 32 bits only: others could be played, but not shown to everybody."""
    match value:
        case float():
            raise BadRequest(f"{value!r} is no whole number of 32 bits", field)
        case int() if not -(2**31) <= value < 2**31:
            raise BadRequest(f"{value} is no whole number of 32 bits", field)
        case dict():
            for key, item in value.items():
                _fitting(item, f"{field}.{key}")
        case list():
            for index, item in enumerate(value):
                _fitting(item, f"{field}.{index}")
    return value


async def submit(session: Session, wish: SubmitRequest) -> Done:
    """An order, a tool of the GM, or talk of taking back."""
    encounter = present(wish.encounter)
    async with session.ordering(encounter) as claims:
        return await session.service.submit(
            encounter,
            claims.seat,
            _readable(session, bare_all(_fitting(wish.command, "command"), encounter)),
            expected=wish.expected_version,
            key=wish.idempotency_key,
            faces=wish.faces,
            epoch=claims.epoch,
        )


def parse_decision(id: str, encounter: str) -> int:
    """`12`, `a1.12` -> 12. BadRequest for anything else."""
    key = bare(id, encounter)
    if not key.isascii() or not key.isdigit() or len(key) > 9:
        raise BadRequest(
            f"{id!r} is no decision: send the id or the key of one of the encounter's decisions", "decision"
        )
    return int(key)


async def answer(session: Session, wish: AnswerRequest) -> Done:
    """An answer to a decision."""
    encounter = present(wish.encounter)
    async with session.ordering(encounter) as claims:
        choice = None
        if wish.choice is not None:
            choice = Choice(wish.choice.key, bare_all(_fitting(wish.choice.fields or {}, "choice.fields"), encounter))
        return await session.service.answer(
            encounter,
            claims.seat,
            parse_decision(wish.decision, encounter),
            choice,
            key=wish.idempotency_key,
            faces=wish.faces,
            epoch=claims.epoch,
        )


async def prefer(session: Session, wish: PreferRequest) -> answers.Preferred:
    """A standing preference of the caller's seat."""
    encounter = present(wish.encounter)
    seat = await session.acts(encounter)
    await session.service.prefer(encounter, seat, wish.kind, wish.preference)
    return answers.Preferred(encounter=encounter, kind=wish.kind, preference=wish.preference)


async def set_bot(session: Session, wish: SetBotRequest) -> Done:
    """A bot plays for a seat from now on, or none does."""
    encounter = present(wish.encounter)
    seat = await session.reads(encounter)
    whose = bare(wish.seat, encounter)
    return await session.service.set_bot(
        encounter, seat, whose, wish.bot, expected=wish.expected_version, key=wish.idempotency_key
    )


async def add_entropy(session: Session, wish: AddEntropyRequest) -> Done:
    """The caller's seat adds chance of its own to the dice."""
    encounter = present(wish.encounter)
    seat = await session.acts(encounter)
    return await session.service.add_entropy(
        encounter, seat, wish.entropy, expected=wish.expected_version, key=wish.idempotency_key
    )


# -- answers ------------------------------------------------------------------------------------------------------
class Accepted:
    """A step, its parts made when they are asked for."""

    def __init__(self, session: Session, done: Done, opened: Iterable[Told] = ()) -> None:
        self.from_, self.version, self.command = done.first, done.last, done.key
        self.again, self.durable = done.again, done.durable
        self._session, self._done, self._opened = session, done, opened

    @classmethod
    async def of(cls, session: Session, done: Done) -> Accepted:
        """What a request did, with what it needs to be told."""
        if not done.answers:
            return cls(session, done)
        glimpse = done.glimpse
        return cls(session, done, await asked(session.service, glimpse.id, glimpse.seat, done.told))

    @cached_property
    def encounter(self) -> EncounterNode:
        """The fight behind the step."""
        return self._session.node(self._done.glimpse, pinned=self.again)

    @cached_property
    def events(self) -> list[Spoken]:
        """What happened."""
        return speak(self._done.glimpse, self._done.told, self._session.locale, self._opened)

    @property
    def decisions(self) -> tuple[answers.Decision, ...]:
        """What is open behind the step."""
        return self.encounter.decisions

    def answer(self) -> answers.Accepted:
        """All of it, as REST sends it."""
        names = set(answers.Accepted.__struct_fields__) - {"events", "encounter"}
        figures = {name: getattr(self, name) for name in names}
        events = tuple(e.told() for e in self.events)
        return answers.Accepted(events=events, encounter=self.encounter.answer(), **cast(Any, figures))


class Created:
    """A new fight and its tokens."""

    def __init__(self, session: Session, glimpse: Glimpse, tokens: list[answers.Token]) -> None:
        self.encounter, self.tokens = session.node(glimpse), tokens

    def answer(self) -> answers.Created:
        """All of it, as REST sends it."""
        return answers.Created(encounter=self.encounter.answer(), tokens=tuple(self.tokens))
