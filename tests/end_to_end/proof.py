"""Checks the stored streams against what clients received: read from the store, bypassing the service."""

from __future__ import annotations

from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store import chain
from engine.store.port import NOTHING, Entry, Head
from engine.store.redis import RedisStore
from engine.store.server.version_record import read_record
from tests.end_to_end.clients import Fight
from tests.end_to_end.load import Load
from tests.support.processes.serving import Service

PAGE = 500


class Proof:
    """Follows the streams of a service with a private server, from one failure to the next."""

    def __init__(self, service: Service) -> None:
        written = read_record(service.data / "store")
        assert written is not None
        self.store = RedisStore(f"unix://{written.socket}", patience=30)
        self._heads: dict[str, Head] = {}
        self._hashes: dict[str, dict[int, str]] = {}

    async def close(self) -> None:
        await self.store.close()

    async def check(self, fight: Fight) -> None:
        """Seen events are unchanged, new ones continue the chain, and everything acknowledged is stored as reported.

        An event written but never acknowledged counts once we have read it: the store returns nothing before it is on
        disk.
        """
        told = dict(fight.acknowledged)  # more may be acknowledged while we read
        head, known = self._heads.get(fight.id, NOTHING), self._hashes.setdefault(fight.id, {})
        if head.version:
            (last,) = await self.store.read(fight.id, head.version, head.version) or [None]
            assert last is not None, f"{fight.id}: version {head.version} is gone"
            assert last.hash == head.hash, f"{fight.id}: version {head.version} is another now"
        new = await self._read(fight.id, head.version + 1)
        assert chain.first_break(new, head) is None, f"{fight.id}: the chain breaks"
        known.update((entry.version, entry.hash) for entry in new)
        if new:
            self._heads[fight.id] = Head(new[-1].version, new[-1].hash)
        lost = {version for version, hash in told.items() if known.get(version) != hash}
        assert not lost, f"{fight.id}: acknowledged, and not there as it was told: {sorted(lost)}"

    async def settle(self, load: Load) -> None:
        """At the end: every event comes from exactly one request; watchers got each once; all fights can be proven.

        Reads every stream again from its first event, and folds it in this process, which has nothing cached.
        """
        cold = Encounters(self.store, Registry.installed())
        for fight in load.fights:
            entries = await self._read(fight.id, 1)
            assert chain.first_break(entries) is None
            hashes = {entry.version: entry.hash for entry in entries}
            made = {v: h for v, h in hashes.items() if v > fight.created}
            assert fight.acknowledged == made, f"{fight.id}: every event is some request's, and once"
            for seat in ("gm", "eve"):
                assert load.watched[fight.id, seat] == hashes, f"{fight.id}: what {seat} saw"
            report = await cold.audit(fight.id)
            assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN"), report
            shown, seen = await load.look(fight, "gm"), await cold.view(fight.id, "gm")
            assert (shown["version"], shown["headHash"]) == (seen.version, seen.head.hash)
            window = seen.position.state.fight.window
            open_ = {str(a.decision) for a in window.asked if not a.answered} if window else set()
            assert {one["key"] for one in shown["decisions"]} == open_
        for parent, at, branch in load.forks:
            entries = await self._read(branch, 1)
            assert chain.first_break(entries) is None
            assert len(entries) == at + 1, f"{branch}: a fork is whole or not there"
            (last,) = await self.store.read(parent, at, at)
            assert entries[at - 1] == last

    async def _read(self, encounter: str, first: int) -> list[Entry]:
        found: list[Entry] = []
        while page := await self.store.read(encounter, first, first + PAGE - 1):
            found += page
            first = page[-1].version + 1
        return found


async def past_stands(load: Load, fight: Fight) -> None:
    """The fight as last acknowledged equals the fight that the service now folds from the stream."""
    seat, then = fight.shown
    now = await load.look(fight, seat, then["version"])
    for part in ("headHash", "round", "acting", "outcome"):
        assert now[part] == then[part], part
    assert [one["key"] for one in now["decisions"]] == [one["key"] for one in then["decisions"]]
    assert [one["vitals"] for one in bare(now)] == [one["vitals"] for one in bare(then)]


def bare(shown: dict[str, object]) -> list[dict[str, object]]:
    """The combatants' figures without ids, which contain the version they were read at."""
    combatants = shown["combatants"]
    assert isinstance(combatants, list)
    return [{"vitals": [(v["key"], v["now"], v["max"]) for v in one["vitals"]]} for one in combatants]
