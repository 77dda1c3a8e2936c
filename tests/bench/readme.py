"""The table shown in the README, from the runs saved beside this file.

`python -m tests.bench.readme build/bench` saves the run found in that folder and puts the table into the README. A run
of some groups alone is kept beside the whole one, and its groups are shown in place of those.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.bench.files import Run
from tests.bench.rounds import Row
from tests.bench.run import GROUPS, NEEDS_A_BROWSER
from tests.bench.table import figure

KEPT = Path(__file__).resolve().parent / "kept"
README = KEPT.parents[2] / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"


def kept() -> list[Run]:
    """The runs whose figures the README shows: the whole one, then those of some groups, by their names."""
    later = sorted(KEPT.glob("bench-*.json"))
    return [msgspec.json.decode(file.read_bytes(), type=Run) for file in (KEPT / "bench.json", *later)]


def rows_of(runs: list[Run]) -> list[list[Row]]:
    """The rows that are shown of each run: of a group those of the last run that has it."""
    last = {row.group: run for run in runs for row in run.rows}
    return [[row for row in run.rows if last[row.group] is run] for run in runs]


def shown(runs: list[Run]) -> str:
    """The table in Markdown, and for each run the machine it was measured on."""
    heads = ("work", "unit", "ours", "limit", "ratio", "peers (ours / theirs)", "goal")
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    shares = rows_of(runs)
    lines += [f"| {' | '.join(_cells(row))} |" for rows in shares for row in rows]
    for run, rows in zip(runs, shares, strict=True):
        of = "" if run is runs[0] else f"The {len(rows)} rows from *{rows[0].work}* on: "
        took = f"{run.seconds / 60:.0f} minutes, size {run.size}"
        lines += ["", f"{of}{run.machine}; run queue {run.load[0]:.1f} to {run.load[1]:.1f}; {took}."]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> Iterator[str]:
    yield row.work
    yield row.unit
    yield figure(row.ours.median)
    yield figure(row.limit.median) if row.limit else ""
    yield f"{row.ratio:.2f}" if row.limit else ""
    yield "; ".join(f"{peer} {figure(found.median)} ({figure(row.over(peer))})" for peer, found in row.peers.items())
    yield "; ".join(str(goal) for goal in row.goals)


def within(readme: str, table: str) -> str:
    """The README with this table in its place."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main(folder: Path) -> None:
    """Save a run, and show it. A whole one takes the place of all that were kept."""
    KEPT.mkdir(exist_ok=True)
    found = msgspec.json.decode((folder / "bench.json").read_bytes(), type=Run)
    groups = {row.group for row in found.rows}
    if groups >= set(GROUPS) - NEEDS_A_BROWSER:
        for old in KEPT.glob("bench-*.json"):
            old.unlink()
        for name in ("bench.json", "bench.svg"):
            shutil.copyfile(folder / name, KEPT / name)
    else:
        shutil.copyfile(folder / "bench.json", KEPT / f"bench-{'-'.join(sorted(groups))}.json")
    README.write_text(within(README.read_text(encoding="utf-8"), shown(kept())), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
