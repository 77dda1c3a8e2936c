"""What changed between two JSON values."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.reading import json_patch
from api.reading.json_patch import patch_of
from tests.support.contract.json_patch import patched

NAMES = st.sampled_from(["key", "id", "now", "a/b", "~", "~1", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.floats(0, 1) | st.sampled_from(["", "a", "b"]),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(NAMES, inside, max_size=4),
    max_leaves=12,
)


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON, members in any order: true is not 1."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


@given(VALUES, VALUES)
def test_the_old_value_patched_is_the_new_one(old: Any, new: Any) -> None:
    """Whatever they are; and nothing is said where nothing changed."""
    operations = patch_of(old, new)
    assert same(patched(old, operations), new)
    assert bool(operations) is not same(old, new)


@given(st.permutations(range(8)), st.permutations(range(8)), st.integers(0, 8), st.integers(0, 8))
def test_things_are_told_apart_by_their_names(first: list[int], second: list[int], a: int, b: int) -> None:
    """What comes, goes, changes its place or changes itself in a list: what stays is never told anew."""
    old = [{"key": f"{n}", "now": 0} for n in first[:a]]
    new = [{"key": f"{n}", "now": n % 2} for n in second[:b]]
    operations = patch_of(old, new)
    assert patched(old, operations) == new
    assert sum(one["op"] == "add" for one in operations) <= len(new)


def test_a_figure_that_is_hit_is_told_in_one_operation() -> None:
    """And one who leaves in one, though all after him change their places."""
    old = {"tokens": [{"combatant": f"{n}", "bars": [{"key": "hp", "now": 9, "max": 9}]} for n in range(9)]}
    new = {"tokens": [dict(one) for one in old["tokens"]]}
    new["tokens"][4] = {"combatant": "4", "bars": [{"key": "hp", "now": 2, "max": 9}]}
    assert patch_of(old, new) == [{"op": "replace", "path": "/tokens/4/bars/0/now", "value": 2}]
    assert patch_of(old, {"tokens": old["tokens"][1:]}) == [{"op": "remove", "path": "/tokens/0"}]


def test_a_member_that_is_null_is_not_one_that_is_gone() -> None:
    """A merge patch could not say so."""
    assert patch_of({"by": "ana"}, {"by": None}) == [{"op": "replace", "path": "/by", "value": None}]
    assert patch_of({"by": "ana"}, {}) == [{"op": "remove", "path": "/by"}]


def test_a_long_list_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """If its length changes; else what changed in it is told."""
    monkeypatch.setattr(json_patch, "LONG", 3)
    assert patch_of([1, 2, 3, 4], [2, 3, 4]) == [{"op": "replace", "path": "", "value": [2, 3, 4]}]
    assert patch_of([1, 2, 3, 4], [1, 2, 0, 4]) == [{"op": "replace", "path": "/2", "value": 0}]
