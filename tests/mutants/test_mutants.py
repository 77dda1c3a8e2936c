"""Mutants are chosen by rule, change one thing, and are tried first by the tests nearest to them."""

from __future__ import annotations

import pytest

pytest.importorskip("cosmic_ray", reason="make mutants installs what makes mutants")

from tests.mutants.__main__ import reached, report
from tests.mutants.areas import AREAS, ROOT
from tests.mutants.sites import OPERATORS, sample
from tests.mutants.trial import Outcome


def test_a_mutant_differs_in_one_thing() -> None:
    for site in sample(AREAS["writing"], 8):
        code = (ROOT / site.module).read_text(encoding="utf-8")
        before, after = code.splitlines(), site.mutated(code).splitlines()
        assert len(before) == len(after)
        assert [n for n, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new] == [site.line]
        assert site.shown(code).count("\n") == 1


def test_the_sample_is_always_the_same_and_a_larger_one_goes_on() -> None:
    few, many = sample(AREAS["writing"], 4), sample(AREAS["writing"], 12)
    assert few == sample(AREAS["writing"], 4) == many[:4]
    assert {site.kind for site in many} <= OPERATORS.keys()


def test_the_nearest_tests_come_first() -> None:
    area = AREAS["minis"]
    module = next(one for one in area.modules() if one.stem == "magic")
    first, second, *_ = area.stages(module)
    assert first == ("tests/systems/minis/test_magic.py",)
    assert second == ("tests/systems/minis",)
    assert all((ROOT / name).exists() for one in AREAS.values() for stage in one.tests for name in stage if "/" in name)


def test_the_report_lists_who_survives() -> None:
    noticed, survivor = (
        Outcome("a", "m.py", 7, "Eq_NotEq", n, "x == y", "-x\n+y", by) for n, by in enumerate(["t", ""])
    )
    told = report([noticed, survivor])
    assert "| a | 1 | 2 |" in told
    assert told.count("m.py:7") == 1
    assert reached([noticed])
    assert not reached([noticed, survivor])
