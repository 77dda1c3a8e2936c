"""A fight in which a soldier is about to strike: copied, so that every attack is the same.

The copies are in the store as the fight is, under other ids. Dice of a given seed are equal in all of them, so the
step that the order makes has the same events everywhere; only times, salts and the hashes over them differ.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import redis
from msgspec import Struct, structs

from engine.kernel.playing.decide import Choice
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Recorded
from engine.service import randomness
from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.folding import fold
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, Entry, Head, ListingFigures, Secrets, Snapshot
from engine.store.redis import RedisStore, keys
from tests.support.fights.fights import combatant

ATTACK: dict[str, Any] = {"fantasia": {"attack": {"attacker": "cloud", "target": "ogre", "weapon": "sword_2"}}}
REFUSED: dict[str, Any] = {"gm": {"pause": {}}}
"""An order that a player's seat may not give."""
SEED = "5"
"""The seed of all dice."""
NOT_ASKED = ("GroupInitiative", "ReactToHit", "ReactToWound", "CriticalTarget", "FreeAttack")
FINGERPRINT = "0" * 64
AT_ONCE = 2000
"""Events per append when filling the store."""

_TIME = re.compile(rb'"time":"[^"]*"')


def wish() -> NewEncounter:
    """A soldier against an ogre that survives very many attacks."""
    soldier, ogre = combatant("cloud", "heroes", "ana", "soldier"), combatant("ogre", "foes", None, "ogre")
    soldier["sheet"]["initiativeBonus"] = 20
    ogre["sheet"]["hp"] = 99_999
    seats = (SeatEntry("gm", "The GM", "GM"), SeatEntry("ana", "Ana", "PLAYER"), SeatEntry("eve", "Eve", "SPECTATOR"))
    return NewEncounter(
        system="fantasia",
        name="Bridge",
        seats=seats,
        combatants=(soldier, ogre),
        dice="OPEN",
        seed=SEED,
    )


def note(number: int) -> dict[str, Any]:
    """An order that makes one event and changes nothing that affects an attack."""
    return {"gm": {"setPolicy": {"kind": "DeclareAction", "asked": bool(number % 2)}}}


class Played(Struct, frozen=True):
    """A fight that was played in memory, at the soldier's turn."""

    id: str
    entries: list[Entry]
    figures: ListingFigures
    secrets: Secrets


