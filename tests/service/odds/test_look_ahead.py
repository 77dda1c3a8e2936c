"""Odds are the same however they are worked out; they are shared, kept, and no longer worked out for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.service.odds.batch import Batch
from engine.service.odds.kept_runs import KeptRuns
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.wanted import Wanted
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.owner import OPERATOR, Owner
from engine.service.pool.process_pool import INLINE, Pool
from tests.service.bots.test_run_policy import FIRST_BLOW, shots
from tests.service.odds.test_run import entered, positions

T = TypeVar("T")
ALL = "all"


class Counting:
    """Runs batches here, and counts them. gate: closed, they wait."""

    def __init__(self) -> None:
        self.made: list[tuple[int, int]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()

    async def run(
        self,
        owner: Owner,
        job: Callable[..., T],
        book: Rulebook[Any],
        arguments: Callable[[], Awaitable[tuple[Any, ...]]],
        *,
        endless: bool = False,
    ) -> T:
        self.asked.set()
        await self.gate.wait()
        given = await arguments()
        found = job(book, *given)
        if isinstance(found, Batch):
            self.made.append((given[-2], len(found.runs)))
        await asyncio.sleep(0)
        return found


@pytest.mark.parametrize(
    ("new", "rounds", "exact"),
    [
        pytest.param(FIRST_BLOW, 30, 2242655 / 3421872, id="fantasia, first blow wins"),
        pytest.param(shots(1300, level=5), 1, 0.8, id="minis, one shot"),
        pytest.param(shots(1300, level=5), 2, 0.96, id="minis, two shots"),
        pytest.param(shots(2900, level=0, size="SMALL"), 1, 0.2, id="minis, far and small"),
        pytest.param(shots(2900, level=0, size="SMALL"), 5, 1 - 0.8**5, id="minis, far and small, five shots"),
    ],
)
async def test_exact_odds_lie_within_the_interval(new: Any, rounds: int, exact: float) -> None:
    book, at = positions(new)
    wanted = Wanted(within=0.08, runs=400, seconds=60, rounds=rounds)
    odds = await LookAhead().answer(OPERATOR, book, entered(at), wanted, known=ALL)
    won = odds.sides[0].won
    assert won.low <= exact <= won.high, won
    assert won.half <= 0.08
    assert odds.stopped == "WITHIN"


async def test_any_number_of_processes_comes_to_the_same() -> None:
    book, at = positions(FIRST_BLOW)
    wanted = Wanted(within=0.08, runs=200, seconds=60)
    alone = await LookAhead().answer(OPERATOR, book, entered(at), wanted, known=ALL)
    async with Pool(3, seconds=120) as pool:
        many = await LookAhead(pool, side_by_side=3).answer(OPERATOR, book, entered(at), wanted, known=ALL)
    assert structs.replace(many, seconds=0.0) == structs.replace(alone, seconds=0.0)


async def test_who_asks_the_same_shares_it_and_who_asks_more_goes_on() -> None:
    book, at = positions(FIRST_BLOW)
    work = Counting()
    ahead = LookAhead(work)
    few, more = Wanted(runs=20, within=0.01), Wanted(runs=60, within=0.01)
    ana, ben = Owner("e", "ana"), Owner("e", "ben")
    one, two = await asyncio.gather(
        ahead.answer(ana, book, entered(at), few, known=ALL), ahead.answer(ben, book, entered(at), few, known=ALL)
    )
    assert one == two
    assert sum(made for _, made in work.made) == 20
    again = await ahead.answer(ben, book, structs.replace(entered(at), version=99), more, known=ALL)
    assert again.runs == 60
    assert sorted(work.made)[0] == (0, 2)
    assert sum(made for _, made in work.made) == 60
    await ahead.answer(ana, book, entered(at), few, known="another's")
    assert sum(made for _, made in work.made) == 80


async def test_progress_grows_and_the_last_answer_is_complete() -> None:
    book, at = positions(shots(1300, level=5))
    found = [odds async for odds in LookAhead().follow(OPERATOR, book, entered(at), Wanted(runs=50), known=ALL)]
    assert [odds.runs for odds in found] == sorted(odds.runs for odds in found)
    assert [odds.complete for odds in found] == [False] * (len(found) - 1) + [True]


async def test_nothing_is_worked_out_once_the_last_has_left() -> None:
    book, at = positions(FIRST_BLOW)
    work = Counting()
    work.gate.clear()
    ahead = LookAhead(work, side_by_side=1)
    task = asyncio.create_task(ahead.answer(OPERATOR, book, entered(at), Wanted(), known=ALL))
    await work.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    work.gate.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(work.made) <= 1
    after = await ahead.answer(OPERATOR, book, entered(at), Wanted(runs=20, within=0.01), known=ALL)
    assert after.runs == 20


async def test_seats_have_their_turns_and_nobody_queues_without_end() -> None:
    book, at = positions(FIRST_BLOW)
    work = Counting()
    work.gate.clear()
    ahead = LookAhead(work, at_once=1, waiting=1)
    ana = Owner("e", "ana")

    def asked(seed: str) -> asyncio.Task[Any]:
        wanted = Wanted(runs=5, seed=seed)
        return asyncio.create_task(ahead.answer(ana, book, entered(at), wanted, known=ALL))

    first = asked("1")
    await work.asked.wait()
    second = asked("2")
    for _ in range(5):
        await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await asked("3")
    work.gate.set()
    assert {(await first).runs, (await second).runs} == {5}


async def test_all_fights_of_a_host_wait_together() -> None:
    """Whichever seats ask; those of others have places of their own, and several questions are in work at once."""
    book, at = positions(FIRST_BLOW)
    work = Counting()
    work.gate.clear()

    async def host_of(encounter: str) -> str:
        return "hanna" if encounter.startswith("h") else ""

    ahead = LookAhead(work, at_once=2, host_waiting=1, host_of=host_of)

    def asked(encounter: str) -> asyncio.Task[Any]:
        wanted = Wanted(runs=5, seed=encounter)
        owner = Owner(encounter, "ana", last=True)
        return asyncio.create_task(ahead.answer(owner, book, entered(at), wanted, known=ALL))

    tasks = [asked(one) for one in ("h1", "h2", "h3", "o1")]
    with pytest.raises(QueueFull, match="1 long tasks in fights of this host"):
        await asked("h4")
    work.gate.set()
    assert {(await one).runs for one in tasks} == {5}


async def test_time_ends_it_with_what_there_is() -> None:
    book, at = positions(FIRST_BLOW)
    ahead = LookAhead(INLINE)
    odds = await ahead.answer(OPERATOR, book, entered(at), Wanted(runs=2000, within=0.01, seconds=1), known=ALL)
    assert odds.stopped == "SECONDS"
    assert 0 < odds.runs < 2000


def test_of_kept_runs_the_longer_series_stays_and_the_oldest_goes() -> None:
    kept = KeptRuns(series=2, most=10)
    kept.keep(("a",), (b"1", b"2"))
    kept.keep(("a",), (b"1",))
    assert kept.of(("a",)) == (b"1", b"2")
    kept.keep(("b",), (b"1",))
    kept.of(("a",))
    kept.keep(("c",), (b"1",))
    assert kept.of(("b",)) == ()
    kept.keep(("d",), (b"1234567890",))
    assert kept.of(("a",)) == kept.of(("c",)) == ()
