"""Two fights that run the same way and differ only in what is hidden: outsiders cannot distinguish them.

A `Secret` is a pair of fights to make, and who may not know how they differ. `lockstep.py` plays both through the
real service, each in a store of its own, with the same ids, times and dice, and compares after every step all bytes
that an outsider can get: state, events as text and data, offers, decisions, and refusals of its orders; at the
end also every past version, the export, the audit, a watcher's stream, and forks. Hashes, digests and salts
are blanked, nothing else. No outsider gets the id or name of a hidden combatant in any text.

        SECRETS of a system's examples.py     what can be hidden in it: name -> a function that makes such a pair
    KERNEL of `secrets.py`                what can be hidden in every system
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

from api.drawing.drawing import draw
from api.errors.problems import Problem, problem_of
from api.reading.earlier_events import earlier_events
from api.reading.encounter_node import EncounterNode
from api.reading.sources import Sources
from api.replay.replay import file_pages
from api.words.bodies import body_of
from api.words.refusals import worded
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.state.fight import State
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.signing import Signer
from engine.service.reading.hub import Hub
from engine.service.reading.loader import FAR, Loaded
from engine.service.reading.views import events_for
from engine.service.registry import Registry
from engine.service.writing.writer import names_in, seal
from engine.store.ids import new_id
from engine.store.memory import MemoryStore
from engine.store.port import Secrets
from tests.support.fights.playing import Play
from tests.support.secrecy.replays import unpacked

HEX = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b")
"""Hashes, digests and salts, and the secrets of dice once they are published."""
SIGNED = re.compile(rb"(?<![\w-])[\w-]{86}(?![\w-])")
"""A signature of a head: it follows from the hash, and reveals no more."""
LONG_WORD = re.compile(rb"[\w-]{32,}")
"""What can be either: few words of a text are, and the others are not tried."""
SIGNER = Signer(bytes(32))

BEGAN = 1_700_000_000_000
"""Unix ms at which the first step of every fight is made; each later one a second after the one before."""

LOCALES = ("en", "es", "fi")
MISSING = "qq7"
WRONG = 6
"""Wrong orders that every outsider tries at a stop."""


class Secret(Struct, frozen=True):
    """Two fights to make. outsiders: who may not know how they differ; None is a reader without a seat.

    hidden: ids and names that no outsider may get. dice: the secret of hidden rolls, for each world.
    twins: whether orders and answers may differ where an outsider may not read them. strict: False where a hidden
    combatant may act differently: steps that name it are compared only if all else in them is alike.
    preferences: "seat kind" -> what a seat prefers, for each world. laid: how the GM lays hidden ground anew, for each
    world. None: what differs is no ground.
    """

    one: NewEncounter
    other: NewEncounter
    outsiders: tuple[str | None, ...]
    hidden: tuple[str, ...] = ()
    dice: tuple[str, str] = ("02" * 32, "02" * 32)
    twins: bool = False
    strict: bool = True
    preferences: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
    laid: tuple[dict[str, Any] | None, dict[str, Any] | None] | None = None

    @property
    def idle(self) -> bool:
        """Whether the worlds do not differ at all, nor may what is done in them."""
        alike = all(one == other for one, other in ((self.one, self.other), self.dice, self.preferences))
        return alike and not self.twins


class Compared(Struct):
    """What was compared: bytes, steps, wrong orders, previews, steps that differed unseen, take-backs; why it ended."""

    bytes: int = 0
    steps: int = 0
    refusals: int = 0
    previews: int = 0
    unlike: int = 0
    asked: int = 0
    end: str = ""


class Leak(AssertionError):
    """An outsider can distinguish the worlds, or reads of a hidden combatant."""


def blanked(data: bytes) -> bytes:
    """The bytes without hashes, digests and salts, and the signatures of hashes."""
    return LONG_WORD.sub(lambda word: SIGNED.sub(b"#", HEX.sub(b"#", word[0])), data)


def same(what: str, seat: str | None, one: bytes, other: bytes) -> int:
    """Leak unless both are the same except for hashes; else their length in bytes."""
    if one == other:
        return len(one)
    one, other = blanked(one), blanked(other)
    if one != other:
        at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        near = slice(max(0, at - 160), at + 160)
        raise Leak(f"{seat} tells the worlds apart by {what}:\n{one[near]!r}\n{other[near]!r}")
    return len(one)


# -- a world
class World:
    """One of the two fights, in a store of its own. now: the time of its next step, in Unix ms."""

    def __init__(self, registry: Registry, wish: NewEncounter, dice: str) -> None:
        self.store = MemoryStore()
        self.hub = Hub(self.store)
        self.service = Encounters(self.store, registry, hub=self.hub)
        self.wish, self.dice = wish, dice
        self.now, self.made = BEGAN, 0
        self.id = ""

    @contextmanager
    def fixed(self) -> Iterator[None]:
        """With ids, times and dice secrets that are the same in both worlds; salts are not."""

        def next_id() -> str:
            self.made += 1
            return new_id(BEGAN, self.made.to_bytes(6, "big"))

        with (
            patch("engine.service.clock.now_ms", lambda: self.now),
            patch("engine.service.randomness.encounter_id", next_id),
            patch("engine.service.randomness.dice_secrets", lambda: Secrets("01" * 32, self.dice)),
        ):
            yield

    async def start(self) -> None:
        with self.fixed():
            self.id = (await self.service.create(self.wish)).id

    async def loaded(self) -> Loaded:
        return await self.service._loaded(self.id)

    async def tried(self, play: Play) -> Sequence[Recorded]:
        """The events a step would make. RuleRefusal, Fault."""
        loaded = await self.loaded()
        fight = loaded.position.state.fight
        wishes = (await self.store.open(self.id, after=FAR, seat=play.seat, key="-")).preferences
        with self.fixed():
            self.now += 1000
            around = await self.service._writer.circumstances(
                self.id, fight, play.seat, play.faces, wishes, loaded.time
            )
            self.now -= 1000
        book, position = loaded.book, loaded.position
        if play.order is not None:
            order = book.decode_order(play.order)
            return decide.submit(book, position, play.seat, order, around).new
        return decide.answer(book, position, play.seat, play.decision, play.choice, around).new

    async def perform(self, play: Play) -> None:
        """Take a step, a second after the one before; an answer when the pace of any question has passed."""
        self.now += 1000 if play.order is not None else 3000
        with self.fixed():
            if play.order is not None:
                await self.service.submit(self.id, play.seat, play.order, faces=play.faces)
            else:
                await self.service.answer(self.id, play.seat, play.decision, play.choice, faces=play.faces)


# -- what an outsider gets
async def state_of(
    world: World, id: str, seat: str | None, at: int | None = None, *, locales: Sequence[str] = LOCALES
) -> dict[str, bytes]:
    """The fight at a version as a seat gets it: as redacted, and as the API sends it. locales: of its scenes."""
    view = await world.service.view(id, seat, at)
    sources = Sources(world.service, SIGNER)
    node = EncounterNode(view, "en", sources, pinned=at is not None)
    scenes = [await EncounterNode(view, locale, sources).scene() for locale in locales]
    there, seen = view.position.state.fight.combatants, view.seen.fight.combatants
    assert not any([await node.threats(who) for who in (*there, MISSING) if who not in seen])
    threats = {who: await node.threats(who) for who in seen}
    nobodys = await node.stat_block(MISSING)
    if any([await node.stat_block(who) != nobodys for who in there if who not in seen]):
        raise Leak(f"{seat} reads the sheet of somebody unseen")
    return {
        "its view": canonical(plain(view.seen)),
        "the state": msgspec.json.encode(await node.answer({"offers", "unavailable"})),
        "the scene": msgspec.json.encode(scenes),
        "the drawing": draw(scenes[0]).encode(),
        "the threats": msgspec.json.encode(threats),
        "the sheets": msgspec.json.encode({who: await node.stat_block(who) for who in seen}),
    }


async def events_of(world: World, id: str, seat: str | None, first: int, last: int, locale: str = "en") -> bytes:
    """Events as a seat gets them, as text and data."""
    view = await world.service.view(id, seat)
    told = await world.service.seen_events(id, seat, first, last)
    node = EncounterNode(view, locale, Sources(world.service, SIGNER))
    rendered = node.render(told, await earlier_events(world.service, id, seat, told))
    return b"\n".join(msgspec.json.encode(one.as_answer()) for one in rendered)


async def export_of(world: World, id: str, seat: str | None) -> bytes:
    """The lines of a seat's export; for a reader without a seat, the public ones."""
    return b"".join([line async for line in world.service.export(id, seat or "nobody")])


