"""The pool with real processes: what crosses over, whose turn it is, and how a job ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import uvloop

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.service.pool import payment
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.outcome import JobFailed
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import INLINE, Pool, TookTooLong, WorkerLost
from engine.service.pool.worker_process import WorkerProcess
from engine.service.registry import Registry
from engine.store.upcast import UPCASTS
from engine.systems.fantasia import Fantasia
from tests.service.pool import toy_jobs
from tests.support.amounts import groups
from tests.support.processes.alive import alive, gone, waited_for

ROOT = Path(__file__).parents[3]
ANA, BEN = Owner("duel", "ana"), Owner("siege", "ben")


@pytest.fixture(scope="module")
def book(registry: Registry) -> Rulebook[Any]:
    return registry.book("fantasia")


@pytest.fixture
async def pools() -> AsyncIterator[Callable[..., Pool]]:
    """Makes pools, and closes them."""
    async with AsyncExitStack() as made:

        def one(*given: Any, **more: Any) -> Pool:
            pool = Pool(*given, **more)
            made.push_async_callback(pool.close)
            return pool

        yield one


@pytest.fixture
def pool(pools: Callable[..., Pool]) -> Pool:
    """Of one process."""
    return pools(1)


def given(*arguments: Any) -> Callable[[], Awaitable[tuple[Any, ...]]]:
    """The arguments of a job, at hand."""

    async def made() -> tuple[Any, ...]:
        return arguments

    return made


async def test_a_job_runs_in_another_process_which_is_used_again(book: Rulebook[Any], pool: Pool) -> None:
    first = await pool.run(ANA, toy_jobs.echo, book, given({"a": (1, b"x")}))
    assert first[0] == "fantasia"
    assert first[1] != os.getpid()
    assert first[2] == {"a": (1, b"x")}
    assert (await pool.run(ANA, toy_jobs.echo, book, given(None)))[1] == first[1]
    assert await pool.run(ANA, toy_jobs.niceness, book, given()) > os.nice(0), "who is served comes first"


async def test_without_a_pool_it_runs_here(book: Rulebook[Any]) -> None:
    assert await INLINE.run(ANA, toy_jobs.echo, book, given(1)) == ("fantasia", os.getpid(), 1)
    with pytest.raises(RuleRefusal, match="not now"):
        await INLINE.run(ANA, toy_jobs.fail, book, given("refusal"))


@pytest.mark.parametrize("name", toy_jobs.ERRORS)
async def test_errors_of_a_job_are_raised_in_the_caller(pool: Pool, book: Rulebook[Any], name: str) -> None:
    expected = toy_jobs.ERRORS[name]
    with pytest.raises(type(expected)) as caught:
        await pool.run(ANA, toy_jobs.fail, book, given(name))
    assert str(caught.value) == str(expected)
    assert vars(caught.value) == vars(expected)


@pytest.mark.parametrize("job", [toy_jobs.stumble, toy_jobs.refuse_locally])
async def test_a_mistake_tells_where_it_was_made_and_no_value(pool: Pool, book: Rulebook[Any], job: Any) -> None:
    with pytest.raises(JobFailed) as caught:
        await pool.run(ANA, job, book, given())
    assert job.__name__ in str(caught.value)
    assert toy_jobs.SECRET not in repr(caught.value)
    assert caught.value.__cause__ is None


async def test_a_job_that_takes_too_long_ends_with_its_process(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    pool, told = pools(1, seconds=3.0), tmp_path / "pid"
    await pool.run(ANA, toy_jobs.echo, book, given(1), endless=True)  # its start takes a while
    with pytest.raises(TookTooLong, match=r"more than 3 s"):
        await pool.run(ANA, toy_jobs.spin, book, given(str(told)))
    assert gone(int(told.read_text()))
    assert (await pool.run(ANA, toy_jobs.echo, book, given(2), endless=True))[2] == 2, "another has taken its place"


async def test_waiting_counts_as_time(pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path) -> None:
    pool = pools(1, seconds=0.5)
    busy = asyncio.create_task(pool.run(ANA, toy_jobs.spin, book, given(str(tmp_path / "pid")), endless=True))
    await asyncio.sleep(0)
    with pytest.raises(TookTooLong):
        await pool.run(BEN, toy_jobs.echo, book, given(1))
    busy.cancel()
    await asyncio.gather(busy, return_exceptions=True)


async def test_a_job_that_nobody_waits_for_ends_with_its_process(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    pool, told = pools(1), tmp_path / "pid"
    asked = asyncio.create_task(pool.run(ANA, toy_jobs.spin, book, given(str(told))))
    await waited_for(told.exists)
    pid = int(told.read_text())
    assert alive(pid)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert gone(pid)
    assert (await pool.run(ANA, toy_jobs.echo, book, given(2)))[2] == 2


async def test_a_process_that_is_killed_is_replaced_and_its_job_done_again(
    pool: Pool, book: Rulebook[Any], tmp_path: Path
) -> None:
    assert await pool.run(ANA, toy_jobs.die, book, given(1, str(tmp_path))) == 1


async def test_a_job_that_kills_its_process_each_time_is_given_up(
    pool: Pool, book: Rulebook[Any], tmp_path: Path
) -> None:
    with pytest.raises(WorkerLost, match="send the request again"):
        await pool.run(ANA, toy_jobs.die, book, given(9, str(tmp_path)))
    assert {name for name in ("0", "1", "2") if (tmp_path / name).exists()} == {"0", "1"}
    assert (await pool.run(ANA, toy_jobs.echo, book, given(2)))[2] == 2


async def test_a_process_goes_on_starting_when_its_job_is_cancelled(book: Rulebook[Any], pool: Pool) -> None:
    """Else a machine that is so busy that no start is quick enough would never have one; and none is left over."""
    for _ in range(3):
        asked = asyncio.create_task(pool.run(ANA, toy_jobs.echo, book, given(1)))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
    _, pid, _ = await pool.run(ANA, toy_jobs.echo, book, given(1), endless=True)
    assert pool.pids == {pid}


async def test_closing_ends_what_works_and_what_starts(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    pool, told = pools(2), tmp_path / "pid"
    busy = asyncio.create_task(pool.run(ANA, toy_jobs.spin, book, given(str(told)), endless=True))
    await waited_for(told.exists)
    starting = asyncio.create_task(pool.run(BEN, toy_jobs.echo, book, given(1)))
    await asyncio.sleep(0.01)
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    pids = pool.pids
    busy.cancel()
    await asyncio.gather(busy, return_exceptions=True)
    await pool.close()
    assert pids
    assert all(map(gone, pids))
    assert pool.pids == set()


async def test_an_idle_process_that_is_killed_is_replaced(pool: Pool, book: Rulebook[Any]) -> None:
    _, pid, _ = await pool.run(ANA, toy_jobs.echo, book, given(1))
    os.kill(pid, signal.SIGKILL)
    assert (await pool.run(ANA, toy_jobs.echo, book, given(2)))[1] != pid


async def test_a_seat_with_many_jobs_lets_the_others_pass(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    """While one of Ana's jobs never ends and thirty of hers wait, Ben's are done; hers are refused beyond a bound."""
    pool, told, order = pools(2, waiting=30), tmp_path / "pid", list[str]()
    slow = asyncio.create_task(pool.run(Owner("of ana", "ana"), toy_jobs.spin, book, given(str(told)), endless=True))
    await waited_for(told.exists)

    async def ask(name: str) -> None:
        await pool.run(Owner(f"of {name}", name), toy_jobs.echo, book, given(name), endless=True)
        order.append(name)

    waiting = [asyncio.create_task(ask("ana")) for _ in range(30)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await pool.run(Owner("of ana", "ana"), toy_jobs.echo, book, given(1))
    await ask("ben")
    await asyncio.gather(*(ask("eve") for _ in range(2)))
    assert order == ["ben", "eve", "eve"]
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    await asyncio.gather(*waiting)
    assert order[3:] == ["ana"] * 30


async def test_a_waiting_job_has_not_read_its_arguments(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    """Streams are read when it is a job's turn: a queue holds no fights in memory."""
    pool, told, read = pools(1), tmp_path / "pid", list[int]()
    slow = asyncio.create_task(pool.run(ANA, toy_jobs.spin, book, given(str(told)), endless=True))
    await waited_for(told.exists)

    async def arguments() -> tuple[int]:
        read.append(1)
        return (1,)

    behind = asyncio.create_task(pool.run(BEN, toy_jobs.echo, book, arguments))
    await asyncio.sleep(0)
    assert read == []
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    await behind
    assert read == [1]


