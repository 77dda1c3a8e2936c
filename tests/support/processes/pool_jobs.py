"""What is asked of the process pool while a test runs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import INLINE, Pool


def names_of_jobs(patch: pytest.MonkeyPatch) -> list[str]:
    """The name of every job that a pool is asked for from now on, as it comes."""
    asked: list[str] = []
    run = Pool.run

    async def counted(self: Pool, owner: Owner, job: Any, *arguments: Any, **more: Any) -> Any:
        asked.append(job.__name__)
        return await run(self, owner, job, *arguments, **more)

    patch.setattr(Pool, "run", counted)
    return asked


def done_here(patch: pytest.MonkeyPatch) -> None:
    """Jobs of a pool are done in this process: where a rule is replaced that other processes have as it was."""

    async def run(self: Pool, owner: Owner, job: Any, *arguments: Any, **more: Any) -> Any:
        return await INLINE.run(owner, job, *arguments, **more)

    patch.setattr(Pool, "run", run)