async def replay_file_of(world: World, id: str, seat: str | None) -> bytes:
    """The file that plays the fight for a seat, unpacked."""
    _, file = await world.service.over_events(id, seat, file_pages, seat, "en")
    return unpacked(file)


async def watched(world: World, seat: str | None) -> bytes:
    """The messages of a watcher that starts at version 0, until it reaches the head."""
    head, told = (await world.loaded()).head.version, []
    async with aclosing(world.service.watch(world.id, seat, 0)) as steps:
        async for step in steps:
            told.append([(one.recorded.version, plain(one.recorded.draft), bool(one.digest)) for one in step])
            if step[-1].recorded.version >= head:
                break
    return canonical(told)


def told_in_all(refusal: RuleRefusal, book: Rulebook[Any], state: State[Any], seat: str | None) -> list[Problem]:
    """A refusal as a seat reads it, in three languages."""
    names = names_in(book, state, seat)

    def told(locale: str) -> Problem:
        def said(text: str, refusal: RuleRefusal | None = None) -> str:
            return worded(text, locale, [book.system], names, book.system)

        return problem_of(refusal, worded=said)

    return [told(locale) for locale in LOCALES]


async def previewed(world: World, play: Play) -> bytes:
    """What a seat is told that a step would do, in three languages: the preview, or the refusal.

    In the first language it is asked for twice: the second time it tells the same, and nothing has happened.
    """
    told = []
    before = (await world.loaded()).head
    for locale in (*LOCALES, LOCALES[0]):
        wish = play.order if play.order is not None else (play.decision, play.choice or Choice(""))
        try:
            _, found = await world.service.preview(world.id, play.seat, wish, locale=locale, reads=body_of)
            told.append(msgspec.json.encode(found))
        except RuleRefusal as refusal:
            told.append(msgspec.json.encode(problem_of(refusal)))
    assert told[0] == told.pop(), "a preview tells more when it is asked for again"
    assert (await world.loaded()).head == before, "a preview has written"
    return b"\n".join(told)


async def answered(world: World, play: Play) -> tuple[bytes, Sequence[Recorded]]:
    """The reply to a step for the seat that sends it: the refusal in three languages, or the events it would read."""
    loaded = await world.loaded()
    try:
        new = await world.tried(play)
    except RuleRefusal as refusal:
        problems = told_in_all(refusal, loaded.book, loaded.position.state, play.seat)
        return msgspec.json.encode(problems), ()
    entries = seal(loaded.book, loaded.head, new)
    told = events_for(loaded.book, entries, play.seat)
    return canonical([(one.recorded.version, plain(one.recorded.draft), bool(one.digest)) for one in told]), new