async def test_a_job_that_cannot_be_paid_ends_with_its_process(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It pays as it goes on, in the process's time and not for its start; then its place is free for others."""
    pool, told, paid = pools(1), tmp_path / "pid", list[int]()
    await pool.run(BEN, toy_jobs.echo, book, given(1))
    monkeypatch.setattr(payment, "FREE", 0.0)

    async def pay() -> None:
        paid.append(1)
        if told.exists():
            raise RuleRefusal("that is too much")

    payment.begin_paying(pay)
    with pytest.raises(RuleRefusal, match="too much"):
        await pool.run(ANA, toy_jobs.spin, book, given(str(told)))
    assert gone(int(told.read_text()))
    payment.begin_paying(None)
    assert (await pool.run(ANA, toy_jobs.echo, book, given(2)))[2] == 2, "what nobody pays for is not ended"
    assert paid


async def test_a_process_that_waits_is_not_paid(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others do on the machine costs nobody anything: only the processor's time of the job is paid."""
    pool, pipe, worked = pools(1), tmp_path / "pipe", list[float]()
    os.mkfifo(pipe)
    await pool.run(ANA, toy_jobs.echo, book, given(1))
    monkeypatch.setattr(payment, "FREE", 0.05)
    ask = WorkerProcess.worked

    def asked(process: WorkerProcess) -> float:
        worked.append(ask(process))
        if len(worked) == 5:  # four times it could have been paid
            threading.Thread(target=pipe.write_text, args=("done",)).start()
        return worked[-1]

    async def pay() -> None:
        raise AssertionError("it did no work")

    monkeypatch.setattr(WorkerProcess, "worked", asked)
    payment.begin_paying(pay)
    assert await pool.run(ANA, toy_jobs.listen, book, given(str(pipe))) == "done"
    payment.begin_paying(None)
    assert len(worked) >= 5


async def test_turns_go_by_the_hosts_of_encounters(pools: Callable[..., Pool], book: Rulebook[Any]) -> None:
    """Two fights of one host have one turn between them; whose a fight is, is asked once."""
    asked: list[str] = []
    gate = asyncio.Event()

    async def host_of(encounter: str) -> str:
        asked.append(encounter)
        return encounter[0]

    async def slow() -> tuple[Any, ...]:
        await gate.wait()
        return (1,)

    pool, order = pools(1, host_of=host_of), list[str]()

    async def ask(encounter: str) -> None:
        await pool.run(Owner(encounter, "x"), toy_jobs.echo, book, given(1))
        order.append(encounter)

    busy = asyncio.create_task(pool.run(Owner("a1", "x"), toy_jobs.echo, book, slow))
    waiting = [asyncio.create_task(ask(encounter)) for encounter in ("a2", "a3", "a1", "b1")]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(busy, *waiting)
    assert order[0] == "b1", "the other host's fight comes before the other fights of the first"
    await ask("a2")
    assert sorted(asked) == ["a1", "a2", "a3", "b1"]


async def test_another_version_of_a_game_is_not_mixed_in(pool: Pool, book: Rulebook[Any]) -> None:
    class Later(Fantasia):
        version = Fantasia.version + 1

    with pytest.raises(Fault, match="another version of the game 'fantasia' was installed"):
        await pool.run(ANA, toy_jobs.echo, Rulebook(Later(), UPCASTS), given(1))


async def test_the_games_of_third_parties_are_there(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package with an entry point, which this process and those of the pool find alike."""
    package = tmp_path / "guests-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[skald.systems]\nguests = guests:system\n")
    (tmp_path / "guests.py").write_text(
        "from engine.systems.fantasia import Fantasia\n\n\n"
        'class Guests(Fantasia):\n    id = "guests"\n\n\nsystem = Guests()\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    theirs = Registry.installed().book("guests")
    assert (await pool.run(ANA, toy_jobs.echo, theirs, given(1)))[0] == "guests"


async def test_a_pool_breaks_off_what_is_under_way_waits_and_comes(
    pools: Callable[..., Pool], book: Rulebook[Any], tmp_path: Path
) -> None:
    """A job is not started anew then."""
    pool, told, stopping = pools(1, seconds=300), tmp_path / "pid", asyncio.Event()
    breaking = asyncio.create_task(pool.break_off_after(stopping, 0))
    under_way = asyncio.create_task(pool.run(ANA, toy_jobs.spin, book, given(str(told))))
    await waited_for(told.exists)
    waiting = asyncio.create_task(pool.run(BEN, toy_jobs.echo, book, given(1)))
    stopping.set()
    await breaking
    for job in (under_way, waiting, pool.run(BEN, toy_jobs.echo, book, given(1))):
        with pytest.raises(WorkerLost):
            await job
    assert pool.pids == set()


PARENT = """
import asyncio, signal, sys, uvloop
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import Pool
from engine.service.pool.worker_process import WorkerProcess
from engine.service.registry import Registry
from tests.service.pool import toy_jobs

async def main():
    async def arguments():
        return (sys.argv[1],)
    async with Pool(1) as pool:
        book = Registry.installed().book("fantasia")
        await pool.run(Owner("duel", "ana"), toy_jobs.spin, book, arguments, endless=True)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests with it ignored
with asyncio.Runner(loop_factory=getattr(uvloop if sys.argv[2] == "uvloop" else asyncio, "new_event_loop")) as runner:
    try:
        runner.run(main())
    except KeyboardInterrupt:
        pass
"""


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_process_at_work_ends_with_the_one_that_started_it(
    tmp_path: Path, loop: str, sign: signal.Signals
) -> None:
    told = tmp_path / "pid"
    words = [sys.executable, "-c", PARENT, str(told), loop]
    parent = await asyncio.create_subprocess_exec(*words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    await waited_for(told.exists)
    pid = int(told.read_text())
    assert alive(pid)
    parent.send_signal(sign)
    await parent.wait()
    await waited_for(lambda: gone(pid))


def test_it_works_under_uvloop_in_any_thread(book: Rulebook[Any]) -> None:
    """As tests and embedding programs run the server."""
    found: list[Any] = []

    async def one_job() -> Any:
        async with Pool(1) as pool:
            return await pool.run(ANA, toy_jobs.echo, book, given(1))

    def serve() -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            found.append(runner.run(one_job()))

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
    assert found[0][2] == 1
    assert gone(found[0][1]), "it ends with its pool"
