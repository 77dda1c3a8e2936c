"""An order on a head that the process holds: one call, and nothing comes of what is past by then."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest
import redis

from engine.kernel.playing.decide import Choice
from engine.kernel.state.events import DecisionAnswered
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Draft
from engine.service.encounters import Encounters
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.service.writing.seating import Asking
from engine.store.memory import MemoryStore
from engine.store.port import ExpectedVersionConflict, KeyReused, Revoked, Store
from engine.store.redis import RedisStore
from tests.support.fights.fights import new_fight

BEGIN = {"fantasia": {"begin": {}}}
PAUSE, RESUME = {"gm": {"pause": {}}}, {"gm": {"resume": {}}}
ASKED = "GroupInitiative"
"""What beginning asks the GM."""


class Two:
    """Two processes of one store, and a fight that both hold. It has not begun."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self.store, self.one, self.other = store, Encounters(store, registry), Encounters(store, registry)
        self.id = ""

    async def sit(self) -> Two:
        self.id = (await self.one.create(new_fight())).id
        for service in (self.one, self.other):
            await service.view(self.id, "gm")
        return self

    async def head(self) -> int:
        return (await self.store.head(self.id)).version


@pytest.fixture
async def two(store: Store, registry: Registry) -> Two:
    return await Two(store, registry).sit()


def named(name: str) -> dict[str, Any]:
    """An order of the GM that is legal at any time."""
    return {"gm": {"correct": {"path": "name", "value": name}}}


async def calls(url: str, work: Any) -> dict[str, int]:
    """The commands that a piece of work sends, without those that a script runs."""
    with redis.Redis.from_url(url) as client:

        def counted() -> dict[str, int]:
            return {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in client.info("commandstats").items()}

        before = counted()
        await work
        after = counted()
    inside = {"hget", "hset", "hgetall", "xadd", "xrevrange", "publish", "info"}
    return {name: n for name in after if (n := after[name] - before.get(name, 0)) and name not in inside}


async def test_an_order_takes_one_call_of_the_store(redis_url: str, registry: Registry) -> None:
    """Neither the head nor the token is asked for first; and an order behind another process' is read first, once.

    What an answer has to be told with, the question, is one more.
    """
    store = RedisStore(redis_url)
    two = await Two(store, registry).sit()
    await two.one.submit(two.id, "gm", named("the script is loaded"))
    assert await calls(redis_url, two.one.submit(two.id, "gm", named("one"), epoch=0)) == {"evalsha": 1}
    assert await calls(redis_url, two.one.submit(two.id, "gm", named("two"), epoch=0)) == {"evalsha": 1}
    # The other process believes in a head that is past, finds so, and reads; as long as they take turns it reads first.
    late = await calls(redis_url, two.other.submit(two.id, "gm", named("three"), epoch=0))
    assert (late.pop("evalsha"), late.pop("exec")) == (2, 1)
    await two.one.submit(two.id, "gm", named("four"))
    turns = await calls(redis_url, two.other.submit(two.id, "gm", named("five"), epoch=0))
    assert (turns.pop("evalsha"), turns.pop("exec")) == (1, 1)
    await two.other.submit(two.id, "gm", named("six"))
    assert await calls(redis_url, two.other.submit(two.id, "gm", named("alone again"), epoch=0)) == {"evalsha": 1}
    assert await calls(redis_url, two.other.seen_events(two.id, "gm", 2, 3)) == {"xrange": 1}
    await store.close()


async def test_a_token_that_was_revoked_elsewhere_orders_nothing_more(two: Two) -> None:
    """Between two orders, whatever the next one is: good, refused, unreadable, an old key again."""
    await two.one.submit(two.id, "gm", named("one"), key="k", epoch=0)
    await two.other.revoke(two.id, "gm")
    head = await two.head()
    for order, key in ((named("two"), None), (RESUME, None), (named("one"), "k"), (PAUSE, "k"), ({"gm": {}}, None)):
        with pytest.raises(Revoked):
            await two.one.submit(two.id, "gm", order, key=key, epoch=0)
    with pytest.raises(Revoked):
        await two.one.submit(two.id, "gm", named("two"), expected=1, epoch=0)
    with pytest.raises(Revoked):
        await two.one.answer(two.id, "gm", 99, Choice("yes"), epoch=0)
    assert await two.head() == head
    assert (await two.one.submit(two.id, "gm", named("three"), epoch=1)).last == head + 1


@pytest.mark.parametrize("held", ["never", "always", "ask"])
async def test_a_preference_that_changed_elsewhere_counts_in_the_next_order(two: Two, held: str) -> None:
    """It answers as the question opens, or does not any more: as if this process had known."""
    if held != "never":
        await two.one.prefer(two.id, "gm", ASKED, "never")
        await two.one.view(two.id, "gm")
    await two.other.prefer(two.id, "gm", ASKED, held)
    done = await two.one.submit(two.id, "gm", BEGIN)
    how = [t.recorded.event.how for t in done.seen_events if isinstance(t.recorded.event, DecisionAnswered)]
    opened = done.view.position.state.fight.window
    assert (opened is not None) == (held == "ask")
    assert ("PREFERENCE" in how) == (held != "ask")
    assert (await two.other.audit(two.id)).replay.state != "BROKEN"


async def test_an_order_refused_on_a_cached_head_is_decided_on_the_newest(two: Two) -> None:
    """Refused on the head that is held, an order is decided on the one that is."""
    await two.one.submit(two.id, "gm", PAUSE)
    await two.other.submit(two.id, "gm", RESUME)
    assert (await two.one.submit(two.id, "gm", PAUSE)).last == await two.head()
    with pytest.raises(RuleRefusal, match="paused already"):
        await two.other.submit(two.id, "gm", PAUSE)
    await two.other.submit(two.id, "gm", RESUME)
    await two.one.seating.add(Asking(two.id, "gm"), SeatEntry("zoe", "Zoe", "GM"))
    await two.other.submit(two.id, "zoe", named("by one whom it has not seen come"))


