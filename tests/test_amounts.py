"""A sample of generated cases leaves no kind out."""

from __future__ import annotations

import itertools

import pytest

from tests.support import amounts

CASES = [*itertools.product(range(30), "abc", (True, False))]
TRAITS = [lambda case: case[0], lambda case: case[1:]]


def test_some_cases_show_every_value_of_every_trait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amounts, "LONG", False)
    chosen = amounts.some(CASES, *TRAITS)
    for trait in TRAITS:
        assert {trait(case) for case in chosen} == {trait(case) for case in CASES}
    assert len(chosen) <= 36
    assert chosen == amounts.some(CASES, *TRAITS) == sorted(chosen, key=CASES.index)


def test_all_are_tried_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amounts, "LONG", True)
    monkeypatch.delenv("SKALD_SOMETHING", raising=False)
    assert amounts.some(CASES, *TRAITS) == CASES
    assert amounts.amount("SKALD_SOMETHING", 2, 40) == 40
    monkeypatch.setenv("SKALD_SOMETHING", "7")
    assert amounts.amount("SKALD_SOMETHING", 2, 40) == 7
