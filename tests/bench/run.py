"""The list of rows, and running them one after another, each module's on a server of its own."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

from engine.service.registry import Registry
from tests.bench import (
    append,
    beside,
    directory,
    graphql,
    http,
    load,
    memory,
    mirrored,
    pictures,
    play,
    screens,
    start,
    watch,
    workers,
)
from tests.bench.plan import Plan, Rows, Size
from tests.bench.rounds import Row
from tests.support.processes.servers import test_server

GROUPS: dict[str, Rows] = {
    "append": append.rows,
    "http": http.rows,
    "workers": workers.rows,
    "beside": beside.rows,
    "graphql": graphql.rows,
    "pictures": pictures.rows,
    "load": load.rows,
    "play": play.rows,
    "mirrored": mirrored.rows,
    "watch": watch.rows,
    "memory": memory.rows,
    "directory": directory.rows,
    "start": start.rows,
    "table": screens.rows,
}
"""In the order of the table."""
NEEDS_A_BROWSER = frozenset({"table"})
"""Groups without rows where there is no Chromium."""


async def run(
    names: Sequence[str], size: Size, *, node: bool, say: Callable[[str], object]
) -> AsyncGenerator[Row, None]:
    """The rows of these groups. ExceptionGroup at the end: of the groups that failed; the others are measured all the
    same.
    """
    registry, failed = Registry.installed(), list[Exception]()
    for name in names:
        say(f"{name} ...")
        with test_server() as server, tempfile.TemporaryDirectory(prefix="skald-bench-") as folder:
            try:
                async for row in GROUPS[name](Plan(size, server.url, Path(folder), registry, node, say)):
                    yield row
            except Exception as error:
                error.add_note(f"in the group {name}")
                say(f"{name} failed: {error!r}")
                failed.append(error)
    if failed:
        raise ExceptionGroup("groups that were not measured to their end", failed)
