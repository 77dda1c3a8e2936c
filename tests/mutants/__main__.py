"""Mutants of every area: which the tests notice, and a list of those that survive.

    python -m tests.mutants --number 20 --areas minis,kernel --jobs 2 --out build/mutants

What is committed is mutated. Outcomes are added to `outcomes.ndjson` in the folder, so that a run that was ended goes
on where it was; `report.md` there has the counts and the survivors. Exit code 1 if less than 95 of 100 of an area were
noticed.
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import msgspec

from tests.mutants.areas import AREAS, Area
from tests.mutants.sites import Site, sample
from tests.mutants.trial import Clone, Outcome

GOAL = 95
"""Of 100 mutants of each area, so many are noticed."""


def report(outcomes: Sequence[Outcome]) -> str:
    """Counts and survivors, as Markdown."""
    lines = ["# Mutants", "", "| area | noticed | of |", "|---|---|---|"]
    for name in dict.fromkeys(one.area for one in outcomes):
        mine = [one for one in outcomes if one.area == name]
        lines.append(f"| {name} | {sum(bool(one.by) for one in mine)} | {len(mine)} |")
    lines += ["", "## Survivors"]
    for one in outcomes:
        if not one.by:
            lines += ["", f"{one.area}: `{one.module}:{one.line}`", "", "```diff", one.change, "```"]
    return "\n".join([*lines, ""])


def reached(outcomes: Sequence[Outcome]) -> bool:
    """Whether the goal is met in every area."""
    counts = {one.area: [bool(other.by) for other in outcomes if other.area == one.area] for one in outcomes}
    return all(100 * sum(noticed) >= GOAL * len(noticed) for noticed in counts.values())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Which mutants do the tests notice?")
    parser.add_argument("--number", type=int, default=20, help="mutants of each area")
    parser.add_argument("--areas", default=",".join(AREAS), help=f"of {', '.join(AREAS)}")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at once")
    parser.add_argument("--out", type=Path, default=Path("build/mutants"), help="where outcomes and report go")
    given = parser.parse_args(arguments)
    wanted = [
        (AREAS[name], site) for name in given.areas.split(",") if name for site in sample(AREAS[name], given.number)
    ]
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / "outcomes.ndjson"
    known = msgspec.json.Decoder(Outcome).decode_lines(kept.read_bytes()) if kept.exists() else []
    done = {one.site: one for one in known}
    clones: queue.SimpleQueue[Clone] = queue.SimpleQueue()

    def tried(area: Area, site: Site) -> Outcome:
        clone = clones.get()
        try:
            return clone.tried(area, site)
        finally:
            clones.put(clone)

    with tempfile.TemporaryDirectory(prefix="skald-mutants-") as folder, ThreadPoolExecutor(given.jobs) as pool:
        for number in range(given.jobs):
            clones.put(Clone(Path(folder, str(number))))
        missing = [(area, site) for area, site in wanted if _known_by(site) not in done]
        trials = [pool.submit(tried, area, site) for area, site in missing]
        for number, trial in enumerate(as_completed(trials), 1):
            outcome = trial.result()
            done[outcome.site] = outcome
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(outcome) + b"\n")
            told = outcome.by or "SURVIVED"
            print(f"{number}/{len(missing)} {outcome.module}:{outcome.line} {outcome.kind}: {told}", flush=True)
    outcomes = [done[_known_by(site)] for _, site in wanted]
    (given.out / "report.md").write_text(report(outcomes), encoding="utf-8")
    print(report(outcomes))
    return 0 if reached(outcomes) else 1


def _known_by(site: Site) -> tuple[str, str, int, str]:
    return str(site.module), site.kind, site.nth, site.text


if __name__ == "__main__":
    sys.exit(main())
