"""A running service to follow the guide on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.server import PrivateServer
from tests.api.conftest import devtools, page, vendor
from tests.api.table import Table, serving
from tests.support.processes.servers import flush

__all__ = ["devtools", "page", "vendor"]


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Empty at the start of the module."""
    flush(server)
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(server.url, folder) as running:
        yield running