async def test_who_expects_a_version_is_told_as_ever(two: Two) -> None:
    """The version that is held here and was left, the present one that is not known here, and one to come."""
    held = (await two.one.submit(two.id, "gm", named("held"))).last
    for never in (held - 1, held + 1):
        with pytest.raises(ExpectedVersionConflict):
            await two.one.submit(two.id, "gm", named("never"), expected=never)
    assert (await two.one.submit(two.id, "gm", named("held"), expected=held)).last == held + 1
    await two.other.view(two.id, "gm")
    held = await two.head()
    moved = (await two.other.submit(two.id, "gm", named("moved"))).last
    with pytest.raises(ExpectedVersionConflict) as conflict:
        await two.one.submit(two.id, "gm", named("late"), expected=held)
    assert (conflict.value.expected.version, conflict.value.actual.version) == (held, moved)
    moved = (await two.other.submit(two.id, "gm", named("moved"))).last
    with pytest.raises(ExpectedVersionConflict) as conflict:
        await two.one.submit(two.id, "gm", named("early"), expected=moved + 1)
    assert conflict.value.actual.version == moved
    moved = (await two.other.submit(two.id, "gm", named("moved"))).last
    assert (await two.one.submit(two.id, "gm", named("right"), expected=moved)).last == moved + 1


async def test_a_key_used_elsewhere_gives_its_answer(two: Two) -> None:
    """Also where the order would be refused by now, or was decided on a head that is past."""
    first = await two.other.submit(two.id, "gm", PAUSE, key="k")
    again = await two.one.submit(two.id, "gm", PAUSE, key="k")
    assert (again.again, again.first, again.last) == (True, first.first, first.last)
    assert again.seen_events == first.seen_events
    held = await two.one.submit(two.id, "gm", PAUSE, key="k")
    assert (held.again, held.seen_events, held.view.head) == (True, first.seen_events, first.view.head)
    with pytest.raises(KeyReused, match="of this seat stands for another request"):
        await two.one.submit(two.id, "gm", named("other"), key="k")


async def test_nobody_is_sent_away_by_who_has_left_himself(two: Two) -> None:
    """Tokens end before somebody is removed, so who may remove is read first and not remembered."""
    await two.one.seating.add(Asking(two.id, "gm"), SeatEntry("zoe", "Zoe", "GM"))
    await two.one.view(two.id, "zoe")
    await two.other.seating.remove(Asking(two.id, "gm"), "zoe")
    with pytest.raises(RuleRefusal):
        await two.one.seating.remove(Asking(two.id, "zoe"), "ana")
    assert "ana" not in await two.one.epochs(two.id)


async def test_orders_at_once_in_one_process_and_another(two: Two) -> None:
    """All are in, none twice, in one chain, however often a head was past."""
    orders = [(service, n) for n in range(12) for service in (two.one, two.other)]
    before = await two.head()
    done = await asyncio.gather(*(service.submit(two.id, "gm", named(f"{n}")) for service, n in orders))
    assert sorted(one.last for one in done) == list(range(before + 1, before + len(orders) + 1))
    assert (await two.one.audit(two.id)).chain.state == "PROVEN"


async def test_a_step_is_told_to_who_asks(two: Two) -> None:
    """What nobody reads is not made; what is made later is what stands in the stream, as it was seen then."""
    done = await two.one.submit(two.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    seen = await two.one.view(two.id, "gm")
    answered = await two.one.answer(two.id, "gm", window.asked[0].decision, Choice(window.asked[0].default))
    assert not done.__dict__
    assert not done.view.__dict__
    for one in (done, answered):
        assert list(one.seen_events) == await two.other.seen_events(two.id, "gm", one.first, one.last)
    assert (done.view.seen, done.view.head) == (seen.seen, seen.head)


async def played(registry: Registry, *, holding: bool) -> list[Draft]:
    """What a fight of given dice comes to. holding: by one process; else each order by one that has read all anew."""
    store = MemoryStore()
    keeps = Encounters(store, registry)
    id = (await keeps.create(new_fight())).id

    def process() -> Encounters:
        return keeps if holding else Encounters(store, registry)

    await process().submit(id, "gm", BEGIN)
    for turn in itertools.count():
        fight = (await process().view(id, "gm")).position.state.fight
        if fight.round > 5 or fight.outcome:
            break
        await process().prefer(id, "ana", "Willing", ("always", "never", "ask")[turn % 3])
        if fight.window is not None:
            asked = next(a for a in fight.window.asked if not a.answered)
            await process().answer(id, "gm", asked.decision, Choice(asked.default))
            continue
        who = fight.acting[0]
        target = next(c.id for c in fight.combatants.values() if c.side != fight.combatants[who].side and not c.out)
        order: dict[str, Any] = {"attack": {"attacker": who, "target": target}}
        try:
            await process().submit(id, "gm", {"fantasia": order})
        except RuleRefusal:
            await process().submit(id, "gm", {"fantasia": {"endTurn": {"combatant": who}}})
    book = registry.book("fantasia")
    return [decode_whole(book, entry).draft for entry in await store.read(id, 1, 10_000)]


async def test_cached_and_read_heads_give_the_same_events(registry: Registry) -> None:
    """The same orders come to the same events, whether heads are held or read."""
    held, read = [await played(registry, holding=holding) for holding in (True, False)]
    assert len(held) > 100
    assert held[1:] == read[1:]
