"""The table shown in the README, from the run saved beside this file.

`python -m tests.bench.readme build/bench` saves the run found in that folder and puts its table into the README.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.bench.files import Run
from tests.bench.rounds import Row
from tests.bench.table import figure

KEPT = Path(__file__).resolve().parent / "kept"
README = KEPT.parents[2] / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"


def kept() -> Run:
    """The run whose figures the README shows."""
    return msgspec.json.decode((KEPT / "bench.json").read_bytes(), type=Run)


def shown(run: Run) -> str:
    """The table in Markdown, and the machine it was measured on."""
    heads = ("work", "unit", "ours", "limit", "ratio", "peers (ours / theirs)", "goal")
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(_cells(row))} |" for row in run.rows]
    took = f"{run.seconds / 60:.0f} minutes, size {run.size}"
    lines += ["", f"{run.machine}; run queue {run.load[0]:.1f} to {run.load[1]:.1f}; {took}."]
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
    """Save a run, and show it."""
    KEPT.mkdir(exist_ok=True)
    for name in ("bench.json", "bench.svg"):
        shutil.copyfile(folder / name, KEPT / name)
    README.write_text(within(README.read_text(encoding="utf-8"), shown(kept())), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
