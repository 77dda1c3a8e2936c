"""The schema that clients get of this system."""

from __future__ import annotations

from api.shape import findings
from api.shape.names import LAWS
from tests.systems.dozen_die.bout import BOOK


def test_a_name_means_one_thing_in_the_schema() -> None:
    """Over the events of the kernel and of this system, and over all that it shares with others."""
    assert [str(finding) for finding in findings([BOOK], LAWS)] == []
