"""Fixtures for all tests: one real server for the whole run, empty at the start of every test that asks for it."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import os
import signal
import sys
import warnings
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from starlette.applications import Starlette

from api.webhooks.delivery import Deliverer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.fight import State
from engine.service.writing import deadlines
from engine.store.memory import MemoryStore
from engine.store.redis.adapter import RedisStore
from engine.store.server import PrivateServer
from tests.support.amounts import LONG, some
from tests.support.file_order import spread
from tests.support.processes.servers import flush, test_server
from tests.support.processes.serving import Service, started
from tests.support.secrecy import gate

HERE = Path(__file__).parent

# No test fails for being slow beside others. Every run tries the same examples; the long one tries new ones, and more.
settings.register_profile("usual", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("usual"), derandomize=False, max_examples=1000)
settings.load_profile("long" if LONG else "usual")


def pytest_configure() -> None:
    """A cancelled CI job gets SIGTERM: shut down as after Ctrl-C, so that no server is left behind."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """Twice the processors: while one waits for servers and browsers another computes. More only get in their way."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """What a fresh clone compiles is compiled once: each worker first imports its share of the tests, and keeps it.

    Without it every worker compiles all of them, since they come to each file at the same time.
    What collecting makes lasts as long as the run: nothing looks for garbage in it, neither meanwhile nor later.
    """
    gc.disable()
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None or sys.dont_write_bytecode or session.config.args != ["tests"]:
        return
    number, workers = int(worker.removeprefix("gw")), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for path in sorted(HERE.rglob("test_*.py"))[number::workers]:
        # What cannot be imported, or warns, is told where it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception), warnings.catch_warnings():
            warnings.simplefilter("error")
            importlib.import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """From here on garbage is looked for as ever, among what the tests make."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the cases of a test that is marked as `sampled` only some stay (`support/amounts.py`); files are spread."""
    sampled: dict[tuple[str, tuple[Any, ...]], list[pytest.Function]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None and isinstance(item, pytest.Function):
            sampled[item.nodeid.partition("[")[0], mark.args].append(item)
    out: set[pytest.Item] = set()
    for (_, traits), cases in sampled.items():
        places = {id(case): place for case, place in zip(cases, _places(cases), strict=True)}
        judged = [functools.partial(_trait, trait, places) for trait in traits]
        out.update(set(cases) - {*some(cases, *judged)})
    config.hook.pytest_deselected(items=[*out])
    left = [item for item in items if item not in out]
    items[:] = spread(left, [item.nodeid for item in left])


def _places(cases: list[pytest.Function]) -> list[dict[str, int]]:
    """Of each case and parameter: which of the parameter's values it has, in the order in which they come."""
    seen: dict[str, dict[int, int]] = defaultdict(dict)
    return [
        {name: seen[name].setdefault(id(value), len(seen[name])) for name, value in case.callspec.params.items()}
        for case in cases
    ]


def _trait(trait: Any, places: dict[int, dict[str, int]], case: pytest.Function) -> Any:
    """trait: the name of a parameter, or what makes something of the places of all of them."""
    return trait(places[id(case)]) if callable(trait) else places[id(case)][trait]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """The real service in a process of its own, with a data folder of its own."""
    async with started(Service(tmp_path / "data")) as running:
        yield running


@pytest.fixture(scope="session")
def server() -> Iterator[PrivateServer]:
    """The run's server. Use `redis_url` unless the test is about the server itself."""
    with test_server() as running:
        yield running


@pytest.fixture
def redis_url(server: PrivateServer) -> str:
    """The url of an empty server."""
    flush(server)
    return server.url


@pytest.fixture(scope="session", autouse=True)
def last_gate() -> Iterator[None]:
    """Around every application and every store of this process: see `support/secrecy/gate.py`."""
    gate.vocabulary()  # here, since its first reader would hold the loop of a server
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Starlette, "__call__", gate.gated(Starlette.__call__))
        patch.setattr(Deliverer, "_try", gate.posted(Deliverer._try))
        for store in (MemoryStore, RedisStore):
            patch.setattr(store, "append", gate.watched(store.append))
        patch.setattr(Rulebook, "keep_seen", _kept_as_it_would_be_made)
        patch.setattr(deadlines, "sleep", _at_once)
        yield


def _kept_as_it_would_be_made(book: Rulebook[Any], state: State[Any], seat: str, seen: State[Any]) -> None:
    """What is kept as a seat's view of a state has to be what would be made of it."""
    assert seen == book.seen(state, seat), "a dry run has left another view than its sender has"
    state.kept[book, seat] = seen


async def _at_once(seconds: float) -> None:
    """No test waits for the pace of its answers, unless that is what it is about."""


@pytest.fixture(autouse=True)
def nothing_leaks(last_gate: None) -> Iterator[None]:
    """Fails a test in which a seat read of a combatant or side that it may not know."""
    gate.LEAKS.clear()
    yield
    leaks = [*gate.LEAKS]
    gate.LEAKS.clear()
    assert not leaks, "\n".join(leaks)