async def turn(service: Encounters, id: str) -> int:
    """The soldier strikes and ends his turn, the ogre ends its turn: three orders. The resulting version.

    If the soldier fumbles, the game master picks no effect: otherwise he might lose his sword.
    """
    struck = await service.submit(id, "ana", ATTACK)
    if (window := struck.view.position.state.fight.window) is not None:
        await service.answer(id, "gm", window.asked[0].decision, Choice("own", {"effect": "nothing"}))
    await service.submit(id, "ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})
    return (await service.submit(id, "gm", {"fantasia": {"endTurn": {"combatant": "ogre"}}})).last


async def play(registry: Registry, events: int) -> Played:
    """A fight of at least `events` events."""
    store = MemoryStore()
    service = Encounters(store, registry)
    id = (await service.create(wish())).id
    for kind in NOT_ASKED:
        await service.submit(id, "gm", {"gm": {"setPolicy": {"kind": kind, "asked": False}}})
    version = (await service.submit(id, "gm", {"fantasia": {"begin": {}}})).last
    while version < events:
        version = await turn(service, id)
    secrets = await store.secrets(id)
    assert secrets is not None
    figures = (await store.page(before=None, limit=1))[0].figures
    return Played(id, await store.read(id, 1, version), figures, secrets)


async def play_short(registry: Registry, events: int) -> Played:
    """The same, cut after the first order that reaches `events`: closer to that number, but at anybody's turn."""
    played = await play(registry, events)
    ends = (e.version for e in played.entries if e.version >= events and b'"type":"CommandEnded"' in e.public)
    return structs.replace(played, entries=played.entries[: next(ends)])


def snapshot_before(registry: Registry, played: Played, behind: int) -> Snapshot:
    """The snapshot that play would have written at least `behind` events before the end, where no command was open."""
    ended = [e.version for e in played.entries[:-behind] if b'"type":"CommandEnded"' in e.public]
    last, book = played.entries[ended[-1] - 1], registry.book("fantasia")
    state = fold(book, [decode_whole(book, entry) for entry in played.entries[: last.version]]).state
    return Snapshot(last.version, last.hash, msgspec.json.encode(state))


async def put(store: RedisStore, played: Played, id: str) -> Head:
    """Append a fight that was played in memory, under any id; its head."""
    await store.enter(id)
    head = NOTHING
    for first in range(0, len(played.entries), AT_ONCE):
        entries = played.entries[first : first + AT_ONCE]
        hidden = None if head.version else played.secrets
        await store.append(
            id, head, entries, seat="", key=f"{first}", fingerprint="", figures=played.figures, secrets=hidden
        )
        head = Head(entries[-1].version, entries[-1].hash)
    return head


async def lengthen(
    store: RedisStore, registry: Registry, id: str, head: Head, figures: ListingFigures, to: int
) -> Head:
    """Extend a fight to `events` events, by notes of the GM that are sealed and appended in bulk; its head."""
    book = registry.book("fantasia")
    done = await Encounters(store, registry).submit(id, "gm", note(0))
    (entry,) = await store.read(id, done.last, done.last)
    last, head = decode_whole(book, entry), Head(entry.version, entry.hash)
    while head.version < to:
        span = range(head.version + 1, min(to, head.version + AT_ONCE) + 1)
        entries = seal(book, head, [Recorded(version, last.time, last.draft) for version in span])
        await store.append(id, head, entries, seat="", key=f"{head.version}", fingerprint="", figures=figures)
        head = Head(entries[-1].version, entries[-1].hash)
    return head


class Scene:
    """The fight, its copies, and the step that an attack makes. head: of every copy before it."""

    def __init__(
        self, store: RedisStore, url: str, id: str, head: Head, step: list[Entry], figures: ListingFigures
    ) -> None:
        self.id, self.head, self.step, self.figures = id, head, step, figures
        self._store = store
        self._redis = redis.Redis.from_url(url)
        self._made: list[str] = []

    @classmethod
    async def make(cls, store: RedisStore, url: str, registry: Registry, events: int = 200) -> Scene:
        """The scene in this store. events: of the fight, at least."""
        played = await play(registry, events)
        id, service = randomness.encounter_id(), Encounters(store, registry)
        scene = cls(store, url, id, await put(store, played, id), [], played.figures)
        while True:
            (first,) = scene.copies(1)
            done = await service.submit(first, "ana", ATTACK)
            scene.step = await store.read(first, done.first, done.last)
            scene.clear()
            rolls = [entry for entry in scene.step if b'"type":"DiceRolled"' in entry.public]
            if len(rolls) == 2 and b'"type":"CommandEnded"' in scene.step[-1].public:
                return scene
            # Dice follow from the version: at the next version they differ.
            done = await service.submit(id, "gm", note(scene.head.version))
            scene.head = await store.head(id)

    def copies(self, count: int) -> list[str]:
        """Ids of `count` copies of the fight."""
        ids = [randomness.encounter_id() for _ in range(count)]
        with self._redis.pipeline(transaction=False) as pipeline:
            for id in ids:
                for name in (keys.events, keys.meta, keys.secret):
                    pipeline.copy(name(self.id), name(id))
            pipeline.execute()
        self._made += ids
        return ids

    def clear(self) -> None:
        """Delete all copies."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for id in self._made:
                pipeline.unlink(keys.events(id), keys.meta(id), keys.secret(id), keys.commands(id))
            pipeline.execute()
        self._made = []

    async def strike_bare(self, id: str, key: str) -> None:
        """Append the attack's bytes through the store alone."""
        await self._store.append(
            id, self.head, self.step, seat="ana", key=key, fingerprint=FINGERPRINT, figures=self.figures
        )

    async def check(self, ids: Sequence[str]) -> str:
        """A digest of what was appended to these copies, without times: steps, events, and a hash over their texts."""
        count, sums = 0, set()
        for id in ids:
            entries = await self._store.read(id, self.head.version + 1, 2**53 - 1)
            count += len(entries)
            sums.add(
                hashlib.sha256(b"".join(_TIME.sub(b"", e.public + (e.secret or b"")) for e in entries)).hexdigest()
            )
        return f"{len(ids)} steps, {count} events, {' '.join(sorted(one[:12] for one in sums))}"

    def close(self) -> None:
        """Close the connection of the copies."""
        self._redis.close()
