"""The service and a fight as in the API tests, and runners for third-party programs."""

from __future__ import annotations

import pytest

from tests.api.conftest import devtools, fight, page, table, vendor
from tests.api.fights import Bridge, bridge
from tests.api.table import Table
from tests.conformance.node import Node
from tests.conformance.scenes import duellists

__all__ = ["devtools", "fight", "page", "table", "vendor"]


@pytest.fixture(scope="session")
def node() -> Node:
    """Node and the packages, installed once."""
    return Node()


@pytest.fixture
def duel(table: Table) -> Bridge:
    """A new fight, begun. Ana's Cloud acts first, and attacks twice, with a decision between the two."""
    return bridge(table, combatants=duellists())
