"""Which rows there are, and running them one after another, each module's on a server of its own."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

from engine.service.registry import Registry
from tests.bench import append, directory, graphql, http, load, memory, play, watch, workers
from tests.bench.plan import Plan, Rows, Size
from tests.bench.rounds import Row
from tests.support.servers import test_server

GROUPS: dict[str, Rows] = {
    "append": append.rows,
    "http": http.rows,
    "workers": workers.rows,
    "graphql": graphql.rows,
    "load": load.rows,
    "play": play.rows,
    "watch": watch.rows,
    "memory": memory.rows,
    "directory": directory.rows,
}
"""In the order of the table."""


async def run(
    names: Sequence[str], size: Size, *, node: bool, say: Callable[[str], object]
) -> AsyncGenerator[Row, None]:
    """The rows of these groups."""
    registry = Registry.installed()
    for name in names:
        say(f"{name} ...")
        with test_server() as server, tempfile.TemporaryDirectory(prefix="skald-bench-") as folder:
            async for row in GROUPS[name](Plan(size, server.url, Path(folder), registry, node, say)):
                yield row
