"""Two fights that go the same way and differ only in what is hidden: whoever may not know it cannot tell them apart.

A `Secret` is a pair of fights to make, and who may not know wherein they differ. `lockstep.py` plays both through the
real service, each in a store of its own, with the same ids, times and dice, and compares after every step all bytes
that an outsider can get: state, events in words and figures, offers, decisions, and how his orders are refused; at the
end also every past version, the export, the audit, the stream that a watcher gets, and forks. Hashes, digests and salts
are blanked, nothing else. Of somebody hidden no outsider gets the id or the name, wherever in a text it may stand.

    SECRETS of a system's examples.py     what can be hidden in it: name -> how such a pair is made
    KERNEL of `secrets.py`                what can be hidden in every system
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from unittest.mock import patch

import msgspec
from msgspec import Struct

from api.problems import problem_of
from api.reading.asked import asked
from api.reading.node import EncounterNode
from api.words.refusals import worded
from engine.kernel import decide
from engine.kernel.codec import canonical
from engine.kernel.errors import RuleRefusal
from engine.kernel.messages import Recorded, plain
from engine.service.encounters import Encounters, NewEncounter
from engine.service.loading import FAR, Loaded
from engine.service.registry import Registry
from engine.service.seeing import tell_all
from engine.service.signing import Signer
from engine.service.watch import Hub
from engine.service.writing import seal
from engine.store.ids import new_id
from engine.store.memory import MemoryStore
from engine.store.port import Secrets
from tests.support.playing import Play

HEX = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b")
"""Hashes, digests and salts, and the secrets of dice once they are out."""
SIGNED = re.compile(rb"(?<![\w-])[\w-]{86}(?![\w-])")
"""A signature of a head: it follows from the hash, and tells no more."""
SIGNER = Signer(bytes(32))

BEGAN = 1_700_000_000_000
"""Unix ms at which the first step of every fight is made; each later one a second after the one before."""

LOCALES = ("en", "es", "fi")
MISSING = "qq7"
WRONG = 6
"""Wrong orders that every outsider tries at a stop."""


class Secret(Struct, frozen=True):
    """Two fights to make. outsiders: who may not know wherein they differ; None is whoever has no seat.

    hidden: ids and names that no outsider may get. dice: the secret of rolls out of sight, in either world.
    twins: whether orders and answers may differ where an outsider may not read them. strict: False where somebody
    hidden may act differently: steps that name him are compared where they are alike but for him.
    preferences: "seat kind" -> what a seat wishes, in either world.
    """

    one: NewEncounter
    other: NewEncounter
    outsiders: tuple[str | None, ...]
    hidden: tuple[str, ...] = ()
    dice: tuple[str, str] = ("02" * 32, "02" * 32)
    twins: bool = False
    strict: bool = True
    preferences: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})


class Compared(Struct):
    """What was compared: bytes, steps, wrong orders, steps that differed unseen, take-backs; and why it ended."""

    bytes: int = 0
    steps: int = 0
    refusals: int = 0
    unlike: int = 0
    asked: int = 0
    end: str = ""


class Leak(AssertionError):
    """An outsider can tell the worlds apart, or reads of somebody hidden."""


def blanked(data: bytes) -> bytes:
    """The bytes without hashes, digests and salts, and the signatures of hashes."""
    return SIGNED.sub(b"#", HEX.sub(b"#", data))


def same(what: str, seat: str | None, one: bytes, other: bytes) -> int:
    """Leak unless both are the same but for hashes; else how many bytes they have."""
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
        """With ids, times and dice secrets that are alike in both worlds; salts are not."""

        def next_id() -> str:
            self.made += 1
            return new_id(BEGAN, self.made.to_bytes(6, "big"))

        with (
            patch("engine.service.clock.now_ms", lambda: self.now),
            patch("engine.service.chance.encounter_id", next_id),
            patch("engine.service.chance.dice_secrets", lambda: Secrets("01" * 32, self.dice)),
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
        """A step, a second after the one before."""
        self.now += 1000
        with self.fixed():
            if play.order is not None:
                await self.service.submit(self.id, play.seat, play.order, faces=play.faces)
            else:
                await self.service.answer(self.id, play.seat, play.decision, play.choice, faces=play.faces)


# -- what an outsider gets
async def state_of(world: World, id: str, seat: str | None, at: int | None = None) -> dict[str, bytes]:
    """The fight at a version as a seat gets it: as the redaction leaves it, and as the API sends it."""
    glimpse = await world.service.glimpse(id, seat, at)
    node = EncounterNode(glimpse, "en", SIGNER, pinned=at is not None)
    return {"its view": canonical(plain(glimpse.seen)), "the state": msgspec.json.encode(node.answer())}


async def events_of(world: World, id: str, seat: str | None, first: int, last: int, locale: str = "en") -> bytes:
    """Events as a seat gets them, in words and figures."""
    glimpse = await world.service.glimpse(id, seat)
    told = await world.service.told(id, seat, first, last)
    spoken = EncounterNode(glimpse, locale, SIGNER).speak(told, await asked(world.service, id, seat, told))
    return b"\n".join(msgspec.json.encode(one.told()) for one in spoken)


async def export_of(world: World, id: str, seat: str | None) -> bytes:
    """The lines that a seat may keep; of whoever has no seat, what everybody may."""
    return b"".join([line async for line in world.service.export(id, seat or "nobody")])


async def watched(world: World, seat: str | None) -> bytes:
    """The messages of a watcher who begins at the beginning, till he stands at the head."""
    head, told = (await world.loaded()).head.version, []
    async with aclosing(world.service.watch(world.id, seat, 0)) as steps:
        async for step in steps:
            told.append([(one.recorded.version, plain(one.recorded.draft), bool(one.digest)) for one in step])
            if step[-1].recorded.version >= head:
                break
    return canonical(told)


async def answered(world: World, play: Play) -> tuple[bytes, Sequence[Recorded]]:
    """How a step is answered that its seat sends: the refusal in three languages, or the events it would read."""
    loaded = await world.loaded()
    try:
        new = await world.tried(play)
    except RuleRefusal as refusal:
        books = [loaded.book.system]
        problems = [problem_of(refusal, worded=lambda r, to=to: worded(r, to, books)) for to in LOCALES]
        return msgspec.json.encode(problems), ()
    entries = seal(loaded.book, loaded.head, new)
    told = tell_all(loaded.book, entries, play.seat)
    return canonical([(one.recorded.version, plain(one.recorded.draft), bool(one.digest)) for one in told]), new
