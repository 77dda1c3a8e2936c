"""The service and a fight as api tests have them, and what runs other people's programs."""

from __future__ import annotations

import pytest

from tests.api.conftest import devtools, fight, page, table
from tests.api.fights import Bridge, bridge
from tests.api.table import Table
from tests.conformance.node import Node
from tests.conformance.scenes import duellists

__all__ = ["devtools", "fight", "page", "table"]


@pytest.fixture(scope="session")
def node() -> Node:
    """Node and the packages, installed once."""
    return Node()


@pytest.fixture
def duel(table: Table) -> Bridge:
    """A new fight, begun. Ana's Cloud acts first, and attacks twice: between the two she is asked."""
    return bridge(table, combatants=duellists())
