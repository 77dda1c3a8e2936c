"""What is quick is done here, what is long in the pool, and what is too long nowhere."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.budget import STEP
from engine.kernel.structs.errors import RuleRefusal, TooCostly
from engine.service.pool.overflow import QUICK, done
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import INLINE, Pool
from engine.service.registry import Registry
from tests.service.pool import toy_jobs
from tests.support.processes.pool_jobs import names_of_jobs

ANA = Owner("duel", "ana")


@pytest.fixture(scope="module")
def book(registry: Registry) -> Rulebook[Any]:
    return registry.book("fantasia")


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    async with Pool(1, seconds=300) as made:
        yield made


async def test_what_is_quick_never_leaves(pool: Pool, book: Rulebook[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = names_of_jobs(monkeypatch)
    assert await done(pool, ANA, toy_jobs.spending, book, QUICK) == os.getpid()
    assert asked == []
    assert pool.pids == set()


async def test_what_is_long_is_done_elsewhere_with_the_whole_budget(pool: Pool, book: Rulebook[Any]) -> None:
    assert await done(pool, ANA, toy_jobs.spending, book, STEP) in pool.pids


async def test_what_is_too_long_is_refused_there(pool: Pool, book: Rulebook[Any]) -> None:
    with pytest.raises(TooCostly):
        await done(pool, ANA, toy_jobs.spending, book, STEP + 1_000)


async def test_where_nobody_else_is_served_all_is_done_here(book: Rulebook[Any]) -> None:
    assert await done(INLINE, ANA, toy_jobs.spending, book, STEP) == os.getpid()


async def test_a_refusal_is_one_wherever_it_is_made(pool: Pool, book: Rulebook[Any]) -> None:
    with pytest.raises(RuleRefusal) as refused:
        await done(pool, ANA, toy_jobs.fail, book, "refusal")
    assert not isinstance(refused.value, TooCostly)
    assert pool.pids == set()
