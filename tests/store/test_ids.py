"""Ids of encounters."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.ids import created_ms, new_id

times = st.integers(0, 2**48 - 1)
randoms = st.binary(min_size=6, max_size=6)


@given(times, randoms, times, randoms)
def test_ids_sort_by_time_and_give_it_back(at: int, random: bytes, later: int, other: bytes) -> None:
    """Whatever the random part, the earlier id comes first, and each tells when it was made."""
    one, two = new_id(at, random), new_id(later, other)
    assert (one < two) == ((at, random) < (later, other))
    assert (created_ms(one), created_ms(two)) == (at, later)


@given(times, randoms)
def test_ids_need_no_quoting(at: int, random: bytes) -> None:
    """Lower-case letters and digits only, always as long."""
    assert re.fullmatch("[0-9a-hjkmnp-tv-z]{20}", new_id(at, random))


@pytest.mark.parametrize("id", ["", "a", "0" * 19, "0" * 21, "u" * 20, "8" + "0" * 19, "0" * 19 + "A", "0" * 19 + "\n"])
def test_other_texts_are_no_ids(id: str) -> None:
    """What was never made here has no time of creation."""
    assert created_ms(id) is None


@pytest.mark.parametrize(("at", "random"), [(-1, bytes(6)), (2**48, bytes(6)), (0, bytes(5)), (0, bytes(7))])
def test_impossible_parts_are_refused(at: int, random: bytes) -> None:
    """A time beyond 48 bits, or another number of random bytes, would make ids that do not sort."""
    with pytest.raises(ValueError, match=r"is not a Unix time|random bytes"):
        new_id(at, random)
