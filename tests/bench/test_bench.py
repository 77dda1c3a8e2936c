"""The harness works: every row with minimal counts. The measured values are not checked here."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec
import pytest

from tests.bench import files, readme
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, OtherWork, Row, Sample, Series, interleaved
from tests.bench.run import GROUPS, NEEDS_A_BROWSER, run
from tests.bench.table import table
from tests.support.amounts import groups
from tests.support.browsers.browser import chromium


@pytest.mark.sampled(groups(4))
@pytest.mark.parametrize("group", GROUPS)
async def test_rows_are_measured_and_their_sides_did_the_same(group: str, tmp_path: Path) -> None:
    """A side that does other work raises OtherWork, or does not finish."""
    if group in NEEDS_A_BROWSER and chromium() is None:
        pytest.skip("there is no Chromium on the PATH")
    found = [row async for row in run([group], "least", node=False, say=lambda word: None)]
    assert found
    assert all(row.group == group and row.ours.median >= 0 for row in found)
    shown = table(found)
    assert all(row.work in shown for row in found)
    kept = files.Run("least", files.machine(), (0.0, 0.0), 1.0, found)
    figures, chart = files.write(tmp_path, kept)
    assert msgspec.json.decode(figures.read_bytes(), type=files.Run) == kept
    assert chart.read_text(encoding="utf-8").count("<rect") > len([row for row in found if row.limit])


async def test_a_group_that_fails_takes_nothing_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows before and after it are there; at the end it is said which one failed."""

    async def broken(plan: Plan) -> AsyncGenerator[Row, None]:
        yield Row(group="broken", work="half", unit="s", ours=Series((1.0,)))
        raise AssertionError("no more")

    monkeypatch.setitem(GROUPS, "broken", broken)
    found: list[str] = []

    async def measure() -> None:
        async for row in run(["broken", "memory"], "least", node=False, say=lambda word: None):
            found.append(row.group)

    with pytest.raises(ExceptionGroup) as raised:
        await measure()
    assert found[0] == "broken"
    assert "memory" in found
    assert [one.__notes__ for one in raised.value.exceptions] == [["in the group broken"]]


async def test_rounds_are_interleaved_and_the_first_is_not_counted() -> None:
    """ours, limit, ours, limit: a busy moment affects both."""
    order: list[str] = []

    async def side(name: str) -> Sample:
        order.append(name)
        return Sample(float(len(order)), "the same")

    found = await interleaved(2, {"ours": lambda: side("ours"), "limit": lambda: side("limit")})
    assert order == ["ours", "limit"] * 3
    assert found == {"ours": Series((3.0, 5.0)), "limit": Series((4.0, 6.0))}


async def test_other_work_is_told() -> None:
    """Figures of different work are never compared."""

    async def side(check: str) -> Sample:
        return Sample(1.0, check)

    with pytest.raises(OtherWork, match="8 events"):
        await interleaved(1, {"ours": lambda: side("8 events"), "limit": lambda: side("7 events")})


def test_a_goal_says_whether_it_is_met() -> None:
    """Judged by the median round; an unmeasured peer has no goal."""
    row = Row(
        group="g",
        work="w",
        unit="per s",
        ours=Series((1.0, 9.0, 5.0)),
        limit=Series((10.0,)),
        peers={"P": Series((4.0,))},
    )
    row.at_least(0.5).at_most(0.4).ahead_of(2, "P", "absent")
    assert [str(goal) for goal in row.goals] == [
        "of the limit 0.50 >= 0.5: met",
        "of the limit 0.50 <= 0.4: MISSED",
        "x P 1.25 >= 2: MISSED",
    ]
    assert Goal("x", 2.0, ">=", 2.0).met


def test_the_readme_shows_the_runs_that_are_kept() -> None:
    """No figure is written by hand, and every row is there, once."""
    runs = readme.kept()
    text = readme.README.read_text(encoding="utf-8")
    assert readme.within(text, readme.shown(runs)) == text
    groups = [{row.group for row in rows} for rows in readme.rows_of(runs)]
    assert set(GROUPS) - NEEDS_A_BROWSER <= set().union(*groups) <= set(GROUPS)
    assert sum(map(len, groups)) == len(set().union(*groups))
